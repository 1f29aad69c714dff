"""Facts about a decision, computed for its explanation: chances to win, replies, cards to come.

All of them come from the strategies that the advice is from, or are counted card by card.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from solver.abstraction import kind_names, kind_shares
from solver.cards import CATEGORIES, CLASSES, DECK_SIZE, RANKS, describe_class, low_class
from solver.game import CALL, CHECK, FOLD, PublicState
from solver.solution import Advice, chance_of_hand, chance_to_win, final_buckets
from trainer.spots.hand_words import usual_keep

COUNTED = 3
"""Most cards drawn whose outcomes are counted one by one: 16,215 of three."""

EIGHT = RANKS.index("8")
"""Rank of the worst card of what players call a good hand."""

Vector = NDArray[np.float64]


@dataclass(frozen=True)
class Replies:
    """What the opponent does after an action.

    Attributes:
        shares: of his range, by the code of what he does.
        wins: chance of the own hand to win a showdown against the hands that call; None if none
            does.
    """

    shares: dict[str, float]
    wins: float | None


@dataclass(frozen=True)
class Outcomes:
    """What a draw makes of a hand; all cards that the player has not seen are as likely.

    Attributes:
        drawn: number of cards.
        unseen: number of cards that the player has not seen.
        ways: number of sets of so many unseen cards; those of the others are out of these.
        low: sets that make a hand as good as `rank` or better.
        rank: highest card of such a hand.
        pairs: sets that make a pair or worse.
        straights: sets that make a straight.
        flushes: sets that make a flush.
    """

    drawn: int
    unseen: int
    ways: int
    low: int
    rank: int
    pairs: int
    straights: int
    flushes: int

    def share(self, sets: int) -> float:
        """Chance of some of the sets."""
        return sets / self.ways


class Facts:
    """What there is to know of a decision; each fact is computed when it is first asked for.

    Args:
        advice: the decision.
        thrown: cards that the player has thrown away before.
    """

    def __init__(self, advice: Advice, thrown: Sequence[int] = ()):
        self.advice = advice
        self.thrown = tuple(thrown)
        self._state = advice.state
        self._other = 1 - advice.state.seat
        self._reach = advice.evaluator.ranges(advice.state).reach

    @cached_property
    def wins(self) -> float:
        """Chance to win a showdown against the opponent's range."""
        if self.advice.equity is not None:
            return self.advice.equity
        return chance_to_win(self._own_finals, self._other_finals)

    @cached_property
    def range_wins(self) -> float:
        """Chance to win a showdown of the player's whole range against the opponent's."""
        mine = self._finals(self._reach[self._state.seat], self._state.draws_left)
        return chance_to_win(mine, self._other_finals)

    def good(self, seat: int) -> float:
        """Share of a seat's range that is made: pat before the last draw, an eight or better then.

        Pat is what the reference policy would not draw to.
        """
        left = self._state.draws_left_of(seat)
        names = kind_names(left)
        last = names.index("8-low") + 1 if not left else names.index("one-card draw")
        reach = self._reach[seat][: self.advice.abstraction.size(left)]
        shares = reach @ kind_shares(self.advice.abstraction, left)
        return float(shares[:last].sum() / reach.sum())

    def replies(self, code: str) -> Replies | None:
        """What the opponent does after a bet, raise or check; None if he does not act next."""
        after = self._state.play(code)
        if self._state.drawing or after.ended is not None or after.drawing:
            return None
        if after.seat != self._other:
            return None
        reach = self._reach[self._other]
        mixes = self.advice.evaluator.strategy_at(after) * reach
        shares = mixes.sum(axis=1) / reach.sum()
        codes = after.actions
        wins = None
        if CALL in codes and shares[codes.index(CALL)] > 0:
            wins = self._against(mixes[codes.index(CALL)])
        return Replies(dict(zip(codes, shares.tolist(), strict=True)), wins)

    def draws_of_opponent(self, code: str) -> dict[int, float] | None:
        """How many cards the opponent will draw, by count, after a draw of the big blind."""
        after = self._state.play(code)
        if not (self._state.drawing and after.drawing):
            return None
        mix = self.advice.evaluator.strategy_at(after) @ self._reach[self._other]
        return {count: float(share) for count, share in enumerate(mix / mix.sum())}

    def wins_with(self, keep: tuple[int, ...]) -> float:
        """Chance to win a showdown once some cards are kept at the draw to be made."""
        state, abstraction = self._state, self.advice.abstraction
        left = state.draws_left
        next_buckets = abstraction.outcome(self.advice.hand, keep, left)
        mine = self._finals(next_buckets, left - 1)
        return chance_to_win(mine, self._finals_after(state.play(str(5 - len(keep)))))

    def outcomes(self, keep: tuple[int, ...]) -> Outcomes | None:
        """What drawing to some cards makes at once; None if too many are drawn to be counted."""
        drawn = len(self.advice.hand) - len(keep)
        if not 1 <= drawn <= COUNTED:
            return None
        seen = {*self.advice.hand, *self.thrown}
        unseen = np.array([card for card in range(DECK_SIZE) if card not in seen], np.uint8)
        sets = unseen[_places(len(unseen), drawn)]
        kept = np.broadcast_to(np.array(keep, np.uint8), (len(sets), len(keep)))
        made = low_class(np.concatenate([kept, sets], axis=1)) - 1
        category, highest = _class_facts()
        rank = max(EIGHT, *(card // 4 for card in keep))
        names = np.array(CATEGORIES)[category[made]]
        return Outcomes(
            drawn,
            len(unseen),
            comb(len(unseen), drawn),
            int(((names == "no pair") & (highest[made] <= rank)).sum()),
            rank,
            int(np.isin(names, CATEGORIES[1:4] + CATEGORIES[6:8]).sum()),
            int(np.isin(names, ("straight", "straight flush")).sum()),
            int((names == "flush").sum()),
        )

    def in_the_end(self, keep: tuple[int, ...], rank: int) -> float:
        """Chance to hold a hand up to some rank at the showdown, the remaining draws made."""
        left = self._state.draws_left
        finals = self._finals(
            self.advice.abstraction.outcome(self.advice.hand, keep, left), left - 1
        )
        kinds = kind_shares(self.advice.abstraction, 0)
        return float((finals @ kinds)[: rank - RANKS.index("7") + 1].sum())

    @cached_property
    def _own_finals(self) -> Vector:
        """Showdown buckets that the hand comes to; its next draw is counted card by card."""
        abstraction, hand, left = self.advice.abstraction, self.advice.hand, self._state.draws_left
        keep = usual_keep(abstraction, hand, left)
        return self._finals(abstraction.outcome(hand, keep, left), left - 1)

    @cached_property
    def _other_finals(self) -> Vector:
        left = self._state.draws_left_of(self._other)
        return self._finals(self._reach[self._other], left)

    def _finals_after(self, after: PublicState) -> Vector:
        """The opponent's showdown buckets once the player has drawn and he has replied."""
        reach = self._reach[self._other]
        if not after.drawing:
            return self._other_finals
        evaluator = self.advice.evaluator
        matrices = evaluator.chains[self._other].draws[after.round]
        mixes = evaluator.strategy_at(after) * reach
        drawn = sum(mix @ matrix for mix, matrix in zip(mixes, matrices, strict=False))
        return self._finals(np.asarray(drawn), after.draws_left - 1)

    def _against(self, reach: Vector) -> float:
        """Chance of the hand to win a showdown against some hands of the opponent."""
        left = self._state.draws_left
        if not left:
            return chance_of_hand(self.advice.abstraction, self.advice.hand, reach)
        return chance_to_win(self._own_finals, self._finals(reach, left))

    def _finals(self, reach: Vector, draws_left: int) -> Vector:
        """Showdown buckets of a range."""
        abstraction = self.advice.abstraction
        share = reach[: abstraction.size(draws_left)]
        ends = share @ final_buckets(abstraction, draws_left) if draws_left else share
        return np.asarray(ends / share.sum())


def price(state: PublicState) -> float:
    """Chance to win that a call needs if nothing is bet later."""
    return state.to_call / (state.pot + state.to_call)


def folds_needed(state: PublicState, code: str) -> float:
    """Share of folds from which on a bet or raise with nothing in hand wins."""
    paid = state.play(code).contributed[state.seat] - state.contributed[state.seat]
    return paid / (state.pot + paid)


def aggressive(state: PublicState) -> str | None:
    """Code of the bet or raise that is possible, if there is one."""
    codes = [code for code in state.actions if code not in (FOLD, CHECK, CALL)]
    return codes[0] if codes and not state.drawing else None


@lru_cache(maxsize=16)
def _places(unseen: int, drawn: int) -> NDArray[np.intp]:
    """All sets of so many places."""
    return np.array(list(combinations(range(unseen), drawn)), np.intp)


@lru_cache(maxsize=1)
def _class_facts() -> tuple[NDArray[np.int8], NDArray[np.int8]]:
    """Category and highest deciding rank of every low class."""
    classes = [describe_class(number) for number in range(1, CLASSES + 1)]
    category = np.array([one.category for one in classes], np.int8)
    highest = np.array([RANKS.index(one.ranks[0]) for one in classes], np.int8)
    return category, highest
