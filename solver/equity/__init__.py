"""Equities of hands with draws to come, exact or simulated, and the draw policies they need."""

from solver.equity.calculation import equity, estimates
from solver.equity.matchup import PLAYERS, Matchup
from solver.equity.policies import (
    DrawCount,
    DrawPolicy,
    DrawUntil,
    KeepFunction,
    StandPat,
    parse_policy,
)
from solver.equity.result import Equity
from solver.equity.values import draw_values, keeps_of_hands

__all__ = [
    "PLAYERS",
    "DrawCount",
    "DrawPolicy",
    "DrawUntil",
    "Equity",
    "KeepFunction",
    "Matchup",
    "StandPat",
    "draw_values",
    "equity",
    "estimates",
    "keeps_of_hands",
    "parse_policy",
]
