"""Sets of cards up to the names of suits: the 134,459 suit-isomorphic hands."""

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from solver.cards import _cards
from solver.cards.combinations import all_combinations, combination_index
from solver.cards.lowball import low_class
from solver.cards.text import DECK_SIZE
from solver.errors import CardError

HANDS = 134_459
"""Five-card hands that differ by more than the names of suits."""


@dataclass(frozen=True)
class SuitClasses:
    """The sets of k cards up to the names of suits.

    For five cards these are the 134,459 suit-isomorphic hands, ordered from the best low class
    to the worst; for fewer cards the order has no meaning.

    Attributes:
        of_combination: class of each row of `all_combinations`, shape (52 over k,).
        example: one set of each class, shape (classes, k), ascending.
        count: how many sets of cards each class holds, shape (classes,).
    """

    of_combination: NDArray[np.int32]
    example: NDArray[np.uint8]
    count: NDArray[np.int32]


@cache
def suit_classes(size: int) -> SuitClasses:
    """Classes of sets of `size` cards, 0 to 5 (13, 169, 1,755, 16,432 and 134,459 for 1 to 5)."""
    sets = all_combinations(size)
    keys = np.empty(len(sets), np.int64)
    _cards.suit_free_keys(sets, keys)
    # As np.unique does it, but that sorts in a way which takes twice as long.
    order = np.argsort(keys)
    ordered = keys[order]
    starts = np.flatnonzero(np.concatenate([[True], ordered[1:] != ordered[:-1]]))
    first = np.minimum.reduceat(order, starts)
    count = np.diff(starts, append=len(keys)).astype(np.int32)
    of_combination = np.empty(len(keys), np.int32)
    if size < 5:
        of_combination[order] = np.repeat(np.arange(len(first), dtype=np.int32), count)
        return SuitClasses(of_combination, sets[first], count)
    best_first = np.argsort(low_class(sets[first]), kind="stable")
    place = np.empty(len(first), np.int32)
    place[best_first] = np.arange(len(first), dtype=np.int32)
    of_combination[order] = np.repeat(place, count)
    return SuitClasses(of_combination, sets[first[best_first]], count[best_first])


def hand_index(hands: ArrayLike) -> NDArray[np.int32]:
    """Number 0..134,458 of each hand among the suit-isomorphic hands; 0 is the best.

    Args:
        hands: card numbers, shape (..., 5), in any order.

    Raises:
        CardError: the last axis is not five distinct cards.
    """
    rows = np.asarray(hands)
    if rows.ndim == 0 or rows.shape[-1] != 5:
        raise CardError(f"hands of shape {rows.shape} given; expected five cards on the last axis")
    rows = np.sort(rows, axis=-1)
    if rows.size and (rows.min() < 0 or rows.max() >= DECK_SIZE or not np.diff(rows).all()):
        raise CardError("a hand needs five different card numbers from 0 to 51")
    return suit_classes(5).of_combination[combination_index(rows)]
