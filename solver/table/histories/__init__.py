"""Real hand histories: PHH, PokerStars and Full Tilt texts, and their import."""

from solver.table.histories.encoding import Note
from solver.table.histories.importing import Refusal, find_files, import_files
from solver.table.histories.record import PlayedHand

__all__ = [
    "Note",
    "PlayedHand",
    "Refusal",
    "find_files",
    "import_files",
]
