"""What one hand does in a subgame solved with real cards, and what each of its actions wins.

Values are of the very hand: it meets only opponents that share no card with it and its discards,
and draws from what is left. Its frequencies are those of its group, kept to the actions that are
worth as much to the hand as its best one, or nearly (`near_best`): so frequencies and values are of
one strategy.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.random import default_rng
from numpy.typing import NDArray

from solver.cards import CLASSES, DECK_SIZE, low_class
from solver.errors import CardError
from solver.game.betting import BettingTree
from solver.game.public_state import PublicState
from solver.sequences import ParticleRange
from solver.sequences.particles import hand_buckets
from solver.sequences.tables import card_sets, require_apart
from solver.subgames.card_game import won_by_fold
from solver.subgames.near_best import near_best
from solver.subgames.real_cards import HAND, CardSubgame

Vector = NDArray[np.float64]
Cards = tuple[int, ...]

GUESSES = 16
"""Sets of discards that stand for those that are not known."""


@dataclass(frozen=True, eq=False)
class HandAnswer:
    """What one hand does at a decision, and what it can win.

    Attributes:
        bucket: of the hand, or its group in the last round.
        frequencies: of every action, shape (actions,).
        values: what every action wins from here on, in small bets, with the best continuation of
            one's own; a fold is worth 0. Shape (actions,).
        keeps: at a draw the value of keeping every set of cards.
        low_classes: weight of every low class, 0 to 7462, in the range that the hand faces, if the
            opponent draws no more.
        buckets: else weight of every bucket.
        guessed: whether the opponent has done what no hand of its range does, so that the range is
            the one before.
    """

    bucket: int
    frequencies: Vector
    values: Vector
    keeps: dict[Cards, float]
    low_classes: Vector | None
    buckets: Vector | None
    guessed: bool


def answer(
    subgame: CardSubgame, hand: Sequence[int], thrown: Sequence[int] | None, state: PublicState
) -> HandAnswer:
    """What a hand does at a decision of a subgame.

    Args:
        subgame: solved with real cards.
        hand: five cards.
        thrown: all own cards thrown away before; None if they are not known: then the mean over
            what hands of the same bucket have thrown away.
        state: the decision; its seat holds the hand.

    Raises:
        CardError: not five different cards, one that was thrown away is still held, or other than
            as many as the seat has drawn.
    """
    cards = tuple(sorted(int(card) for card in hand))
    if thrown is not None:
        require_apart(cards, thrown)
        drawn = sum(state.draws[state.seat])
        if len(thrown) != drawn:
            raise CardError(
                f"{len(thrown)} cards thrown away, but {drawn} drawn; give every discard of the "
                "hand"
            )
        return _Asked(subgame, cards, tuple(thrown), state).answer()
    require_apart(cards, ())
    found = [
        _Asked(subgame, cards, gone, state).answer() for gone in _guesses(subgame, cards, state)
    ]
    values = np.mean([each.values for each in found], axis=0)
    keeps = {keep: float(np.mean([each.keeps[keep] for each in found])) for keep in found[0].keeps}
    first = found[0]

    def mean(name: str) -> Vector | None:
        parts = [getattr(each, name) for each in found]
        return None if parts[0] is None else np.asarray(np.mean(parts, axis=0))

    frequencies = np.mean([each.frequencies for each in found], axis=0)
    return HandAnswer(
        first.bucket,
        near_best(frequencies, values),
        values,
        keeps,
        mean("low_classes"),
        mean("buckets"),
        first.guessed,
    )


def _guesses(subgame: CardSubgame, cards: Cards, state: PublicState) -> list[Cards]:
    """Discards of hands in the seat's range that are most like this one."""
    seat = state.seat
    drawn = sum(state.draws[seat])
    if not drawn:
        return [()]
    if state.draws_left or subgame.last:
        hands = subgame.ranges[seat]
    else:
        hands = subgame.arrivals[seat][subgame.drawn(seat, state)].hands
    mine = card_sets(np.array([cards], np.uint8))[0]
    gone = hands.used & ~card_sets(hands.hands)
    possible = np.flatnonzero((gone & mine) == 0)
    if state.draws_left:
        left = state.draws_left
        bucket = subgame.tables.bucket_of(cards, (), left)
        unlike = hand_buckets(subgame.tables, left, hands.hands, card_sets(hands.hands)) != bucket
        distance = unlike[possible].astype(int)
    else:
        low = int(low_class(np.array([cards], np.uint8))[0])
        distance = np.abs(hands.low_classes[possible].astype(int) - low)
    random = default_rng(int(mine) % (1 << 32))
    order = np.lexsort((random.random(len(possible)), distance))
    chosen = gone[possible[order[:GUESSES]]]
    return [tuple(c for c in range(DECK_SIZE) if int(bits) >> c & 1) for bits in chosen]


class Faced(NamedTuple):
    """The other seat's hands, as one hand meets them.

    Attributes:
        hands: all of them.
        group: bucket before the draw; in the last round the group's place among the arrivals.
        weights: how likely each is, not summing to anything.
    """

    hands: ParticleRange
    group: NDArray[np.intp]
    weights: Vector


class _Asked:
    """One hand at a decision.

    Args:
        subgame: where.
        cards: ascending.
        thrown: own cards thrown away.
        state: the decision.
    """

    def __init__(self, subgame: CardSubgame, cards: Cards, thrown: Cards, state: PublicState):
        self.subgame, self.cards, self.thrown, self.state = subgame, cards, thrown, state
        self.seat, self.other = state.seat, 1 - state.seat
        self.used = card_sets(np.array([[*cards, *thrown]], np.uint8))
        self._known: dict[tuple[Cards, int], Vector] = {}
        self.low = int(low_class(np.array([cards], np.uint8))[0])

    def answer(self) -> HandAnswer:
        """What it does, and what it can win."""
        state, subgame = self.state, self.subgame
        faced, guessed = self._faced()
        bucket, mine = self._group()
        keeps: dict[Cards, float] = {}
        if state.drawing:
            end = subgame.place(state)[1][0]
            seen = () if self.seat == 0 else (state.decision - 1,)
            keeps = {keep: float(won[end]) for keep, won in self._kept(seen).items()}
            values = np.array([_dearest(keeps, int(action)) for action in state.actions])
        elif state.draws_left:
            values = self._before_draw(faced)
        else:
            values = self._last_round(faced)
        values += state.contributed[self.seat]
        keeps = {keep: won + state.contributed[self.seat] for keep, won in keeps.items()}
        shares = faced.weights / faced.weights.sum()
        low, buckets = None, None
        if state.draws_left_of(self.other):
            buckets = _shares(faced.group, shares, subgame.tables.widths[1])
        else:
            low = _shares(faced.hands.low_classes, shares, CLASSES + 1)
        frequencies = subgame.frequencies(state)[:, mine].astype(float)
        return HandAnswer(
            bucket, near_best(frequencies, values), values, keeps, low, buckets, guessed
        )

    def _group(self) -> tuple[int, int]:
        """Number of the hand's bucket or group, and its column among the frequencies."""
        state, subgame = self.state, self.subgame
        if state.draws_left:
            bucket = subgame.tables.bucket_of(self.cards, self.thrown, state.draws_left)
            return bucket, bucket
        group = int(subgame.groups.number(np.array([self.low]), self.used)[0])
        columns = subgame.columns(self.seat, subgame.drawn(self.seat, state))
        return group, int(columns[group])

    def _faced(self) -> tuple[Faced, bool]:
        """The range that the hand faces, and whether it is a guess."""
        state, subgame = self.state, self.subgame
        ranges = subgame.ranges[self.other]
        if state.draws_left_of(self.other):
            hands, weights = ranges, ranges.weights
            group = source = ranges.buckets.astype(np.intp)
        else:
            arrived = subgame.arrivals[self.other][subgame.drawn(self.other, state)]
            hands, weights, group = arrived.hands, arrived.weights, arrived.number
            source = ranges.buckets[arrived.sources].astype(np.intp)
        weights = weights * ((hands.used & self.used[0]) == 0)
        reach = weights
        for before, choice in state.path:
            if before.level >= subgame.state.level and before.seat == self.other:
                row = subgame.frequencies(before)[choice]
                reach = reach * row[source if before.draws_left else group]
        guessed = not reach.sum() > 0
        return Faced(hands, group, weights if guessed else reach), guessed

    def _last_round(self, faced: Faced) -> Vector:
        """Values in the last betting round, chips put in before counted as lost."""
        state, subgame = self.state, self.subgame
        end = subgame.place(state)[1][0]
        first, second = (subgame.drawn(seat, state) for seat in (0, 1))
        betting = subgame.game.last
        stake = float(subgame.game.stakes[end, first, second])
        ahead = np.sign(faced.hands.low_classes.astype(int) - self.low)
        size = int(faced.group.max()) + 1
        met = np.bincount(faced.group, faced.weights, size)
        beaten = np.bincount(faced.group, faced.weights * ahead, size)

        def leaf_value(leaf: int, theirs: Vector) -> float:
            if betting.folder[leaf] < 0:
                return float((stake + betting.added[leaf, self.seat]) * (beaten @ theirs))
            return float(won_by_fold(betting, leaf, self.seat, stake) * (met @ theirs))

        def played(decision: int) -> Vector:
            return np.asarray(subgame.played["last", first, second, decision][end][:, :size])

        values = _best_play(betting, state.decision, self.seat, np.ones(size), played, leaf_value)
        return np.asarray(values / met.sum())

    def _before_draw(self, faced: Faced) -> Vector:
        """Values in the betting round before the last draw, chips put in before counted as lost."""
        state, subgame = self.state, self.subgame
        game = subgame.game
        met = np.bincount(faced.group, faced.weights, subgame.tables.widths[1])
        after = self._after_round()

        def leaf_value(leaf: int, theirs: Vector) -> float:
            if game.first.folder[leaf] < 0:
                return float(after[game.first.closed.index(leaf)] * (met @ theirs))
            return float(won_by_fold(game.first, leaf, self.seat, game.stake) * (met @ theirs))

        def played(decision: int) -> Vector:
            return np.asarray(subgame.played["first", decision])

        ones = np.ones(len(met))
        values = _best_play(game.first, state.decision, self.seat, ones, played, leaf_value)
        return np.asarray(values / met.sum())

    def _after_round(self) -> Vector:
        """What the hand wins after each end of the betting round before the draw."""
        game, worth = self.subgame.game, self.subgame.worth
        if self.seat == 0:
            return np.asarray(np.max(list(self._kept(()).values()), axis=0))
        stay = self._arriving(self.cards, 0)
        won, met = np.zeros(len(game.first.closed)), np.zeros(len(game.first.closed))
        for first in range(game.counts[0]):
            often = worth.met[1, first, 0] @ stay
            won += often * np.max(list(self._kept((first,)).values()), axis=0)
            met += often
        return np.asarray(np.divide(won, met, out=np.zeros_like(won), where=met > 0))

    def _kept(self, seen: tuple[int, ...]) -> dict[Cards, Vector]:
        """What the hand wins by keeping every set of cards, at each end of the round before.

        Args:
            seen: cards that the other seat has just drawn, if it draws first.
        """
        worth = self.subgame.worth
        found = {}
        for count in range(self.subgame.game.counts[self.seat]):
            key = (self.seat, *seen, count)
            for keep in combinations(self.cards, HAND - count):
                arriving = self._arriving(keep, count)
                won, met = worth.won[key] @ arriving, worth.met[key] @ arriving
                found[keep] = np.divide(won, met, out=np.zeros_like(won), where=met > 0)
        return found

    def _arriving(self, keep: Cards, count: int) -> Vector:
        """Chance of each group of the last round after keeping these cards."""
        if (keep, count) in self._known:
            return self._known[keep, count]
        subgame = self.subgame
        gone = int(self.used[0]) | subgame.tables.outside
        free = [card for card in range(DECK_SIZE) if not gone >> card & 1]
        come = np.array(list(combinations(free, count)), np.uint8)
        come = come.reshape(comb(len(free), count), count)
        kept = np.broadcast_to(np.array(keep, np.uint8), (len(come), len(keep)))
        hands = np.sort(np.concatenate([kept, come], axis=1), axis=1)
        used = card_sets(hands) | self.used[0]
        group = subgame.groups.number(low_class(hands), used)
        columns = subgame.columns(self.seat, count)
        size = len(subgame.arrivals[self.seat][count].groups)
        self._known[keep, count] = np.bincount(columns[group], minlength=size) / len(group)
        return self._known[keep, count]


def _shares(numbers: NDArray[np.integer], weights: Vector, size: int) -> Vector:
    return np.bincount(numbers, weights, size).astype(np.float64)


def _dearest(keeps: dict[Cards, float], count: int) -> float:
    """Value of drawing so many cards."""
    return max(won for keep, won in keeps.items() if len(keep) == HAND - count)


def _best_play(
    betting: BettingTree,
    decision: int,
    seat: int,
    reach: Vector,
    played: Callable[[int], Vector],
    leaf_value: Callable[[int, Vector], float],
) -> Vector:
    """Values of all actions of a seat at a decision, if it goes on as well as possible.

    Args:
        betting: the round.
        decision: of the seat.
        seat: whose values.
        reach: of the other seat's groups there.
        played: what the other seat does at a decision, shape (actions, groups).
        leaf_value: value of a leaf for a reach of the other seat.
    """

    def after(action: int, theirs: Vector) -> float:
        target = int(betting.target[action])
        if target < 0:
            return leaf_value(-1 - target, theirs)
        return value(target, theirs)

    def value(here: int, theirs: Vector) -> float:
        begin, end = betting.first_action[here : here + 2].tolist()
        if betting.actor[here] == seat:
            return max(after(action, theirs) for action in range(begin, end))
        rows = played(here)
        return sum(after(action, theirs * rows[action - begin]) for action in range(begin, end))

    begin, end = betting.first_action[decision : decision + 2].tolist()
    return np.array([after(action, reach) for action in range(begin, end)])
