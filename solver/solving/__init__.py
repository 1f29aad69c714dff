"""Solving: from a game and an abstraction to a solution, with progress and checkpoints."""

from solver.solving.interrupt import Interrupt
from solver.solving.progress import SolveProgress
from solver.solving.run import solve
from solver.solving.saving import Saver

__all__ = [
    "Interrupt",
    "Saver",
    "SolveProgress",
    "solve",
]
