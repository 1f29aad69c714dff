"""Subgames: what can follow a public state, solved by itself; and fixed frequencies."""

from solver.subgames.chains import chains_from
from solver.subgames.locks import NodeLock, read_lock
from solver.subgames.ranges import HandRange, HandRanges, hand_ranges, named_range, without_cards
from solver.subgames.resolution import by_hand
from solver.subgames.solving import SolvedSubgame, solve_subgame

__all__ = [
    "HandRange",
    "HandRanges",
    "NodeLock",
    "SolvedSubgame",
    "by_hand",
    "chains_from",
    "hand_ranges",
    "named_range",
    "read_lock",
    "solve_subgame",
    "without_cards",
]
