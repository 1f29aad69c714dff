"""Hands into buckets: which to keep, where a draw leads, and how good a hand is by then."""

from solver.abstraction.abstraction import Abstraction
from solver.abstraction.build import build_abstraction
from solver.abstraction.config import DRAWS, AbstractionConfig
from solver.abstraction.groupings import GROUPINGS, Grouping, group_hands
from solver.abstraction.kinds import kind_names, kind_shares, kinds_of_hands
from solver.abstraction.patterns import pattern_text, patterns
from solver.abstraction.policy import ReferencePolicy
from solver.abstraction.refinement import Refinement
from solver.abstraction.report import (
    LEAST_TOLD,
    Blur,
    BucketReport,
    blur,
    describe_buckets,
    report_text,
    showdown_kinds,
)
from solver.abstraction.smoothness import smoothness_names, smoothness_of_hands
from solver.abstraction.storage import (
    load_abstraction,
    save_abstraction,
    verify_abstraction,
)

__all__ = [
    "DRAWS",
    "GROUPINGS",
    "LEAST_TOLD",
    "Abstraction",
    "AbstractionConfig",
    "Blur",
    "BucketReport",
    "Grouping",
    "ReferencePolicy",
    "Refinement",
    "blur",
    "build_abstraction",
    "describe_buckets",
    "group_hands",
    "kind_names",
    "kind_shares",
    "kinds_of_hands",
    "load_abstraction",
    "pattern_text",
    "patterns",
    "report_text",
    "save_abstraction",
    "showdown_kinds",
    "smoothness_names",
    "smoothness_of_hands",
    "verify_abstraction",
]
