"""Cuts of a deck into the two halves that the seats are dealt from.

Cut t is a function of the seed and of t alone, so that a run that is resumed, or has more threads,
sees the same cuts. Cuts come in pairs, a cut and its mirror in which the seats change halves, and
the numbers of cards of each kind in the halves are spread evenly over the pairs as a sequence of
low discrepancy spreads them: cuts are stratified in proportion, so that a plain mean over them
needs no weights.
"""

from dataclasses import dataclass
from functools import cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from solver.cards import DECK_SIZE

HALF = DECK_SIZE // 2
"""Cards from which a seat is dealt."""

Cut = NDArray[np.uint8]
"""Card numbers of the halves of seat 0 and seat 1, each ascending, shape (2, 26)."""

KINDS = ("2", "7", "3456", "8", "9T")
"""Ranks whose numbers in a half are stratified; the others fill up."""

_RANKS = "23456789TJQKA"


def _steps(dimensions: int) -> NDArray[np.float64]:
    """Steps of the additive recurrence of lowest known discrepancy (Roberts 2018).

    They are powers of 1 / x with ``x**(dimensions + 1) = x + 1``.
    """
    root = 2.0
    for _ in range(64):
        root = (1 + root) ** (1 / (dimensions + 1))
    steps: NDArray[np.float64] = root ** -np.arange(1.0, dimensions + 1)
    return steps


@cache
def _limits(kind: int, left: int, wanted: int) -> NDArray[np.float64]:
    """Cumulative probabilities of 0, 1, ... cards of a kind among `wanted` cards out of `left`."""
    ways = [comb(kind, n) * comb(left - kind, wanted - n) for n in range(min(kind, wanted) + 1)]
    return np.cumsum(ways) / comb(left, wanted)


@dataclass(frozen=True)
class Cuts:
    """A sequence of cuts.

    Attributes:
        seed: of the sequence; different seeds give independent sequences.
        mirrored: whether every second cut is the mirror of the one before.
        stratified: whether the numbers of low cards in the halves are spread evenly.
    """

    seed: int = 0
    mirrored: bool = True
    stratified: bool = True

    def __getitem__(self, number: int) -> Cut:
        """Cut by its number, from 0."""
        pair, mirror = divmod(number, 2) if self.mirrored else (number, 0)
        first = self._first_half(pair)
        second = np.setdiff1d(np.arange(DECK_SIZE, dtype=np.uint8), first)
        return np.stack((second, first) if mirror else (first, second))

    def _first_half(self, pair: int) -> NDArray[np.uint8]:
        random = np.random.default_rng([self.seed, pair])
        if not self.stratified:
            return np.sort(random.permutation(DECK_SIZE)[:HALF]).astype(np.uint8)
        shift = np.random.default_rng([self.seed]).random(len(KINDS))
        places = (shift + (pair + 1) * _steps(len(KINDS))) % 1
        left, wanted, half = DECK_SIZE, HALF, []
        others = np.arange(DECK_SIZE)
        for kind, place in zip(KINDS, places, strict=True):
            cards = np.flatnonzero(np.isin(np.arange(DECK_SIZE) >> 2, [*map(_RANKS.index, kind)]))
            count = int(np.searchsorted(_limits(len(cards), left, wanted), place, side="right"))
            half.append(random.permutation(cards)[:count])
            others = np.setdiff1d(others, cards)
            left, wanted = left - len(cards), wanted - count
        half.append(random.permutation(others)[:wanted])
        return np.sort(np.concatenate(half)).astype(np.uint8)
