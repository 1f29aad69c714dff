"""Clusters of hands that lose little by acting alike (Lloyd 1982, with regret for distance)."""

import numpy as np
from numpy.typing import NDArray

from solver.abstraction.clustering import k_means
from solver.strategic.first_solution import Decisions

ITERATIONS = 25
CLOSENESS = 0.5
"""Weight of the squared distance between points beside regret, where k-means begins with one."""

SETTLED = 5e-4
"""Clustering ends when less than this share of the hands changes its cluster."""


def regret_clusters(
    points: NDArray[np.float64],
    decisions: Decisions,
    weight: NDArray[np.float64],
    clusters: int,
    seed: int,
) -> NDArray[np.int16]:
    """Cluster of each hand, every one of the clusters used.

    A cluster takes everywhere the action that wins most for its hands together. A hand joins the
    cluster whose actions cost it least; distance decides where actions say little.

    Args:
        points: features of the hands, shape (n, features), n at least `clusters`.
        decisions: what actions win for the hands.
        weight: positive weight of each hand, shape (n,).
        clusters: how many, at least two.
        seed: start of the random numbers.
    """
    label = k_means(points, weight, clusters, seed).astype(np.intp)
    every = np.arange(len(label))
    best = np.maximum.reduceat(decisions.values, decisions.starts, axis=1).sum(axis=1)
    scale = 0.0
    for iteration in range(ITERATIONS):
        regret = best[:, None] - decisions.values @ _actions(decisions, weight, label, clusters).T
        centres = _sums(points, weight, label, clusters)
        centres /= np.bincount(label, weight, clusters)[:, None]
        squared = (points**2).sum(axis=1)[:, None] - 2 * points @ centres.T
        squared += (centres**2).sum(axis=1)
        if iteration == 0:
            lost, apart = weight @ regret[every, label], weight @ squared[every, label]
            if lost <= 0 or apart <= 0:
                break  # nothing to be won by moving a hand
            scale = CLOSENESS * lost / apart
        cost = regret + scale * squared
        moved = cost.argmin(axis=1)
        _keep_one(moved, cost, clusters)
        changed = np.count_nonzero(moved != label)
        label = moved
        if changed < SETTLED * len(label):
            break
    return label.astype(np.int16)


def _sums(
    columns: NDArray[np.float64],
    weight: NDArray[np.float64],
    label: NDArray[np.intp],
    clusters: int,
) -> NDArray[np.float64]:
    """Weighted sum of each column in each cluster, shape (clusters, columns)."""
    sums = [np.bincount(label, weight * column, clusters) for column in columns.T]
    return np.stack(sums, axis=1)


def _actions(
    decisions: Decisions, weight: NDArray[np.float64], label: NDArray[np.intp], clusters: int
) -> NDArray[np.float64]:
    """One where an action is a cluster's best, else zero, shape (clusters, actions)."""
    won = _sums(decisions.values, weight, label, clusters)
    sizes = np.diff(decisions.starts, append=won.shape[1])
    top = np.repeat(np.maximum.reduceat(won, decisions.starts, axis=1), sizes, axis=1)
    best: NDArray[np.float64] = (won == top).astype(np.float64)
    best /= np.repeat(np.add.reduceat(best, decisions.starts, axis=1), sizes, axis=1)
    return best


def _keep_one(
    moved: NDArray[np.intp],
    cost: NDArray[np.float64],
    clusters: int,
) -> None:
    """Where all hands have left a cluster, the one that was at home most stays or comes back."""
    for cluster in np.flatnonzero(np.bincount(moved, minlength=clusters) == 0):
        size = np.bincount(moved, minlength=clusters)
        gain = cost[np.arange(len(moved)), moved] - cost[:, cluster]
        gain[size[moved] == 1] = -np.inf
        moved[int(gain.argmax())] = cluster
