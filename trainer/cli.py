"""The whole `tripledraw` command: the solver's commands and the trainer's."""

from solver.cli import run
from trainer.terminal import quiz, review
from trainer.web.server import command

__all__ = ["command", "main", "quiz", "review"]

main = run
