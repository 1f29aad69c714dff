"""The order of hands (rules 1.5), all of it, against an independent evaluator."""

import csv
from pathlib import Path

import numpy as np
import pytest

from solver.cards import (
    CATEGORIES,
    CLASSES,
    describe_class,
    format_cards,
    low_class,
    low_class_of,
    parse_hand,
    suit_classes,
)

DATA = Path(__file__).parents[1] / "data"

# (better, worse), with their classes, from the specification.
PAIRS = [
    ("KcQdJhTs8c", 784, "Ac5d4h3s2c", 785),
    ("Ac5d4h3s2c", 785, "Ac6d4h3s2c", 786),
    ("AcKdQhJs9c", 1278, "2c2d5h4s3c", 1279),
    ("2c2dAhKsQc", None, "AcAd4h3s2c", None),
    ("AcAdKhKsQc", 4996, "6c5d4h3s2c", 5855),
    ("AcAdAhKsQc", 5854, "6c5d4h3s2c", 5855),
    ("AcKdQhJsTc", 5863, "7c5c4c3c2c", 5864),
    ("7c5d4h3s2c", 1, "7c6d4h3s2c", 2),
    ("Ac5c4c3c2c", 6648, "6c5c4c3c2c", 7454),
]
BOUNDS = {
    "no pair": (1, 1278),
    "pair": (1279, 4138),
    "two pair": (4139, 4996),
    "three of a kind": (4997, 5854),
    "straight": (5855, 5863),
    "flush": (5864, 7141),
    "full house": (7142, 7297),
    "four of a kind": (7298, 7453),
    "straight flush": (7454, 7462),
}


@pytest.mark.parametrize(("better", "first", "worse", "second"), PAIRS)
def test_pairs_of_the_specification(better, first, worse, second):
    low = [int(low_class(parse_hand(text))) for text in (better, worse)]
    assert low[0] < low[1]
    assert first in (None, low[0]) and second in (None, low[1])


def test_bounds_of_the_categories():
    for category, (first, last) in BOUNDS.items():
        numbers = [
            n for n in range(1, CLASSES + 1) if CATEGORIES[describe_class(n).category] == category
        ]
        assert numbers == list(range(first, last + 1))


def test_all_classes_as_in_the_reference_file():
    with (DATA / "lowball_classes.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == CLASSES
    for row in rows:
        hand = parse_hand(row["example"])
        assert low_class_of(hand) == int(row["class"]) == int(low_class(hand))
        assert describe_class(int(row["class"])).ranks == row["ranks"]


def test_one_hand_at_a_time_equals_the_kernel():
    hands = suit_classes(5).example
    assert [low_class_of(hand) for hand in hands.tolist()] == low_class(hands).tolist()
    shuffled = np.random.default_rng(4).permuted(hands[::97], axis=1)
    assert [low_class_of(hand) for hand in shuffled.tolist()] == low_class(hands[::97]).tolist()


def test_every_hand_up_to_suits_in_the_order_of_pokerkit():
    pokerkit = pytest.importorskip("pokerkit")
    classes = suit_classes(5)
    lookup = pokerkit.StandardLowHand.lookup
    entry = {}
    for hand, low in zip(classes.example, low_class(classes.example).tolist(), strict=True):
        index = lookup.get_entry(format_cards(hand)).index
        assert entry.setdefault(low, index) == index
    assert len(entry) == CLASSES
    # pokerkit numbers high hands upwards, so the best low hand has its lowest index.
    assert all(entry[low] < entry[low + 1] for low in range(1, CLASSES))
