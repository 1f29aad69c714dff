"""Solutions: strategies on disk and in memory, and what they say of a situation."""

from solver.solution.advisor import ActionAdvice, Advice
from solver.solution.solution import Solution, open_solution
from solver.solution.store import verify
from solver.solution.summaries import GroupSummary, Summary, range_of, summarise
from solver.solution.values import Evaluator, Ranges

__all__ = [
    "ActionAdvice",
    "Advice",
    "Evaluator",
    "GroupSummary",
    "Ranges",
    "Solution",
    "Summary",
    "open_solution",
    "range_of",
    "summarise",
    "verify",
]
