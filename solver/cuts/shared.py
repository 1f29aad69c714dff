"""Chains of both seats, cut after cut."""

from concurrent.futures import Future, ThreadPoolExecutor

from solver.abstraction import Abstraction
from solver.cuts.chains import HalfDeckChains
from solver.cuts.cuts import Cuts
from solver.game import Game, PrivateChain

Chains = tuple[PrivateChain, PrivateChain]


class SharedDeck:
    """Private chains of both seats in every cut of a sequence.

    While one cut is in use the chains of the next are made in a thread of its own.

    Args:
        abstraction: buckets, and which cards are kept.
        game: says how many cards may be drawn at each draw.
        cuts: the sequence.
    """

    def __init__(self, abstraction: Abstraction, game: Game, cuts: Cuts):
        self._halves = HalfDeckChains(abstraction, game)
        self._cuts = cuts
        self._last: dict[bytes, PrivateChain] = {}
        self._thread = ThreadPoolExecutor(1)
        self._coming: dict[int, Future[Chains]] = {}

    def __call__(self, number: int) -> Chains:
        """Chains of both seats in a cut, by its number."""
        wanted = self._coming.get(number) or self._thread.submit(self._chains, number)
        chains = wanted.result()
        self._coming = {number + 1: self._thread.submit(self._chains, number + 1)}
        return chains

    def _chains(self, number: int) -> Chains:
        halves = {half.tobytes(): half for half in self._cuts[number]}
        # The halves of a mirror are those of the cut before.
        self._last = {
            key: self._last.get(key) or self._halves.chain(half) for key, half in halves.items()
        }
        first, second = self._last.values()
        return first, second
