"""What a whole range does at a public state, hands grouped as players think of them."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.abstraction import Abstraction, Grouping, group_hands, patterns
from solver.cards import format_hand, suit_classes
from solver.game.history import PublicState
from solver.solution.values import Evaluator

EXAMPLES = 3
"""How many hands stand as examples of a group."""

LEAST_SHARE = 1e-6
"""Groups of which a range holds less are left out: strategies are stored too coarsely for them."""


@dataclass(frozen=True)
class GroupSummary:
    """What the seat to act does with one group of hands.

    Attributes:
        name: of the group.
        share: of the range of the seat to act, 0 to 1.
        frequencies: how often each action is taken, by its code; sums to one.
        evs: what each action wins from here on, by its code, in small bets; a fold is worth 0.
        ev: what the strategy wins from here on, in small bets.
        examples: likely hands, the likeliest first, no two of which keep the same ranks.
    """

    name: str
    share: float
    frequencies: dict[str, float]
    evs: dict[str, float]
    ev: float
    examples: tuple[str, ...]


@dataclass(frozen=True)
class Summary:
    """What the seat to act does at a public state.

    Attributes:
        state: the public state.
        by: name of the grouping (`solver.abstraction.GROUPINGS`).
        groups: in the order of the grouping, without those that the range does not hold.
        whole: the same for all hands together.
        guessed: seats that have done what the solution never does; their range is the one they
            had before.
    """

    state: PublicState
    by: str
    groups: tuple[GroupSummary, ...]
    whole: GroupSummary
    guessed: frozenset[int]


def summarise(
    abstraction: Abstraction, evaluator: Evaluator, state: PublicState, by: str = "kind"
) -> Summary:
    """Frequencies and values of every action, group by group.

    Args:
        abstraction: what hands the buckets hold.
        evaluator: of the solution.
        state: where a seat is to act.
        by: a name of `solver.abstraction.GROUPINGS`.

    Raises:
        HistoryError: nobody is to act.
        ConfigurationError: no such grouping.
    """
    seat, left = state.seat, state.draws_left
    grouping = group_hands(abstraction, left, by)
    ranges = evaluator.ranges(state)
    hands = _hand_range(abstraction, ranges.reach[seat], left)
    strategy, values = evaluator.strategy_at(state), evaluator.action_values(state)
    buckets, kept = abstraction.buckets[left], patterns(abstraction, left)

    def group(name: str, members: NDArray[np.intp]) -> GroupSummary:
        share = hands[members].sum()
        mix = np.bincount(buckets[members], hands[members], strategy.shape[1]) / share
        return GroupSummary(
            name=name,
            share=float(share),
            frequencies=dict(zip(state.actions, (strategy @ mix).tolist(), strict=True)),
            evs=dict(zip(state.actions, (values @ mix).tolist(), strict=True)),
            ev=float((strategy * values).sum(axis=0) @ mix),
            examples=_examples(members, hands[members], kept[members]),
        )

    groups = tuple(
        group(name, members)
        for name, members in zip(grouping.names, _members(grouping), strict=True)
        if hands[members].sum() >= LEAST_SHARE
    )
    everything = group("all hands", np.arange(len(hands)))
    return Summary(state, by, groups, everything, ranges.guessed)


def range_of(
    abstraction: Abstraction,
    evaluator: Evaluator,
    state: PublicState,
    seat: int,
    by: str = "kind",
) -> dict[str, float]:
    """Share of every group of hands in the range of a seat, in the order of the grouping.

    Raises:
        ConfigurationError: no such grouping.
    """
    left = state.draws_left_of(seat)
    grouping = group_hands(abstraction, left, by)
    hands = _hand_range(abstraction, evaluator.ranges(state).reach[seat], left)
    shares = np.bincount(grouping.of_hand, hands, len(grouping.names))
    return dict(zip(grouping.names, shares.tolist(), strict=True))


def _hand_range(
    abstraction: Abstraction, reach: NDArray[np.float64], draws_left: int
) -> NDArray[np.float64]:
    """A range over all hands, spread within each bucket as play brings its hands up."""
    weights, buckets = abstraction.weights[draws_left], abstraction.buckets[draws_left]
    of_bucket = np.bincount(buckets, weights, len(reach))
    return np.asarray(weights * (reach / reach.sum() / of_bucket)[buckets], np.float64)


def _members(grouping: Grouping) -> list[NDArray[np.intp]]:
    """Hands of each group."""
    order = np.argsort(grouping.of_hand, kind="stable")
    ends = np.cumsum(np.bincount(grouping.of_hand, minlength=len(grouping.names)))
    return np.split(order, ends[:-1])


def _examples(
    members: NDArray[np.intp], weights: NDArray[np.float64], kept: NDArray[np.int64]
) -> tuple[str, ...]:
    """The likeliest hand of each of the likeliest patterns."""
    pattern_of, inverse = np.unique(kept, return_inverse=True)
    likeliest = np.argsort(-np.bincount(inverse, weights, len(pattern_of)), kind="stable")
    found = []
    for pattern in likeliest[:EXAMPLES]:
        inside = np.flatnonzero(inverse == pattern)
        hand = members[inside[weights[inside].argmax()]]
        found.append(format_hand(suit_classes(5).example[hand]))
    return tuple(found)
