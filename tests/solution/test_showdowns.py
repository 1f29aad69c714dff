"""Chances to win a showdown, against plain counts."""

import numpy as np
import pytest

import solver
from solver.cards import low_class, parse_hand, suit_classes
from solver.errors import ConfigurationError
from solver.solution.showdowns import chance_of_hand, chance_to_win, final_buckets


@pytest.mark.parametrize("left", [1, 2, 3])
def test_buckets_win_as_often_as_the_reference_policy_says(
    small_solution: solver.Solution, left: int
):
    abstraction = small_solution.abstraction
    ends = final_buckets(abstraction, left)
    assert ends.sum(axis=1) == pytest.approx(1)
    buckets, weights = abstraction.buckets[left], abstraction.weights[left]
    of_bucket = np.bincount(buckets, weights)
    dealt = np.bincount(abstraction.buckets[3], abstraction.weights[3])
    everybody = dealt @ final_buckets(abstraction, 3)
    found = [chance_to_win(row, everybody) for row in ends]
    expected = np.bincount(buckets, weights * abstraction.values[left]) / of_bucket
    # The hands of a showdown bucket count as ties here.
    assert found == pytest.approx(expected, abs=0.02)


def test_hands_of_one_showdown_bucket_are_told_apart(small_solution: solver.Solution):
    abstraction = small_solution.abstraction
    classes = low_class(suit_classes(5).example)
    other = np.random.default_rng(1).random(abstraction.size(0))
    other /= other.sum()
    weights, buckets = abstraction.weights[0], abstraction.buckets[0]
    hands = weights * (other / np.bincount(buckets, weights))[buckets]
    for text in ("7c5d4h3s2c", "8c7d5h4s2c", "Tc9d7h4s2c", "KcKdQhQs2c"):
        hand = parse_hand(text)
        own = int(low_class(hand))
        expected = hands[classes > own].sum() + hands[classes == own].sum() / 2
        assert chance_of_hand(abstraction, tuple(hand), other) == pytest.approx(expected)


def test_nothing_is_drawn_after_the_last_draw(small_solution: solver.Solution):
    with pytest.raises(ConfigurationError):
        final_buckets(small_solution.abstraction, 0)


def test_a_tie_counts_half():
    assert chance_to_win(np.array([0.0, 2.0]), np.array([1.0, 3.0])) == pytest.approx(0.375)
