"""Weighted k-means, the same on every machine for a seed (Lloyd 1982, Arthur and others 2007)."""

import numpy as np
from numpy.typing import NDArray

from solver.abstraction import _clustering

ITERATIONS = 100
SETTLED = 1e-3
"""Clustering ends when less than this share of the points changes its cluster."""


def _spread_out(
    points: NDArray[np.float64],
    weight: NDArray[np.float64],
    clusters: int,
    rng: np.random.Generator,
) -> NDArray[np.float64]:
    """Points to start from, each drawn in proportion to weight and squared distance."""
    squared = np.full(len(points), np.inf)
    odds = weight
    centres = np.empty((clusters, points.shape[1]))
    for c in range(clusters):
        below = np.cumsum(odds)
        place = np.searchsorted(below, rng.random() * below[-1], side="right")
        centres[c] = points[min(int(place), len(points) - 1)]
        _clustering.nearer(points, centres[c], squared)
        odds = weight * squared
    return centres


def _means(
    points: NDArray[np.float64],
    weight: NDArray[np.float64],
    label: NDArray[np.int16],
    clusters: int,
) -> NDArray[np.float64]:
    total = np.bincount(label, weight, clusters)
    sums = [np.bincount(label, weight * column, clusters) for column in points.T]
    return np.stack(sums, axis=1) / total[:, None]


def _fill_empty(
    points: NDArray[np.float64],
    weight: NDArray[np.float64],
    label: NDArray[np.int16],
    centres: NDArray[np.float64],
) -> bool:
    """Give every empty cluster the worst placed point of a cluster that has others."""
    filled = False
    for cluster in np.flatnonzero(np.bincount(label, minlength=len(centres)) == 0):
        size = np.bincount(label, minlength=len(centres))
        error = weight * ((points - centres[label]) ** 2).sum(axis=1)
        point = int(np.where(size[label] > 1, error, -1.0).argmax())
        label[point] = cluster
        centres[cluster] = points[point]
        filled = True
    return filled


def k_means(
    points: NDArray[np.float64], weight: NDArray[np.float64], clusters: int, seed: int
) -> NDArray[np.int16]:
    """Cluster of each point, every one of the clusters used.

    Args:
        points: shape (n, features), n at least `clusters`.
        weight: positive weight of each point, shape (n,).
        clusters: how many, at least two.
        seed: start of the random numbers.
    """
    rng = np.random.default_rng(seed)
    points = np.ascontiguousarray(points)
    centres = _spread_out(points, weight, clusters, rng)
    label = np.zeros(len(points), np.int16)
    upper = np.full(len(points), np.inf)
    lower = np.zeros(len(points))
    for _ in range(ITERATIONS):
        gaps = np.sqrt(((centres[:, None] - centres[None]) ** 2).sum(axis=-1))
        np.fill_diagonal(gaps, np.inf)
        transposed = np.ascontiguousarray(centres.T)
        half_gap = gaps.min(axis=1) / 2
        changed = _clustering.assign(points, transposed, half_gap, label, upper, lower)
        if _fill_empty(points, weight, label, centres):
            upper[:] = np.inf
            lower[:] = 0
        elif changed < SETTLED * len(points):
            break
        moved = _means(points, weight, label, clusters)
        step = np.sqrt(((moved - centres) ** 2).sum(axis=1))
        upper += step[label]
        lower -= step.max()
        centres = moved
    return label
