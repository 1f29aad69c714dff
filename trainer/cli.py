"""The whole `tripledraw` command: the solver's commands and the trainer's."""

from solver.cli import run

main = run
