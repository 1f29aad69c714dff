"""The `tripledraw` command, one file per group of commands."""

from solver.cli import cards, equity, solve, show, advise, histories, evaluate, cuts, bench  # isort: skip
from solver.cli.app import app, run

__all__ = [
    "advise",
    "app",
    "bench",
    "cards",
    "cuts",
    "equity",
    "evaluate",
    "histories",
    "run",
    "show",
    "solve",
]
