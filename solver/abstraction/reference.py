"""A reference policy: how a player draws who only wants to win the showdown.

Its values give hands an order before the last draw, its play says how often each hand comes up,
and its draw counts say in words what a hand is (a pat hand, a one-card draw, ...).
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.abstraction.config import DRAWS, AbstractionConfig
from solver.abstraction.outcomes import best_keeps, push
from solver.abstraction.subsets import subsets
from solver.cards import CLASSES, low_class, suit_classes

ROUNDS = 8
"""Times the policy is fitted to the showdown hands that it leads to itself."""


@dataclass(frozen=True)
class Reference:
    """The reference policy and what follows from it, all by draws left (0 to 3).

    Attributes:
        values: chance to win the showdown (a tie is half) against a player of the same policy,
            shape (134459,) each.
        keeps: ``keeps[r][d]`` is the mask of cards kept when drawing d, shape (6, 134459);
            empty for r = 0.
        draw_values: ``draw_values[r][d]`` is the chance to win after drawing d, same shapes.
        policy: draw count of the policy, shape (134459,) each; zeros for r = 0.
        weights: how often play brings a hand to this point, shape (134459,), sum one.
    """

    values: tuple[NDArray[np.float64], ...]
    keeps: tuple[NDArray[np.uint8], ...]
    draw_values: tuple[NDArray[np.float64], ...]
    policy: tuple[NDArray[np.uint8], ...]
    weights: tuple[NDArray[np.float64], ...]


def deal() -> NDArray[np.float64]:
    """Probability of every hand when five cards are dealt, shape (134459,)."""
    hands = subsets().hands
    share: NDArray[np.float64] = hands / hands.sum()
    return share


def showdown_values(final: NDArray[np.float64]) -> NDArray[np.float64]:
    """Chance of every hand to beat a hand from a distribution, a tie counted as half.

    Args:
        final: probability of every hand, shape (134459,).
    """
    classes = low_class(suit_classes(5).example)
    share = np.bincount(classes, final, CLASSES + 1)
    worse = share.sum() - np.cumsum(share)
    value: NDArray[np.float64] = (worse + share / 2)[classes]
    return value


def _fit(final: NDArray[np.float64], config: AbstractionConfig) -> Reference:
    """Best draws against a distribution of showdown hands; weights are left empty."""
    values = [showdown_values(final)]
    policy = [np.zeros(len(final), np.uint8)]
    keeps = [np.empty((0, len(final)), np.uint8)]
    draw_values = [np.empty((0, len(final)))]
    for draws_left in range(1, DRAWS + 1):
        masks, means = best_keeps(values[-1])
        allowed = means[: config.counts(draws_left)]
        keeps.append(masks)
        draw_values.append(means)
        policy.append(allowed.argmax(axis=0).astype(np.uint8))
        values.append(allowed.max(axis=0))
    return Reference(tuple(values), tuple(keeps), tuple(draw_values), tuple(policy), ())


def _play(
    reference: Reference, config: AbstractionConfig, exploration: float
) -> tuple[NDArray[np.float64], ...]:
    """Distribution of hands by draws left when the policy plays, with some share of any draw."""
    weights = [deal()]
    for draws_left in range(DRAWS, 0, -1):
        counts = config.counts(draws_left)
        after = np.zeros_like(weights[0])
        for count in range(counts):
            chosen = reference.policy[draws_left] == count
            share = (1 - exploration) * chosen + exploration / counts
            after += push(weights[0] * share, reference.keeps[draws_left][count])
        weights.insert(0, after)
    return tuple(weights)


def reference_policy(config: AbstractionConfig) -> Reference:
    """Fit the policy to the showdown hands it leads to, starting from the dealt hands."""
    final = deal()
    for _ in range(ROUNDS):
        fitted = _fit(final, config)
        final = _play(fitted, config, 0.0)[0]
    fitted = _fit(final, config)
    weights = _play(fitted, config, config.exploration)
    return Reference(fitted.values, fitted.keeps, fitted.draw_values, fitted.policy, weights)
