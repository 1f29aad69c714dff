"""Trainer: decisions out of real deals, graded by what they lose against a solution.

Nothing here but `trainer.terminal` and `trainer.web` knows of a screen.
"""

import solver  # noqa: F401  before NumPy, for the number of threads that it takes
from trainer.dealing import Deal, Dealer
from trainer.drills import Drill, DrillDealer, SpotFilter
from trainer.explanation import explain
from trainer.grading import Grade, Rating, Thresholds, grade
from trainer.history import Decision, History, solution_identity
from trainer.packs import PACKS, find_drill
from trainer.play import WholeHand
from trainer.practice import Practice
from trainer.schedule import Schedule
from trainer.score import Score
from trainer.situations import Situation
from trainer.spots import Answer, Spot

__all__ = [
    "PACKS",
    "Answer",
    "Deal",
    "Dealer",
    "Decision",
    "Drill",
    "DrillDealer",
    "Grade",
    "History",
    "Practice",
    "Rating",
    "Schedule",
    "Score",
    "Situation",
    "Spot",
    "SpotFilter",
    "Thresholds",
    "WholeHand",
    "explain",
    "find_drill",
    "grade",
    "solution_identity",
]
