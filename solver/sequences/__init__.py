"""Card sequences: hands of real cards dealt from one deck, whose discards never come back."""

from solver.sequences.particles import ParticleRange, Strategy, particle_range
from solver.sequences.tables import HandTables, hand_tables

__all__ = ["HandTables", "ParticleRange", "Strategy", "hand_tables", "particle_range"]
