"""Draw policies: which cards a player keeps, given the hand and the draws left."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from solver.cards import (
    CLASSES,
    HANDS,
    RANKS,
    describe_class,
    format_cards,
    hand_index,
    low_class,
    parse_hand,
    suit_classes,
)
from solver.equity.values import (
    DISCARDS,
    KEEP_ALL,
    chance_against_random,
    draw_values,
    example_classes,
    keeps_of_hands,
)
from solver.errors import CardError, ConfigurationError

TIE = 1e-9
"""Means that differ by less are rounding errors of one and the same mean."""


class DrawPolicy(Protocol):
    """What a player keeps at a draw; anything with this method can be given as a policy.

    A policy sees the player's own five cards and the number of draws left, nothing else.
    """

    def keep(self, hands: NDArray[np.uint8], draws_left: int) -> NDArray[np.uint8]:
        """Cards kept of each hand.

        Args:
            hands: card numbers, shape (n, 5), ascending in each row.
            draws_left: 3 before the first draw to 1 before the last.

        Returns:
            Masks, shape (n,): bit i is set if the i-th lowest card is kept; 31 stands pat.
        """


@dataclass(frozen=True)
class StandPat:
    """Never draw."""

    def keep(self, hands: NDArray[np.uint8], draws_left: int) -> NDArray[np.uint8]:
        """All cards; see `DrawPolicy`."""
        return np.full(len(hands), KEEP_ALL, np.uint8)

    def __str__(self) -> str:
        return "stand pat"


@dataclass(frozen=True)
class DrawCount:
    """Draw the same number of cards at every draw, keeping the best of the others.

    The best cards are those with the highest chance of the final hand against five random
    cards (ties half), this and all later draws played by the same policy.

    Attributes:
        count: cards drawn, 0 to 5.

    Raises:
        ConfigurationError: `count` is not from 0 to 5.
    """

    count: int

    def __post_init__(self) -> None:
        if not 0 <= self.count <= 5:
            raise ConfigurationError(f"nobody can draw {self.count} cards; draw 0 to 5")

    def keep(self, hands: NDArray[np.uint8], draws_left: int) -> NDArray[np.uint8]:
        """The best cards; see `DrawPolicy`."""
        return keeps_of_hands(hands, self._plan(draws_left)[0])

    @lru_cache(maxsize=64)  # noqa: B019  (a policy is a value)
    def _plan(self, draws_left: int) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
        if draws_left == 0:
            return _showdown(chance_against_random())
        masks = [mask for mask in _PREFERENCE if DISCARDS[mask] == self.count]
        return _best(draw_values(self._plan(draws_left - 1)[1]), masks)

    def __str__(self) -> str:
        return f"draw {self.count}"


@dataclass(frozen=True)
class DrawUntil:
    """Stand pat on every hand at least as good as the target, draw with every other.

    A draw keeps the cards with the highest chance to have reached the target by the last draw,
    played by the same policy. A missed target still counts a thousandth of the final hand's
    chance against five random cards, so that among equal chances the smoother cards stay.

    Attributes:
        target: worst low class that stands pat, 1 to 7462.

    Raises:
        CardError: `target` is no low class.
    """

    target: int

    MISSED = 1e-3

    def __post_init__(self) -> None:
        describe_class(self.target)

    def keep(self, hands: NDArray[np.uint8], draws_left: int) -> NDArray[np.uint8]:
        """All or the best cards; see `DrawPolicy`."""
        return keeps_of_hands(hands, self._plan(draws_left)[0])

    @lru_cache(maxsize=64)  # noqa: B019  (a policy is a value)
    def _plan(self, draws_left: int) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
        reached = np.arange(CLASSES + 1) <= self.target
        if draws_left == 0:
            return _showdown(np.where(reached, 1.0, self.MISSED * chance_against_random()))
        means = draw_values(self._plan(draws_left - 1)[1])
        keeps, values = _best(means, _PREFERENCE[1:])
        pat = reached[example_classes()]
        return np.where(pat, np.uint8(KEEP_ALL), keeps), np.where(pat, 1.0, values)

    def __str__(self) -> str:
        return f"draw until {describe_class(self.target).name} or better"


@dataclass(frozen=True)
class KeepFunction:
    """A plain function as a policy.

    The function is asked once per suit-isomorphic hand and the answer is carried over to the
    hands that differ by the names of suits only.

    Attributes:
        function: from (five card numbers, ascending; draws left) to the cards kept.

    Raises:
        ConfigurationError: the function keeps a card that is not in the hand (from `keep`).
    """

    function: Callable[[tuple[int, ...], int], Sequence[int]]

    def keep(self, hands: NDArray[np.uint8], draws_left: int) -> NDArray[np.uint8]:
        """What the function keeps; see `DrawPolicy`."""
        example = suit_classes(5).example
        keeps = np.zeros(HANDS, np.uint8)
        for number in np.unique(hand_index(hands)):
            hand = tuple(example[number].tolist())
            kept = self.function(hand, draws_left)
            if not set(kept) <= set(hand):
                raise ConfigurationError(
                    f"{self} keeps {format_cards(kept)} of {format_cards(hand)}; "
                    "a policy can keep only cards of the hand"
                )
            keeps[number] = sum(1 << hand.index(card) for card in set(kept))
        return keeps_of_hands(hands, keeps)

    def __str__(self) -> str:
        return getattr(self.function, "__name__", type(self.function).__name__)


def parse_policy(text: str) -> DrawPolicy:
    """Read a policy: ``pat``, ``draw:2``, ``until:86432``.

    The hand after ``until:`` is five ranks, meant not as a flush, or five cards.

    Raises:
        CardError: the hand after ``until:`` is none.
        ConfigurationError: anything else that is no policy.
    """
    name, _, value = text.strip().lower().partition(":")
    if name == "pat" and not value:
        return StandPat()
    if name == "draw" and value.isdecimal():
        return DrawCount(int(value))
    if name == "until" and value:
        return DrawUntil(_parse_target(value))
    raise ConfigurationError(
        f"{text!r} is no draw policy; write pat, draw:N (0 to 5 cards at every draw), or "
        "until:HAND (for example until:86432, stand pat on that hand or better)"
    )


def _parse_target(text: str) -> int:
    ranks = sorted(text.upper().replace("10", "T"))
    if len(ranks) == 5 and set(ranks) <= set(RANKS):
        if ranks[0] == ranks[4]:
            raise CardError(f"{text!r} has five cards of one rank; there are only four suits")
        # Suits in turn: equal ranks stand together and get different ones, and no flush arises.
        text = "".join(rank + suit for rank, suit in zip(ranks, "cdhsc", strict=True))
    return int(low_class(parse_hand(text)))


_PREFERENCE = sorted(range(KEEP_ALL + 1), key=lambda mask: (DISCARDS[mask], mask))
"""Masks in the order in which ties are broken: fewer cards drawn, then lower cards kept."""


def _showdown(worth: NDArray[np.float64]) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    return np.full(HANDS, KEEP_ALL, np.uint8), worth[example_classes()]


def _best(
    means: NDArray[np.float64], masks: Sequence[int]
) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """First of the masks that reaches the highest mean, and that mean, for each hand."""
    chosen = means[list(masks)]
    highest = chosen.max(axis=0)
    first = (chosen >= highest - TIE).argmax(axis=0)
    return np.array(masks, np.uint8)[first], highest
