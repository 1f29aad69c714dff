"""The table: the complete rules of fixed-limit 2-7 triple draw for two to eight seats."""

from solver.table.actions import (
    BET,
    CALL,
    CHECK,
    FOLD,
    MUCK,
    PAT,
    RAISE,
    SHOW,
    Action,
    Kind,
    discard,
)
from solver.table.deck import UNKNOWN, Deck
from solver.table.events import Won
from solver.table.logs import decision_at, log_from_json, log_to_json, replay
from solver.table.position import Phase
from solver.table.rules import Rules
from solver.table.setup import Post, PostKind, Setup
from solver.table.state import State, start

__all__ = [
    "BET",
    "CALL",
    "CHECK",
    "FOLD",
    "MUCK",
    "PAT",
    "RAISE",
    "SHOW",
    "UNKNOWN",
    "Action",
    "Deck",
    "Kind",
    "Phase",
    "Post",
    "PostKind",
    "Rules",
    "Setup",
    "State",
    "Won",
    "decision_at",
    "discard",
    "log_from_json",
    "log_to_json",
    "replay",
    "start",
]
