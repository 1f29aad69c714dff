"""From sums of strategies to the strategies that are kept."""

import numpy as np
from numpy.typing import NDArray

from solver.cfr.minimiser import Rows
from solver.cfr.short_floats import Kept, decode
from solver.game import DrawLevel, PublicTree, RoundLevel

_CHUNK = 1 << 22
"""Numbers that are turned at a time, so that memory stays small beside the sums."""


def _matched(
    rows: NDArray[np.float32], starts: NDArray[np.int64], counts: NDArray[np.int64]
) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """Positive part of rows in proportion within each decision, and where there is none."""
    positive = np.maximum(rows, 0)
    whole = np.repeat(np.add.reduceat(positive, starts, axis=0), counts, axis=0)
    empty = whole <= np.finfo(np.float32).tiny
    uniform = np.repeat((1 / counts).astype(np.float32), counts)[:, None]
    return np.where(empty, uniform, positive / np.where(empty, 1, whole)), empty


def average_strategy(
    tree: PublicTree, totals: Rows, regrets: Rows, give_up: bool = False
) -> list[NDArray[np.float16]]:
    """Average strategies as probabilities.

    Where a seat's own play never leads, there is no average; the strategy that its regrets ask
    for stands in.

    Args:
        tree: the public tree.
        totals: reach-weighted sums of strategies.
        regrets: cumulative regrets.
        give_up: whether sums and regrets are let go level by level, to make room.

    Returns:
        For each level probabilities of shape (slots, padded buckets).
    """
    out = []
    for number, level in enumerate(tree.levels):
        total, regret = totals[number], regrets[number]
        probabilities = np.empty(total.shape, np.float16)
        step = max(1, _CHUNK * level.instances // max(1, total.size))
        for first in range(0, level.instances, step):
            last = min(level.instances, first + step)
            _fill(level, first, last, total, regret, probabilities)
        out.append(probabilities)
        if give_up:
            totals[number] = regrets[number] = np.empty((0, 0), np.float32)
    return out


def _fill(
    level: RoundLevel | DrawLevel,
    first: int,
    last: int,
    total: Kept,
    regret: Kept,
    out: NDArray[np.float16],
) -> None:
    begin, end = level.first_slot(first), level.first_slot(last)
    starts = level.decision_starts(first, last) - begin
    counts = np.diff(starts, append=end - begin)
    average, empty = _matched(decode(total[begin:end]), starts, counts)
    current, _ = _matched(decode(regret[begin:end]), starts, counts)
    out[begin:end] = np.where(empty, current, average)
