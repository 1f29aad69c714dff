"""Draws of every hand by itself: against the sums that buckets are made with."""

import numpy as np
import pytest

from solver.abstraction import Abstraction
from solver.abstraction.draws import HandDraws
from solver.abstraction.outcomes import mean_outcomes, push
from solver.cards import HANDS


@pytest.fixture(scope="module")
def draws(small: Abstraction) -> HandDraws:
    return HandDraws(small.keeps, (5, 3, 2))


@pytest.mark.parametrize(
    ("left", "count"), [(3, 1), (3, 3), (3, 4), (3, 5), (2, 2), (2, 3), (1, 1), (1, 2)]
)
def test_forwards_and_backwards(small: Abstraction, draws: HandDraws, left, count) -> None:
    rng = np.random.default_rng(10 * left + count)
    weight, value = rng.random(HANDS) / HANDS, rng.normal(size=HANDS)
    keeps = small.keeps[left][count]
    after = draws.forward(left, count, weight)
    np.testing.assert_allclose(after, push(weight, keeps), rtol=1e-9, atol=1e-18)
    before = draws.backward(left, count, value)
    np.testing.assert_allclose(before, mean_outcomes(keeps, value[:, None])[:, 0], atol=1e-12)
    # What arrives is worth what it was worth before.
    assert after @ value == pytest.approx(weight @ before, abs=1e-12)
    assert after.sum() == pytest.approx(weight.sum(), rel=1e-12)


def test_what_never_happens_has_exactly_no_weight(draws: HandDraws) -> None:
    """No draw of one card turns the best hand into one of two other cards."""
    weight = np.zeros(HANDS)
    weight[0] = 1.0
    after = draws.forward(1, 1, weight)
    assert after.min() == 0.0
    assert after[0] == 0.0  # its own card is out of the deck
    assert 0 < np.count_nonzero(after > 1e-12) <= 47


def test_a_pat_hand_stays(draws: HandDraws) -> None:
    weight = np.arange(HANDS, dtype=np.float64)
    assert draws.forward(2, 0, weight) is weight
    assert draws.backward(2, 0, weight) is weight
