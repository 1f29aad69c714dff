"""Solutions: strategies on disk and in memory, and what they say of a situation."""

from solver.solution.advisor import ActionAdvice, Advice
from solver.solution.html import advice_html, solution_html
from solver.solution.opening import open_solution, verify
from solver.solution.packed import PackedSolution, pack
from solver.solution.solution import Solution
from solver.solution.subgame import Subgame
from solver.solution.summaries import GroupSummary, Summary, hands_of_group, range_of, summarise
from solver.solution.values import Evaluator, Ranges
from solver.solution.words import describe_range

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
