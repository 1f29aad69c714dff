"""What can be read off a pair of strategies at any public state: ranges and expected values."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from solver.cfr.kernels import make_walk, pad, padded
from solver.game import BIG_BLIND, PrivateChain, PublicTree
from solver.game.public_state import PublicState
from solver.storage import Places
from solver.subgames.ranges import NEVER

STORED_LEVELS = 3
"""First round, first draw, second round: their values are kept with the strategies."""


@dataclass(frozen=True)
class StoredValues:
    """Counterfactual values of both seats near the root.

    Attributes:
        actions: for each seat and stored level the value of every action at its own decisions,
            shape (slots, padded buckets).
        entering: for each seat the values at the start of every second-round instance.
    """

    actions: tuple[tuple[NDArray[np.float32], ...], ...]
    entering: tuple[NDArray[np.float32], ...]


@dataclass(frozen=True)
class Ranges:
    """Reach probabilities of both seats over their current buckets, chance included.

    Attributes:
        reach: one vector a seat.
        guessed: seats that took an action which their strategy never takes; their range is the
            one they had before it.
    """

    reach: tuple[NDArray[np.float64], NDArray[np.float64]]
    guessed: frozenset[int]


class Rows(Protocol):
    """One level of a strategy, read by slots: an array, or something that reads like one."""

    def __getitem__(self, places: Places, /) -> NDArray[np.floating]:
        """Probabilities.

        Args:
            places: consecutive slots, for an array (slots, padded buckets); or slots and buckets
                of any shape, for an array of that shape.
        """


def frequencies_at(
    strategy: Sequence[Rows], state: PublicState, buckets: int
) -> NDArray[np.float64]:
    """Probability of every action in every bucket, shape (actions, buckets)."""
    slots = slice(state.first_slot, state.first_slot + len(state.actions))
    # Rounding to 16 bits leaves sums a little off one.
    rows = strategy[state.level][slots][:, :buckets].astype(np.float64)
    whole = rows.sum(axis=0)
    uniform = np.full_like(rows, 1 / len(rows))
    probabilities: NDArray[np.float64] = np.divide(rows, whole, out=uniform, where=whole > 0)
    return probabilities


def follow(chains: Sequence[PrivateChain], strategy: Sequence[Rows], state: PublicState) -> Ranges:
    """Ranges of both seats on arrival at a state, from the first state of its tree on."""
    reach = [chain.initial.copy() for chain in chains]
    first = state.path[0][0] if state.path else state
    if first.drawing and first.decision > 0:
        # A subgame that begins in the middle of a draw: seat 0 holds its new cards, as the only
        # draw that its chain has left says (`solver.subgames.chains_from`).
        reach[BIG_BLIND] = reach[BIG_BLIND] @ chains[BIG_BLIND].draws[first.round][0]
    guessed = set()
    for before, action in state.path:
        seat = before.seat
        buckets = chains[0].buckets[before.round]
        after = reach[seat] * frequencies_at(strategy, before, buckets)[action]
        if after.sum() < NEVER * reach[seat].sum():
            guessed.add(seat)
            after = reach[seat]
        if before.drawing:
            after = after @ chains[seat].draws[before.round][action]
        reach[seat] = after
    return Ranges((reach[0], reach[1]), frozenset(guessed))


class Evaluator:
    """Ranges and values when both seats play given strategies.

    The value of an action is what it wins from here on, chips already in the pot belonging to
    nobody (a fold is worth 0), against an opponent who plays his strategy, when the player goes on
    as well as possible.

    Args:
        tree: the public tree.
        chains: private chains of both seats.
        strategy: for each level probabilities of shape (slots, padded buckets).
        stored: values near the root; computed on demand if left out.
    """

    def __init__(
        self,
        tree: PublicTree,
        chains: Sequence[PrivateChain],
        strategy: Sequence[Rows],
        stored: StoredValues | None = None,
    ):
        self.tree = tree
        self.chains = tuple(chains)
        self.strategy = strategy
        self.stored = stored
        self.walk = make_walk(tree, chains)

    def store(self, threads: int) -> StoredValues:
        """Compute the values near the root, and keep them.

        The game must have a second betting round.
        """
        rows = [np.asarray(level[:], np.float32) for level in self.strategy]
        actions, entering = [], []
        for seat in (0, 1):
            record = [
                np.zeros_like(row) if number < STORED_LEVELS else None
                for number, row in enumerate(rows)
            ]
            starts = self.tree.levels[STORED_LEVELS - 1].instances
            start_values = np.zeros((starts, self.walk.widths[STORED_LEVELS - 1]), np.float32)
            self.walk.value(seat, rows, True, threads, record, start_values)
            actions.append(tuple(row for row in record if row is not None))
            entering.append(start_values)
        self.stored = StoredValues(tuple(actions), tuple(entering))
        return self.stored

    def buckets(self, level: int) -> int:
        """Buckets of the seat to act at a level."""
        return self.chains[0].buckets[level // 2]

    def strategy_at(self, state: PublicState) -> NDArray[np.float64]:
        """Probability of every action in every bucket, shape (actions, buckets)."""
        return frequencies_at(self.strategy, state, self.buckets(state.level))

    def ranges(self, state: PublicState) -> Ranges:
        """Ranges of both seats on arrival at a state."""
        return follow(self.chains, self.strategy, state)

    def action_values(self, state: PublicState) -> NDArray[np.float64]:
        """Value of every action of the seat to act, shape (actions, buckets), in small bets."""
        if state.drawing:
            after = self.values_after_draw(state)
            matrices = self.chains[state.seat].draws[state.round]
            return np.stack([matrices[count] @ values for count, values in enumerate(after)])
        seat = state.seat
        here = self.ranges(state)
        first, last = state.first_slot, state.first_slot + len(state.actions)
        known = 1 - seat not in here.guessed  # values depend on the other seat's range only
        if self.stored is not None and state.level < STORED_LEVELS and known:
            rows = self.stored.actions[seat][state.level][first:last]
        else:
            rows = self._values_of_actions(state, here.reach[1 - seat])
        return self._from_here(rows[:, : self.buckets(state.level)], here.reach[1 - seat], state)

    def _values_of_actions(
        self, state: PublicState, reach: NDArray[np.float64]
    ) -> NDArray[np.floating]:
        """Counterfactual values of all actions of a bet, shape (actions, buckets or more)."""
        _, below = self._below(state.level, state.instance, state.decision, state.seat, reach)
        start = state.first_slot - self.tree.levels[state.level].first_slot(state.instance)
        return below[start : start + len(state.actions)]

    def values_after_draw(self, state: PublicState) -> NDArray[np.float64]:
        """Values to a drawing seat once it holds its new hand.

        Returns:
            Shape (draw counts, buckets after the draw), in small bets.
        """
        seat, other = state.seat, 1 - state.seat
        here = self.ranges(state)
        known = other not in here.guessed
        level = self.tree.draws[state.round]
        second = int(level.choices[state.instance, 1])
        child = int(level.first_child[state.instance])
        out = []
        for count in range(len(state.actions)):
            if seat == 1:
                arrivals = [(child + (state.decision - 1) * second + count, here.reach[other])]
            else:
                replies = state.play(str(count))
                mix = self.strategy_at(replies)
                arrivals = [
                    (
                        child + count * second + reply,
                        (here.reach[other] * mix[reply])
                        @ self.chains[other].draws[state.round][reply],
                    )
                    for reply in range(second)
                ]
            values = [
                self.entering_values(state.level + 1, instance, seat, reach, known)
                for instance, reach in arrivals
            ]
            out.append(self._from_here(np.sum(values, axis=0), here.reach[other], state))
        return np.stack(out)

    def entering_values(
        self,
        level: int,
        instance: int,
        seat: int,
        reach: NDArray[np.float64],
        known: bool,
    ) -> NDArray[np.float64]:
        """Counterfactual values at the start of a round, shape (buckets,).

        Args:
            level: level of the round.
            instance: of the round.
            seat: whose values.
            reach: range of the other seat.
            known: whether that is the range of its strategy, so that stored values serve.
        """
        buckets = self.buckets(level)
        if self.stored is not None and level == STORED_LEVELS - 1 and known:
            values = self.stored.entering[seat][instance]
        else:
            values, _ = self._below(level, instance, 0, seat, reach)
        return np.asarray(values[:buckets], np.float64)

    def _below(
        self, level: int, instance: int, decision: int, seat: int, reach: NDArray[np.float64]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """One pass from a betting decision on.

        Returns:
            Values at the decision, shape (padded buckets,), and those of all actions of the
            instance's own decisions below it, shape (actions of the betting tree, padded buckets).
        """
        spans = self.tree.below(level, instance)
        firsts, rows = [], []
        for number, (below, (begin, end)) in enumerate(zip(self.tree.levels, spans, strict=True)):
            first, last = below.first_slot(begin), below.first_slot(end)
            wanted = slice(first, last) if number >= level else slice(0, 0)
            firsts.append(first)
            rows.append(np.asarray(self.strategy[number][wanted], np.float32))
        actions = np.zeros_like(rows[level])
        record = [actions if number == level else None for number in range(len(rows))]
        # A range far down the tree is tiny; as shares it keeps its digits in single precision.
        whole = reach.sum() or 1.0
        other = pad(reach / whole, padded(self.buckets(level)))
        values = self.walk.value_below(
            level // 2, instance, decision, seat, other, rows, firsts, record, True
        )
        return values * whole, actions * whole

    def _from_here(
        self, values: NDArray[np.floating], reach: NDArray[np.float64], state: PublicState
    ) -> NDArray[np.float64]:
        """Counterfactual values as winnings from here on."""
        return np.asarray(values / reach.sum() + state.contributed[state.seat], np.float64)
