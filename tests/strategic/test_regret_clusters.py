"""Clusters by regret: what they separate, what they cost, and that none is empty."""

import numpy as np
import pytest

from solver.abstraction.clustering import k_means
from solver.strategic import Decisions, regret_clusters

STARTS = np.array([0, 2, 5])


def hands(seed: int = 0, count: int = 400) -> tuple[np.ndarray, Decisions, np.ndarray]:
    """Points on a line, three decisions that have little to do with them, and weights."""
    rng = np.random.default_rng(seed)
    values = rng.normal(size=(count, 7)) * [1, 1, 3, 3, 3, 0.1, 0.1]
    return rng.normal(size=(count, 2)), Decisions(values, STARTS), rng.random(count) + 0.1


def cost(decisions: Decisions, weight: np.ndarray, label: np.ndarray) -> float:
    """What hands lose if every cluster takes its best action everywhere, one by one."""
    lost = 0.0
    for cluster in np.unique(label):
        own = label == cluster
        for values in np.split(decisions.values, STARTS[1:], axis=1):
            together = weight[own] @ values[own]
            lost += weight[own] @ values[own].max(axis=1) - together.max()
    return lost


@pytest.mark.parametrize("clusters", [2, 9, 40])
def test_less_is_lost_than_with_k_means(clusters: int) -> None:
    points, decisions, weight = hands()
    label = regret_clusters(points, decisions, weight, clusters, seed=1)
    assert set(label.tolist()) == set(range(clusters))
    far = k_means(points, weight, clusters, 1)
    assert cost(decisions, weight, label) < 0.9 * cost(decisions, weight, far)
    again = regret_clusters(points, decisions, weight, clusters, seed=1)
    np.testing.assert_array_equal(label, again)


def test_hands_that_act_differently_are_told_apart_though_they_lie_together() -> None:
    rng = np.random.default_rng(3)
    acts = np.arange(60) % 2
    values = np.stack([np.where(acts, 5.0, -5.0), np.where(acts, -5.0, 5.0)], axis=1)
    decisions = Decisions(values, np.array([0]))
    points = acts[:, None] + 0.5 * rng.normal(size=(60, 1))
    label = regret_clusters(points, decisions, np.ones(60), 2, seed=0)
    assert len({(int(a), int(b)) for a, b in zip(acts, label, strict=True)}) == 2


def test_where_nothing_is_decided_points_decide() -> None:
    points = np.repeat([0.0, 1.0, 5.0], 20)[:, None]
    same = Decisions(np.ones((60, 2)), np.array([0]))
    label = regret_clusters(points, same, np.ones(60), 3, seed=0)
    assert [len(set(label[part : part + 20].tolist())) for part in (0, 20, 40)] == [1, 1, 1]
    assert len(set(label.tolist())) == 3
