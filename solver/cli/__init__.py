"""The `tripledraw` command, one file per group of commands."""

from solver.cli import (
    advise,
    bench,
    cards,
    cuts,
    equity,
    evaluate,
    histories,
    pack,
    show,
    solve,
    subgame,
)  # isort: skip
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
    "pack",
    "run",
    "show",
    "solve",
    "subgame",
]
