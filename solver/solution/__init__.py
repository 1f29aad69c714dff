"""Solutions: strategies on disk and in memory, and what they say of a situation."""

from solver.solution.advisor import ActionAdvice, Advice
from solver.solution.solution import Solution, open_solution
from solver.solution.store import verify
from solver.solution.values import Evaluator, Ranges

__all__ = [
    "ActionAdvice",
    "Advice",
    "Evaluator",
    "Ranges",
    "Solution",
    "open_solution",
    "verify",
]
