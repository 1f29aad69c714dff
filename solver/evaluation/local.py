"""Local best response: a player who exploits a strategy with one action of foresight.

Lisy and Bowling, Equilibrium approximation quality of current no-limit poker bots, 2017: the player
knows the strategy of the other seat and with it the range; it takes the action that wins most if
both check and call from there on, a bet winning the pot at once as often as the strategy folds to
it. It plays with real cards, so that what it wins is a lower bound of exploitability, however
roughly it reckons.

It reckons with its own cards out of the opponent's range, exact outcomes of its next draw, and the
reference policy for all other draws.
"""

from functools import lru_cache

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from solver.abstraction import DRAWS
from solver.abstraction.outcomes import bucket_counts, next_buckets, transition
from solver.cards import HANDS, hand_index
from solver.evaluation.players import BestDiscards, Hand, Memory, SolutionPlayer
from solver.game import BUTTON
from solver.game.betting import CALL, CHECK, FOLD
from solver.game.public_state import PublicState
from solver.solution import Solution

Vector = NDArray[np.float64]

_HANDS = 1_000
"""Hands of which outcomes are kept."""

_NEVER = 1e-9
"""Share of a range below which nothing of it is left."""


class LocalBestResponse:
    """Plays a local best response to a solution; a `solver.evaluation.Player`.

    Args:
        solution: what the other seat plays.
        rounds: how many betting rounds, the last ones, are played so, and the draws between
            them; before, the solution itself is played.
        name: what a result calls it.
    """

    def __init__(self, solution: Solution, rounds: int = 1, name: str = "local best response"):
        self.name = name
        self._rounds = rounds
        self._before = SolutionPlayer(solution, name)
        self.tree = solution.tree
        self._evaluator = solution.evaluator
        self._abstraction = abstraction = solution.abstraction
        self._discards = BestDiscards(abstraction)
        self._reaches: Memory[Vector] = Memory()
        self._counts = [
            bucket_counts(abstraction.buckets[left], abstraction.size(left))
            for left in range(DRAWS + 1)
        ]
        self._after_draw = [self._policy_transition(left) for left in range(1, DRAWS + 1)]
        self._unblocked = lru_cache(_HANDS)(self._unblocked_shares)
        self._outcomes = lru_cache(_HANDS)(self._exact_outcomes)

    def act(
        self, hand: Hand, state: PublicState, random: Generator, thrown: Hand | None = None
    ) -> str:
        """The betting action that wins most if all is checked and called after it."""
        if state.draws_left >= self._rounds:
            return self._before.act(hand, state, random, thrown)
        left, reach = state.draws_left, self._reach(hand, state)
        gains = {}
        for action in state.actions:
            if action == FOLD:
                gains[action] = 0.0
            elif action in (CHECK, CALL):
                chance = self._chance(hand, left, reach)
                gains[action] = chance * state.pot - (1 - chance) * state.to_call
            else:
                gains[action] = self._gain_of_bet(hand, state, state.play(action), reach)
        return max(state.actions, key=lambda action: gains[action])

    def discard(
        self, hand: Hand, state: PublicState, random: Generator, thrown: Hand | None = None
    ) -> Hand:
        """The best discard of the count after which most showdowns are won."""
        if state.draws_left >= self._rounds:
            return self._before.discard(hand, state, random, thrown)
        left, reach = state.draws_left, self._reach(hand, state)
        chances = self._outcomes(hand, left) @ self._chances(left - 1, self._final(state, reach))
        count = int(chances[: len(state.actions)].argmax())
        return self._discards(hand, left, count)

    def _gain_of_bet(
        self, hand: Hand, state: PublicState, after: PublicState, reach: Vector
    ) -> float:
        """What a bet or raise wins: the pot where it is folded to, otherwise a showdown."""
        seat = state.seat
        added = after.contributed[seat] - state.contributed[seat]
        folds = self._evaluator.strategy_at(after)[after.actions.index(FOLD)]
        share = float(folds @ reach / reach.sum())
        if share > 1 - _NEVER:
            return state.pot
        chance = self._chance(hand, state.draws_left, reach * (1 - folds))
        showdown = chance * (state.pot + added - state.to_call) - (1 - chance) * added
        return share * state.pot + (1 - share) * showdown

    def _chance(self, hand: Hand, left: int, reach: Vector) -> float:
        """Chance to win the showdown against a range that has as many draws left."""
        final = self._pushed(left, reach)
        if left == 0:
            return float(self._chances(0, final)[self._abstraction.bucket(hand, 0)])
        return float((self._outcomes(hand, left) @ self._chances(left - 1, final)).max())

    def _chances(self, left: int, final: Vector) -> Vector:
        """Chance of every own bucket to beat a range of showdown hands, a tie is half."""
        worse = final.sum() - np.cumsum(final)
        chances: Vector = (worse + final / 2) / final.sum()
        for matrix in self._after_draw[:left]:
            chances = matrix @ chances
        return chances

    def _final(self, state: PublicState, reach: Vector) -> Vector:
        """Showdown hands of the other seat when this one is about to draw."""
        return self._pushed(state.draws_left - int(state.seat == BUTTON), reach)

    def _pushed(self, left: int, reach: Vector) -> Vector:
        """A range after the draws that are left."""
        for matrix in reversed(self._after_draw[:left]):
            reach = reach @ matrix
        return reach

    def _reach(self, hand: Hand, state: PublicState) -> Vector:
        """Range of the other seat over its present buckets, without the own cards."""
        key = f"{state.history}|{state.seat}"
        other = 1 - state.seat
        reach = self._reaches.get(key, lambda: self._evaluator.ranges(state).reach[other])
        drawn = state.drawing and state.seat == BUTTON  # the big blind draws first
        unblocked = reach * self._unblocked(hand, state.draws_left - int(drawn))
        return unblocked if unblocked.sum() > 0 else reach

    def _unblocked_shares(self, hand: Hand, left: int) -> Vector:
        """Share of the hands of each bucket that hold none of the own cards, up to a factor."""
        counts, nothing_kept = self._counts[left], np.zeros(1, np.uint8)
        buckets = self._abstraction.buckets[left]
        shares = next_buckets(hand_index([hand]), nothing_kept, buckets, counts)[0]
        return np.asarray(shares / counts[0])

    def _exact_outcomes(self, hand: Hand, left: int) -> Vector:
        """Distributions of the next bucket by cards drawn, shape (6, buckets)."""
        return self._abstraction.outcomes([hand] * 6, left, np.arange(6))

    def _policy_transition(self, left: int) -> Vector:
        """From buckets to the next ones by a draw of the reference policy."""
        abstraction = self._abstraction
        keeps = abstraction.keeps[left][abstraction.policy[left], np.arange(HANDS)]
        return transition(
            keeps,
            abstraction.weights[left],
            abstraction.buckets[left],
            before=abstraction.size(left),
            after=abstraction.buckets[left - 1],
            counts=self._counts[left - 1],
        )
