"""Decisions at which a seat plays what it is told, whatever it would learn.

Strategies are matched from regrets, so that frequencies written over the regrets of a decision
before every pass are what is played there, exactly; sums of strategies follow.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.cfr.kernels import padded
from solver.cfr.short_floats import encode
from solver.errors import ConfigurationError
from solver.game.public_state import PublicState


@dataclass(frozen=True, eq=False)
class Lock:
    """A decision with fixed frequencies.

    Attributes:
        state: the decision.
        frequencies: probability of every action in every bucket, shape (actions, buckets).
        buckets: where they hold, shape (buckets,); the other buckets go on learning.

    Raises:
        ConfigurationError: they are no probabilities.
    """

    state: PublicState
    frequencies: NDArray[np.float64]
    buckets: NDArray[np.bool_]

    def __post_init__(self) -> None:
        shape = (len(self.state.actions), len(self.buckets))
        if self.frequencies.shape != shape:
            raise ConfigurationError(
                f"frequencies after {self.state.history!r} have shape {self.frequencies.shape}; "
                f"expected {shape}"
            )
        held = self.frequencies[:, self.buckets]
        if not ((held >= 0).all() and (np.abs(held.sum(axis=0) - 1) <= 1e-6).all()):
            raise ConfigurationError(
                f"frequencies after {self.state.history!r} must lie between 0 and 1 and sum to 1 "
                "in every bucket"
            )

    def write(self, level: NDArray[np.floating] | NDArray[np.uint16]) -> None:
        """Put the frequencies in place of what a pass has left.

        Args:
            level: numbers that strategies of the level of `state` are matched from, or the
                strategies themselves, shape (slots, padded buckets).
        """
        first, actions = self.state.first_slot, len(self.state.actions)
        if level.shape[1] != padded(len(self.buckets)):
            raise ConfigurationError(
                f"a lock after {self.state.history!r} is for {len(self.buckets)} buckets; the "
                f"game has {level.shape[1]}, padding included"
            )
        held = self.frequencies[:, self.buckets]
        level[first : first + actions, : len(self.buckets)][:, self.buckets] = (
            encode(held) if level.dtype == np.uint16 else held
        )
