"""Trainer: decisions out of real deals, graded by what they lose against a solution.

Nothing here but `trainer.terminal` knows of a screen.
"""

from trainer.dealing import Deal, Dealer
from trainer.explanation import explain
from trainer.grading import Grade, Rating, Thresholds, grade
from trainer.history import Decision, History, solution_identity
from trainer.score import Score
from trainer.spots import Answer, Spot

__all__ = [
    "Answer",
    "Deal",
    "Dealer",
    "Decision",
    "Grade",
    "History",
    "Rating",
    "Score",
    "Spot",
    "Thresholds",
    "explain",
    "grade",
    "solution_identity",
]
