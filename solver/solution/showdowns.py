"""Chances to win a showdown: what buckets come to in the end, and what beats what.

With draws to come both players are taken to draw on to the best hand they can get, as the reference
policy of the abstraction does, whatever is bet.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from solver.abstraction import DRAWS, Abstraction
from solver.abstraction.abstraction import checked_draws_left
from solver.abstraction.outcomes import mean_outcomes
from solver.cards import CLASSES, low_class, low_class_of, suit_classes

Vector = NDArray[np.float64]


def final_buckets(abstraction: Abstraction, draws_left: int) -> NDArray[np.float64]:
    """Showdown bucket that every bucket comes to when it is drawn out.

    The hands of a bucket count as play brings them up; each keeps its best cards.

    Returns:
        Shape (buckets, showdown buckets), rows sum to one; read-only, as it is kept for the next
        call.

    Raises:
        ConfigurationError: no such number of draws left, or none.
    """
    return _all_final_buckets(abstraction)[checked_draws_left(draws_left, 1) - 1]


@lru_cache(maxsize=4)
def _all_final_buckets(abstraction: Abstraction) -> tuple[NDArray[np.float64], ...]:
    """`final_buckets` with one, two and three draws left: a third of a second."""
    made = np.eye(abstraction.size(0))[abstraction.buckets[0]]
    found: list[NDArray[np.float64]] = []
    for left in range(1, DRAWS + 1):
        policy, keeps = abstraction.policy[left], abstraction.keeps[left]
        played = np.take_along_axis(keeps, policy[None].astype(np.intp), axis=0)[0]
        made = mean_outcomes(played, made)
        buckets, weights = abstraction.buckets[left], abstraction.weights[left]
        size = abstraction.size(left)
        of_bucket = np.bincount(buckets, weights, size)
        sums = [np.bincount(buckets, weights * column, size) / of_bucket for column in made.T]
        ends = np.stack(sums, axis=1)
        ends.flags.writeable = False
        found.append(ends)
    return tuple(found)


def chance_to_win(mine: Vector, other: Vector) -> float:
    """Chance of one distribution over showdown buckets against another; a tie counts half."""
    mine, other = mine / mine.sum(), other / other.sum()
    worse = 1 - np.cumsum(other)
    return float(mine @ (worse + other / 2))


def chance_of_hand(abstraction: Abstraction, hand: tuple[int, ...], other: Vector) -> float:
    """Chance of a hand at the showdown against a distribution over showdown buckets.

    Hands of the own bucket are told apart: each bucket holds its hands as play brings them up.
    """
    classes, inside = _showdown_hands(abstraction)
    hands = inside * (other / other.sum())[abstraction.buckets[0]]
    held = np.bincount(classes, hands, CLASSES + 1)
    own = low_class_of(hand)
    return float(held[own + 1 :].sum() + held[own] / 2)


@lru_cache(maxsize=4)
def _showdown_hands(abstraction: Abstraction) -> tuple[NDArray[np.uint16], Vector]:
    """Low class of every hand and its share of its showdown bucket, both of shape (134459,)."""
    weights, buckets = abstraction.weights[0], abstraction.buckets[0]
    of_bucket = np.bincount(buckets, weights)
    return low_class(suit_classes(5).example), weights / of_bucket[buckets]
