"""Hands dealt from one deck and played on by a strategy, many at once, along the public tree."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Self

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from solver.abstraction import DRAWS
from solver.cards import all_combinations
from solver.game.betting import FOLD
from solver.game.public_state import PublicState
from solver.sequences import HandTables, Strategy
from solver.sequences.particles import draw_hands, hand_buckets
from solver.sequences.tables import card_sets

Vector = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class RealDeals:
    """Deals of both seats' cards from one deck that stand at the same public state.

    Attributes:
        tables: buckets and kept cards.
        hands: ascending cards of each seat, shape (deals, 5) each.
        used: all cards that each seat has held, as bits; shape (deals,) each.
        weights: how much each deal counts.
    """

    tables: HandTables
    hands: tuple[NDArray[np.uint8], NDArray[np.uint8]]
    used: tuple[NDArray[np.uint64], NDArray[np.uint64]]
    weights: Vector

    @classmethod
    def dealt(cls, tables: HandTables, deals: int, random: Generator) -> Self:
        """Deals before the first action, weights summing to one."""
        every, places = all_combinations(5), tables.places_by_bucket[0]
        found: list[NDArray[np.uint8]] = []
        while sum(map(len, found)) < deals:
            both = every[places[random.integers(len(places), size=(2 * deals, 2))]]
            apart = (card_sets(both[:, 0]) & card_sets(both[:, 1])) == 0
            found.append(both[apart])
        hands = np.concatenate(found)[:deals]
        first, second = (np.ascontiguousarray(hands[:, seat]) for seat in (0, 1))
        weights = np.full(deals, 1 / deals)
        return cls(tables, (first, second), (card_sets(first), card_sets(second)), weights)

    def __len__(self) -> int:
        return len(self.weights)

    def picked(self, which: NDArray[np.intp] | NDArray[np.bool_], weights: Vector) -> Self:
        """Some of the deals with other weights."""
        first, second = (hands[which] for hands in self.hands)
        used = (self.used[0][which], self.used[1][which])
        return type(self)(self.tables, (first, second), used, weights)

    def seen_by(self, tables: HandTables) -> Self:
        """The same deals with other buckets."""
        return replace(self, tables=tables)

    def played(
        self,
        strategy: Strategy,
        state: PublicState,
        random: Generator,
        wanted: NDArray[np.intp] | None = None,
    ) -> Iterator[tuple[PublicState, Self]]:
        """The public states that one action leads to, with the deals that come to each.

        Every deal takes one action by the strategy. Folds are not played: the weight of a deal
        falls by their probability.

        Args:
            strategy: what the seat to act plays.
            state: where the deals stand.
            random: chooses actions and deals cards.
            wanted: action of each deal in place of the strategy's, -1 for that of the strategy.
        """
        seat = state.seat
        buckets = hand_buckets(
            self.tables, state.draws_left_of(seat), self.hands[seat], self.used[seat]
        )
        shares = strategy.strategy_at(state)[:, buckets]
        if wanted is not None:
            others = np.flatnonzero(wanted >= 0)
            shares[:, others] = 0
            shares[wanted[others], others] = 1
        if FOLD in state.actions:
            shares[state.actions.index(FOLD)] = 0
        limits = np.cumsum(shares, axis=0)
        points = random.random(len(self)) * limits[-1]
        taken = (points >= limits).sum(axis=0)
        for choice, action in enumerate(state.actions):
            which = (taken == choice) & (limits[-1] > 0)
            if not which.any():
                continue
            after = self.picked(which, (self.weights * limits[-1])[which])
            if state.drawing and choice:
                after = after._drawn(seat, choice, DRAWS - state.round, random)
            yield state.play(action), after

    def _drawn(self, seat: int, count: int, draws_left: int, random: Generator) -> Self:
        drawn = draw_hands(
            self.tables, draws_left, count, self.hands[seat], self.used[seat], random,
            gone=self.used[1 - seat],
        )  # fmt: skip
        hands, used = list(self.hands), list(self.used)
        hands[seat], used[seat] = drawn
        return type(self)(self.tables, (hands[0], hands[1]), (used[0], used[1]), self.weights)
