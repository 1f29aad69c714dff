"""All sets of up to five cards, numbered in colexicographic order."""

from functools import cache
from math import comb

import numpy as np
from numpy.typing import ArrayLike, NDArray

from solver.cards import _cards
from solver.cards.text import DECK_SIZE


@cache
def binomials() -> NDArray[np.int32]:
    """``binomials()[i, n]`` is n over i, for i up to 5 and n up to 52. Shape (6, 53)."""
    return np.array([[comb(n, i) for n in range(DECK_SIZE + 1)] for i in range(6)], np.int32)


@cache
def all_combinations(size: int) -> NDArray[np.uint8]:
    """All sets of `size` cards (0 to 5) in colexicographic order, each row ascending."""
    out = np.empty((comb(DECK_SIZE, size), size), np.uint8)
    _cards.combinations(size, out)
    out.setflags(write=False)
    return out


def combination_index(cards: ArrayLike) -> NDArray[np.int32]:
    """Place of each set of cards in `all_combinations`.

    Args:
        cards: shape (..., k), ascending along the last axis.
    """
    rows = np.ascontiguousarray(cards, np.uint8)
    out = np.empty(rows.shape[:-1], np.int32)
    _cards.combination_ranks(rows.reshape(out.size, rows.shape[-1]), binomials(), out.reshape(-1))
    return out
