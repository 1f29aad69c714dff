"""Buckets that follow decisions: hands share one if, in a first solution, they act alike."""

from solver.abstraction.build import FEATURES
from solver.strategic.buckets import strategic_buckets
from solver.strategic.clustering import regret_clusters
from solver.strategic.first_solution import Decisions, FirstSolution

FEATURES["strategic"] = strategic_buckets

__all__ = ["Decisions", "FirstSolution", "regret_clusters", "strategic_buckets"]
