"""Hands into buckets: which to keep, where a draw leads, and how good a hand is by then."""

from solver.abstraction.abstraction import Abstraction
from solver.abstraction.build import build_abstraction
from solver.abstraction.config import DRAWS, AbstractionConfig
from solver.abstraction.storage import load_abstraction, save_abstraction

__all__ = [
    "DRAWS",
    "Abstraction",
    "AbstractionConfig",
    "build_abstraction",
    "load_abstraction",
    "save_abstraction",
]
