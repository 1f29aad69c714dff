"""The last betting round solved with real cards.

Both ranges are particles: hands with all the cards that they have held. A seat tells its hands
apart by low class and, within a class, by the dead cards that it knows of (`HandGroups`). Which
groups meet how often, and who wins, is counted pair by pair; hands that share a card never meet.
What is left is a matrix game of one betting tree, solved by regret minimisation.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.random import default_rng
from numpy.typing import NDArray

from solver.cards import CLASSES as CLASSES_OF_HANDS
from solver.cards import format_cards
from solver.cfr.rules import UpdateRule
from solver.errors import CardError, ConfigurationError
from solver.game.betting import BettingTree
from solver.game.history import PublicState
from solver.sequences import HandTables, Opponents, ParticleRange, Strategy, particle_range
from solver.sequences.blockers import score_sums
from solver.sequences.tables import card_sets
from solver.subgames.solving import RULE

Vector = NDArray[np.float64]

PARTICLES = 16_384
"""Hands of each range. With 4,096 the solution fits the very hands that were drawn, and loses more
than half of what real cards are worth."""

STRENGTHS, CLASSES = 48, 4
"""Groups by low class, and classes of dead cards in each of them."""

ITERATIONS = 200

HAND = 5

_CHUNK = 2_048
"""Hands that are compared with all others at a time."""


@dataclass(frozen=True, eq=False)
class HandGroups:
    """How the hands of a seat are told apart in one last round.

    Attributes:
        limits: last low class of every group but the worst, ascending, shape (groups - 1,).
        scores: largest sum of the weights of dead cards (`solver.sequences.blockers`) in every
            class but the last, shape (groups, classes - 1).
    """

    limits: NDArray[np.int16]
    scores: NDArray[np.int16]

    @classmethod
    def of(cls, range_: ParticleRange, strengths: int, classes: int) -> "HandGroups":
        """Groups of equal weight in a range.

        Args:
            range_: of the seat.
            strengths: groups by low class, at most.
            classes: classes of dead cards in each.
        """
        low, score = range_.low_classes, score_sums(range_.used)
        order = np.argsort(low, kind="stable")
        reach = np.cumsum(range_.weights[order])
        at = np.searchsorted(reach, reach[-1] * np.arange(1, strengths) / strengths)
        limits = np.unique(low[order][np.minimum(at, len(low) - 1)])
        group = np.searchsorted(limits, low, side="left")
        scores = np.zeros((len(limits) + 1, classes - 1), np.int16)
        for number in range(len(limits) + 1):
            here = np.flatnonzero(group == number)
            if len(here):
                by_score = here[np.argsort(score[here], kind="stable")]
                shares = np.cumsum(range_.weights[by_score])
                goals = shares[-1] * np.arange(1, classes) / classes
                places = np.minimum(np.searchsorted(shares, goals), len(here) - 1)
                scores[number] = score[by_score[places]]
        return cls(limits.astype(np.int16), scores)

    @property
    def size(self) -> int:
        """How many groups there are."""
        return int(self.scores.shape[0] * (self.scores.shape[1] + 1))

    def of_range(self, range_: ParticleRange) -> NDArray[np.int16]:
        """Group of every hand of a range."""
        strength = np.searchsorted(self.limits, range_.low_classes, side="left")
        score = score_sums(range_.used)
        dead = (score[:, None] > self.scores[strength]).sum(axis=1)
        return np.asarray(strength * (self.scores.shape[1] + 1) + dead, np.int16)


@dataclass(frozen=True, eq=False)
class HandAnswer:
    """What one hand does in a last round, and what it can win.

    Attributes:
        group: of the hand.
        frequencies: of every action, shape (actions,).
        values: what every action wins from here on, in small bets, with the best continuation of
            one's own; a fold is worth 0. Shape (actions,).
        opponents: weight of every low class, 0 to 7462, in the range that the hand faces.
        guessed: whether the opponent has done what no hand of its range does, so that the range is
            the one before.
    """

    group: int
    frequencies: Vector
    values: Vector
    opponents: Vector
    guessed: bool


@dataclass(frozen=True, eq=False)
class LastRound:
    """A last betting round that was solved with real cards.

    Attributes:
        state: its start.
        groups: how each seat tells its hands apart.
        ranges: hands of both seats on arrival, of equal weight.
        strategy: probabilities, shape (actions of the round, groups of the seat with most).
    """

    state: PublicState
    groups: tuple[HandGroups, HandGroups]
    ranges: tuple[ParticleRange, ParticleRange]
    strategy: Vector

    def answer(self, hand: Sequence[int], thrown: Sequence[int], state: PublicState) -> HandAnswer:
        """What a hand does at a decision of the round, against the opponents that it can meet.

        Args:
            hand: five cards.
            thrown: own cards thrown away before.
            state: the decision; its seat holds the hand.

        Raises:
            CardError: not five different cards, one that was thrown away is still held, or other
                than as many as the seat has drawn.
        """
        seat, other = state.seat, 1 - state.seat
        mine = _single(self.ranges[seat].tables, hand, thrown, sum(state.draws[seat]))
        theirs = self.ranges[other]
        group = self.groups[other].of_range(theirs)
        free = ((theirs.used & mine.used[0]) == 0).astype(float)
        reach = np.ones(self.strategy.shape[1])
        for before, choice in state.path:
            if before.level == state.level and before.seat == other:
                reach = reach * self.strategy_at(before)[choice]
        guessed = not (free * reach[group]).sum() > 0
        reach = np.ones_like(reach) if guessed else reach
        weights = free * reach[group]
        met = np.bincount(group, free, len(reach))
        ahead = np.sign(theirs.low_classes - mine.low_classes[0])
        beaten = np.bincount(group, free * ahead, len(reach))
        betting = state.tree.rounds[-1].betting
        stake = float(state.tree.rounds[-1].stake[state.instance])

        def value(action: int, theirs: Vector) -> float:
            target = int(betting.target[action])
            if target < 0:
                leaf = -1 - target
                paid = stake + betting.added[leaf]
                if betting.folder[leaf] >= 0:
                    won = -paid[seat] if betting.folder[leaf] == seat else paid[other]
                    return float(won * (met @ theirs))
                return float(paid[seat] * (beaten @ theirs))
            after = range(*betting.first_action[target : target + 2])
            if betting.actor[target] == seat:
                return max(value(choice, theirs) for choice in after)
            return sum(value(choice, theirs * self.strategy[choice]) for choice in after)

        here = range(*betting.first_action[state.decision : state.decision + 2])
        values = np.array([value(action, reach) for action in here]) / weights.sum()
        own = int(self.groups[seat].of_range(mine)[0])
        return HandAnswer(
            own,
            self.strategy_at(state)[:, own],
            values + state.contributed[seat],
            np.bincount(theirs.low_classes, weights, CLASSES_OF_HANDS + 1) / weights.sum(),
            guessed,
        )

    def strategy_at(self, state: PublicState) -> Vector:
        """Probability of every action in every group of the seat to act, (actions, groups)."""
        betting = state.tree.rounds[-1].betting
        first, end = betting.first_action[state.decision : state.decision + 2]
        return self.strategy[first:end]

    def group(self, range_: ParticleRange, seat: int) -> NDArray[np.int16]:
        """Group of every hand of a range."""
        return self.groups[seat].of_range(range_)


def solve_last_round(
    strategy: Strategy,
    tables: HandTables,
    state: PublicState,
    *,
    particles: int = PARTICLES,
    strengths: int = STRENGTHS,
    classes: int = CLASSES,
    iterations: int = ITERATIONS,
    rule: UpdateRule = RULE,
    seed: int = 0,
) -> LastRound:
    """Solve a last betting round with real cards.

    Args:
        strategy: what both seats have played up to here.
        tables: buckets that it is for.
        state: the start of the round, or a decision in it.
        particles: hands of each range.
        strengths: groups by low class, at most.
        classes: classes of dead cards in each.
        iterations: updates of both seats.
        rule: the update rule.
        seed: of the ranges.

    Raises:
        ConfigurationError: the state is not in the last betting round.
    """
    if state.level != len(state.tree.levels) - 1:
        raise ConfigurationError(
            f"{state.history!r} is not in the last betting round; real cards are only counted there"
        )
    while state.decision and state.before is not None:
        state = state.before
    random = default_rng(seed)
    ranges = [
        particle_range(strategy, tables, state, seat, particles, [seed, seat]).even(random)
        for seat in (0, 1)
    ]
    groups = [HandGroups.of(range_, strengths, classes) for range_ in ranges]
    size = max(group.size for group in groups)
    both, ahead = np.zeros((size, size)), np.zeros((size, size))
    opponents = Opponents.of(ranges[1], groups[1].size, random, groups[1].of_range)
    number = groups[0].of_range(ranges[0])
    for begin in range(0, particles, _CHUNK):
        part = slice(begin, begin + _CHUNK)
        met, beaten = opponents.compared(ranges[0].used[part], ranges[0].low_classes[part])
        np.add.at(both[:, : groups[1].size], number[part], met)
        np.add.at(ahead[:, : groups[1].size], number[part], beaten)
    stake = float(state.tree.rounds[-1].stake[state.instance])
    game = MatrixGame(state.tree.rounds[-1].betting, stake, both / particles, ahead / particles)
    return LastRound(
        state, (groups[0], groups[1]), (ranges[0], ranges[1]), game.solve(iterations, rule)
    )


def _single(
    tables: HandTables, hand: Sequence[int], thrown: Sequence[int], drawn: int
) -> ParticleRange:
    """A range of one hand."""
    cards = sorted(int(card) for card in hand)
    if len(set(cards)) != HAND or len({*cards, *thrown}) != HAND + len(thrown):
        raise CardError(
            f"{format_cards(hand, ' ')} held and {format_cards(thrown, ' ') or 'nothing'} thrown "
            "away; expected five different cards, and none of them thrown away"
        )
    if len(thrown) != drawn:
        raise CardError(
            f"{len(thrown)} cards thrown away, but {drawn} drawn; give every discard of the hand"
        )
    used = card_sets(np.array([[*cards, *thrown]], np.uint8))
    return ParticleRange(tables, 0, np.array([cards], np.uint8), used, np.ones(1))


class MatrixGame:
    """One betting round between two seats that hold one of some groups each.

    Args:
        betting: the round.
        stake: what each seat put in before it.
        both: how often every two groups meet, seat 0 in rows.
        ahead: the same, less how often seat 1 is ahead twice over.
    """

    def __init__(self, betting: BettingTree, stake: float, both: Vector, ahead: Vector):
        self._betting = betting
        self._size = len(both)
        self._meet = (both, both.T.copy())
        self._ahead = (ahead, -ahead.T.copy())
        ends = np.flatnonzero(betting.target < 0)
        leaf = -1 - betting.target[ends]
        folder = betting.folder[leaf]
        self._folds, self._shown = ends[folder >= 0], ends[folder < 0]
        # What seat 0 wins by a fold, and what each seat risks at a showdown.
        folds, shown = leaf[folder >= 0], leaf[folder < 0]
        loser = betting.folder[folds]
        paid = stake + betting.added[folds, loser]
        self._won = np.where(loser == 0, -paid, paid).astype(float)
        self._risked = (stake + betting.added[shown, 0]).astype(float)
        self._before = _last_own_action(betting)

    def solve(self, iterations: int, rule: UpdateRule) -> Vector:
        """Average strategy, shape (actions, groups)."""
        shape = (len(self._betting.letters), self._size)
        regrets, totals = np.zeros(shape), np.zeros(shape)
        for t in range(1, iterations + 1):
            for seat in (0, 1):
                self._learn(seat, t, regrets, totals, rule)
        return self._matched(totals)

    def _matched(self, numbers: Vector) -> Vector:
        out = np.maximum(numbers, 0)
        for first, end in self._spans():
            whole = out[first:end].sum(axis=0)
            out[first:end] = np.where(
                whole > 0, out[first:end] / np.where(whole > 0, whole, 1), 1 / (end - first)
            )
        return out

    def _spans(self) -> list[tuple[int, int]]:
        bounds = self._betting.first_action.tolist()
        return list(pairwise(bounds))

    def _learn(self, seat: int, t: int, regrets: Vector, totals: Vector, rule: UpdateRule) -> None:
        betting, spans = self._betting, self._spans()
        strategy = self._matched(regrets)
        reach = np.empty_like(strategy)
        one = np.ones(self._size)
        for decision, (first, end) in enumerate(spans):
            actor = int(betting.actor[decision])
            before = self._before[actor][first]
            parent = one if before < 0 else reach[before]
            reach[first:end] = parent * strategy[first:end]
        other = 1 - seat
        value = np.empty_like(strategy)
        sign = 1 if seat == 0 else -1
        for ends, chips, matrix in (
            (self._folds, sign * self._won, self._meet[seat]),
            (self._shown, self._risked, self._ahead[seat]),
        ):
            theirs = np.stack([self._reach_at(other, action, reach, one) for action in ends])
            value[ends] = chips[:, None] * (theirs @ matrix.T)
        for decision in range(len(spans) - 1, -1, -1):
            first, end = spans[decision]
            if betting.actor[decision] == seat:
                here = (strategy[first:end] * value[first:end]).sum(axis=0)
                old = regrets[first:end]
                keep = np.where(old > 0, rule.keep_positive(t), rule.keep_negative(t))
                regrets[first:end] = old * keep + value[first:end] - here
                totals[first:end] = totals[first:end] * rule.keep_total(t) + reach[first:end]
            else:
                here = value[first:end].sum(axis=0)
            arrival = np.flatnonzero(betting.target == decision)
            if decision:
                value[arrival[0]] = here

    def _reach_at(self, seat: int, action: int, reach: Vector, one: Vector) -> Vector:
        """Reach of a seat after an action, its own or the other's."""
        decision = int(np.searchsorted(self._betting.first_action, action, side="right")) - 1
        if self._betting.actor[decision] == seat:
            return np.asarray(reach[action])
        before = self._before[seat][action]
        return one if before < 0 else np.asarray(reach[before])


def _last_own_action(betting: BettingTree) -> list[list[int]]:
    """For each seat and action the action that the seat took last before it, -1 for none."""
    found = [[-1] * len(betting.letters) for _ in (0, 1)]
    for decision, actor in enumerate(betting.actor):
        first, end = betting.first_action[decision : decision + 2]
        for action in range(first, end):
            child = int(betting.target[action])
            if child < 0:
                continue
            for seat in (0, 1):
                last = action if seat == actor else found[seat][first]
                span = range(betting.first_action[child], betting.first_action[child + 1])
                for after in span:
                    found[seat][after] = last
    return found
