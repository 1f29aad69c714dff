"""What follows a public state late in a hand, as a game of groups of hands that meet by real cards.

A betting round, the last draw and the last betting round; where only the last round is left, the
first round has no choice and nobody draws. Each seat holds one of some groups. Whether two groups
can meet (their hands share no card, held or thrown away), and who is ahead, are matrices. A draw
takes groups of the first round to groups of the last; what a hand was before is forgotten then.

Solved by counterfactual regret minimisation, both seats in turn, all groups at once.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import pairwise, product

import numpy as np
from numpy.typing import NDArray

from solver.cfr.rules import UpdateRule
from solver.game.betting import BettingTree
from solver.stopping import stop_if_asked

Array = NDArray[np.float32]
Key = tuple[str, int] | tuple[str, int, int, int]
"""A decision: ``("first", n)``, ``("draw", seat)``, or ``("last", c0, c1, n)`` after draws of c0
and c1 cards. All ends of the first round stand side by side in the last two."""

Strategy = dict[Key, Array]
"""Probabilities of every decision, shape (..., actions, groups)."""

Visit = Callable[[Key, Array, Array, Array], None]
"""Told of a decision its key, values of its actions, value of the decision and own reach."""


@dataclass(frozen=True, eq=False)
class CardGame:
    """A game of groups.

    Attributes:
        first: the first betting round.
        last: the last one.
        stake: what each seat put in before the first round.
        stakes: the same before the last round, shape (ends of the first, counts 0, counts 1).
        hands: weight of every group of each seat at the start.
        draws: for each seat and count where its groups go, shape (groups, groups after).
        meet: how often two groups meet at the start, seat 0 in rows.
        meet_last: the same after each pair of counts, ``meet_last[c0][c1]``.
        ahead: how much more often seat 0 is ahead than behind.
    """

    first: BettingTree
    last: BettingTree
    stake: float
    stakes: Array
    hands: tuple[Array, Array]
    draws: tuple[tuple[Array, ...], tuple[Array, ...]]
    meet: Array
    meet_last: tuple[tuple[Array, ...], ...]
    ahead: tuple[tuple[Array, ...], ...]

    @property
    def counts(self) -> tuple[int, int]:
        """Draw counts open to each seat."""
        return len(self.draws[0]), len(self.draws[1])

    def decisions(self) -> Iterator[tuple[Key, int, tuple[int, ...]]]:
        """Every decision with its seat and the shape of its numbers."""
        ends = len(self.first.closed)
        first, second = self.counts
        groups = [len(hands) for hands in self.hands]
        for n, (begin, end) in enumerate(pairwise(self.first.first_action.tolist())):
            seat = int(self.first.actor[n])
            yield ("first", n), seat, (end - begin, groups[seat])
        yield ("draw", 0), 0, (ends, first, groups[0])
        yield ("draw", 1), 1, (ends, first, second, groups[1])
        for counts in product(range(first), range(second)):
            for n, (begin, end) in enumerate(pairwise(self.last.first_action.tolist())):
                seat = int(self.last.actor[n])
                size = self.draws[seat][counts[seat]].shape[1]
                yield ("last", *counts, n), seat, (ends, end - begin, size)

    def solve(self, iterations: int, rule: UpdateRule) -> Strategy:
        """Average strategies of both seats.

        Raises:
            Stopped: they are not wanted any more (`solver.stopping`).
        """
        shapes = {key: shape for key, _, shape in self.decisions()}
        regrets = {key: np.zeros(shape, np.float32) for key, shape in shapes.items()}
        totals = {key: np.zeros(shape, np.float32) for key, shape in shapes.items()}
        played = {key: matched(array) for key, array in regrets.items()}
        for t, seat in product(range(1, iterations + 1), (0, 1)):
            stop_if_asked()
            fresh: Strategy = {}
            learn = partial(self._learn, regrets, totals, played, rule, t, fresh)
            self.value(played, seat, visit=learn)
            played |= fresh
        return {key: matched(array) for key, array in totals.items()}

    @staticmethod
    def _learn(
        regrets: Strategy,
        totals: Strategy,
        played: Strategy,
        rule: UpdateRule,
        t: int,
        fresh: Strategy,
        key: Key,
        values: Array,
        here: Array,
        reach: Array,
    ) -> None:
        """Update a decision, and note what is played there next."""
        regret, sums = regrets[key], totals[key]
        positive, negative = np.float32(rule.keep_positive(t)), np.float32(rule.keep_negative(t))
        regret *= np.where(regret > 0, positive, negative)
        regret += values
        regret -= here[..., None, :]
        sums *= np.float32(rule.keep_total(t))
        sums += played[key] * reach[..., None, :]
        fresh[key] = matched(regret)

    def value(
        self, strategy: Strategy, seat: int, *, best: bool = False, visit: Visit | None = None
    ) -> Array:
        """What every group of a seat wins at the start, times how often it meets an opponent.

        Args:
            strategy: of both seats.
            seat: whose values.
            best: whether the seat plays a best response in place of its strategy.
            visit: told of every decision of the seat.
        """
        played, starts, leaves = self._first_round(strategy)
        worth = self.after_first(strategy, seat, self._ends(leaves), best=best, visit=visit)
        meet = self.meet if seat == 0 else self.meet.T
        values = {leaf: worth[place] for place, leaf in enumerate(self.first.closed)}
        for leaf in np.flatnonzero(self.first.folder >= 0).tolist():
            won = won_by_fold(self.first, leaf, seat, self.stake)
            values[leaf] = np.float32(won) * (meet @ leaves[leaf][1 - seat])
        reach = [pair[seat] for pair in starts]
        keys = [("first", n) for n in range(len(played))]
        return _backward(self.first, seat, played, values, reach, keys, best, visit)

    def after_first(
        self,
        strategy: Strategy,
        seat: int,
        ends: tuple[Array, Array],
        *,
        best: bool = False,
        visit: Visit | None = None,
    ) -> Array:
        """Values of a seat before the draw, shape (ends of the first round, groups)."""
        own = self.draws[seat]
        counts = self.counts
        if seat == 0:
            values = np.zeros((len(ends[0]), counts[0], len(self.hands[0])), np.float32)
        else:
            values = np.zeros((len(ends[0]), *counts, len(self.hands[1])), np.float32)
        for first, second, before in self.before_last(strategy, ends):
            won = self.last_round(strategy, seat, (first, second), before, best=best, visit=visit)
            if seat == 0:
                values[:, first] += won @ own[first].T
            else:
                values[:, first, second] = won @ own[second].T
        key = ("draw", seat)
        here = _chosen(strategy[key], values, best)
        if visit is not None:
            reach = ends[0] if seat == 0 else np.repeat(ends[1][:, None], counts[0], axis=1)
            visit(key, values, here, reach)
        return here if seat == 0 else here.sum(axis=1, dtype=np.float32)

    def before_last(
        self, strategy: Strategy, ends: tuple[Array, Array]
    ) -> Iterator[tuple[int, int, tuple[Array, Array]]]:
        """Reach of both seats on arrival in the last round, for every pair of counts."""
        counts = self.counts
        for first in range(counts[0]):
            drawing = ends[0] * strategy["draw", 0][:, first]
            big_blind = np.asarray(drawing @ self.draws[0][first], np.float32)
            for second in range(counts[1]):
                drawing = ends[1] * strategy["draw", 1][:, first, second]
                button = np.asarray(drawing @ self.draws[1][second], np.float32)
                yield first, second, (big_blind, button)

    def ends(self, strategy: Strategy) -> tuple[Array, Array]:
        """Reach of both seats at the ends of the first round, shape (ends, groups) each."""
        return self._ends(self._first_round(strategy)[2])

    def _first_round(
        self, strategy: Strategy
    ) -> tuple[list[Array], list[tuple[Array, Array]], dict[int, tuple[Array, Array]]]:
        """What is played in the first round, and the reach at its decisions and leaves."""
        played = [strategy["first", n] for n in range(len(self.first.actor))]
        return played, *_forward(self.first, played, self.hands)

    def _ends(self, leaves: dict[int, tuple[Array, Array]]) -> tuple[Array, Array]:
        ends = [leaves[leaf] for leaf in self.first.closed]
        return np.stack([end[0] for end in ends]), np.stack([end[1] for end in ends])

    def last_round(
        self,
        strategy: Strategy,
        seat: int,
        counts: tuple[int, int],
        before: tuple[Array, Array],
        *,
        best: bool = False,
        visit: Visit | None = None,
    ) -> Array:
        """Values at the start of the last round.

        Args:
            strategy: of both seats.
            seat: whose values.
            counts: cards that both drew.
            before: reach of both seats on arrival, shape (ends, groups) each.
            best: whether the seat plays a best response in place of its strategy.
            visit: told of every decision of the seat.

        Returns:
            Shape (ends of the first round, groups).
        """
        betting = self.last
        keys = [("last", *counts, n) for n in range(len(betting.actor))]
        played = [strategy[key] for key in keys]
        starts, leaves = _forward(betting, played, before)
        stake = self.stakes[:, counts[0], counts[1]]
        values: dict[int, Array] = {}
        folds = np.flatnonzero(betting.folder >= 0).tolist()
        shown = np.flatnonzero(betting.folder < 0).tolist()
        sign = 1 if seat == 0 else -1
        for some, matrix in (
            (folds, self.meet_last[counts[0]][counts[1]]),
            (shown, sign * self.ahead[counts[0]][counts[1]]),
        ):
            across = matrix.T if seat == 0 else matrix
            met = np.concatenate([leaves[leaf][1 - seat] for leaf in some]) @ across
            for leaf, here in zip(some, np.split(met, len(some)), strict=True):
                paid = (
                    won_by_fold(betting, leaf, seat, stake)
                    if betting.folder[leaf] >= 0
                    else stake + betting.added[leaf, 0]
                )
                values[leaf] = here * np.asarray(paid, np.float32)[:, None]
        reach = [pair[seat] for pair in starts]
        return _backward(betting, seat, played, values, reach, keys, best, visit)


def matched(numbers: Array) -> Array:
    """Probabilities in proportion to what is positive, even where nothing is."""
    positive = np.maximum(numbers, 0)
    whole = positive.sum(axis=-2, keepdims=True)
    some = whole > 0
    positive /= np.where(some, whole, 1)
    even = np.float32(1 / numbers.shape[-2])
    return np.asarray(np.where(some, positive, even), np.float32)


def _chosen(played: Array, values: Array, best: bool) -> Array:
    if best:
        return np.asarray(values.max(axis=-2))
    return np.asarray(np.einsum("...ag,...ag->...g", played, values))


def won_by_fold(betting: BettingTree, leaf: int, seat: int, stake: float | Array) -> float | Array:
    """What a seat wins at a leaf where somebody folded.

    Args:
        betting: the round.
        leaf: of it.
        seat: whose winnings.
        stake: what each seat put in before the round.
    """
    folder = int(betting.folder[leaf])
    paid: float | Array = stake + betting.added[leaf, folder]
    return -paid if folder == seat else paid


def _forward(
    betting: BettingTree, played: list[Array], before: tuple[Array, Array]
) -> tuple[list[tuple[Array, Array]], dict[int, tuple[Array, Array]]]:
    """Reach of both seats at every decision and every leaf of a betting round."""
    starts = [before] * len(played)
    leaves: dict[int, tuple[Array, Array]] = {}
    for n, (begin, end) in enumerate(pairwise(betting.first_action.tolist())):
        actor = int(betting.actor[n])
        for action in range(begin, end):
            mine = starts[n][actor] * played[n][..., action - begin, :]
            after = (mine, starts[n][1]) if actor == 0 else (starts[n][0], mine)
            target = int(betting.target[action])
            if target >= 0:
                starts[target] = after
            else:
                leaves[-1 - target] = after
    return starts, leaves


def _backward(
    betting: BettingTree,
    seat: int,
    played: list[Array],
    leaves: dict[int, Array],
    reach: list[Array],
    keys: list[tuple[str, int]] | list[tuple[str, int, int, int]],
    best: bool,
    visit: Visit | None,
) -> Array:
    """Values of a seat at the start of a betting round from those at its leaves."""
    values = [np.empty(0, np.float32)] * len(played)
    for n in reversed(range(len(played))):
        begin, end = betting.first_action[n : n + 2].tolist()
        after = [
            values[target] if target >= 0 else leaves[-1 - target]
            for target in betting.target[begin:end].tolist()
        ]
        if betting.actor[n] == seat:
            each = np.stack(after, axis=-2)
            values[n] = _chosen(played[n], each, best)
            if visit is not None:
                visit(keys[n], each, values[n], reach[n])
        else:
            values[n] = np.sum(after, axis=0, dtype=np.float32)
    return values[0]
