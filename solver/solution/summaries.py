"""What a whole range does at a public state, hands grouped as players think of them."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.abstraction import Abstraction, Grouping, group_hands, pattern_text, patterns
from solver.cards import format_hand, suit_classes
from solver.errors import ConfigurationError
from solver.game.public_state import PublicState
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

    >>> summary = solver.load("heads-up").summary("r", by="low cards")
    >>> best = summary.groups[0]
    >>> best.name, round(best.frequencies["r"], 2), round(best.ev, 1)
    ('5 low cards', 1.0, 5.2)
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
    grouping = group_hands(abstraction, state.draws_left, by)
    sorter = _Sorter(abstraction, evaluator, state)
    groups = tuple(
        sorter.group(name, members)
        for name, members in zip(grouping.names, _members(grouping), strict=True)
        if sorter.share(members) >= LEAST_SHARE
    )
    everything = sorter.group("all hands", np.arange(len(sorter.hands)))
    return Summary(state, by, groups, everything, sorter.guessed)


def hands_of_group(
    abstraction: Abstraction,
    evaluator: Evaluator,
    state: PublicState,
    by: str,
    name: str,
    most: int,
) -> tuple[GroupSummary, ...]:
    """The hands of one group, those that keep the same ranks together, the likeliest first.

    Args:
        abstraction: what hands the buckets hold.
        evaluator: of the solution.
        state: where a seat is to act.
        by: a name of `solver.abstraction.GROUPINGS`.
        name: of the group.
        most: so many are told at most.

    Returns:
        Named as by `solver.abstraction.pattern_text`, each with one example. Empty if the range
        does not hold the group.

    Raises:
        HistoryError: nobody is to act.
        ConfigurationError: no such grouping or group.
    """
    grouping = group_hands(abstraction, state.draws_left, by)
    if name not in grouping.names:
        raise ConfigurationError(
            f"no group {name!r} with {state.draws_left} draws left; expected one of "
            f"{', '.join(grouping.names[:20])}"
        )
    sorter = _Sorter(abstraction, evaluator, state)
    members = np.flatnonzero(grouping.of_hand == grouping.names.index(name))
    members = members[sorter.hands[members] > 0]
    kept, inverse = np.unique(sorter.kept[members], return_inverse=True)
    shares = np.bincount(inverse, sorter.hands[members], len(kept))
    likeliest = np.argsort(-shares, kind="stable")[:most]
    return tuple(
        sorter.group(pattern_text(int(kept[number])), members[inverse == number])
        for number in likeliest
    )


class _Sorter:
    """Range, strategy and values of the seat to act, ready to be summed over any hands."""

    def __init__(self, abstraction: Abstraction, evaluator: Evaluator, state: PublicState):
        seat, left = state.seat, state.draws_left
        ranges = evaluator.ranges(state)
        self.guessed = ranges.guessed
        self.hands = _hand_range(abstraction, ranges.reach[seat], left)
        self.kept = patterns(abstraction, left)
        self._actions = state.actions
        self._buckets = abstraction.buckets[left]
        self._strategy = evaluator.strategy_at(state)
        self._values = evaluator.action_values(state)

    def share(self, members: NDArray[np.intp]) -> float:
        """Share of the range that some hands have together."""
        return float(self.hands[members].sum())

    def group(self, name: str, members: NDArray[np.intp]) -> GroupSummary:
        """What is done with some hands."""
        hands, share = self.hands[members], self.share(members)
        strategy, values = self._strategy, self._values
        mix = np.bincount(self._buckets[members], hands, strategy.shape[1]) / share
        return GroupSummary(
            name=name,
            share=share,
            frequencies=dict(zip(self._actions, (strategy @ mix).tolist(), strict=True)),
            evs=dict(zip(self._actions, (values @ mix).tolist(), strict=True)),
            ev=float((strategy * values).sum(axis=0) @ mix),
            examples=_examples(members, hands, self.kept[members]),
        )


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
