"""The order of lowball hands: classes 1 (7-5-4-3-2) to 7462 (a royal flush), rules 1.2 to 1.5."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb

import numpy as np
from numpy.typing import ArrayLike, NDArray

from solver.cards import _cards
from solver.cards.combinations import binomials
from solver.cards.text import DECK_SIZE, RANKS
from solver.errors import CardError

CLASSES = 7462
CATEGORIES = (
    "no pair",
    "pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
)
"""From best to worst for low."""

_BY_COUNTS = {
    (1, 1, 1, 1, 1): 0,
    (2, 1, 1, 1): 1,
    (2, 2, 1): 2,
    (3, 1, 1): 3,
    (3, 2): 6,
    (4, 1): 7,
}
_PLURAL = (
    "deuces", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines",
    "tens", "jacks", "queens", "kings", "aces",
)  # fmt: skip


@dataclass(frozen=True)
class LowClass:
    """One of the 7,462 classes.

    Attributes:
        number: 1 is the best.
        ranks: the five ranks, those that decide first: ``"75432"``, ``"22543"`` for a pair.
        category: index into `CATEGORIES`.
    """

    number: int
    ranks: str
    category: int

    @property
    def name(self) -> str:
        """In a player's words: ``8-6-4-3-2``, ``pair of jacks (JJ432)``, ``flush 7-5-4-3-2``."""
        dashed = "-".join(self.ranks)
        first = _PLURAL[RANKS.index(self.ranks[0])]
        match CATEGORIES[self.category]:
            case "no pair":
                return dashed
            case "pair":
                return f"pair of {first} ({self.ranks})"
            case "two pair" | "full house" as category:
                return f"{category}, {first} ({self.ranks})"
            case "three of a kind" | "four of a kind" as category:
                return f"{category.removesuffix(' of a kind')} {first} ({self.ranks})"
            case category:
                return f"{category} {dashed}"


def _multiset_key(ranks: tuple[int, ...]) -> int:
    """Place of ascending ranks, repetition allowed, among the 6,188 multisets of five."""
    return sum(comb(rank + i, i + 1) for i, rank in enumerate(ranks))


def _strength(ranks: tuple[int, ...], suited: bool) -> tuple[int, tuple[int, ...]]:
    """Category and ranks in the order in which they decide; the smaller hand wins for low."""
    groups = sorted(set(ranks), key=lambda r: (-ranks.count(r), -r))
    category = _BY_COUNTS[tuple(ranks.count(r) for r in groups)]
    deciding = tuple(r for r in groups for _ in range(ranks.count(r)))
    straight = category == 0 and ranks[4] - ranks[0] == 4  # the ace is high: A5432 is none
    if straight:
        category = 4
    if suited:
        category = 8 if straight else 5
    return category, deciding


@cache
def _order() -> tuple[NDArray[np.uint16], tuple[LowClass, ...]]:
    """The table of the kernel and the classes in order."""
    hands = [
        (*_strength(ranks, False), False, _multiset_key(ranks))
        for ranks in combinations_with_replacement(range(13), 5)
        if ranks[0] != ranks[4]
    ]
    hands += [
        (*_strength(ranks, True), True, _multiset_key(ranks))
        for ranks in combinations(range(13), 5)
    ]
    table = np.zeros((2, comb(17, 5)), np.uint16)
    classes = []
    for number, (category, deciding, suited, key) in enumerate(sorted(hands), start=1):
        table[int(suited), key] = number
        classes.append(LowClass(number, "".join(RANKS[r] for r in deciding), category))
    return table, tuple(classes)


def low_class(hands: ArrayLike) -> NDArray[np.uint16]:
    """Low class 1..7462 of each hand.

    Args:
        hands: card numbers, shape (..., 5), the five different, in any order.

    Raises:
        CardError: the last axis is not five, or there are numbers that are no cards.
    """
    cards = np.asarray(hands)
    if cards.ndim == 0 or cards.shape[-1] != 5:
        raise CardError(f"hands of shape {cards.shape} given; expected five cards on the last axis")
    if cards.size and (cards.min() < 0 or cards.max() >= DECK_SIZE):
        raise CardError(f"card numbers from {cards.min()} to {cards.max()} given; expected 0 to 51")
    rows = np.ascontiguousarray(cards, np.uint8)
    out = np.empty(rows.shape[:-1], np.uint16)
    _cards.low_classes(rows.reshape(-1, 5), binomials(), _order()[0], out.reshape(-1))
    return out


@cache
def _scalar_tables() -> tuple[tuple[tuple[int, ...], ...], tuple[list[int], list[int]]]:
    """For `low_class_of`: the summand of a card at a place in an ascending hand, and the classes.

    The same order table as the kernel's, as plain Python numbers.
    """
    summands = tuple(
        tuple(comb((card >> 2) + place, place + 1) for card in range(DECK_SIZE))
        for place in range(5)
    )
    offsuit, suited = _order()[0].tolist()
    return summands, (offsuit, suited)


def low_class_of(hand: Sequence[int]) -> int:
    """Low class of one hand without the cost of an array, for code that walks single hands.

    Args:
        hand: five different card numbers, in any order; they are not checked.
    """
    (one, two, three, four, five), (offsuit, suited) = _scalar_tables()
    a, b, c, d, e = sorted(hand)
    key = one[a] + two[b] + three[c] + four[d] + five[e]
    if a & 3 == b & 3 == c & 3 == d & 3 == e & 3:
        return suited[key]
    return offsuit[key]


def describe_class(number: int) -> LowClass:
    """Class by number.

    Raises:
        CardError: not from 1 to 7462.
    """
    if not 1 <= number <= CLASSES:
        raise CardError(f"there is no low class {number}; they run from 1 to {CLASSES}")
    return _order()[1][number - 1]
