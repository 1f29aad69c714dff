"""The order of the cards: from a seed, as given, or partly unknown as in a real hand history."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Self

from solver.cards import DECK_SIZE, format_cards, parse_cards
from solver.errors import RulesError

UNKNOWN = -1
"""Stands for a card that a hand history does not tell."""


def format_known(cards: Iterable[int]) -> str:
    """Write cards as ``7c5d??``, an unknown card as ``??``."""
    return "".join(["??" if card == UNKNOWN else format_cards((card,)) for card in cards])


def parse_known(text: str) -> tuple[int, ...]:
    """Read what `format_known` writes; errors as in `solver.cards.parse_cards`."""
    if "?" not in text:
        return parse_cards(text)
    if not text.strip("?") and len(text) % 2 == 0:
        return (UNKNOWN,) * (len(text) // 2)
    pieces = re.findall(r"10.|..?", text)
    known = iter(parse_cards("".join(piece for piece in pieces if piece != "??")))
    return tuple(UNKNOWN if piece == "??" else next(known) for piece in pieces)


@dataclass(frozen=True)
class Deck:
    """A deck and all its later reshuffles, so that a hand can be played again.

    Attributes:
        order: 52 cards, the first is dealt first. `UNKNOWN` may stand for any of them; the hand is
            then *open*: hands can hold unknown cards, and the players state at the showdown what
            they show.
        reshuffles: the new order of the first, second ... reshuffle, as far as it is given.
        seed: shuffles what is not given in `reshuffles`.
        is_open: whether any card is unknown.
    """

    order: tuple[int, ...]
    reshuffles: tuple[tuple[int, ...], ...] = ()
    seed: int = 0
    is_open: bool = field(init=False, compare=False)

    def __post_init__(self) -> None:
        if len(self.order) != DECK_SIZE:
            raise RulesError(f"a deck of {len(self.order)} cards; expected {DECK_SIZE}")
        is_open = False
        for order in (self.order, *self.reshuffles):
            check_distinct(order, "the deck")
            is_open = is_open or UNKNOWN in order
        object.__setattr__(self, "is_open", is_open)

    @classmethod
    def shuffled(cls, seed: int) -> Self:
        """The deck of a seed, its reshuffles included."""
        return cls(tuple(Random(seed).sample(range(DECK_SIZE), DECK_SIZE)), seed=seed)

    @classmethod
    def unknown(cls) -> Self:
        """A deck of which nothing is known."""
        return cls((UNKNOWN,) * DECK_SIZE)

    def reshuffle(self, cards: Sequence[int], number: int) -> tuple[int, ...]:
        """New order of `cards` at the reshuffle with this number, the first is 0.

        Raises:
            RulesError: a given order does not consist of these cards.
        """
        if number >= len(self.reshuffles):
            if self.is_open:
                return (UNKNOWN,) * len(cards)
            return tuple(Random(f"{self.seed}/{number}").sample(sorted(cards), len(cards)))
        order = self.reshuffles[number]
        fits = len(order) == len(cards) if self.is_open else sorted(order) == sorted(cards)
        if not fits:
            raise RulesError(
                f"reshuffle {number + 1} has the {len(order)} cards {format_known(order)}; "
                f"the cards to shuffle are the {len(cards)} {format_known(cards)}"
            )
        return order


def check_distinct(cards: Sequence[int], where: str) -> None:
    """Refuse numbers that are no cards, and known cards that stand twice.

    Raises:
        RulesError: which card, and where.
    """
    known = set(cards)
    known.discard(UNKNOWN)
    once = len(known) == len(cards) - cards.count(UNKNOWN)
    if once and (not known or (min(known) >= 0 and max(known) < DECK_SIZE)):
        return
    seen = set()
    for card in cards:
        if card == UNKNOWN:
            continue
        if not 0 <= card < DECK_SIZE:
            raise RulesError(f"{card} in {where} is not a card number; expected 0 to 51")
        if card in seen:
            raise RulesError(f"{format_cards((card,))} stands twice in {where}")
        seen.add(card)
