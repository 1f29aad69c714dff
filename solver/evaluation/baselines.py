"""Simple players to measure a solution against: one who only calls, one who plays by the book."""

from numpy.random import Generator

from solver.abstraction import Abstraction
from solver.cards import hand_index, low_class_of, parse_hand
from solver.evaluation.players import BestDiscards, Hand
from solver.game import BUTTON, PublicTree
from solver.game.betting import BET, CALL, CHECK, FOLD, RAISE
from solver.game.public_state import PublicState

HAND = 5
LOW = 6
"""Rank of an eight, a deuce being 0: the highest low card."""

_ROUGHEST = ("8c6d5h4s3c", "8c7d6h5s3c", "9c8d7h6s4c", "Tc9d8h7s5c", "JcTd9h8s6c")
EIGHT_SIX, EIGHT, NINE, TEN, JACK = (low_class_of(parse_hand(hand)) for hand in _ROUGHEST)
"""Low classes of the worst hand of each name."""

ALWAYS_CALL, RULE_BOOK = "call", "rulebook"
BASELINES = (ALWAYS_CALL, RULE_BOOK)


class AlwaysCall:
    """Checks and calls to the end, and draws as one who only wants to win the showdown.

    Draws are those of the reference policy of the abstraction (`solver.abstraction.reference`).

    Args:
        tree: the public tree to play in.
        abstraction: whose reference policy is followed.
    """

    name = ALWAYS_CALL

    def __init__(self, tree: PublicTree, abstraction: Abstraction):
        self.tree = tree
        self._policy = abstraction.policy
        self._discards = BestDiscards(abstraction)

    def act(
        self, hand: Hand, state: PublicState, random: Generator, thrown: Hand | None = None
    ) -> str:
        """Check or call; see `solver.evaluation.players.Player`."""
        return passive(state)

    def discard(
        self, hand: Hand, state: PublicState, random: Generator, thrown: Hand | None = None
    ) -> Hand:
        """Draw by the reference policy, no more than is allowed."""
        wanted = int(self._policy[state.draws_left][hand_index(hand)])
        return self._discards(hand, state.draws_left, min(wanted, len(state.actions) - 1))


class RuleBook:
    """Plays by published rules of thumb; each method says which, docs/evaluation.md where from.

    A *low card* is an eight or lower; a pair counts once.

    Args:
        tree: the public tree to play in.
    """

    name = RULE_BOOK

    def __init__(self, tree: PublicTree):
        self.tree = tree

    def discard(
        self, hand: Hand, state: PublicState, random: Generator, thrown: Hand | None = None
    ) -> Hand:
        """Pat or not by `stands_pat`, otherwise throw away all but the lowest different cards.

        Where the limit allows no draw that large, the next higher cards stay.
        """
        if stands_pat(hand, state):
            return ()
        kept = drawing_cards(hand)
        while HAND - len(kept) >= len(state.actions):
            held = {card >> 2 for card in kept}
            spare = [card for card in hand if card not in kept]
            kept += (min(spare, key=lambda card: (card >> 2 in held, card)),)
        return tuple(card for card in hand if card not in kept)

    def act(
        self, hand: Hand, state: PublicState, random: Generator, thrown: Hand | None = None
    ) -> str:
        """The rules of the round that is on."""
        if state.round == 0:
            return self._before_the_draw(hand, state)
        if state.draws_left == 0:
            return self._at_the_end(hand, state)
        return self._between_draws(hand, state)

    def _before_the_draw(self, hand: Hand, state: PublicState) -> str:
        """Two low cards play, raising if nobody has; each further raise takes one card more."""
        good = HAND if stands_pat(hand, state) else len(drawing_cards(hand))
        raises = state.history.count(RAISE)
        if good >= 2 + raises:
            return aggressive(state)
        return passive(state) if good >= 2 else fold(state)

    def _between_draws(self, hand: Hand, state: PublicState) -> str:
        """Who is ahead in the draw bets and raises; who is far behind for a big bet folds.

        Ahead is who needs fewer cards than the opponent took last, or stands pat on an eight or
        better. On even terms the button bets a one-card draw or better if it is checked to.
        """
        needs = 0 if stands_pat(hand, state) else HAND - len(drawing_cards(hand))
        taken = opponents_last_draw(state)
        strong = low_class_of(hand) <= EIGHT
        if state.to_call > 0:
            if strong or needs < taken - 1:
                return aggressive(state)
            far_behind = needs - taken >= 2 and state.draws_left == 1
            return fold(state) if far_behind else passive(state)
        even = needs == taken and needs <= 1 and state.seat == BUTTON
        return aggressive(state) if strong or needs < taken or even else passive(state)

    def _at_the_end(self, hand: Hand, state: PublicState) -> str:
        """Bet a nine and call with a jack; against a pat hand bet an eight and call with a ten.

        Raise an 8-6 or better.
        """
        bet, call = (EIGHT, TEN) if opponents_last_draw(state) == 0 else (NINE, JACK)
        low = low_class_of(hand)
        if state.to_call > 0:
            if low <= EIGHT_SIX:
                return aggressive(state)
            return passive(state) if low <= call else fold(state)
        return aggressive(state) if low <= bet else passive(state)


def drawing_cards(hand: Hand) -> Hand:
    """The low cards of a hand, one of each rank; of five the four lowest."""
    by_rank = {card >> 2: card for card in hand if card >> 2 <= LOW}
    return tuple(by_rank[rank] for rank in sorted(by_rank)[: HAND - 1])


def opponents_last_draw(state: PublicState) -> int:
    """Cards that the opponent of the seat to act took last; before the first draw three."""
    counts = state.draws[1 - state.seat]
    return counts[-1] if counts else 3


def stands_pat(hand: Hand, state: PublicState) -> bool:
    """Whether the book keeps all five cards at the next draw.

    An eight or better before the first draw, a nine before the second; before the last a jack, or
    a nine if the opponent has just stood pat.
    """
    if state.draws_left == 1:
        worst = NINE if opponents_last_draw(state) == 0 else JACK
    else:
        worst = {3: EIGHT, 2: NINE}[state.draws_left]
    return low_class_of(hand) <= worst


def passive(state: PublicState) -> str:
    """Check or call."""
    return CALL if CALL in state.actions else CHECK


def aggressive(state: PublicState) -> str:
    """Bet or raise, or what is left at the cap."""
    return next((action for action in (BET, RAISE) if action in state.actions), passive(state))


def fold(state: PublicState) -> str:
    """Fold, or check where that is free."""
    return FOLD if FOLD in state.actions else CHECK


def baseline(name: str, tree: PublicTree, abstraction: Abstraction) -> AlwaysCall | RuleBook:
    """Baseline by its name, one of `BASELINES`.

    Args:
        name: the name.
        tree: the public tree to play in.
        abstraction: whose reference policy tells how to draw.
    """
    return RuleBook(tree) if name == RULE_BOOK else AlwaysCall(tree, abstraction)
