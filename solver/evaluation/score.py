"""From results of decks to a mean with its standard error, with and without the luck."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

MILLI = 1000
"""Thousandths of a big blind in a small bet, which is as large."""


@dataclass(frozen=True)
class Estimate:
    """A mean and its standard error, in mbb/g.

    Attributes:
        mean: the estimate.
        standard_error: of the mean; infinite if there is too little to tell.
    """

    mean: float
    standard_error: float


@dataclass(frozen=True)
class Score:
    """Result of the first player of a match, in mbb/g.

    Attributes:
        hands: hands played.
        plain: mean over decks, each played from both seats.
        adjusted: the same with the luck of the draws taken out; equals `plain` while there are too
            few decks to tell luck.
        big_blind: mean of the hands in the big blind.
        button: mean of the hands on the button.
    """

    hands: int
    plain: Estimate
    adjusted: Estimate
    big_blind: float
    button: float


def score_of(results: NDArray[np.float64], controls: NDArray[np.float64]) -> Score:
    """Estimates from the results of decks.

    Args:
        results: what the first player won as big blind and on the button with each deck, in small
            bets, shape (decks, 2).
        controls: mean luck of the first player with each deck, shape (decks, controls).
    """
    means = MILLI * results.mean(axis=1)
    plain = _regressed(means, np.empty((len(means), 0)))
    adjusted = _regressed(means, controls[:, controls.any(axis=0)])
    by_seat = MILLI * results.mean(axis=0)
    return Score(
        hands=results.size,
        plain=plain,
        adjusted=adjusted if np.isfinite(adjusted.standard_error) else plain,
        big_blind=float(by_seat[0]),
        button=float(by_seat[1]),
    )


def _regressed(values: NDArray[np.float64], controls: NDArray[np.float64]) -> Estimate:
    """Intercept of a regression on controls whose means are zero."""
    columns = np.column_stack([np.ones(len(values)), controls])
    free = len(values) - columns.shape[1]
    if free < 1:
        return Estimate(float(values.mean()), float("inf"))
    fitted, _, rank, _ = np.linalg.lstsq(columns, values)
    if rank < columns.shape[1]:
        return Estimate(float(values.mean()), float("inf"))
    left = values - columns @ fitted
    covariance = np.linalg.inv(columns.T @ columns) * (left @ left) / free
    return Estimate(float(fitted[0]) + 0.0, float(np.sqrt(covariance[0, 0])))
