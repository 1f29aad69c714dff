"""A strategy of few buckets, read as one of many: what a fine opponent plays against."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.cfr.kernels import padded
from solver.game.public_state import PublicState
from solver.solution.values import Rows


@dataclass(frozen=True)
class LiftedStrategy:
    """A stored strategy over other buckets than it was made for.

    Attributes:
        strategy: for each level probabilities of shape (slots, padded own buckets).
        columns: for each betting round the own bucket that stands for each of the other buckets.
    """

    strategy: Sequence[Rows]
    columns: tuple[NDArray[np.intp], ...]

    def rows(self, level: int, first: int, last: int) -> NDArray[np.float32]:
        """Probabilities of the slots from `first` up to `last`.

        Returns:
            Shape (last - first, padded other buckets), zeros in the padding.
        """
        columns = self.columns[level // 2]
        out = np.zeros((last - first, padded(len(columns))), np.float32)
        out[:, : len(columns)] = self.strategy[level][first:last][:, columns]
        return out

    def frequencies(self, state: PublicState) -> NDArray[np.float64]:
        """Probabilities of the actions of a decision.

        Returns:
            Shape (actions, other buckets), columns sum to one.
        """
        slots = slice(state.first_slot, state.first_slot + len(state.actions))
        own = self.strategy[state.level][slots].astype(np.float64)
        # Rounding to 16 bits leaves sums a little off one; nobody is in the padding.
        shares: NDArray[np.float64] = own / np.maximum(own.sum(axis=0), np.finfo(np.float32).tiny)
        return shares.take(self.columns[state.round], axis=1)
