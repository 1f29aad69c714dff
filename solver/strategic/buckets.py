"""Earlier buckets from the decisions of a first solution."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from solver.abstraction import DRAWS, Abstraction, AbstractionConfig
from solver.abstraction.bucketing import by_falling_value, draw_features
from solver.cards import suit_classes
from solver.game import heads_up
from solver.strategic.clustering import regret_clusters
from solver.strategic.first_solution import FirstSolution


@cache
def _alike() -> tuple[NDArray[np.int32], NDArray[np.intp]]:
    """Hands that suits hardly tell apart: same ranks, and as close to a flush.

    Returns:
        One hand of each of the 11,609 groups, and the group of every hand, shape (134459,).
    """
    hands = suit_classes(5).example
    suited = np.stack([(hands & 3 == suit).sum(axis=1) for suit in range(4)]).max(axis=0)
    key = np.maximum(suited, 3).astype(np.int64)
    for rank in np.sort(hands >> 2, axis=1).T:
        key = 13 * key + rank
    _, first, group = np.unique(key, return_index=True, return_inverse=True)
    return first.astype(np.int32), group.astype(np.intp)


def strategic_buckets(
    config: AbstractionConfig, first: Abstraction
) -> tuple[NDArray[np.int16], ...]:
    """Buckets with one, two and three draws left, numbered by falling value.

    Args:
        config: the settings.
        first: few buckets for the same draws, with which a first solution is made.
    """
    solution = FirstSolution(heads_up(config.first_cap, config.draws), first)
    hands, group = _alike()
    labels = []
    for draws_left in range(1, DRAWS + 1):
        weight = solution.weights[draws_left]
        points = draw_features(first.reference, draws_left, config)
        total = np.bincount(group, weight).astype(np.float64)
        mean = np.stack([np.bincount(group, weight * x) for x in points.T], axis=1)
        label = regret_clusters(
            mean / total[:, None],
            solution.decisions(draws_left, hands),
            total,
            config.buckets(draws_left),
            config.seed,
        )[group]
        labels.append(by_falling_value(label, weight, first.values[draws_left]))
    return tuple(labels)
