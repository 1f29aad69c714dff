"""Solving: from a game and an abstraction to a solution, with progress and checkpoints."""

from solver.solving.progress import LiveProgress, SolveProgress
from solver.solving.solve import solve

__all__ = ["LiveProgress", "SolveProgress", "solve"]
