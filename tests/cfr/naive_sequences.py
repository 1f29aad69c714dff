"""Learning on card sequences as it is defined: the plain twin of solver/cfr/_sequences.pxi."""

import numpy as np
from naive import Table, Vector, matched
from plain_game import Spot, spots, start

from solver.game import Game, PublicTree

Buckets = tuple[list[np.ndarray], list[np.ndarray]]
"""For both seats and every round the buckets of all sequences after each own draw path."""


class NaiveSequences:
    """Regrets and sums of strategies by public history, from one deal after the other.

    Args:
        game: the game.
        tree: its public tree, for the numbers of draw paths.
        widths: buckets in each betting round, those of all classes of dead cards.
        stride: last round: buckets of one class; those of other classes tie with them.
    """

    def __init__(self, game: Game, tree: PublicTree, widths: list[int], stride: int):
        self.game, self.tree, self.stride = game, tree, stride
        self.regrets: Table = {}
        for spot in spots(start(game)):
            if not spot.over:
                width = widths[spot.round - spot.drawing]
                self.regrets[spot.history] = np.zeros((len(spot.actions()), width))
        self.totals = {history: table.copy() for history, table in self.regrets.items()}

    def learn(self, seat: int, buckets: Buckets, regret_scale: float, total_scale: float) -> float:
        """Add what one deal says; returns what the old strategy of the seat wins."""
        strategies = {history: matched(table) for history, table in self.regrets.items()}
        n = buckets[0][0].shape[1]

        def values(spot: Spot, own: Vector, other: Vector, paths: tuple[int, int]) -> Vector:
            if spot.over:
                return self._end(spot, seat, other, buckets, paths)
            actor, number = spot.actor, spot.round - spot.drawing
            bucket = buckets[actor][number][paths[actor]]
            strategy = strategies[spot.history][:, bucket]
            found = []
            for chosen, action, child in zip(
                strategy, spot.actions(), spot.children(), strict=True
            ):
                after = list(paths)
                if spot.drawing:
                    after[actor] = self._path(number + 1, paths[actor], int(action))
                both = (own * chosen, other) if actor == seat else (own, other * chosen)
                found.append(values(child, *both, (after[0], after[1])))
            if actor != seat:
                return np.sum(found, axis=0)
            value = (strategy * found).sum(axis=0)
            for action, action_value in enumerate(found):
                gain = regret_scale / n * (action_value - value)
                np.add.at(self.regrets[spot.history][action], bucket, gain)
                reach = total_scale / n * own * strategy[action]
                np.add.at(self.totals[spot.history][action], bucket, reach)
            return value

        return float(values(start(self.game), np.ones(n), np.full(n, 1 / n), (0, 0)).mean())

    def _path(self, number: int, before: int, count: int) -> int:
        steps = self.tree.draw_paths[number]
        return int(np.flatnonzero((steps == (before, count)).all(axis=1))[0])

    def _end(
        self, spot: Spot, seat: int, other: Vector, buckets: Buckets, paths: tuple[int, int]
    ) -> Vector:
        if spot.folded is not None:
            wins = -spot.paid[seat] if spot.folded == seat else spot.paid[1 - seat]
            return np.full(len(other), wins * other.sum())
        mine, theirs = (buckets[s][-1][paths[s]] % self.stride for s in (seat, 1 - seat))
        return spot.paid[seat] * (np.sign(theirs[None, :] - mine[:, None]) @ other)
