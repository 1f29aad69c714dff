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
    exploiter,
    deals,
    seat_gains,
    play,
    bench,
)
from solver.cli.app import app, run

__all__ = [
    "advise",
    "app",
    "bench",
    "cards",
    "deals",
    "equity",
    "evaluate",
    "exploiter",
    "histories",
    "pack",
    "play",
    "run",
    "seat_gains",
    "show",
    "solve",
    "subgame",
]
