"""Chains of both seats, cut after cut."""

from solver.abstraction import Abstraction
from solver.cuts.chains import HalfDeckChains
from solver.cuts.cuts import Cuts
from solver.game import Game, PrivateChain


class SharedDeck:
    """Private chains of both seats in every cut of a sequence; not for two threads at once.

    Args:
        abstraction: buckets, and which cards are kept.
        game: says how many cards may be drawn at each draw.
        cuts: the sequence.
    """

    def __init__(self, abstraction: Abstraction, game: Game, cuts: Cuts):
        self._halves = HalfDeckChains(abstraction, game)
        self._cuts = cuts
        self._last: dict[bytes, PrivateChain] = {}

    def __call__(self, number: int) -> tuple[PrivateChain, PrivateChain]:
        """Chains of both seats in a cut, by its number."""
        halves = {half.tobytes(): half for half in self._cuts[number]}
        # The halves of a mirror are those of the cut before.
        self._last = {
            key: self._last.get(key) or self._halves.chain(half) for key, half in halves.items()
        }
        first, second = self._last.values()
        return first, second
