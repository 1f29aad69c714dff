"""Own draw paths: how many cards a seat has drawn at each draw so far."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from solver.game import PublicTree

HAND = 5


@dataclass(frozen=True, eq=False)
class DrawPaths:
    """The draw paths of all rounds of a tree one after the other; the same for both seats.

    Attributes:
        steps: for each path the place of the path before, -1 for the deal, and the cards drawn
            since (0), shape (paths, 2).
        first: place of the first path of every betting round, and one past the last.
    """

    steps: NDArray[np.int32]
    first: tuple[int, ...]

    @classmethod
    def of(cls, tree: PublicTree) -> "DrawPaths":
        """The paths of a tree that begins with the deal."""
        first = np.cumsum([0, *(len(paths) for paths in tree.draw_paths)])
        steps = np.concatenate(tree.draw_paths).astype(np.int32)
        for number, paths in enumerate(tree.draw_paths[1:], 1):
            steps[first[number] : first[number + 1], 0] = paths[:, 0] + first[number - 1]
        steps[0] = -1, 0
        return cls(steps, tuple(first.tolist()))

    @cached_property
    def draws_left(self) -> NDArray[np.int32]:
        """Draws left after each path, shape (paths,)."""
        rounds = len(self.first) - 1
        return np.repeat(np.arange(rounds - 1, -1, -1, dtype=np.int32), np.diff(self.first))

    @cached_property
    def held(self) -> NDArray[np.int32]:
        """Cards that a seat has held after each path, shape (paths,)."""
        held = np.full(len(self.steps), HAND, np.int32)
        for path, (before, count) in enumerate(self.steps):
            if before >= 0:
                held[path] = held[before] + count
        return held

    @property
    def cards(self) -> int:
        """Most cards that a seat can hold in the course of a hand."""
        return int(self.held.max())

    def of_round(self, number: int) -> slice:
        """Places of the paths of a betting round."""
        return slice(self.first[number], self.first[number + 1])
