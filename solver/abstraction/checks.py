"""What numbers the arrays of an abstraction may hold, so that no kernel leaves its arrays.

Each check is told an array and which of its rows to look at, and says what is wrong with them.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.storage import Check

ROUNDING = 1e-6
"""By how much sums of probabilities may miss one."""


def between(least: float, most: float) -> Check:
    """Numbers from `least` to `most`."""

    def check(array: NDArray[Any], first: int, last: int) -> str | None:
        rows = array[first:last]
        if not rows.size:
            return None
        found = rows.min(), rows.max()
        # So that NaN is refused, too.
        if least <= found[0] and found[1] <= most:
            return None
        return f"numbers from {found[0]:g} to {found[1]:g}, expected {least:g} to {most:g}"

    return check


def probabilities(array: NDArray[Any], first: int, last: int) -> str | None:
    """Probabilities whose sums over the last dimension are one."""
    rows = array[first:last]
    if not rows.size:
        return None
    wrong = between(0, 1 + ROUNDING)(array, first, last)
    if wrong is None and not np.abs(rows.sum(axis=-1) - 1).max() <= ROUNDING:
        wrong = "probabilities that do not sum to one"
    return wrong


def keep_masks(array: NDArray[Any], first: int, last: int) -> str | None:
    """For each draw count masks of five cards that keep the others."""
    for count in range(first, last):
        kept = _KEPT[array[count]]
        if not (kept == 5 - count).all():
            return f"cards to keep that are not {5 - count} of five"
    return None


_KEPT = np.array([mask.bit_count() if mask < 32 else -1 for mask in range(256)], np.int8)
"""How many cards a mask keeps."""
