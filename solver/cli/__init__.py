"""The `tripledraw` command, one file per group of commands."""

from solver.cli import cards, histories
from solver.cli.app import app, run

__all__ = ["app", "cards", "histories", "run"]
