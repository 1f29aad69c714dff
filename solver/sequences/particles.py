"""The range of a seat as particles: hands of real cards with all the cards that they have held.

A seat's particles are made as if there were no other seat. What one deck does comes in with the
pairs: particles of both seats that share no card, among all that they have ever held, are
distributed just as the two seats' cards are when both are dealt from one deck and their discards
never come back. (Both orders of cards are then equally likely ones among all that share no card.)
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Protocol, Self

import numpy as np
from numpy.random import Generator, default_rng
from numpy.typing import NDArray

from solver.abstraction import DRAWS
from solver.cards import all_combinations, combination_index
from solver.game.public_state import PublicState
from solver.sequences._particles import draw_cards, find_buckets, push_draws
from solver.sequences.tables import HandTables, card_sets

Vector = NDArray[np.float64]

LEAST_EFFECTIVE = 0.5
"""Particles are drawn afresh when fewer than this share of them would be worth as much."""


class Strategy(Protocol):
    """What somebody plays at every public state."""

    def strategy_at(self, state: PublicState, /) -> NDArray[np.float64]:
        """Probability of every action in every bucket, shape (actions, buckets)."""


def hand_buckets(
    tables: HandTables, draws_left: int, hands: NDArray[np.uint8], used: NDArray[np.uint64]
) -> NDArray[np.int16]:
    """Bucket of every hand.

    Args:
        tables: of the buckets.
        draws_left: draws still to be made.
        hands: ascending cards, shape (n, 5).
        used: all cards that each has held, shape (n,).
    """
    out = np.empty(len(hands), np.int16)
    find_buckets(tables.view, draws_left, hands, used, out)
    return out


def draw_hands(
    tables: HandTables,
    draws_left: int,
    count: int,
    hands: NDArray[np.uint8],
    used: NDArray[np.uint64],
    random: Generator,
    gone: NDArray[np.uint64] | None = None,
) -> tuple[NDArray[np.uint8], NDArray[np.uint64]]:
    """Hands and used cards after every hand has drawn `count` cards.

    Args:
        tables: say what is kept.
        draws_left: before the draw.
        count: cards drawn.
        hands: ascending cards, shape (n, 5).
        used: all cards that each has held, shape (n,).
        random: deals the cards.
        gone: cards besides `used` that cannot come, shape (n,).
    """
    if count == 0:
        return hands, used
    hands, used = hands.copy(), used.copy()
    gone = (used if gone is None else gone) | np.uint64(tables.outside)
    seed = int(random.integers(2**63))
    draw_cards(tables.view, draws_left, count, seed, gone, hands, used)
    return hands, used


def push_hands(
    tables: HandTables,
    draws_left: int,
    count: int,
    hands: "ParticleRange",
    group: NDArray[np.integer],
    groups: int,
    samples: int,
    random: Generator,
) -> Vector:
    """Where groups of hands go when they draw `count` cards, in weights of the hands.

    Args:
        tables: of the buckets that they go to; say what is kept.
        draws_left: before the draw.
        count: cards drawn. One card is reckoned exactly.
        hands: the hands.
        group: of each.
        groups: how many there are.
        samples: draws of each hand where two cards or more are drawn.
        random: draws the cards.

    Returns:
        Shape (groups, buckets after the draw).
    """
    out = np.zeros((groups, tables.widths[draws_left - 1]))
    push_draws(
        tables.view,
        draws_left,
        count,
        samples,
        int(random.integers(2**63)),
        hands.hands,
        hands.used,
        tables.outside,
        hands.weights,
        group.astype(np.int32),
        out,
    )
    return out


@dataclass(frozen=True, eq=False)
class ParticleRange:
    """Hands that a seat may hold, each as likely as its weight says.

    Attributes:
        tables: buckets and kept cards.
        draws_left: draws that the seat has still to make.
        hands: ascending cards, shape (particles, 5).
        used: all cards that each has held, as bits; shape (particles,).
        weights: shape (particles,), sum one.
    """

    tables: HandTables
    draws_left: int
    hands: NDArray[np.uint8]
    used: NDArray[np.uint64]
    weights: Vector

    @classmethod
    def dealt(
        cls, tables: HandTables, particles: int, random: Generator, taken: Vector | None = None
    ) -> Self:
        """Hands before the first draw.

        Args:
            tables: buckets and kept cards.
            particles: how many.
            random: draws them.
            taken: with what probability every bucket takes the actions that have been seen, shape
                (buckets,); all hands are reckoned with, so rare actions cost nothing.
        """
        places, starts = tables.places_by_bucket
        sizes = np.diff(starts)
        mass = sizes * (np.ones(len(sizes)) if taken is None else taken[: len(sizes)])
        bucket = systematic(mass, particles, random)
        chosen = places[starts[bucket] + random.integers(sizes[bucket])]
        hands = all_combinations(5)[chosen]
        even = np.full(particles, 1 / particles)
        return cls(tables, DRAWS, hands, card_sets(hands), even)

    @cached_property
    def buckets(self) -> NDArray[np.int16]:
        """Bucket of every particle."""
        return hand_buckets(self.tables, self.draws_left, self.hands, self.used)

    @cached_property
    def low_classes(self) -> NDArray[np.int16]:
        """Low class of every particle, 1 is the best."""
        return self.tables.low_class[combination_index(self.hands)]

    def acted(self, taken: Vector, random: Generator) -> Self:
        """The range after an action.

        Args:
            taken: with what probability every bucket takes it. If no particle does, the range
                stays as it is.
            random: draws particles afresh where few are left.
        """
        weights = self.weights * taken[self.buckets]
        if not weights.sum() > 0:
            return self
        weights /= weights.sum()
        acted = self._with(self.hands, self.used, weights)
        effective = 1 / np.einsum("i,i", weights, weights)  # a product of BLAS starts threads
        return acted if effective >= LEAST_EFFECTIVE * len(weights) else acted.even(random)

    def drawn(self, count: int, random: Generator) -> Self:
        """The range after drawing so many cards."""
        hands, used = draw_hands(self.tables, self.draws_left, count, self.hands, self.used, random)
        return type(self)(self.tables, self.draws_left - 1, hands, used, self.weights)

    def even(self, random: Generator) -> Self:
        """As many particles, drawn from these by their weights, of equal weight."""
        if np.ptp(self.weights) < 1e-12:
            return self
        return self.some(len(self.weights), random)

    def some(self, number: int, random: Generator) -> Self:
        """Particles of equal weight, at most so many, picked from these by their weights."""
        number = min(number, len(self.weights))
        return self.at(systematic(self.weights, number, random))

    def picked(self, number: int, random: Generator) -> Self:
        """So many particles of equal weight, each picked from these by the weights for itself."""
        limits = np.cumsum(self.weights)
        points = random.random(number) * limits[-1]
        chosen = np.searchsorted(limits, points, side="right")
        return self.at(np.minimum(chosen, len(limits) - 1))

    def at(self, chosen: NDArray[np.intp]) -> Self:
        """The particles at some places, of equal weight."""
        even = np.full(len(chosen), 1 / len(chosen))
        return self._with(self.hands[chosen], self.used[chosen], even)

    def after(self, strategy: Strategy, state: PublicState, action: str, random: Generator) -> Self:
        """The range after an action that its seat takes at a public state.

        Args:
            strategy: what the seat plays.
            state: where it acts.
            action: a letter, or a digit at a draw.
            random: deals cards and draws particles afresh.
        """
        taken = strategy.strategy_at(state)[state.actions.index(action)]
        acted = self.acted(taken, random)
        return acted.drawn(int(action), random) if state.drawing else acted

    def _with(self, hands: NDArray[np.uint8], used: NDArray[np.uint64], weights: Vector) -> Self:
        return type(self)(self.tables, self.draws_left, hands, used, weights)


def particle_range(
    strategy: Strategy,
    tables: HandTables,
    state: PublicState,
    seat: int,
    particles: int,
    seed: int | list[int] = 0,
) -> ParticleRange:
    """The range of a seat at a public state, by the strategy that it plays.

    The deal and all that is decided before the first cards are drawn are reckoned with all hands;
    from then on particles are weighted by what they would have done.

    Args:
        strategy: what the seat plays.
        tables: of the buckets that the strategy is for.
        state: where the hand stands.
        seat: whose range.
        particles: how many.
        seed: of the deal, the draws and the choice of particles.
    """
    random = default_rng(seed)
    taken: Vector | None = None
    dealt: ParticleRange | None = None
    for before, choice in state.path:
        if before.seat != seat:
            continue
        if dealt is None:
            row = strategy.strategy_at(before)[choice]
            both = row if taken is None else taken * row
            taken = both if both.sum() > 0 else taken
            if before.drawing:
                dealt = ParticleRange.dealt(tables, particles, random, taken)
                dealt = dealt.drawn(choice, random)
        else:
            dealt = dealt.after(strategy, before, before.actions[choice], random)
    return dealt or ParticleRange.dealt(tables, particles, random, taken)


def systematic(mass: Vector, number: int, random: Generator) -> NDArray[np.intp]:
    """Places drawn by their mass, at even steps from one random beginning; ascending."""
    bounds = np.cumsum(mass)
    ends = np.ceil(bounds * (number / bounds[-1]) - random.random())
    last = int(np.flatnonzero(mass)[-1])  # whatever rounding has made of the end
    ends[last:] = number
    return np.repeat(np.arange(len(mass)), np.diff(ends, prepend=0).astype(np.intp))
