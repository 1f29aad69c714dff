"""What both seats hold at a public state, hand by hand."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.abstraction import GROUPINGS, Abstraction, group_hands
from solver.abstraction.outcomes import push
from solver.abstraction.reference import deal
from solver.cards import DECK_SIZE, HANDS, all_combinations, suit_classes
from solver.errors import CardError, ConfigurationError
from solver.game.public_state import PublicState

HandRange = NDArray[np.float64]
"""Weight of each of the 134,459 hands, in any unit."""

StrategyAt = Callable[[PublicState], NDArray[np.float64]]
"""Probability of every action in every bucket at a state, shape (actions, buckets)."""

NEVER = 1e-9
"""Share of a range below which an action counts as never taken: rounding makes more of it."""


@dataclass(frozen=True)
class HandRanges:
    """Ranges over hands.

    Attributes:
        reach: weights of all hands, one vector of shape (134459,) a seat.
        guessed: seats that took an action which their strategy never takes; their range is the
            one they had before it.
    """

    reach: tuple[HandRange, HandRange]
    guessed: frozenset[int]


def hand_ranges(
    abstraction: Abstraction, strategy_at: StrategyAt, state: PublicState
) -> HandRanges:
    """Follow both ranges from the deal: own strategies, and every draw exactly.

    Args:
        abstraction: buckets in which the strategies are given, and the cards kept.
        strategy_at: the strategies.
        state: a state of the whole tree.
    """
    reach = [deal(), deal()]
    guessed = set()
    for before, action in state.path:
        seat, left = before.seat, before.draws_left
        frequency = strategy_at(before)[action][abstraction.buckets[left]]
        after = reach[seat] * frequency
        if after.sum() < NEVER * reach[seat].sum():
            guessed.add(seat)
            after = reach[seat]
        if before.drawing:
            after = push(after, abstraction.keeps[left][action])
        reach[seat] = after
    return HandRanges((reach[0], reach[1]), frozenset(guessed))


def named_range(
    abstraction: Abstraction, draws_left: int, weights: Mapping[str, float]
) -> HandRange:
    """A range of groups of hands by name.

    Within a group hands stand as often as play brings them up.

    Args:
        abstraction: hands and how often they come up.
        draws_left: 0 to 3.
        weights: how often hands of a group are held, by names of `solver.abstraction.GROUPINGS`
            of any grouping but buckets; where groups overlap the later one counts.

    Raises:
        ConfigurationError: no such group, or a weight below 0.
    """
    frequency = np.zeros(HANDS)
    for name, weight in weights.items():
        if not 0 <= weight < np.inf:
            raise ConfigurationError(f"weight {weight} of {name!r}; expected a number from 0 on")
        frequency[members(abstraction, draws_left, name)] = weight
    return abstraction.weights[draws_left] * frequency


def members(abstraction: Abstraction, draws_left: int, name: str) -> NDArray[np.bool_]:
    """Which hands belong to a group of any grouping but buckets, shape (134459,).

    Raises:
        ConfigurationError: no such group.
    """
    known: list[str] = []
    for by in GROUPINGS:
        if by == "bucket":
            continue
        grouping = group_hands(abstraction, draws_left, by)
        if name in grouping.names:
            return np.equal(grouping.of_hand, grouping.names.index(name))
        if by != "kept cards":
            known += grouping.names
    raise ConfigurationError(
        f"there are no hands called {name!r} with {draws_left} draws left; expected one of "
        f"{', '.join(known)}, or kept cards such as 7432."
    )


def in_buckets(abstraction: Abstraction, draws_left: int, hands: HandRange) -> NDArray[np.float64]:
    """A range over buckets, shape (buckets,)."""
    size = abstraction.size(draws_left)
    return np.bincount(abstraction.buckets[draws_left], hands, size).astype(np.float64)


def without_cards(hands: HandRange, dead: Sequence[int]) -> HandRange:
    """A range once some cards are known to be elsewhere.

    Each hand keeps the share of its suit-isomorphic forms that hold none of the cards. Cards that
    were drawn and thrown away by whoever holds the range are not looked into.

    Args:
        hands: the range.
        dead: the cards.

    Raises:
        CardError: a card twice.
    """
    if len(set(dead)) != len(dead):
        raise CardError(f"{len(set(dead))} different dead cards in {len(dead)}")
    forms = suit_classes(5)
    held = np.zeros(DECK_SIZE, np.bool_)
    held[list(dead)] = True
    alive = ~held[all_combinations(5)].any(axis=1)
    count = np.bincount(forms.of_combination[alive], minlength=HANDS)
    return np.asarray(hands * count / forms.count, np.float64)
