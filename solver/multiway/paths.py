"""Own draw paths: how many cards a seat has drawn at each draw so far."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from solver.multiway.game import MultiwayGame

CHOICES = 6
"""Draws of 0 to 5 cards."""


@dataclass(frozen=True, eq=False)
class OwnPaths:
    """All draw paths of a game, the deal first, those of a later round after those before.

    Attributes:
        draws: cards drawn at each draw so far, by path.
        after: the path after each draw count, -1 where there is none, shape (paths, 6).
    """

    draws: tuple[tuple[int, ...], ...]
    after: NDArray[np.int32]

    @classmethod
    def of(cls, game: MultiwayGame) -> "OwnPaths":
        """The paths of a game."""
        draws: list[tuple[int, ...]] = [()]
        after = []
        place = 0
        while place < len(draws):
            path, row = draws[place], [-1] * CHOICES
            if len(path) + 1 < game.rounds:
                for count in range(game.draw_choices(len(path), path[-1] if path else None)):
                    row[count] = len(draws)
                    draws.append((*path, count))
            after.append(row)
            place += 1
        return cls(tuple(draws), np.array(after, np.int32))

    @cached_property
    def number(self) -> dict[tuple[int, ...], int]:
        """Path by its draws."""
        return {path: number for number, path in enumerate(self.draws)}

    @property
    def before(self) -> NDArray[np.int32]:
        """The path before the last draw, -1 for the deal, shape (paths,)."""
        return np.array([self.number[p[:-1]] if p else -1 for p in self.draws], np.int32)

    @property
    def round_of(self) -> NDArray[np.int8]:
        """Betting round after each path, shape (paths,)."""
        return np.array([len(path) for path in self.draws], np.int8)

    @property
    def drawn(self) -> NDArray[np.int32]:
        """Cards drawn in all, shape (paths,)."""
        return np.array([sum(path) for path in self.draws], np.int32)
