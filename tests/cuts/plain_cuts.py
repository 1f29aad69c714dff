"""Draws from half a deck, one by one: the plain twin of solver/cuts/_cuts.pyx."""

from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from solver.abstraction import Abstraction
from solver.cards import hand_index, suit_classes


def plain_row(
    abstraction: Abstraction, half: NDArray[np.uint8], draws_left: int, count: int, bucket: int
) -> NDArray[np.float64]:
    """Where drawing `count` cards leads from a bucket, over all its hands and all redraws."""
    hands = np.array(list(combinations(half, 5)))
    hands = hands[abstraction.buckets_of(hands, draws_left) == bucket]
    cards, kept = abstraction.best_keeps(hands, draws_left, np.full(len(hands), count))
    numbers = hand_index(hands)
    weights = abstraction.weights[draws_left][numbers] / suit_classes(5).count[numbers]
    row = np.zeros(abstraction.size(draws_left - 1))
    for hand, roles, keep, weight in zip(hands, cards, kept, weights, strict=True):
        left = np.setdiff1d(half, hand)
        redraws = np.array([*combinations(left, count)], np.uint8).reshape(comb(21, count), count)
        after = np.concatenate([np.tile(roles[keep], (len(redraws), 1)), redraws], axis=1)
        buckets = abstraction.buckets_of(after, draws_left - 1)
        row += weight * np.bincount(buckets, minlength=len(row)) / len(redraws)
    return row / row.sum()
