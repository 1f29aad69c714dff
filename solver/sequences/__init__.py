"""Card sequences: hands of real cards dealt from one deck, whose discards never come back."""

from solver.sequences.cuts import Cuts
from solver.sequences.deals import Deals
from solver.sequences.opponents import Opponents
from solver.sequences.particles import ParticleRange, Strategy, particle_range
from solver.sequences.paths import DrawPaths
from solver.sequences.sequences import Sequences, follow
from solver.sequences.tables import HandTables, hand_tables

__all__ = [
    "Cuts",
    "Deals",
    "DrawPaths",
    "HandTables",
    "Opponents",
    "ParticleRange",
    "Sequences",
    "Strategy",
    "follow",
    "hand_tables",
    "particle_range",
]
