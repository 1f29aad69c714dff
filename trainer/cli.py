"""The whole `tripledraw` command: the solver's commands and the trainer's."""

from solver.cli import run
from trainer.terminal import consistency, quiz, review
from trainer.web.server import command

__all__ = ["command", "consistency", "main", "quiz", "review"]

main = run
