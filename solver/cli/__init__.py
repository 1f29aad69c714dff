"""The `tripledraw` command, one file per group of commands."""

from solver.cli import (  # isort: skip
    cards,
    equity,
    solve,
    show,
    advise,
    subgame,
    pack,
    histories,
    evaluate,
    play,
    cuts,
    bench,
)
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
    "play",
    "run",
    "show",
    "solve",
    "subgame",
]
