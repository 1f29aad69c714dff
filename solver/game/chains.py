"""Private states: what the solver knows of the cards."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.abstraction import Abstraction
from solver.errors import ConfigurationError


@dataclass(frozen=True)
class PrivateChain:
    """The bucket of one seat as a Markov chain along its draws.

    Buckets of the last round are ordered: a lower number wins the showdown, equal ones tie.

    Attributes:
        initial: probabilities before the first round, shape (buckets of round 0,).
        draws: for every draw and draw count a matrix (buckets before, buckets after), rows
            summing to one.
    """

    initial: NDArray[np.float64]
    draws: tuple[tuple[NDArray[np.float64], ...], ...]

    def __post_init__(self) -> None:
        width = len(self.initial)
        if abs(self.initial.sum() - 1) > 1e-9:
            raise ConfigurationError(
                f"initial probabilities sum to {self.initial.sum():.9f}; they must sum to 1"
            )
        for number, matrices in enumerate(self.draws):
            for count, matrix in enumerate(matrices):
                if matrix.shape[0] != width or matrix.shape[1] != matrices[0].shape[1]:
                    raise ConfigurationError(
                        f"matrix for {count} cards at draw {number + 1} has shape {matrix.shape}; "
                        f"expected {width} rows and {matrices[0].shape[1]} columns"
                    )
                if np.abs(matrix.sum(axis=1) - 1).max(initial=0) > 1e-9 or matrix.min() < 0:
                    raise ConfigurationError(
                        f"rows of the matrix for {count} cards at draw {number + 1} are no "
                        "probabilities"
                    )
            width = matrices[0].shape[1]

    @property
    def buckets(self) -> tuple[int, ...]:
        """Number of buckets in each betting round."""
        return (len(self.initial), *(matrices[0].shape[1] for matrices in self.draws))


def private_chain(abstraction: Abstraction) -> PrivateChain:
    """Chain of the buckets of triple draw, the same for both seats."""
    rounds = range(len(abstraction.transitions) - 1, 0, -1)
    return PrivateChain(
        abstraction.initial, tuple(tuple(abstraction.transitions[left]) for left in rounds)
    )
