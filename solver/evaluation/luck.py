"""Luck of the draws: quantities of mean zero that explain part of a match's result.

When a player draws, the cards to come are in random order, so any other run of cards of the stub
was as likely to be drawn as the one that was. The chance to win the showdown with the cards drawn,
less its mean over all cyclic runs of the stub, times the pot: that is luck, and its mean is zero
whoever plays and however. Taking it out of the result by regression (control variates; Burch and
others 2018 do the same with better guesses of the value, AIVAT) leaves the mean alone and the
standard error smaller.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from solver.abstraction import Abstraction
from solver.cards import hand_index
from solver.game import BIG_BLIND
from solver.table import State

CONTROLS = 6
"""Three draws of two seats."""


def stub_runs(stub: tuple[int, ...], count: int) -> NDArray[np.uint8]:
    """All runs of `count` cards of the stub as if it were a ring; the first is what is drawn.

    Returns:
        Shape (cards in the stub, count).
    """
    return np.array(stub, np.uint8)[_ring(len(stub), count)]


@cache
def _ring(cards: int, count: int) -> NDArray[np.intp]:
    return (np.arange(cards)[:, None] + np.arange(count)) % cards


class DrawLuck:
    """Measures luck with the chances of an abstraction's reference policy.

    Args:
        abstraction: gives the chance of every hand to win the showdown.
    """

    def __init__(self, abstraction: Abstraction):
        self._values = abstraction.values

    def of_draw(self, before: State, kept: tuple[int, ...], draws_left: int) -> float:
        """What the seat to act gains by luck when it draws, in units of the table.

        Args:
            before: the table before the draw.
            kept: the cards that it keeps.
            draws_left: draws that it has left, this one included.
        """
        seat = before.actor
        assert seat is not None
        runs = stub_runs(before.stub, 5 - len(kept))
        hands = np.empty((len(runs), 5), np.uint8)
        hands[:, : len(kept)] = kept
        hands[:, len(kept) :] = runs
        own = self._values[draws_left - 1][hand_index(hands)]
        # The button draws last: by then the big blind has a draw less.
        others_left = draws_left if seat == BIG_BLIND else draws_left - 1
        other = float(self._values[others_left][hand_index(before.hands[1 - seat])])
        chances = win_chance(own, other, final=draws_left == 1 and others_left == 0)
        return before.pot * float(chances[0] - chances.mean())


def win_chance(own: NDArray[np.float64], other: float, final: bool) -> NDArray[np.float64]:
    """Chance of hands to beat another, from the chance of each against a common field.

    Args:
        own: chances of the hands.
        other: chance of the other hand.
        final: whether both are showdown hands, of which the one with the higher chance wins.
    """
    if final:
        return np.heaviside(own - other, 0.5)
    # As if each chance were a strength against the field (Bradley and Terry 1952).
    for_own, for_other = own * (1 - other), other * (1 - own)
    both = for_own + for_other
    # Two hands that nobody beats, or that beat nobody, tie.
    return np.divide(for_own, both, out=np.full_like(own, 0.5), where=both > 0)
