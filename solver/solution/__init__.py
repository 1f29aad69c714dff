"""Solutions: strategies on disk and in memory, and what they say of a situation."""

from solver.solution.advisor import ActionAdvice, Advice
from solver.solution.directories import (
    data_directory,
    find_solution,
    shipped_solutions,
    solutions_directory,
    stored_solutions,
)
from solver.solution.opening import load, open_solution, verify
from solver.solution.packed import PackedSolution, pack
from solver.solution.showdowns import chance_of_hand, chance_to_win, final_buckets
from solver.solution.solution import Solution
from solver.solution.subgame import Subgame
from solver.solution.summaries import GroupSummary, Summary, hands_of_group, range_of, summarise
from solver.solution.values import Evaluator, Ranges
from solver.solution.views import advice_html, describe_range, solution_html
from solver.subgames.resolving import CUT

__all__ = [
    "CUT",
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
    "chance_of_hand",
    "chance_to_win",
    "data_directory",
    "describe_range",
    "final_buckets",
    "find_solution",
    "hands_of_group",
    "load",
    "open_solution",
    "pack",
    "range_of",
    "shipped_solutions",
    "solution_html",
    "solutions_directory",
    "stored_solutions",
    "summarise",
    "verify",
]
