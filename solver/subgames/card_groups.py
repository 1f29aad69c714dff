"""How hands of the last betting round are told apart where it is played with real cards.

By low class, in intervals of equal weight; and within each by the dead cards that the seat knows of
(`solver.sequences.blockers`). Groups are numbered as `HandTables` number buckets.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from solver.cards import CLASSES
from solver.cfr.kernels import padded
from solver.sequences import HandTables, ParticleRange
from solver.sequences.blockers import MOST_USED, score_sums

Vector = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class CardGroups:
    """Groups of the last betting round, the same for both seats.

    Attributes:
        limits: last low class of every interval but the worst, ascending, shape (intervals - 1,).
        scores: by interval and cards held the largest sum of the weights of dead cards in every
            class but the last, shape (intervals, 21, classes - 1).
    """

    limits: NDArray[np.int16]
    scores: NDArray[np.int16]

    @classmethod
    def of(
        cls, ranges: list[tuple[ParticleRange, float]], intervals: int, classes: int
    ) -> "CardGroups":
        """Groups of equal weight.

        Args:
            ranges: hands that come to the round, and how much each range weighs.
            intervals: of low classes, at most.
            classes: classes of dead cards in each.
        """
        low = np.concatenate([hands.low_classes for hands, _ in ranges])
        used = np.concatenate([hands.used for hands, _ in ranges])
        weights = np.concatenate([hands.weights * share for hands, share in ranges])
        limits = np.unique(_split_evenly(low, weights, intervals))
        held = np.bitwise_count(used).astype(np.int64)
        key = np.searchsorted(limits, low, side="left") * (MOST_USED + 1) + held
        score = score_sums(used)
        scores = np.zeros(((len(limits) + 1) * (MOST_USED + 1), classes - 1), np.int16)
        order = np.argsort(key, kind="stable")
        starts = np.flatnonzero(np.diff(key[order], prepend=-1))
        for here in np.split(order, starts[1:]):
            scores[key[here[0]]] = _split_evenly(score[here], weights[here], classes)
        return cls(limits, scores.reshape(len(limits) + 1, MOST_USED + 1, classes - 1))

    @property
    def intervals(self) -> int:
        """Intervals of low classes."""
        return len(self.limits) + 1

    @property
    def classes(self) -> int:
        """Classes of dead cards in each interval."""
        return int(self.scores.shape[2]) + 1

    @property
    def size(self) -> int:
        """How many numbers there are, padding included."""
        return padded(self.intervals) * self.classes

    def number(self, low_class: NDArray[np.integer], used: NDArray[np.uint64]) -> NDArray[np.intp]:
        """Group of every hand.

        Args:
            low_class: of each.
            used: all cards that each has held.
        """
        interval = np.searchsorted(self.limits, low_class, side="left")
        limits = self.scores[interval, np.bitwise_count(used)]
        dead = (score_sums(used)[:, None] > limits).sum(axis=1)
        return np.asarray(dead * padded(self.intervals) + interval, np.intp)

    def tables(self, tables: HandTables) -> HandTables:
        """Tables whose buckets in the last round are these groups."""
        interval = np.searchsorted(self.limits, np.arange(CLASSES + 1), side="left")
        bucket = tables.bucket.copy()
        bucket[0] = interval.astype(np.int16)[tables.low_class]
        return replace(tables, bucket=bucket, limits=(self.scores, *tables.limits[1:]))


def _split_evenly(numbers: NDArray[np.int16], weights: Vector, parts: int) -> NDArray[np.int16]:
    """Largest number of every part but the last, parts of as equal weight as can be."""
    order = np.argsort(numbers, kind="stable")
    reach = np.cumsum(weights[order])
    at = np.searchsorted(reach, reach[-1] * np.arange(1, parts) / parts)
    return np.asarray(numbers[order[np.minimum(at, len(numbers) - 1)]])
