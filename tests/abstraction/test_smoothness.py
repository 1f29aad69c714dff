"""Hands told apart as players do: pats by rank, draws by the cards they keep."""

import numpy as np
import pytest

from solver.abstraction import kinds_of_hands, smoothness_names, smoothness_of_hands
from solver.abstraction.kinds import kind_names
from solver.cards import hand_index, parse_hand


@pytest.mark.parametrize(
    ("text", "draws_left", "name"),
    [
        ("8c6d4h3s2c", 3, "pat 8, smooth"),
        ("8c7d4h3s2c", 3, "pat 8, rough"),
        ("9c7d5h4s2c", 2, "pat 9, smooth"),
        ("Kc6d4h3s2c", 3, "one card: 6 or lower"),
        ("Kc7d4h3s2c", 3, "one card: 7, smooth"),
        ("Kc7d6h3s2c", 3, "one card: 7, rough"),
        ("Kc8d4h3s2c", 2, "one card: 8, smooth"),
        ("Kc8d7h3s2c", 2, "one card: 8, rough"),
        ("KcKd4h3s2c", 3, "two cards: to 7 with 2"),
        ("KcKd5h4s3c", 3, "two cards: to 7, no 2"),
        ("KcKdJhJs2c", 3, "three cards: with 2"),
        ("7c5d4h3s2c", 0, "7-low"),
        ("8c5d4h3s2c", 0, "8-low, smooth"),
        ("9c8d4h3s2c", 0, "9-low, rough"),
        ("7c7d4h3s2c", 0, "pair"),
    ],
)
def test_hands(abstraction, text, draws_left, name):
    number = hand_index(parse_hand(text))
    names = smoothness_names(draws_left)
    assert names[smoothness_of_hands(abstraction, draws_left)[number]] == name


@pytest.mark.parametrize("draws_left", range(4))
def test_groups_lie_within_the_kinds_and_in_their_order(abstraction, draws_left):
    kinds = kinds_of_hands(abstraction, draws_left).astype(int)
    groups = smoothness_of_hands(abstraction, draws_left)
    names = smoothness_names(draws_left)
    kind_of = np.full(len(names), -1)
    kind_of[groups] = kinds
    assert (kind_of[groups] == kinds).all()
    held = kind_of[kind_of >= 0]
    assert (np.diff(held) >= 0).all()
    assert set(kind_names(draws_left)) - set(names) <= {
        "pat 8", "pat 9", "8-low", "9-low", "one-card draw", "two-card draw", "three-card draw",
    }  # fmt: skip
