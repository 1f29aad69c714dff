"""Where a drill's spots come from: real play, a drill by name, what is due, one situation."""

from typing import Protocol

import numpy as np

from trainer.drills.drill import DrillDealer
from trainer.drills.due import DueDealer
from trainer.drills.packs import SavedDrills, find_drill
from trainer.drills.practice import Practice
from trainer.spots.dealing import Dealer
from trainer.spots.spot import Spot

DUE = "due"
"""Name that stands for what spaced repetition brings back."""


class SpotSource(Protocol):
    """Where spots come from."""

    def spot(self) -> Spot | None:
        """The next one; None if there are no more."""


def spot_source(
    practice: Practice, drill: str | None = None, seed: int | np.random.Generator | None = None
) -> SpotSource:
    """Spots of a drill.

    Args:
        practice: its solution, schedule and saved drills.
        drill: name of a drill, or `DUE`; spots as they come up in play if None.
        seed: the same seed gives the same spots.

    Raises:
        DrillError: there is no such drill.
    """
    if drill is None:
        return Dealer(practice.solution, seed)
    if drill == DUE:
        return DueDealer(practice.solution, practice.schedule, seed)
    saved = SavedDrills(practice.log.database)
    return DrillDealer(practice.solution, find_drill(drill, saved), seed)
