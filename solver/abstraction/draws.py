"""Draws of all 134,459 hands without buckets: what a matrix of as many rows would do.

Such a matrix would take 145 GB. By inclusion and exclusion over sets of up to four cards
(`solver.abstraction.outcomes`) the same sums take a millisecond for each card drawn or so.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from solver.abstraction import _draws
from solver.abstraction.config import DRAWS
from solver.abstraction.subsets import PAT, subsets
from solver.cards import HANDS


@dataclass(frozen=True, eq=False)
class _Draw:
    """What one draw count of all hands sums over.

    Attributes:
        inside: sets inside each hand that have as many cards as are kept or more.
        terms: sets that hold what is kept and some of what is not, but not all of it.
        factors: of each of these terms, and at last of the hand itself.
    """

    inside: NDArray[np.uint16]
    terms: NDArray[np.uint16]
    factors: NDArray[np.float64]


@cache
def _inside(kept: int) -> NDArray[np.uint16]:
    """Sets of `kept` to four cards inside each hand, shape (masks, 134459)."""
    masks = [mask for mask in range(PAT) if mask.bit_count() >= kept]
    return np.ascontiguousarray(subsets().classes[:, masks].T)


def _draw(keeps: NDArray[np.uint8], count: int) -> _Draw:
    """Sums of one draw count, from the cards that each hand keeps."""
    dropped = np.stack([_place_of_dropped(keeps, nth) for nth in range(count)])
    every = np.arange(HANDS)
    terms, factors = [], []
    share = 1 / comb(47, count)
    for part in range((1 << count) - 1):
        mask = keeps.copy()
        for nth in range(count):
            if part >> nth & 1:
                mask |= np.uint8(1) << dropped[nth]
        terms.append(subsets().classes[every, mask])
        factors.append(share * (-1) ** part.bit_count())
    factors.append(share * (-1) ** count)
    return _Draw(_inside(5 - count), np.stack(terms), np.array(factors))


def _place_of_dropped(keeps: NDArray[np.uint8], nth: int) -> NDArray[np.uint8]:
    """Place in the hand of the nth card that is not kept, shape (134459,)."""
    places = np.arange(5, dtype=np.uint8)
    away = (keeps[:, None] >> places & 1) == 0
    here = away & (np.cumsum(away, axis=1) == nth + 1)
    place: NDArray[np.uint8] = here.argmax(axis=1).astype(np.uint8)
    return place


class HandDraws:
    """Draws of every hand by itself, with given cards kept.

    Args:
        keeps: ``keeps[r][d]`` are the masks of the cards that hands keep when they draw d cards
            with r draws left, as in `Abstraction`.
        limits: most cards that are drawn with three, two and one draws left.
    """

    def __init__(self, keeps: Sequence[NDArray[np.uint8]], limits: Sequence[int]):
        self._draws = {
            (left, count): _draw(keeps[left][count], count)
            for left in range(1, DRAWS + 1)
            for count in range(1, limits[DRAWS - left] + 1)
        }

    def forward(
        self, draws_left: int, count: int, weight: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """Weight of every hand after a draw; both of shape (134459,), with the same total."""
        return self._apply(_draws.forward, draws_left, count, weight)

    def backward(
        self, draws_left: int, count: int, value: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """Mean value of every hand over a draw; both of shape (134459,)."""
        return self._apply(_draws.backward, draws_left, count, value)

    def _apply(
        self,
        kernel: Callable[..., None],
        draws_left: int,
        count: int,
        numbers: NDArray[np.float64],
    ) -> NDArray[np.float64]:
        """Send the numbers of hands through a draw; standing pat changes nothing."""
        if count == 0:
            return numbers
        draw, table = self._draws[draws_left, count], subsets()
        out = np.empty(HANDS)
        kernel(
            draw.inside,
            draw.terms,
            draw.factors,
            table.hands,
            table.sets,
            numbers,
            np.empty(len(table.sets)),
            out,
        )
        return out
