"""From hands to buckets, backwards from the showdown.

Showdown hands are cut in their order. Before a draw two hands belong together when every draw
count that comes into question leads them to much the same: as good on average, and spread alike.
"""

import numpy as np
from numpy.typing import NDArray

from solver.abstraction.clustering import k_means
from solver.abstraction.config import AbstractionConfig
from solver.abstraction.outcomes import mean_outcomes
from solver.abstraction.reference import Reference
from solver.cards import CLASSES, low_class, suit_classes

STEPS = 10
"""Pieces into which the range of values after a draw is cut to describe how it is spread."""

OUT_OF_QUESTION = 0.1
"""A draw count that wins this much less often than the best one describes a hand no more."""

TOP = 0.8
"""Final buckets hold equal shares of (share of better hands) to this power: smaller at the top."""


def final_buckets(weight: NDArray[np.float64], buckets: int) -> NDArray[np.int16]:
    """Cut the showdown hands, best first, never inside a low class.

    Args:
        weight: how often each hand is shown down, shape (134459,).
        buckets: how many, at most the number of low classes.

    Returns:
        Bucket of each hand, 0 the best, shape (134459,).
    """
    classes = low_class(suit_classes(5).example)
    share = np.bincount(classes, weight, CLASSES + 1)[1:]
    reach = (np.cumsum(share) / share.sum()) ** TOP
    of_class = np.empty(CLASSES, np.int16)
    start, begun = 0, 0.0
    for bucket in range(buckets):
        left = buckets - bucket
        goal = begun + (1 - begun) / left
        end = int(np.searchsorted(reach, goal))
        # The nearer end of the class in which the cut would fall, a class left for each bucket.
        end += int(end < CLASSES - 1 and reach[end] - goal <= goal - (reach[end - 1] if end else 0))
        end = min(max(end, start + 1), CLASSES - left + 1) if left > 1 else CLASSES
        of_class[start:end] = bucket
        start, begun = end, float(reach[end - 1])
    return of_class[classes - 1]


def draw_features(
    reference: Reference, draws_left: int, config: AbstractionConfig
) -> NDArray[np.float64]:
    """What each draw count leads to, as one point per hand.

    Distances between points are in chances to win. A block per count holds the mean of the value
    after the draw cut into steps, so that hands of equal mean but different spread lie apart; a
    count that is out of the question fades into the best one. Last come the losses by count.

    Returns:
        Shape (134459, features).
    """
    value = reference.values[draws_left - 1]
    low, high = _quantiles(value, reference.weights[draws_left - 1], (0.001, 0.999))
    width = (high - low) / STEPS
    floors = low + width * np.arange(STEPS)
    steps = np.clip(value[:, None] - floors, 0, width)

    counts = range(config.counts(draws_left))
    best = reference.values[draws_left]
    losses = np.stack([best - reference.draw_values[draws_left][d] for d in counts])
    blocks = np.stack([mean_outcomes(reference.keeps[draws_left][d], steps) for d in counts])
    of_best = np.take_along_axis(
        blocks, reference.policy[draws_left].astype(np.intp)[None, :, None], axis=0
    )[0]
    losses = np.minimum(losses, OUT_OF_QUESTION)
    relevance = 1 - losses / OUT_OF_QUESTION
    blocks = of_best + relevance[:, :, None] * (blocks - of_best)
    return np.concatenate([*blocks, losses.T], axis=1)


def earlier_buckets(
    reference: Reference, draws_left: int, config: AbstractionConfig
) -> NDArray[np.int16]:
    """Buckets before a draw, numbered by falling value; shape (134459,)."""
    buckets = config.buckets(draws_left)
    weight = reference.weights[draws_left]
    points = draw_features(reference, draws_left, config)
    label = k_means(points, weight, buckets, config.seed)
    return by_falling_value(label, weight, reference.values[draws_left])


def by_falling_value(
    label: NDArray[np.int16], weight: NDArray[np.float64], value: NDArray[np.float64]
) -> NDArray[np.int16]:
    """Number clusters so that 0 is the one of highest mean value; all of shape (hands,)."""
    mean = np.bincount(label, weight * value) / np.bincount(label, weight)
    number = np.empty(len(mean), np.int16)
    number[np.argsort(-mean, kind="stable")] = np.arange(len(mean))
    return number[label]


def _quantiles(
    value: NDArray[np.float64], weight: NDArray[np.float64], shares: tuple[float, ...]
) -> NDArray[np.float64]:
    order = np.argsort(value, kind="stable")
    reach = np.cumsum(weight[order])
    places = np.searchsorted(reach, np.array(shares) * reach[-1])
    found: NDArray[np.float64] = value[order[places]]
    return found
