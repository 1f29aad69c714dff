"""A matchup whose equities are asked for, and what is on the table after its first draw."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from math import comb
from typing import TypeAlias

import numpy as np

from solver.cards import DECK_SIZE, format_cards, low_class, parse_cards
from solver.equity.policies import DrawPolicy, DrawUntil, KeepFunction, StandPat, parse_policy
from solver.equity.values import KEEP_ALL
from solver.errors import CardError, ConfigurationError

Cards: TypeAlias = str | Sequence[int]
"""Cards as text or as numbers."""

Policy: TypeAlias = DrawPolicy | Callable[[tuple[int, ...], int], Sequence[int]] | str | None
"""A policy, a function, text for `parse_policy`, or None for the default."""

PLAYERS = range(2, 7)
DRAWS = range(4)


@cache
def worst_ten_low() -> int:
    """Class of T-9-8-7-5: what an incomplete hand draws for when no opponent stands pat."""
    return int(low_class(parse_cards("Tc9d8h7s5c")))


@dataclass(frozen=True)
class Matchup:
    """Hands before a draw, the cards out of play, and how everybody draws.

    Attributes:
        hands: 1 to 5 card numbers for each of 2 to 6 players, ascending. A hand of fewer than
            five cards has thrown away cards nobody knows; it draws what it lacks first.
        dead: cards that are out of the deck until a reshuffle.
        draws: draws left, 0 to 3.
        policies: one for each player.
    """

    hands: tuple[tuple[int, ...], ...]
    dead: tuple[int, ...]
    draws: int
    policies: tuple[DrawPolicy, ...]

    @classmethod
    def of(
        cls, hands: Sequence[Cards], draws: int, dead: Cards, policies: Sequence[Policy]
    ) -> "Matchup":
        """Check and complete what a caller gives; see `solver.equity.equity`."""
        if len(hands) not in PLAYERS:
            raise CardError(f"{len(hands)} hands given; expected 2 to 6")
        if draws not in DRAWS:
            raise ConfigurationError(f"{draws} draws left given; expected 0 to 3")
        if len(policies) > len(hands):
            raise ConfigurationError(
                f"{len(policies)} policies given for {len(hands)} hands; give at most one each"
            )
        held = tuple(_cards(hand) for hand in hands)
        for number, hand in enumerate(held, start=1):
            if draws == 0 and len(hand) != 5:
                raise CardError(
                    f"hand {number} has {_counted(hand)}; expected 5, as no draw is left"
                )
            if not 1 <= len(hand) <= 5:
                raise CardError(f"hand {number} has {_counted(hand)}; expected 1 to 5")
        out = _cards(dead)
        _refuse_duplicates(held, out)
        given = [_policy(policy) for policy in policies]
        given += [None] * (len(hands) - len(given))
        return cls(held, out, draws, _with_defaults(held, given))

    def how(self, player: int) -> str:
        """How a player draws, in words: ``draw 2, then draw until 8-6-4-3-2 or better``."""
        missing = 5 - len(self.hands[player])
        policy = str(self.policies[player])
        if self.draws == 0:
            return "none left"
        if missing == 0:
            return policy
        return f"draw {missing}" if self.draws == 1 else f"draw {missing}, then {policy}"


@dataclass(frozen=True)
class FirstDraw:
    """The first draw at which anybody draws: known cards on both sides of it.

    Attributes:
        kept: cards each player keeps, ascending.
        discarded: known cards each player throws away.
        stub: cards that may be drawn: all that nobody has seen.
        dead: cards that come back only by a reshuffle.
        draws_left: draws left before it; 0 if nobody draws any more.
        policies: what the players do after it.
    """

    kept: tuple[tuple[int, ...], ...]
    discarded: tuple[tuple[int, ...], ...]
    stub: tuple[int, ...]
    dead: tuple[int, ...]
    draws_left: int
    policies: tuple[DrawPolicy, ...]

    @classmethod
    def of(cls, matchup: Matchup) -> "FirstDraw":
        """Apply the policies to the known hands, passing over draws at which all are pat."""
        hands, kept = matchup.hands, matchup.hands
        draws_left = matchup.draws
        while draws_left > 0:
            kept = tuple(
                _keep(policy, hand, draws_left) if len(hand) == 5 else hand
                for policy, hand in zip(matchup.policies, hands, strict=True)
            )
            if any(len(cards) < 5 for cards in kept):
                break
            draws_left -= 1
        seen = set(chain(matchup.dead, *hands))
        return cls(
            kept,
            tuple(
                tuple(card for card in hand if card not in keeps)
                for hand, keeps in zip(hands, kept, strict=True)
            ),
            tuple(card for card in range(DECK_SIZE) if card not in seen),
            matchup.dead,
            draws_left,
            matchup.policies,
        )

    @property
    def drawn(self) -> tuple[int, ...]:
        """How many cards each player draws."""
        return tuple(5 - len(cards) for cards in self.kept)

    @property
    def is_last(self) -> bool:
        """Whether no later draw can change a hand."""
        return self.draws_left <= 1 or all(isinstance(p, StandPat) for p in self.policies)

    @property
    def outcomes(self) -> int:
        """Ways to deal the cards drawn, each player's in any order; 0 if the stub runs out."""
        left, out = len(self.stub), 1
        for count in self.drawn:
            out *= comb(left, count)
            left = max(left - count, 0)
        return out


def masks_of(policy: DrawPolicy, hands: np.ndarray, draws_left: int) -> np.ndarray:
    """Ask a policy, and refuse an answer that is none."""
    masks = np.asarray(policy.keep(hands, draws_left))
    if masks.shape != (len(hands),) or masks.min() < 0 or masks.max() > KEEP_ALL:
        raise ConfigurationError(
            f"policy {policy} answers {masks.shape} masks up to {masks.max(initial=0)} for "
            f"{len(hands)} hands; expected one from 0 to 31 for each"
        )
    return masks.astype(np.uint8)


def _keep(policy: DrawPolicy, hand: tuple[int, ...], draws_left: int) -> tuple[int, ...]:
    mask = int(masks_of(policy, np.array([hand], np.uint8), draws_left)[0])
    return tuple(card for i, card in enumerate(hand) if mask >> i & 1)


def _cards(cards: Cards) -> tuple[int, ...]:
    text = cards if isinstance(cards, str) else format_cards(cards)
    return tuple(sorted(parse_cards(text)))


def _counted(cards: Sequence[int]) -> str:
    return f"{len(cards)} card" + "s" * (len(cards) != 1)


def _refuse_duplicates(hands: Sequence[Sequence[int]], dead: Sequence[int]) -> None:
    place: dict[int, str] = {}
    named = [(f"hand {number}", hand) for number, hand in enumerate(hands, start=1)]
    for name, cards in [*named, ("the dead cards", dead)]:
        for card in cards:
            if card in place:
                raise CardError(
                    f"{format_cards([card])} stands in {place[card]} and in {name}; "
                    "every card exists once"
                )
            place[card] = name


def _policy(policy: Policy) -> DrawPolicy | None:
    if policy is None:
        return None
    if isinstance(policy, str):
        return parse_policy(policy)
    if hasattr(policy, "keep"):
        return policy
    return KeepFunction(policy)


def _with_defaults(
    hands: Sequence[tuple[int, ...]], policies: Sequence[DrawPolicy | None]
) -> tuple[DrawPolicy, ...]:
    """Complete hands stand pat; the others draw until they match the best pat opponent."""
    complete = [
        (StandPat() if policy is None and len(hand) == 5 else policy)
        for hand, policy in zip(hands, policies, strict=True)
    ]
    pat = [
        int(low_class(hand))
        for hand, policy in zip(hands, complete, strict=True)
        if len(hand) == 5 and isinstance(policy, StandPat)
    ]
    until = DrawUntil(min(pat) if pat else worst_ten_low())
    return tuple(policy or until for policy in complete)
