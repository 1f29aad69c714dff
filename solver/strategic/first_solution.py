"""A first solution with few buckets, and what it says about single hands.

What an action wins for a hand follows from the values that the solution gives to the buckets after
the next draw, and from the exact chances of the hand to get there.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from solver.abstraction import DRAWS, Abstraction
from solver.abstraction.outcomes import bucket_counts, next_buckets, push
from solver.cfr import Minimiser, update_rule
from solver.cfr.averages import average_strategy
from solver.cfr.kernels import pad, padded
from solver.cfr.memory import memory_need, require_memory
from solver.evaluation.lifting import LiftedStrategy
from solver.game import BIG_BLIND, BUTTON, Game, private_chain, public_tree
from solver.game.public_state import PublicState, start

ITERATIONS = 120
GAMMA = 5
"""Fading exponent of the average, which pays off in so few iterations."""

SEEN = 16
"""Betting rounds at which decisions are looked at, those that are reached most often."""

FLOOR = 0.02
"""Share of the reference policy's play in how often hands come up, so that none has no weight."""

Vector = NDArray[np.float64]


@dataclass
class Decisions:
    """What actions win for some hands.

    Attributes:
        values: counterfactual value of every action times the chance that the hand's own play
            comes to the decision, in small bets, shape (hands, actions).
        starts: column of each decision's first action.
    """

    values: NDArray[np.float64]
    starts: NDArray[np.intp]


@dataclass
class Columns:
    """Decisions while they are being written down."""

    reach: list[Vector] = field(default_factory=list)
    values: list[list[Vector]] = field(default_factory=list)

    def add(self, reach: Vector, values: list[Vector]) -> None:
        """A decision that a seat reaches with some of its buckets."""
        self.reach.append(reach)
        self.values.append(values)


class FirstSolution:
    """A game solved with few buckets.

    Args:
        game: heads-up triple draw.
        abstraction: the few buckets.

    Attributes:
        tree: the public tree.
        chain: the few buckets.
        strategy: average strategies.
        arrivals: for each betting round before the last draw all its instances, and the reach of
            both seats there.
        weights: how often play of the solution brings a hand to a point, by draws left as in
            `Abstraction`, but for hands that were folded.

    Raises:
        MemoryNeedError: the game does not fit; nothing has been allocated yet.
    """

    def __init__(self, game: Game, abstraction: Abstraction):
        self.abstraction = abstraction
        self.chain = private_chain(abstraction)
        rule = replace(update_rule("DCFR"), gamma=GAMMA)
        require_memory(memory_need(game, self.chain.buckets, rule))
        self.tree = public_tree(game)
        minimiser = Minimiser(self.tree, (self.chain, self.chain), rule)
        for _ in range(ITERATIONS):
            minimiser.iterate()
        self._walk = minimiser.walk
        strategy = average_strategy(self.tree, minimiser.totals, minimiser.regrets)
        columns = tuple(np.arange(count) for count in self.chain.buckets)
        self.strategy = LiftedStrategy(strategy, columns)
        self._rows = [np.asarray(level, np.float32) for level in strategy]
        self.arrivals: list[list[tuple[PublicState, list[Vector]]]] = [[] for _ in range(DRAWS)]
        self._drawn = [np.zeros((6, count)) for count in self.chain.buckets[:DRAWS]]
        self._descend(start(self.tree), [self.chain.initial, self.chain.initial])
        self.weights = self._live_weights()

    def decisions(self, draws_left: int, hands: NDArray[np.int32]) -> Decisions:
        """What the actions before a draw win for single hands.

        Args:
            draws_left: 1 to 3.
            hands: numbers of m hands.
        """
        arrivals = self.arrivals[DRAWS - draws_left]
        often = [-reach[0].sum() * reach[1].sum() for _, reach in arrivals]
        outcomes = self.outcomes(draws_left, hands)
        columns = Columns()
        for place in np.argsort(often, kind="stable")[:SEEN]:
            state, arriving = arrivals[place]
            self.values(state, arriving, outcomes, columns)
        # Half of the weight of a decision is the hand's own, half that of any hand: the solution
        # is rough, and where it never goes with a hand the next one may.
        buckets = self.abstraction.buckets[draws_left]
        total = np.bincount(buckets, self.weights[draws_left])
        shares = [
            (reach.sum() + (reach / total)[buckets[hands]])[:, None] / 2 for reach in columns.reach
        ]
        values = [
            share * np.stack(won, axis=1) for share, won in zip(shares, columns.values, strict=True)
        ]
        starts = np.cumsum([0, *(len(won) for won in columns.values[:-1])])
        return Decisions(np.concatenate(values, axis=1), starts)

    def _descend(self, state: PublicState, reach: list[Vector]) -> None:
        """Note who arrives at every betting round before the last draw, and what is drawn."""
        if state.ended is not None or state.round == DRAWS:
            return
        if not state.drawing and state.decision == 0:
            self.arrivals[state.round].append((state, reach))
        seat = state.seat
        frequencies = self.strategy.frequencies(state)
        for choice, action in enumerate(state.actions):
            after = list(reach)
            after[seat] = reach[seat] * frequencies[choice]
            if state.drawing:
                self._drawn[state.round][choice] += after[seat] * reach[1 - seat].sum()
                after[seat] = after[seat] @ self.chain.draws[state.round][choice]
            self._descend(state.play(action), after)

    def _live_weights(self) -> tuple[NDArray[np.float64], ...]:
        reference = self.abstraction.weights
        weights = [reference[DRAWS]]
        for draws_left in range(DRAWS, 0, -1):
            drawn = self._drawn[DRAWS - draws_left]
            buckets = self.abstraction.buckets[draws_left]
            shares = drawn / np.bincount(buckets, weights[0])
            after = np.zeros_like(weights[0])
            for count in range(self.abstraction.config.counts(draws_left)):
                keeps = self.abstraction.keeps[draws_left][count]
                after += push(weights[0] * shares[count][buckets], keeps)
            after /= after.sum()
            weights.insert(0, (1 - FLOOR) * after + FLOOR * reference[draws_left - 1])
        return tuple(weights)

    def outcomes(self, draws_left: int, hands: NDArray[np.int32]) -> list[NDArray[np.float64]]:
        """For each draw count the distribution of m hands over the next buckets.

        Args:
            draws_left: 1 to 3.
            hands: numbers of the hands.

        Returns:
            One array (m, next buckets) for each count.
        """
        after = self.abstraction.buckets[draws_left - 1]
        counts = bucket_counts(after, self.abstraction.size(draws_left - 1))
        return [
            next_buckets(hands, self.abstraction.keeps[draws_left][count][hands], after, counts)
            for count in range(self.abstraction.config.counts(draws_left))
        ]

    def values(
        self,
        state: PublicState,
        reach: list[Vector],
        outcomes: list[NDArray[np.float64]],
        columns: Columns,
    ) -> list[NDArray[np.float64]]:
        """Counterfactual values of both seats for single hands; the decisions go into `columns`.

        Args:
            state: a decision of a betting round, its end by a fold, or the draw after it.
            reach: of both seats over their buckets.
            outcomes: see `outcomes`.
            columns: receives what every action of either seat wins.
        """
        if state.ended is not None:
            return [self._payoff(state, seat, reach, len(outcomes[0])) for seat in (0, 1)]
        if state.drawing:
            return self.draw_values(state, reach, outcomes, columns)
        seat = state.seat
        frequencies = self.strategy.frequencies(state)
        children = []
        for choice, action in enumerate(state.actions):
            after = list(reach)
            after[seat] = reach[seat] * frequencies[choice]
            children.append(self.values(state.play(action), after, outcomes, columns))
        own = [values[seat] for values in children]
        columns.add(reach[seat], own)
        combined = [np.zeros(0), np.zeros(0)]
        combined[seat] = np.maximum.reduce(own)
        combined[1 - seat] = np.add.reduce([values[1 - seat] for values in children])
        return combined

    def draw_values(
        self,
        state: PublicState,
        reach: list[Vector],
        outcomes: list[NDArray[np.float64]],
        columns: Columns,
    ) -> list[NDArray[np.float64]]:
        """The same where the big blind draws, then the button who has seen how many."""
        matrices = self.chain.draws[state.round]
        first: list[Vector] = []
        second = np.zeros(len(outcomes[0]))
        frequencies = self.strategy.frequencies(state)
        for count, action in enumerate(state.actions):
            drawn = (reach[BIG_BLIND] * frequencies[count]) @ matrices[count]
            answer = state.play(action)
            answers = self.strategy.frequencies(answer)
            won_by_first = np.zeros(matrices[count].shape[1])
            won: list[Vector] = []
            for other_count, other_action in enumerate(answer.actions):
                child = answer.play(other_action)
                other = (reach[BUTTON] * answers[other_count]) @ matrices[other_count]
                won_by_first += self._round_value(child, BIG_BLIND, other)
                won.append(outcomes[other_count] @ self._round_value(child, BUTTON, drawn))
            columns.add(reach[BUTTON], won)
            second += np.maximum.reduce(won)
            first.append(outcomes[count] @ won_by_first)
        columns.add(reach[BIG_BLIND], first)
        return [np.maximum.reduce(first), second]

    def _round_value(self, state: PublicState, seat: int, other: Vector) -> Vector:
        """Values of a seat at the start of a betting round, over the buckets of that round."""
        spans = self.tree.below(state.level, state.instance)
        firsts, rows = [], []
        for level, values, (begin, end) in zip(self.tree.levels, self._rows, spans, strict=True):
            firsts.append(level.first_slot(begin))
            rows.append(values[level.first_slot(begin) : level.first_slot(end)])
        buckets = len(other)
        record: list[NDArray[np.float32] | None] = [None] * len(rows)
        entering = pad(other, padded(buckets))
        found = self._walk.value_below(
            state.round, state.instance, 0, seat, entering, rows, firsts, record, True
        )
        return found[:buckets].astype(np.float64)

    @staticmethod
    def _payoff(
        state: PublicState, seat: int, reach: Sequence[Vector], hands: int
    ) -> NDArray[np.float64]:
        return np.full(hands, state.won_by_fold(seat) * reach[1 - seat].sum())
