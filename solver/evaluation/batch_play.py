"""Many hands at once between two players who follow a solution, in arrays, from whole decks.

Thousands of hands take the time of a hundred on the rules engine, which is what finding rare
decisions needs.
"""

from collections.abc import Generator, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.cards import DECK_SIZE, hand_index
from solver.game import PublicState, state_at
from solver.solution import CUT, PackedSolution, Solution

HAND = 5

_DEALT = DECK_SIZE - 2 * HAND
"""Cards of the stub, more than two players can draw."""

Hand = tuple[int, ...]


_Step = Generator["Decisions", None, tuple[NDArray[np.int64], NDArray[np.int64]]]
"""Gives decisions, and returns the hands that go on with their next instances."""


@dataclass(frozen=True)
class Decisions:
    """Some decisions of one level and one seat to act, one entry a decision.

    Attributes:
        level: place in ``tree.levels``.
        game: number of the hand within its batch, shape (n,).
        instance: instance at the level, shape (n,).
        decision: decision as in `PublicState`, shape (n,).
        number: the five cards of the seat to act, numbered as by `solver.cards.hand_index`,
            shape (n,).
        choices: number of actions, shape (n,).
        stand_for: how many hands each stands for; more than one where others were left out.
    """

    level: int
    game: NDArray[np.int64]
    instance: NDArray[np.int64]
    decision: NDArray[np.int64]
    number: NDArray[np.int32]
    choices: NDArray[np.int64]
    stand_for: float = 1.0


class BatchPlay:
    """A batch of hands, played level by level.

    Args:
        solution: what both players follow.
        hands: how many hands.
        random: shuffles and chooses.
        stored_only: whether hands that come to what a packed solution would have to solve first are
            left out from there on. Those that it stores stand for them.
    """

    def __init__(
        self,
        solution: Solution,
        hands: int,
        random: np.random.Generator,
        *,
        stored_only: bool = False,
    ):
        self._solution = solution
        self._random = random
        self._stored_only = stored_only
        self._stand_for = 1.0
        deck = np.arange(DECK_SIZE, dtype=np.uint8)
        decks = random.permuted(np.broadcast_to(deck, (hands, DECK_SIZE)), axis=1)
        self._held = [[decks[:, :HAND]], [decks[:, HAND : 2 * HAND]]]
        self._stub = decks[:, 2 * HAND :]
        self._used = np.zeros(hands, np.int64)

    def play(self, last_level: int | None = None) -> Iterator[Decisions]:
        """Play all hands and give every decision; may be done once.

        Args:
            last_level: place in ``tree.levels`` after which no more is played; the last by default.
        """
        tree = self._solution.tree
        last = len(tree.levels) - 1 if last_level is None else last_level
        games = np.arange(len(self._stub))
        instance = np.zeros(len(games), np.int64)
        for level in range(last + 1):
            step = (
                self._draw(level, games, instance)
                if level % 2
                else self._bet(level, games, instance)
            )
            games, instance = yield from step
            if level + 1 == CUT and self._stored_only:
                games, instance = self._stored(games, instance)

    def _stored(
        self, games: NDArray[np.int64], instance: NDArray[np.int64]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Hands that go on where all is stored; everywhere if the solution is not packed."""
        if not isinstance(self._solution, PackedSolution):
            return games, instance
        here = np.isin(instance, self._solution.subgames.instances)
        self._stand_for = len(games) / max(int(here.sum()), 1)
        return games[here], instance[here]

    def cards(self, decisions: Decisions, place: int) -> tuple[PublicState, tuple[Hand, ...]]:
        """One of the decisions with the cards as they were dealt.

        Args:
            decisions: as `play` gives them.
            place: number of the decision among them.

        Returns:
            The public state, and the hand of the seat to act at the deal and after each of its
            draws, each with the highest card first.
        """
        game = int(decisions.game[place])
        state = state_at(
            self._solution.tree,
            decisions.level,
            int(decisions.instance[place]),
            int(decisions.decision[place]),
        )
        drawn = len(state.draws[state.seat])
        return state, tuple(
            tuple(sorted((int(card) for card in hands[game]), reverse=True))
            for hands in self._held[state.seat][: drawn + 1]
        )

    def _bet(self, level: int, games: NDArray[np.int64], instance: NDArray[np.int64]) -> _Step:
        """One betting round."""
        betting = self._solution.tree.rounds[level // 2].betting
        first = betting.first_action.astype(np.int64)
        numbers = self._numbers(games)
        decision = np.zeros(len(games), np.int64)
        while (acting := np.flatnonzero(decision >= 0)).size:
            here = decision[acting]
            seat = betting.actor[here]
            own = np.where(seat == 0, numbers[0][acting], numbers[1][acting])
            choices = first[here + 1] - first[here]
            yield Decisions(
                level, games[acting], instance[acting], here, own, choices, self._stand_for
            )
            slots = instance[acting] * betting.actions + first[here]
            chosen = self._choose(level, slots, choices, own)
            decision[acting] = betting.target[first[here] + chosen]
        leaf_place = np.full(len(betting.folder), -1, np.int64)
        leaf_place[list(betting.closed)] = np.arange(len(betting.closed))
        place = leaf_place[-1 - decision]
        on = place >= 0
        return games[on], instance[on] * len(betting.closed) + place[on]

    def _draw(self, level: int, games: NDArray[np.int64], instance: NDArray[np.int64]) -> _Step:
        """One draw of both seats."""
        draws = self._solution.tree.draws[level // 2]
        first, second = draws.choices[instance].astype(np.int64).T
        numbers = self._numbers(games)
        start = draws.slot_starts[instance]
        zero = np.zeros(len(games), np.int64)
        yield Decisions(level, games, instance, zero, numbers[0], first, self._stand_for)
        counts = self._choose(level, start, first, numbers[0])
        yield Decisions(level, games, instance, 1 + counts, numbers[1], second, self._stand_for)
        replies = self._choose(level, start + first + counts * second, second, numbers[1])
        for seat, drawn in enumerate((counts, replies)):
            self._replace(seat, games, drawn, level)
        return games, draws.first_child[instance] + counts * second + replies

    def _numbers(self, games: NDArray[np.int64]) -> list[NDArray[np.int32]]:
        """Numbers of the hands now held, one array a seat."""
        return [hand_index(held[-1][games]) for held in self._held]

    def _choose(
        self,
        level: int,
        slots: NDArray[np.int64],
        choices: NDArray[np.int64],
        numbers: NDArray[np.int32],
    ) -> NDArray[np.int64]:
        """An action of each hand, as often as the solution takes it."""
        rows = self._solution.strategy[level]
        draws_left = len(self._solution.tree.draws) - level // 2
        buckets = self._solution.abstraction.buckets[draws_left][numbers]
        most = int(choices.max(initial=1))
        offsets = np.minimum(np.arange(most), choices[:, None] - 1)
        shares = rows[slots[:, None] + offsets, buckets[:, None]].astype(np.float64)
        shares[np.arange(most) >= choices[:, None]] = 0
        limits = np.cumsum(shares, axis=1)
        # Rounding leaves sums a little off one.
        drawn = self._random.random(len(slots)) * limits[:, -1]
        return np.asarray((limits[:, :-1] <= drawn[:, None]).sum(axis=1), np.int64)

    def _replace(
        self, seat: int, games: NDArray[np.int64], counts: NDArray[np.int64], level: int
    ) -> None:
        """Deal to a seat; the abstraction says which cards are kept."""
        held = self._held[seat]
        draws_left = len(self._solution.tree.draws) - level // 2
        cards, kept = self._solution.abstraction.best_keeps(held[-1][games], draws_left, counts)
        order = np.cumsum(~kept, axis=-1) - 1
        places = np.minimum(self._used[games][:, None] + np.maximum(order, 0), _DEALT - 1)
        dealt = self._stub[games[:, None], places]
        after = held[-1].copy()
        after[games] = np.where(kept, cards, dealt)
        held.append(after)
        self._used[games] += counts
