"""One deck: cuts into the halves that the seats are dealt from, and the chains of the halves."""

from solver.cuts.chains import HalfDeckChains
from solver.cuts.cuts import HALF, Cut, Cuts
from solver.cuts.shared import SharedDeck

__all__ = ["HALF", "Cut", "Cuts", "HalfDeckChains", "SharedDeck"]
