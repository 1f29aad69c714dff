"""Exact outcomes of a draw, with the hand's own discards out of the deck.

Sums over all redraws come from sums over the hands that contain a set of cards, by inclusion
and exclusion over the discards; there are only 18,370 sets of up to four cards up to the names
of suits, so that one table serves all 134,459 hands and all their 32 ways to discard.
"""

import numpy as np
from numpy.typing import NDArray

from solver.abstraction import _outcomes
from solver.abstraction.subsets import Subsets, subsets

EQUAL = 1e-12
"""Means closer than this are equal; rounding errors must not choose between suits."""


def _containing(table: Subsets, values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Sum of each column over all hands that contain a set of each class, (18370, columns)."""
    sums = np.zeros((len(table.sets), values.shape[1]))
    _outcomes.containing_sums(table.classes, table.hands, values, sums)
    sums /= table.sets[:, None]
    return sums


def bucket_counts(bucket: NDArray[np.int16], buckets: int) -> NDArray[np.float64]:
    """How many hands of each bucket contain a set of each class.

    Args:
        bucket: bucket of every hand, shape (134459,).
        buckets: how many there are.

    Returns:
        Whole numbers, shape (18370, buckets).
    """
    table = subsets()
    counts = np.zeros((len(table.sets), buckets))
    _outcomes.containing_counts(table.classes, table.hands, bucket, counts)
    counts /= table.sets[:, None]
    return counts


def best_keeps(
    value: NDArray[np.float64],
) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """For every hand and draw count the cards to keep for the highest mean value after the draw.

    Args:
        value: value of every hand after the draw, shape (134459,).

    Returns:
        Masks over the class's example and their mean values, both of shape (6, 134459). Of keeps
        of equal value the lowest mask is taken.
    """
    table = subsets()
    sums = _containing(table, value[:, None])[:, 0]
    keeps = np.empty((6, len(value)), np.uint8)
    best = np.empty((6, len(value)))
    _outcomes.best_keeps(table.classes, sums, value, EQUAL, keeps, best)
    return keeps, best


def mean_outcomes(
    keeps: NDArray[np.uint8],
    columns: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Mean of each column after one draw of every hand.

    Args:
        keeps: mask of the cards each hand keeps, shape (134459,).
        columns: values of the hands after the draw, shape (134459, columns).

    Returns:
        Shape (134459, columns).
    """
    table = subsets()
    out = np.empty_like(columns)
    chosen = np.arange(len(keeps), dtype=np.int32)
    sums = _containing(table, columns)
    _outcomes.mean_outcomes(table.classes, chosen, keeps, sums, columns, out)
    return out


def push(weight: NDArray[np.float64], keeps: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Distribution of hands after a draw.

    Args:
        weight: weight of every hand before it, shape (134459,).
        keeps: mask of the cards each hand keeps, shape (134459,).

    Returns:
        Weight of every hand after it, shape (134459,), with the same total.
    """
    table = subsets()
    parts = np.zeros((1, len(table.sets)))
    whole = np.zeros(len(weight))
    one_group = np.zeros(len(weight), np.int16)
    _outcomes.spread(table.classes, keeps, weight, one_group, parts, whole)
    after = np.empty(len(weight))
    _outcomes.collect(table.classes, parts[0] / table.sets, after)
    after *= table.hands
    after += whole
    # What is exactly zero comes out as a rounding error of either sign.
    np.maximum(after, 0, out=after)
    return after


def transition(
    keeps: NDArray[np.uint8],
    weight: NDArray[np.float64],
    bucket: NDArray[np.int16],
    *,
    before: int,
    after: NDArray[np.int16],
    counts: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Mean distribution of the next bucket for each bucket.

    Args:
        keeps: mask of the cards each hand keeps, shape (134459,).
        weight: weight of every hand, shape (134459,), positive.
        bucket: bucket of every hand before the draw, shape (134459,).
        before: how many buckets there are before the draw.
        after: bucket of every hand after the draw, shape (134459,).
        counts: `bucket_counts` of `after`.

    Returns:
        Shape (buckets before, buckets after); rows sum to one.
    """
    table = subsets()
    parts = np.zeros((before, len(table.sets)))
    whole = np.zeros(len(weight))
    _outcomes.spread(table.classes, keeps, weight, bucket, parts, whole)
    matrix = np.zeros((before, counts.shape[1]))
    np.add.at(matrix, (bucket, after), whole)
    _outcomes.combine(parts, counts, matrix)
    np.maximum(matrix, 0, out=matrix)
    matrix /= matrix.sum(axis=1, keepdims=True)
    return matrix


def next_buckets(
    hands: NDArray[np.int32],
    keeps: NDArray[np.uint8],
    next_bucket: NDArray[np.int16],
    next_counts: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Exact distribution of the next bucket for each of some hands.

    Args:
        hands: numbers of m hands.
        keeps: m masks of the cards they keep.
        next_bucket: bucket of every hand after the draw, shape (134459,).
        next_counts: `bucket_counts` of `next_bucket`.

    Returns:
        Shape (m, buckets after); rows sum to one.
    """
    table = subsets()
    own = np.zeros((len(hands), next_counts.shape[1]))
    own[np.arange(len(hands)), next_bucket[hands]] = 1
    out = np.empty_like(own)
    rows = np.arange(len(hands), dtype=np.int32)
    inside = np.ascontiguousarray(table.classes[hands])
    _outcomes.mean_outcomes(inside, rows, keeps, next_counts, own, out)
    # Sums of whole numbers below 2^53 are exact, so that nothing here can be negative.
    return out
