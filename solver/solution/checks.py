"""What numbers the arrays of a solution may hold; see `solver.abstraction.checks`."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.cfr.kernels import padded
from solver.game import DrawLevel, RoundLevel
from solver.solution.codes import decode
from solver.storage import Check

ROUNDING = 0.02
"""By how much the frequencies of a decision may miss one: those of bytes do by half of it."""

_ONE = 0x3C00
"""One in half precision; what is above is larger, negative or no number."""

_CHUNK = 1 << 22
"""Numbers that are turned at a time."""


def finite(array: NDArray[Any], first: int, last: int) -> str | None:
    """Numbers, none of them infinite."""
    rows = array[first:last]
    # One pass and no copy: what is infinite or no number stays so in a sum.
    if rows.size and not np.isfinite(rows.min() + rows.max()):
        return "numbers that are infinite or none"
    return None


def ascending(most: int) -> Check:
    """Numbers from 0 to `most`, each larger than the one before."""

    def check(array: NDArray[Any], first: int, last: int) -> str | None:
        rows = array[first:last].astype(np.int64)
        if len(rows) and (rows[0] < 0 or rows[-1] > most or (np.diff(rows) <= 0).any()):
            return f"numbers that do not ascend from 0 to {most}"
        return None

    return check


def strategies(level: RoundLevel | DrawLevel, buckets: int) -> Check:
    """Frequencies that sum to one at every decision of a level.

    Args:
        level: the level.
        buckets: how many; what is beyond them is padding.
    """

    def check(array: NDArray[Any], first: int, last: int) -> str | None:
        rows = array[first:last]
        if array.dtype == np.float16 and rows.size and rows.view(np.uint16).max() > _ONE:
            return "frequencies that are none"
        step = max(1, _CHUNK // array.shape[1])
        for begin in range(first, last, step):
            if not _sums_to_one(level, array, buckets, begin, min(begin + step, last)):
                return "frequencies that do not sum to one"
        return None

    return check


def _sums_to_one(
    level: RoundLevel | DrawLevel, array: NDArray[Any], buckets: int, first: int, last: int
) -> bool:
    """Whether the decisions that some rows belong to are complete."""
    begin, end = _instance(level, first), _instance(level, last - 1) + 1
    starts = level.decision_starts(begin, end)
    # Of the instances only the decisions that the rows touch.
    low = int(np.searchsorted(starts, first, side="right")) - 1
    high = int(np.searchsorted(starts, last, side="left"))
    bounds = np.append(starts, level.first_slot(end))
    rows = array[int(bounds[low]) : int(bounds[high])]
    shares = decode(rows) if rows.dtype == np.uint8 else rows.astype(np.float32)
    # Classes of dead cards stand side by side, each with its padding.
    shares = shares.reshape(len(shares), -1, padded(buckets))[..., :buckets]
    sums = np.add.reduceat(shares, starts[low:high] - bounds[low], axis=0)
    return bool(np.abs(sums - 1).max(initial=0) <= ROUNDING)


def _instance(level: RoundLevel | DrawLevel, slot: int) -> int:
    """The instance that a slot belongs to."""
    if isinstance(level, RoundLevel):
        return slot // level.betting.actions
    return int(np.searchsorted(level.slot_starts, slot, side="right")) - 1
