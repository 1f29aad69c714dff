"""The `tripledraw` command, one file per group of commands."""

from solver.cli import cards, equity, solve, show, advise, subgame, pack, histories, evaluate, bench  # isort: skip
from solver.cli.app import app, run

__all__ = [
    "advise",
    "app",
    "bench",
    "cards",
    "equity",
    "evaluate",
    "histories",
    "pack",
    "run",
    "show",
    "solve",
    "subgame",
]
