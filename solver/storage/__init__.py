"""Directories of arrays with a manifest: abstractions, solutions and checkpoints on disk.

What is written appears complete or not at all (`writing`, `places`); what is read is checked before
anybody computes with it (`reading`, `arrays`).
"""

from solver.storage.arrays import MOST_UNPACKED, Check, CheckedRows, Places, UnpackedRows
from solver.storage.claims import Claim
from solver.storage.files import reason
from solver.storage.manifest import (
    MANIFEST,
    ArrayEntry,
    Manifest,
    kind_of,
    read_manifest,
    sealed,
)
from solver.storage.places import discard, require_place, settle, tidy
from solver.storage.reading import read_array, read_rows, verify_arrays
from solver.storage.writing import Contents, Writing

__all__ = [
    "MANIFEST",
    "MOST_UNPACKED",
    "ArrayEntry",
    "Check",
    "CheckedRows",
    "Claim",
    "Contents",
    "Manifest",
    "Places",
    "UnpackedRows",
    "Writing",
    "discard",
    "kind_of",
    "read_array",
    "read_manifest",
    "read_rows",
    "reason",
    "require_place",
    "sealed",
    "settle",
    "tidy",
    "verify_arrays",
]
