"""The whole `tripledraw` command: the solver's commands and the trainer's."""

from solver.cli import run
from trainer.terminal import quiz

__all__ = ["main", "quiz"]

main = run
