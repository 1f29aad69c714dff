"""Play over cuts of one deck: two strategies against each other, and opponents trained to exploit.

Given a cut, what two strategies win from each other is computed in full, range against range, so
that only the cuts are drawn at random. Hands are buckets and forget what buckets forget: a draw
never brings back the cards thrown away in it, later draws may.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.evaluation.score import MILLI, Estimate
from solver.game.tree import DrawLevel, RoundLevel

Report = Callable[[int, int], bool]
"""Called with the steps behind and all steps; True ends the work there."""

_CHUNK = 1 << 16
"""Slots that are turned into short floats at a time."""


@dataclass(frozen=True)
class CutScore:
    """What one side wins from the other with real cards, up to what buckets forget; in mbb/g.

    Attributes:
        cuts: cuts played, each with its mirror; standard errors are over such pairs.
        overall: mean over both seats.
        big_blind: in the big blind.
        button: on the button.
    """

    cuts: int
    overall: Estimate
    big_blind: Estimate
    button: Estimate


def owners(level: RoundLevel | DrawLevel) -> NDArray[np.int8]:
    """Seat that acts, for every slot of a level."""
    if isinstance(level, RoundLevel):
        actions = np.diff(level.betting.first_action)
        return np.tile(np.repeat(level.betting.actor, actions), level.instances)
    first, second = level.choices.astype(np.int64).T
    counts = np.stack([first, first * second], axis=1).ravel()
    return np.repeat(np.tile(np.array([0, 1], np.int8), level.instances), counts)


def paired(results: Sequence[float]) -> Estimate:
    """Mean of the results of cuts, a cut and its mirror together one sample."""
    whole = np.asarray(results)[: len(results) // 2 * 2]
    pairs = MILLI * whole.reshape(-1, 2).mean(axis=1)
    error = pairs.std(ddof=1) / np.sqrt(len(pairs)) if len(pairs) > 1 else np.inf
    return Estimate(float(pairs.mean()), float(error))
