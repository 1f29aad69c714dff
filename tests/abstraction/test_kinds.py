"""Kinds of hands as players name them."""

import numpy as np
import pytest

from solver.abstraction import kind_names, kind_shares, kinds_of_hands
from solver.cards import CATEGORIES, describe_class, hand_index, low_class, parse_hand
from solver.errors import ConfigurationError


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("7c5d4h3s2c", "7-low"),
        ("Tc5d4h3s2c", "ten-low"),
        ("5c4d3h2sAc", "ace-low"),
        ("7c7d4h3s2c", "pair"),
        ("7c7d4h4s2c", "two pair or worse"),
        ("6c5d4h3s2c", "two pair or worse"),  # a straight
        ("7c5c4c3c2c", "two pair or worse"),  # a flush
    ],
)
def test_showdown_hands(abstraction, text, kind):
    number = hand_index(parse_hand(text))
    assert kind_names(0)[kinds_of_hands(abstraction, 0)[number]] == kind


@pytest.mark.parametrize(
    ("text", "draws_left", "kind"),
    [
        ("8c5d4h3s2c", 3, "pat 8"),
        ("9c7d5h4s2c", 2, "pat 9"),
        ("Tc7d5h4s3c", 1, "pat ten"),
        ("Kc7d4h3s2c", 3, "one-card draw"),
        ("KcKd4h3s2c", 3, "two-card draw"),
        ("KcKdJhJs2c", 3, "three-card draw"),
    ],
)
def test_hands_before_a_draw(abstraction, text, draws_left, kind):
    number = hand_index(parse_hand(text))
    assert kind_names(draws_left)[kinds_of_hands(abstraction, draws_left)[number]] == kind


@pytest.mark.parametrize("draws_left", range(4))
def test_shares_are_of_the_weights(abstraction, draws_left):
    shares = kind_shares(abstraction, draws_left)
    assert shares.shape == (abstraction.size(draws_left), len(kind_names(draws_left)))
    np.testing.assert_allclose(shares.sum(axis=1), 1, rtol=0, atol=1e-12)
    weight, bucket = abstraction.weights[draws_left], abstraction.buckets[draws_left]
    kinds = kinds_of_hands(abstraction, draws_left)
    overall = np.bincount(bucket, weight) @ shares
    np.testing.assert_allclose(overall, np.bincount(kinds, weight, shares.shape[1]), atol=1e-12)


def test_pairs_and_straights_are_what_the_low_classes_say(abstraction):
    kinds = kinds_of_hands(abstraction, 0)
    rng = np.random.default_rng(0)
    hands = np.argsort(rng.random((500, 52)), axis=1)[:, :5]
    for number, kind in zip(low_class(hands), kinds[hand_index(hands)], strict=True):
        category = CATEGORIES[describe_class(int(number)).category]
        name = kind_names(0)[kind]
        assert (category == "pair") == (name == "pair")
        assert (category == "no pair") == name.endswith("-low")


def test_no_such_draw(abstraction):
    with pytest.raises(ConfigurationError, match="4 draws left"):
        kind_shares(abstraction, 4)
