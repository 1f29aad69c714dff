"""K-means: the bounds change nothing, empty clusters are filled, the error falls."""

import numpy as np

from solver.abstraction import _clustering
from solver.abstraction.clustering import k_means


def clouds(seed=0, points=3000):
    rng = np.random.default_rng(seed)
    return rng.normal(size=(points, 4)) + rng.integers(0, 3, (points, 1)) * 6, rng.random(points)


def error(points, weight, label):
    total = 0.0
    for cluster in np.unique(label):
        own, w = points[label == cluster], weight[label == cluster]
        total += (w[:, None] * (own - np.average(own, axis=0, weights=w)) ** 2).sum()
    return total


def test_assign_equals_its_twin_also_when_bounds_are_tight():
    points, _ = clouds()
    rng = np.random.default_rng(5)
    centres = points[rng.choice(len(points), 12, replace=False)]
    label = np.zeros(len(points), np.int16)
    upper, lower = np.full(len(points), np.inf), np.zeros(len(points))
    for _ in range(6):
        distance = np.sqrt(((points[:, None] - centres) ** 2).sum(axis=-1))
        gaps = np.sqrt(((centres[:, None] - centres) ** 2).sum(axis=-1))
        np.fill_diagonal(gaps, np.inf)
        half = gaps.min(axis=1) / 2
        _clustering.assign(points, np.ascontiguousarray(centres.T), half, label, upper, lower)
        np.testing.assert_array_equal(label, distance.argmin(axis=1))
        others = distance.copy()
        others[np.arange(len(points)), label] = np.inf
        assert (upper >= distance.min(axis=1) - 1e-12).all()
        assert (lower <= others.min(axis=1) + 1e-12).all()
        step = rng.normal(size=centres.shape) * 0.05
        centres = centres + step
        size = np.sqrt((step**2).sum(axis=1))
        upper += size[label]
        lower -= size.max()


def test_nearer_equals_its_twin():
    points, _ = clouds()
    squared = np.full(len(points), 20.0)
    _clustering.nearer(points, points[0].copy(), squared)
    np.testing.assert_allclose(squared, np.minimum(((points - points[0]) ** 2).sum(axis=1), 20.0))


def test_three_clouds_are_found():
    points, weight = clouds()
    label = k_means(points, weight, 3, seed=1)
    middle = points.mean(axis=1)
    for cluster in range(3):
        assert np.ptp(middle[label == cluster]) < 6


def test_more_clusters_explain_more():
    points, weight = clouds()
    errors = [error(points, weight, k_means(points, weight, k, seed=0)) for k in (2, 4, 8, 16, 32)]
    assert (np.diff(errors) < 0).all()


def test_every_cluster_is_used_even_when_points_coincide():
    points = np.repeat([[0.0, 0.0], [1.0, 1.0]], 20, axis=0)
    label = k_means(points, np.ones(40), 5, seed=0)
    assert sorted(set(label.tolist())) == [0, 1, 2, 3, 4]
