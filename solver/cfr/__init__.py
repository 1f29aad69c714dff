"""Regret minimisation and best response on public trees times buckets."""

from solver.cfr.kernels import HAS_THREADS, default_threads
from solver.cfr.minimiser import Exploitability, Minimiser
from solver.cfr.rules import RULES, UpdateRule, update_rule

__all__ = [
    "HAS_THREADS",
    "RULES",
    "Exploitability",
    "Minimiser",
    "UpdateRule",
    "default_threads",
    "update_rule",
]
