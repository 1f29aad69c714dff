"""Deals of one deck, each a cut into two shares with card sequences of both."""

import numpy as np
from numpy.typing import NDArray

from solver.sequences.cuts import Cuts
from solver.sequences.paths import DrawPaths
from solver.sequences.sequences import Sequences, follow
from solver.sequences.tables import HandTables


class Deals:
    """Sequences of both seats, deal after deal; deal t is a function of the seeds and t alone.

    The mirror of a cut has the same sequences, the seats having changed places.

    Args:
        tables: buckets and cards to keep.
        paths: draw paths of the game.
        count: sequences of a seat.
        cuts: how the deck is cut.
    """

    def __init__(self, tables: HandTables, paths: DrawPaths, count: int, cuts: Cuts):
        self.paths = paths
        self.count = count
        self._view = tables.view
        self._cuts = cuts
        self._last: dict[bytes, Sequences] = {}

    def __getitem__(self, number: int) -> tuple[Sequences, Sequences]:
        """Sequences of both seats in a deal, by its number."""
        cut = self._cuts[number]
        pair = number // 2 if self._cuts.mirrored else number
        found = {}
        for share in cut:
            key = share.tobytes()
            seed = self._cuts.seed << 40 ^ pair << 1 ^ int(share[0] == 0)
            found[key] = self._last.get(key) or follow(
                self._view, self.paths, share, self.count, seed
            )
        self._last = found
        first, second = found.values()
        return first, second

    def buckets(self, number: int) -> tuple[list[NDArray[np.int32]], list[NDArray[np.int32]]]:
        """Their buckets by betting round."""
        first, second = self[number]
        return first.buckets(self.paths), second.buckets(self.paths)
