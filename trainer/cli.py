"""The whole `tripledraw` command: the solver's commands and the trainer's."""

from solver.cli import run
from trainer.terminal import quiz, review

__all__ = ["main", "quiz", "review"]

main = run
