"""Strategies whose buckets are split by dead cards, and how they look to whoever ignores these.

A strategy learned with one deck has several rows of buckets side by side, one for each class of the
cards that a seat has held (`solver.sequences.blockers`). Whatever knows of buckets only, reads the
mean of the classes, which are of equal size.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.abstraction import DRAWS, Abstraction
from solver.cfr.kernels import padded
from solver.solution.values import Rows
from solver.storage import CheckedRows, Places

_CHUNK = 1 << 22


class MeanRows:
    """One level of a strategy, the mean over the classes of dead cards.

    Args:
        rows: probabilities, shape (slots, classes * stride).
        stride: padded buckets of one class.
    """

    def __init__(self, rows: NDArray[np.floating[Any]] | CheckedRows, stride: int):
        self._rows = rows
        self._stride = stride

    def __getitem__(self, places: Places, /) -> NDArray[np.floating[Any]]:
        """Probabilities; see `solver.solution.values.Rows`."""
        if isinstance(places, tuple):
            slots, buckets = places
            classes = range(0, self._rows.shape[1], self._stride)
            found = np.stack([self._rows[slots, buckets + c] for c in classes])
            return np.asarray(found.astype(np.float32).mean(axis=0), np.float16)
        first, last, _ = places.indices(len(self._rows))
        out = np.empty((max(0, last - first), self._stride), np.float16)
        step = max(1, _CHUNK // self._rows.shape[1])
        for begin in range(first, last, step):
            part = self._rows[begin : min(last, begin + step)]
            many = part.reshape(len(part), -1, self._stride)
            out[begin - first : begin - first + len(part)] = many.mean(axis=1, dtype=np.float32)
        return out


def bucket_strategy(
    detailed: Sequence[NDArray[np.floating[Any]] | CheckedRows], abstraction: Abstraction
) -> Sequence[Rows]:
    """A strategy by buckets alone, from one by buckets and classes of dead cards."""
    strides = [padded(abstraction.size(left)) for left in range(DRAWS, -1, -1)]
    return [
        rows if rows.shape[1] == strides[number // 2] else MeanRows(rows, strides[number // 2])
        for number, rows in enumerate(detailed)
    ]
