"""A range as the opponents of single hands: only hands that share no card can meet."""

from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from solver.sequences._opponents import compare
from solver.sequences.particles import ParticleRange


@dataclass(frozen=True, eq=False)
class Opponents:
    """A range of the other seat, ordered for counting.

    Attributes:
        used: all cards that each particle has held, by bucket and low class.
        low_class: of each.
        starts: first of each bucket, and one past the last.
    """

    used: NDArray[np.uint64]
    low_class: NDArray[np.int16]
    starts: NDArray[np.int32]

    @classmethod
    def of(
        cls,
        particles: ParticleRange,
        buckets: int,
        random: Generator,
    ) -> "Opponents":
        """Opponents of equal weight from a range.

        Args:
            particles: the range.
            buckets: how many buckets there are.
            random: draws particles afresh if their weights differ.
        """
        even = particles.even(random)
        classes = even.low_classes
        number = even.buckets
        order = np.lexsort((classes, number))
        starts = np.searchsorted(number[order], np.arange(buckets + 1))
        return cls(even.used[order], classes[order], starts.astype(np.int32))

    def compared(
        self, cards: NDArray[np.uint64], low_class: NDArray[np.int16]
    ) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """How many there can be, and how many of them are beaten less those that win.

        Args:
            cards: for each hand the cards that no opponent holds or has held.
            low_class: of each hand.

        Returns:
            Shape (hands, buckets) each.
        """
        shape = len(cards), len(self.starts) - 1
        number, ahead = np.empty(shape, np.int32), np.empty(shape, np.int32)
        compare(cards, low_class, self.used, self.low_class, self.starts, number, ahead)
        return number, ahead
