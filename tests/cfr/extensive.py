"""Small games as sequence-form matrices, and what follows from them without any iteration.

An information set is a public history with *all* buckets that its seat has held, so that nothing
rests on the chains' forgetting. Koller, Megiddo and von Stengel 1996.
"""

from collections.abc import Iterator, Sequence
from itertools import product

import numpy as np
from naive import Table
from numpy.typing import NDArray
from plain_game import Spot, start
from scipy.optimize import linprog
from scipy.sparse import coo_array, csr_array, hstack

from solver.game import Game, PrivateChain

InformationSet = tuple[str, tuple[int, ...]]
Paths = tuple[tuple[int, ...], tuple[int, ...]]
"""All buckets that each seat has held."""
Move = tuple[InformationSet, str] | None
"""A sequence by its last move; None is the empty sequence."""


class Sequences:
    """The sequences of one seat and how they hang together."""

    def __init__(self) -> None:
        self.number: dict[Move, int] = {None: 0}
        self.before: dict[InformationSet, Move] = {}
        self.actions: dict[InformationSet, str] = {}

    def add(self, at: InformationSet, before: Move, actions: str) -> None:
        if at not in self.before:
            self.before[at], self.actions[at] = before, actions
            for action in actions:
                self.number[at, action] = len(self.number)

    def flow(self) -> tuple[csr_array, NDArray[np.float64]]:
        """Rows that a realisation plan x obeys: what comes in goes out, ``flow @ x == start``."""
        entries = [(0, 0, 1.0)]
        for row, (at, before) in enumerate(self.before.items(), start=1):
            entries.append((row, self.number[before], -1.0))
            entries += [(row, self.number[at, action], 1.0) for action in self.actions[at]]
        rows, columns, numbers = zip(*entries, strict=True)
        first = np.zeros(len(self.before) + 1)
        first[0] = 1
        return csr_array(coo_array((numbers, (rows, columns)))), first

    def plan(self, strategies: Table) -> NDArray[np.float64]:
        """Realisation plan of strategies by history and present bucket."""
        out = np.ones(len(self.number))
        for at, before in self.before.items():  # parents stand before their children
            history, path = at
            for index, action in enumerate(self.actions[at]):
                probability = strategies[history][index, path[-1]]
                out[self.number[at, action]] = out[self.number[before]] * probability
        return out

    def pure_strategies(self, wins: NDArray[np.float64]) -> NDArray[np.float64]:
        """What every pure strategy wins, given what every sequence wins.

        Strategies that differ only where their own play never leads count once.
        """
        following: dict[Move, list[InformationSet]] = {}
        for at, before in self.before.items():
            following.setdefault(before, []).append(at)

        def below(move: Move) -> NDArray[np.float64]:
            out = wins[[self.number[move]]]
            for at in following.get(move, []):
                options = np.concatenate([below((at, action)) for action in self.actions[at]])
                out = np.add.outer(out, options).ravel()
            return out

        return below(None)


class ExtensiveForm:
    """All hands of a game, buckets and draws of both seats dealt out one by one.

    Attributes:
        seats: sequences of seat 0 and seat 1.
        payoff: what seat 0 wins, chance included, shape (sequences of seat 0, of seat 1).
    """

    def __init__(self, game: Game, chains: Sequence[PrivateChain]):
        self.chains = chains
        self.seats = (Sequences(), Sequences())
        self._payoffs: list[tuple[int, int, float]] = []
        for first, second, chance in self.deals():
            self._play(start(game), ((first,), (second,)), (None, None), chance)
        rows, columns, numbers = zip(*self._payoffs, strict=True)
        shape = tuple(len(seat.number) for seat in self.seats)
        self.payoff = csr_array(coo_array((numbers, (rows, columns)), shape=shape))

    def deals(self) -> Iterator[tuple[int, int, float]]:
        """First buckets of both seats with their probability."""
        first, second = (chain.initial for chain in self.chains)
        for mine, yours in product(range(len(first)), range(len(second))):
            yield mine, yours, first[mine] * second[yours]

    def redraws(self, spot: Spot, paths: Paths, count: int) -> Iterator[tuple[int, float]]:
        """Buckets of the seat to act after drawing some cards, with their probabilities."""
        bucket = paths[spot.actor][-1]
        yield from enumerate(self.chains[spot.actor].draws[spot.round - 1][count][bucket])

    def _play(
        self,
        spot: Spot,
        paths: Paths,
        moves: tuple[Move, Move],
        chance: float,
    ) -> None:
        if spot.over:
            winner = 1 - spot.folded if spot.folded is not None else None
            if spot.showdown and paths[0][-1] != paths[1][-1]:
                winner = 0 if paths[0][-1] < paths[1][-1] else 1
            won = 0.0 if winner is None else spot.paid[1] if winner == 0 else -spot.paid[0]
            first, second = (self.seats[seat].number[moves[seat]] for seat in (0, 1))
            self._payoffs.append((first, second, chance * won))
            return
        seat = spot.actor
        at = (spot.history, paths[seat])
        self.seats[seat].add(at, moves[seat], spot.actions())
        for action, child in zip(spot.actions(), spot.children(), strict=True):
            after = _replaced(moves, seat, (at, action))
            if not spot.drawing:
                self._play(child, paths, after, chance)
                continue
            for bucket, probability in self.redraws(spot, paths, int(action)):
                longer = _replaced(paths, seat, (*paths[seat], bucket))
                self._play(child, longer, after, chance * probability)

    def won(self, seat: int, strategies: Table) -> float:
        """What a seat wins when both play the strategies."""
        plans = [sequences.plan(strategies) for sequences in self.seats]
        return float(plans[0] @ (self.payoff @ plans[1])) * (1 if seat == 0 else -1)

    def against(self, seat: int, strategies: Table) -> NDArray[np.float64]:
        """What each own sequence wins for a seat against the other's strategy."""
        if seat == 0:
            return self.payoff @ self.seats[1].plan(strategies)
        return -(self.payoff.T @ self.seats[0].plan(strategies))

    def best_response(self, seat: int, strategies: Table) -> float:
        """Most that a seat can win against the other's strategy, by linear programming."""
        flow, first = self.seats[seat].flow()
        solved = linprog(-self.against(seat, strategies), A_eq=flow, b_eq=first)
        assert solved.status == 0, solved.message
        return float(-solved.fun)

    def best_pure_response(self, seat: int, strategies: Table) -> float:
        """The same by trying all pure strategies."""
        return float(self.seats[seat].pure_strategies(self.against(seat, strategies)).max())

    def value(self) -> float:
        """Value of the game to seat 0: the plan that wins most against its best response.

        Variables are the plan of seat 0 and one number for each information set of seat 1, the
        value of a best response from there on.
        """
        flow, first = self.seats[0].flow()
        other_flow, other_first = self.seats[1].flow()
        plans, values = len(self.seats[0].number), len(other_first)
        solved = linprog(
            -np.concatenate([np.zeros(plans), other_first]),
            A_ub=hstack([-self.payoff.T, other_flow.T]),
            b_ub=np.zeros(len(self.seats[1].number)),
            A_eq=hstack([flow, csr_array((len(first), values))]),
            b_eq=first,
            bounds=[(0, None)] * plans + [(None, None)] * values,
        )
        assert solved.status == 0, solved.message
        return float(-solved.fun)


def _replaced(pair, seat, item):
    return (item, pair[1]) if seat == 0 else (pair[0], item)
