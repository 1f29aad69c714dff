"""Solving: from a game and an abstraction to a solution, with progress and checkpoints."""

from solver.solving.progress import LiveProgress, SolveProgress
from solver.solving.run import solve
from solver.solving.saving import Saver

__all__ = ["LiveProgress", "Saver", "SolveProgress", "solve"]
