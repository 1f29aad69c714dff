"""Hands of real cards between two players who both follow a solution, and spots out of them."""

from dataclasses import dataclass, replace

import numpy as np

from solver import Solution
from solver.cards import DECK_SIZE, format_cards
from solver.errors import CardError
from solver.game import PublicState, start
from trainer.spots.spot import HAND, Answer, Spot


@dataclass(frozen=True)
class Deal:
    """A hand of poker in play, all cards known.

    Attributes:
        state: the public state.
        hands: for each seat every hand it has held, the current one last.
        stub: cards not dealt yet, the next one first. Two players never need more than are in it.
    """

    state: PublicState
    hands: tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]
    stub: tuple[int, ...]

    @property
    def over(self) -> bool:
        """Whether the hand has ended."""
        return not self.state.actions

    @property
    def spot(self) -> Spot:
        """What the player to act sees.

        Raises:
            HistoryError: the hand is over.
        """
        return Spot(self.state, self.hands[self.state.seat])

    def play(self, answer: Answer) -> "Deal":
        """The hand after the player to act has acted; discards are replaced from the stub.

        Raises:
            HistoryError: the action is not possible here.
            CardError: a discard that is not in the hand, or a wrong number of them.
        """
        after = self.state.play(answer.code)
        if not self.state.drawing:
            return replace(self, state=after)
        seat, count = self.state.seat, int(answer.code)
        hand = self.hands[seat][-1]
        kept = answer.keep(hand)
        if len(answer.discards) != count or len(kept) != HAND - count:
            raise CardError(
                f"cannot draw {count} to {format_cards(hand)} for {format_cards(answer.discards)}; "
                "expected as many different cards of the hand"
            )
        drawn = tuple(sorted(kept + self.stub[:count], reverse=True))
        own = (*self.hands[seat], drawn)
        hands = (own, self.hands[1]) if seat == 0 else (self.hands[0], own)
        return Deal(after, hands, self.stub[count:])


class Dealer:
    """Deals hands from one shuffled deck and plays both seats by a solution.

    Args:
        solution: what both players follow.
        seed: the same seed gives the same hands; a generator is used as it is.
    """

    def __init__(self, solution: Solution, seed: int | np.random.Generator | None = None):
        self.solution = solution
        self._generator = np.random.default_rng(seed)
        tree = solution.tree
        betting = sum(max(map(len, level.betting.sequences)) for level in tree.rounds)
        self._longest = betting + 2 * len(tree.draws)

    def deal(self) -> Deal:
        """A new hand before the first action."""
        deck = [int(card) for card in self._generator.permutation(DECK_SIZE)]
        first, second = (
            tuple(sorted(deck[place : place + HAND], reverse=True)) for place in (0, HAND)
        )
        return Deal(start(self.solution.tree), ((first,), (second,)), tuple(deck[2 * HAND :]))

    def choose(self, deal: Deal) -> Answer:
        """What the solution does: an action at its frequency, at a draw with the best cards kept.

        Raises:
            HistoryError: the hand is over.
        """
        state = deal.state
        hand = deal.hands[state.seat][-1]
        frequencies = self.solution.frequencies(hand, state)
        choice = int(np.searchsorted(np.cumsum(frequencies), self._generator.random(), "right"))
        code = state.actions[min(choice, len(state.actions) - 1)]
        if not state.drawing:
            return Answer(code)
        # Grading asks the solution's own values which cards to keep. The players go by the
        # abstraction, as in the game that was solved: its draws are the ones ranges are made of.
        kept = self.solution.abstraction.best_keep(hand, state.draws_left, int(code))
        return Answer.draw([card for card in hand if card not in kept])

    def spot(self) -> Spot:
        """A decision, each kind of decision as often as it comes up in play.

        A number up to the longest possible hand is drawn and that decision of a new hand taken; a
        hand that ends before it is dropped, and so is one with a single action there. So every
        decision of every hand is equally likely, and no two spots are from the same hand.
        """
        while True:
            deal = self.deal()
            for _ in range(int(self._generator.integers(self._longest))):
                if deal.over:
                    break
                deal = deal.play(self.choose(deal))
            if len(deal.state.actions) > 1:
                return deal.spot
