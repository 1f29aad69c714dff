"""Trainer: decisions out of real deals, graded by what they lose against a solution.

Nothing here but `trainer.terminal` and `trainer.web` knows of a screen.
"""

import solver  # noqa: F401  before NumPy, for the number of threads that it takes
from trainer.drills.drill import Drill, DrillDealer, SpotFilter
from trainer.drills.packs import PACKS, find_drill
from trainer.drills.practice import Practice
from trainer.grading.explanation import explain
from trainer.grading.grades import Grade, Rating, Thresholds, grade
from trainer.grading.score import Score
from trainer.hands.play import WholeHand
from trainer.records.practice_log import Decision, PracticeLog, solution_identity
from trainer.records.schedule import Schedule
from trainer.spots.dealing import Deal, Dealer
from trainer.spots.situations import Situation
from trainer.spots.spot import Answer, Spot

__all__ = [
    "PACKS",
    "Answer",
    "Deal",
    "Dealer",
    "Decision",
    "Drill",
    "DrillDealer",
    "Grade",
    "Practice",
    "PracticeLog",
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
