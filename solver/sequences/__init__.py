"""Card sequences: hands of real cards dealt from one deck, whose discards never come back."""

from solver.sequences.tables import HandTables, hand_tables

__all__ = ["HandTables", "hand_tables"]
