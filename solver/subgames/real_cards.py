"""Late subgames with real cards: from the third betting round, the last draw or the last round on.

Both ranges are particles: hands with all the cards that they have held. Before the last draw a seat
tells its hands apart by bucket; in the last round by low class and the dead cards that it knows of
(`CardGroups`). Where a draw takes a group is counted over every card that may come. Which groups
can meet, and who wins, is counted pair by pair; hands that share a card never meet. What is left is
a game of groups (`CardGame`).
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise, product
from math import prod
from typing import NamedTuple

import numpy as np
from numpy.random import Generator, default_rng
from numpy.typing import NDArray

from solver.cards import DECK_SIZE
from solver.cfr.rules import UpdateRule
from solver.errors import ConfigurationError
from solver.game.betting import FOLD
from solver.game.public_state import PublicState
from solver.game.subtree import STAND_IN, subtree
from solver.sequences import HandTables, Opponents, ParticleRange, Strategy, particle_range
from solver.sequences.particles import push_hands, systematic
from solver.subgames.card_game import Array, CardGame, Key
from solver.subgames.card_game import Strategy as Played
from solver.subgames.card_groups import CardGroups
from solver.subgames.resolving import CUT
from solver.subgames.solving import RULE

Vector = NDArray[np.float64]

HAND = 5


@dataclass(frozen=True)
class CardSettings:
    """How thoroughly a subgame is solved with real cards.

    Attributes:
        particles: hands of each range before the draw. With few the solution fits the very hands
            that were drawn.
        paired: hands after each draw that are compared with all of the other seat.
        intervals: of low classes in the last round, at most.
        classes: classes of dead cards in each.
        draws: sampled for each hand where two cards or more are drawn; one card is exact.
        iterations: updates of both seats.
        explored: share of the hands after a draw that are drawn evenly from the range, in place of
            those that draw so many cards.
    """

    particles: int = 65_536
    paired: int = 16_384
    intervals: int = 80
    classes: int = 8
    draws: int = 24
    iterations: int = 100
    explored: float = 0.1


@dataclass(frozen=True, eq=False)
class Arrivals:
    """Hands of one seat in the last round after it drew so many cards.

    Attributes:
        hands: particles.
        sources: where each stood in the range before the draw.
        weights: of each among all hands that might draw so many.
        number: group of each, among those that there are.
        groups: numbers of those groups in `CardGroups`, ascending.
    """

    hands: ParticleRange
    sources: NDArray[np.intp]
    weights: Vector
    number: NDArray[np.intp]
    groups: NDArray[np.intp]


class Worth(NamedTuple):
    """What groups of hands are worth in the last round, times how often they get there.

    Attributes:
        won: in small bets, chips that were put in before counted as lost.
        met: how often they meet an opponent.
    """

    won: dict[tuple[int, ...], Array]
    met: dict[tuple[int, ...], Array]


@dataclass(frozen=True, eq=False)
class CardSubgame:
    """A late subgame solved with real cards.

    Attributes:
        state: its start, at the beginning of a betting round or of the last draw.
        tables: buckets before the last draw, cards to keep.
        ranges: hands of both seats on arrival, of equal weight.
        groups: of the last round.
        arrivals: hands in the last round, by seat and cards drawn.
        game: the game of groups.
        played: its solution.
    """

    state: PublicState
    tables: HandTables
    ranges: tuple[ParticleRange, ParticleRange]
    groups: CardGroups
    arrivals: tuple[tuple[Arrivals, ...], tuple[Arrivals, ...]]
    game: CardGame
    played: Played

    @property
    def last(self) -> bool:
        """Whether only the last round is left."""
        return self.state.draws_left == 0

    @cached_property
    def group_tables(self) -> HandTables:
        """Tables whose buckets in the last round are the groups of this subgame; about 20 MB."""
        return self.groups.tables(self.tables)

    def drawn(self, seat: int, state: PublicState) -> int:
        """Cards that a seat drew last in the subgame; 0 if it begins after the last draw."""
        return 0 if self.last else state.draws[seat][-1]

    def place(self, state: PublicState) -> tuple[Key, tuple[int, ...]]:
        """The decision of the game that a state of the subgame belongs to, and where in it."""
        if self.last:
            return ("last", 0, 0, state.decision), (0,)
        if state.level == self.state.level and not state.drawing:
            return ("first", state.decision), ()
        closed = len(self.game.first.closed)
        if state.drawing:
            end = state.instance % closed
            if state.decision == 0:
                return ("draw", 0), (end,)
            return ("draw", 1), (end, state.decision - 1)
        draw = state
        while draw.level == state.level and draw.before is not None:
            draw = draw.before
        counts = draw.decision - 1, state.draws[1][-1]
        return ("last", *counts, state.decision), (draw.instance % closed,)

    def frequencies(self, state: PublicState) -> Array:
        """Probability of every action in every group of the seat to act, (actions, groups)."""
        key, where = self.place(state)
        return np.asarray(self.played[key][where])

    def strategy_at(self, state: PublicState) -> Vector:
        """The same by bucket or group of `group_tables`, shape (actions, widths).

        Groups without a hand play as the nearest that has some.
        """
        rows = self.frequencies(state)
        if state.draws_left:
            return rows.astype(np.float64)
        columns = self.columns(state.seat, self.drawn(state.seat, state))
        return rows[:, columns].astype(np.float64)

    @cached_property
    def worth(self) -> Worth:
        """What groups of the last round win on arrival, and how often they meet an opponent.

        By seat and counts drawn: ``(0, c0)`` and ``(1, c0, c1)``, shape (ends, groups) each; with
        the best continuation of one's own.
        """
        game, found = self.game, Worth({}, {})
        for first, second, before in game.before_last(self.played, game.ends(self.played)):
            meet = game.meet_last[first][second]
            for seat, key in ((0, (0, first)), (1, (1, first, second))):
                won = game.last_round(self.played, seat, (first, second), before, best=True)
                met = before[1] @ meet.T if seat == 0 else before[0] @ meet
                found.won[key] = found.won.get(key, 0) + won
                found.met[key] = found.met.get(key, 0) + met
        return found

    def levels(self) -> list["SubgameRows"]:
        """The same for all decisions, level by level of the tree from the third round on.

        The subgame begins with the third round.
        """
        tree = self.state.tree
        spans = tree.below(CUT, self.state.instance)
        firsts = [tree.levels[n].first_slot(spans[n][0]) for n in range(CUT, len(spans))]
        betting = [self.played["first", n] for n in range(len(self.game.first.actor))]
        first, second = (self.played["draw", seat] for seat in (0, 1))
        width = first.shape[-1]
        draws = np.concatenate([first, second.reshape(len(second), -1, width)], axis=1)
        counts = self.game.counts
        ends, actions = len(first), self.game.last.actions
        last = np.empty((ends, *counts, actions, self.groups.size), np.float16)
        for pair in product(range(counts[0]), range(counts[1])):
            for n, (begin, end) in enumerate(pairwise(self.game.last.first_action.tolist())):
                seat = int(self.game.last.actor[n])
                columns = self.columns(seat, pair[seat])
                last[:, *pair, begin:end] = self.played["last", *pair, n][..., columns]
        rows = [
            np.concatenate(betting),
            draws.reshape(-1, width),
            last.reshape(-1, self.groups.size),
        ]
        return [SubgameRows(*each) for each in zip(rows, firsts, strict=True)]

    def columns(self, seat: int, count: int) -> NDArray[np.intp]:
        """For every group of the last round that among those with hands which stands for it."""
        groups = self.arrivals[seat][count].groups
        return np.minimum(np.searchsorted(groups, np.arange(self.groups.size)), len(groups) - 1)


class SubgameRows:
    """One level of a strategy of which only what is below one public state is known.

    Args:
        rows: probabilities, shape (slots, buckets).
        first: first slot.
    """

    def __init__(self, rows: NDArray[np.floating], first: int):
        self._rows, self._first = rows, first

    def __getitem__(self, places: slice, /) -> NDArray[np.floating]:
        """Probabilities of consecutive slots."""
        return self._rows[places.start - self._first : places.stop - self._first]


def require_late(state: PublicState) -> None:
    """Make sure that a state is in the third betting round or later.

    Raises:
        ConfigurationError: it is before.
    """
    if state.level < CUT:
        raise ConfigurationError(
            f"{state.history!r} is before the third betting round; real cards are only counted "
            "from there on"
        )


def solve_with_real_cards(
    strategy: Strategy,
    tables: HandTables,
    state: PublicState,
    *,
    settings: CardSettings | None = None,
    rule: UpdateRule = RULE,
    seed: int = 0,
) -> CardSubgame:
    """Solve what follows a public state with real cards.

    Args:
        strategy: what both seats have played up to here; its draws say which hands to look at.
        tables: buckets that it is for.
        state: in the third betting round or later; the subgame begins where its round or draw does.
        settings: how thoroughly.
        rule: the update rule.
        seed: of the ranges and draws.

    Raises:
        ConfigurationError: the state is before the third betting round.
        Stopped: it is not wanted any more (`solver.stopping`).
    """
    require_late(state)
    chosen = settings or CardSettings()
    while state.before is not None and state.before.level == state.level:
        state = state.before
    random = default_rng([seed, 2])
    ranges = (
        particle_range(strategy, tables, state, 0, chosen.particles, [seed, 0]).even(random),
        particle_range(strategy, tables, state, 1, chosen.particles, [seed, 1]).even(random),
    )
    found = _Preparation(strategy, tables, state, ranges, chosen, random)
    game = found.game()
    played = game.solve(chosen.iterations, rule)
    return CardSubgame(state, tables, ranges, found.groups, found.arrivals, game, played)


class _Preparation:
    """From ranges to a game of groups.

    Args:
        strategy: what both seats have played.
        tables: its buckets.
        state: the start.
        ranges: of both seats.
        settings: how thoroughly.
        random: of everything.
    """

    def __init__(
        self,
        strategy: Strategy,
        tables: HandTables,
        state: PublicState,
        ranges: tuple[ParticleRange, ParticleRange],
        settings: CardSettings,
        random: Generator,
    ):
        self.state, self.tables, self.ranges = state, tables, ranges
        self.settings, self.random = settings, random
        tree = subtree(state).tree
        self.tree = tree
        self.counts = (1, 1)
        self.groups: CardGroups
        if not tree.draws:
            self._drawn = [
                [(hands, np.arange(len(hands.hands)), hands.weights)] for hands in ranges
            ]
            shares = [np.ones(1), np.ones(1)]
        else:
            self.counts = (int(tree.draws[0].choices[0, 0]), int(tree.draws[0].choices[0, 1]))
            usual = _usual_draws(strategy, state, ranges, self.counts)
            self._drawn = [
                [self._after(seat, count, usual[seat]) for count in range(self.counts[seat])]
                for seat in (0, 1)
            ]
            shares = [each.sum(axis=1) / each.sum() for each in usual]
        self.groups = CardGroups.of(
            [
                (hands, 0.02 + shares[seat][count])
                for seat in (0, 1)
                for count, (hands, *_) in enumerate(self._drawn[seat])
            ],
            settings.intervals,
            settings.classes,
        )
        self._tables = self.groups.tables(tables)
        first, second = ([self._arrivals(*each) for each in drawn] for drawn in self._drawn)
        self.arrivals = tuple(first), tuple(second)

    def _after(
        self, seat: int, count: int, usual: Vector
    ) -> tuple[ParticleRange, NDArray[np.intp], Vector]:
        """Hands after a draw, most of those that draw so many by the strategy."""
        explored = self.settings.explored
        share = (1 - explored) * usual[count] / max(usual[count].mean(), 1e-30) + explored
        sources = systematic(share, self.settings.paired, self.random)
        hands = self.ranges[seat].at(sources).drawn(count, self.random)
        return hands, sources, 1 / share[sources]

    def _arrivals(
        self, hands: ParticleRange, sources: NDArray[np.intp], weights: Vector
    ) -> Arrivals:
        most = self.settings.paired
        if len(sources) > most:
            some = self.random.permutation(len(sources))[:most]
            hands, sources, weights = hands.at(some), sources[some], weights[some]
        numbers = self.groups.number(hands.low_classes, hands.used)
        groups, number = np.unique(numbers, return_inverse=True)
        return Arrivals(hands, sources, weights / weights.sum(), number, groups)

    def game(self) -> CardGame:
        """The game of groups."""
        state, counts, tree = self.state, self.counts, self.tree
        stakes = tree.rounds[-1].stake
        after = [[self._met(a, b) for b in range(counts[1])] for a in range(counts[0])]
        meet, ahead = (tuple(tuple(met[n] for met in row) for row in after) for n in (0, 1))
        if not tree.draws:
            hands = [np.bincount(seat[0].number, seat[0].weights) for seat in self.arrivals]
            stay = [np.eye(len(each), dtype=np.float32) for each in hands]
            first_stake = float(stakes[0])
            return CardGame(
                STAND_IN, tree.rounds[0].betting, first_stake, stakes[:1].reshape(1, 1, 1),
                (hands[0].astype(np.float32), hands[1].astype(np.float32)),
                ((stay[0],), (stay[1],)), meet[0][0], meet, ahead,
            )  # fmt: skip
        buckets = [hands.buckets.astype(np.intp) for hands in self.ranges]
        width = self.tables.widths[state.draws_left]
        before = [np.bincount(each, minlength=width) / len(each) for each in buckets]
        draws = tuple(
            tuple(self._moves(seat, count, buckets[seat], width) for count in range(counts[seat]))
            for seat in (0, 1)
        )
        betting = tree.rounds[0].betting
        met_now = (
            np.zeros((width, width), np.float32) if state.drawing else self._met_now(buckets, width)
        )
        return CardGame(
            betting, tree.rounds[1].betting, float(tree.rounds[0].stake[0]),
            stakes.reshape(len(betting.closed), *counts),
            (before[0].astype(np.float32), before[1].astype(np.float32)),
            (draws[0], draws[1]), met_now, meet, ahead,
        )  # fmt: skip

    def _met(self, first: int, second: int) -> tuple[Array, Array]:
        """How often groups meet that drew so many cards, and who is ahead, in one deck."""
        apart = self._apart(first, second)
        met, ahead = _met(self.arrivals[0][first], self.arrivals[1][second])
        return (met / apart).astype(np.float32), (ahead / apart).astype(np.float32)

    def _moves(self, seat: int, count: int, buckets: NDArray[np.intp], width: int) -> Array:
        """Where the groups of a seat go when it draws so many cards."""
        arrived = self.arrivals[seat][count].groups
        moved = push_hands(
            self._tables, self.state.draws_left, count, self.ranges[seat],
            buckets, width, self.settings.draws, self.random,
        )[:, arrived]  # fmt: skip
        whole = moved.sum(axis=1, keepdims=True)
        usual = moved.sum(axis=0) / moved.sum()
        return np.where(whole > 0, moved / np.where(whole > 0, whole, 1), usual).astype(np.float32)

    def _met_now(self, buckets: list[NDArray[np.intp]], width: int) -> Array:
        """How often groups meet before the draw."""
        sides = []
        for seat in (0, 1):
            hands, most = self.ranges[seat], self.settings.paired
            some = self.random.permutation(len(hands.hands))[:most]
            part = hands.at(some)
            sides.append(Arrivals(part, some, part.weights, buckets[seat][some], np.arange(width)))
        return _met(sides[0], sides[1])[0].astype(np.float32)

    def _apart(self, first: int, second: int) -> float:
        """Chance that what is drawn is no card of the other seat, if the hands before share none.

        Ranges are drawn as if each seat had a deck of its own; in one deck that never happens.
        """
        held = [HAND + sum(drawn) for drawn in self.state.draws]
        missed = [(DECK_SIZE - sum(held) - n) / (DECK_SIZE - held[0] - n) for n in range(first)] + [
            (DECK_SIZE - sum(held) - first - n) / (DECK_SIZE - held[1] - n) for n in range(second)
        ]
        return prod(missed)


_CHUNK = 2_048
"""Hands that are compared with all others at a time."""


def _met(first: Arrivals, second: Arrivals) -> tuple[Vector, Vector]:
    """How often two groups meet, and how much more often the first is ahead than behind."""
    groups = len(first.groups), len(second.groups)
    order = np.lexsort((second.hands.low_classes, second.number))
    starts = np.searchsorted(second.number[order], np.arange(groups[1] + 1))
    others = Opponents(
        second.hands.used[order], second.hands.low_classes[order], starts.astype(np.int32)
    )
    met, ahead = np.zeros(groups), np.zeros(groups)
    order = np.argsort(first.number, kind="stable")
    for begin in range(0, len(order), _CHUNK):
        some = order[begin : begin + _CHUNK]
        number = first.number[some]
        compared = others.compared(first.hands.used[some], first.hands.low_classes[some])
        bounds = np.flatnonzero(np.diff(number, prepend=-1))
        for whole, part in zip((met, ahead), compared, strict=True):
            whole[number[bounds]] += np.add.reduceat(part, bounds, axis=0)
    pairs = np.outer(
        np.bincount(first.number, minlength=groups[0]),
        np.bincount(second.number, minlength=groups[1]),
    )
    return met / np.maximum(pairs, 1), ahead / np.maximum(pairs, 1)


_NEVER = 1e-5
"""Lines that come less often say nothing of which hands draw how many."""


def _usual_draws(
    strategy: Strategy,
    state: PublicState,
    ranges: tuple[ParticleRange, ParticleRange],
    counts: tuple[int, int],
) -> tuple[Vector, Vector]:
    """How often every hand of the ranges draws how many cards, shape (counts, hands) each."""
    drawn = tuple(np.zeros((counts[seat], len(ranges[seat].hands))) for seat in (0, 1))
    buckets = [hands.buckets for hands in ranges]

    def follow(here: PublicState, reach: tuple[Vector, Vector]) -> None:
        if here.ended is not None or min(reach[0].mean(), reach[1].mean()) < _NEVER:
            return
        taken = strategy.strategy_at(here)
        if not here.drawing:
            for choice, action in enumerate(here.actions):
                if action != FOLD:
                    mine = reach[here.seat] * taken[choice][buckets[here.seat]]
                    both = (mine, reach[1]) if here.seat == 0 else (reach[0], mine)
                    follow(here.play(action), both)
            return
        for first, second in product(range(counts[0]), range(counts[1])):
            mine = reach[0] * taken[first][buckets[0]]
            replies = strategy.strategy_at(here.play(str(first)))[second]
            drawn[1][second] += reach[1] * replies[buckets[1]] * mine.mean()
            if second == 0:
                drawn[0][first] += mine * reach[1].mean()

    ones = tuple(np.ones(len(hands.hands)) for hands in ranges)
    follow(state, (ones[0], ones[1]))
    return drawn[0], drawn[1]
