"""Solutions: strategies on disk and in memory, and what they say of a situation."""

from solver.solution.advisor import ActionAdvice, Advice
from solver.solution.opening import open_solution, verify
from solver.solution.packed import PackedSolution, pack
from solver.solution.solution import Solution
from solver.solution.subgame import Subgame
from solver.solution.summaries import GroupSummary, Summary, hands_of_group, range_of, summarise
from solver.solution.values import Evaluator, Ranges
from solver.solution.views import advice_html, describe_range, solution_html

__all__ = [
    "ActionAdvice",
    "Advice",
    "Evaluator",
    "GroupSummary",
    "PackedSolution",
    "Ranges",
    "Solution",
    "Subgame",
    "Summary",
    "advice_html",
    "describe_range",
    "hands_of_group",
    "open_solution",
    "pack",
    "range_of",
    "solution_html",
    "summarise",
    "verify",
]
