"""Spaced repetition as a drill: fresh spots of the situations that are due."""

from datetime import datetime

import numpy as np

from solver import Solution
from trainer.drills.drill import Drill, DrillDealer, DrillError
from trainer.records.schedule import Schedule
from trainer.spots.situations import Situation
from trainer.spots.spot import Spot

_SEARCHED = 131_072
"""Hands in which a spot of a due situation is looked for: about a second."""


class DueDealer:
    """Fresh spots of situations that are due.

    Args:
        solution: what spots come from.
        schedule: says what is due.
        seed: the same seed gives the same spots of the same situations.
    """

    def __init__(
        self, solution: Solution, schedule: Schedule, seed: int | np.random.Generator | None = None
    ):
        self.solution = solution
        self.schedule = schedule
        self._random = np.random.default_rng(seed)
        self._absent: set[Situation] = set()

    def spot(self, now: datetime | None = None) -> Spot | None:
        """A spot of what is likeliest forgotten; None if nothing is due.

        A situation that the play of this solution hardly ever brings up is passed over.
        """
        for one in self.schedule.due(now):
            if one.situation in self._absent:
                continue
            drill = Drill.of_situation(one.situation)
            try:
                return DrillDealer(self.solution, drill, self._random, hands=_SEARCHED).spot()
            except DrillError:
                self._absent.add(one.situation)
        return None
