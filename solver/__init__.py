"""Solver for fixed-limit 2-7 triple draw: what a notebook needs, in one import.

>>> import solver
>>> game = solver.heads_up(cap=3, draws=(3, 2, 1))
>>> buckets = solver.build_abstraction(final=32, earlier=64)      # doctest: +SKIP
>>> solution = solver.solve(game, buckets, iterations=200)        # doctest: +SKIP
>>> solution.advise("2c3d4h7sKc", "rc 2")                         # doctest: +SKIP
"""

import os

# Products here are small. With threads of BLAS they would take thirty times as long on a busy
# machine, since each waits for the other. NumPy reads this when it is imported first.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from solver.abstraction import Abstraction, AbstractionConfig, build_abstraction
from solver.configuration import Configuration, read_configuration
from solver.errors import TripleDrawError
from solver.game import Game, heads_up
from solver.solution import Advice, Solution
from solver.solution import open_solution as open
from solver.solving import solve
from solver.strategic import strategic_buckets

__all__ = [
    "Abstraction",
    "AbstractionConfig",
    "Advice",
    "Configuration",
    "Game",
    "Solution",
    "TripleDrawError",
    "build_abstraction",
    "heads_up",
    "open",
    "read_configuration",
    "solve",
    "strategic_buckets",
]
