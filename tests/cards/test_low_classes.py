"""The order of hands: rules 1.1 to 1.7, and every hand against the reference table."""

import csv

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.cards import CATEGORIES, CLASSES, RANKS, describe_class, low_class, parse_hand
from solver.errors import CardError

IN_TABLE = {
    "High card": "no pair",
    "Three of a kind": "three of a kind",
    "Two pair": "two pair",
    "One pair": "pair",
    "Four of a kind": "four of a kind",
    "Full house": "full house",
    "Straight": "straight",
    "Flush": "flush",
    "Straight flush": "straight flush",
}
"""Categories as the reference table calls them."""


@pytest.fixture(scope="module")
def table(data):
    with (data / "lowball_classes.csv").open(newline="") as file:
        return list(csv.DictReader(file))


def number(hand):
    return int(low_class(parse_hand(hand)))


def multiset_keys(ranks):
    """One number for each multiset of five ranks; ranks of shape (n, 5)."""
    return np.sort(ranks, axis=1).astype(np.int64) @ 13 ** np.arange(5)


def test_every_hand_equals_the_table(table, all_hands, all_classes):
    ranks = np.array([[RANKS.index(rank) for rank in row["ranks"]] for row in table])
    suited = np.array(["lush" in row["category"] for row in table])
    expected = np.zeros((2, 13**5), np.uint16)
    expected[suited.astype(int), multiset_keys(ranks)] = [int(row["class"]) for row in table]
    flush = (all_hands % 4 == all_hands[:, :1] % 4).all(axis=1)
    keys = multiset_keys(all_hands // 4)
    np.testing.assert_array_equal(all_classes, expected[flush.astype(int), keys])


def test_counts_equal_the_table(table, all_classes):
    found = np.bincount(all_classes, minlength=CLASSES + 1)
    assert found[0] == 0
    assert found[1:].tolist() == [int(row["count"]) for row in table]
    assert np.cumsum(found[1:]).tolist() == [int(row["cum_count"]) for row in table]


def test_examples_equal_the_table(table):
    examples = low_class([parse_hand(row["example"]) for row in table])
    assert examples.tolist() == list(range(1, CLASSES + 1))


def test_descriptions_equal_the_table(table):
    for row in table:
        low = describe_class(int(row["class"]))
        assert low.number == int(row["class"])
        assert low.ranks == row["ranks"]
        assert CATEGORIES[low.category] == IN_TABLE[row["category"]]


def test_counts_of_dealt_hands(data, all_classes):
    with (data / "dealt.csv").open(newline="") as file:
        expected = {name: int(count) for name, count, _ in csv.reader(file)}
    short = {
        "three of a kind": "trips", "four of a kind": "quads", "full house": "full",
        "two pair": "twopair", "straight flush": "sf",
    }  # fmt: skip
    found = dict.fromkeys(expected, 0)
    for low, count in enumerate(np.bincount(all_classes)[1:].tolist(), start=1):
        described = describe_class(low)
        category = CATEGORIES[described.category]
        if category == "no pair":
            found[f"low_{described.ranks[0]}"] += count
            if f"exact_{described.ranks}" in expected:
                found[f"exact_{described.ranks}"] += count
        else:
            found[short.get(category, category)] += count
        found["total"] += count
    assert found == expected


@pytest.mark.parametrize(
    ("category", "first", "last"),
    [
        ("no pair", 1, 1278),
        ("pair", 1279, 4138),
        ("two pair", 4139, 4996),
        ("three of a kind", 4997, 5854),
        ("straight", 5855, 5863),
        ("flush", 5864, 7141),
        ("full house", 7142, 7297),
        ("four of a kind", 7298, 7453),
        ("straight flush", 7454, 7462),
    ],
)
def test_bounds_of_categories(category, first, last):
    inside = [
        low for low in range(1, CLASSES + 1) if CATEGORIES[describe_class(low).category] == category
    ]
    assert inside == list(range(first, last + 1))


@pytest.mark.parametrize(
    ("highest", "first", "last"),
    [
        ("7", 1, 4),
        ("8", 5, 18),
        ("9", 19, 52),
        ("T", 53, 121),
        ("J", 122, 246),
        ("Q", 247, 455),
        ("K", 456, 784),
        ("A", 785, 1278),
    ],
)
def test_bounds_of_no_pair_hands(highest, first, last):
    inside = [low for low in range(1, 1279) if describe_class(low).ranks[0] == highest]
    assert inside == list(range(first, last + 1))


@pytest.mark.parametrize(
    ("better", "worse", "numbers"),
    [
        ("KcQdJhTs8c", "Ac5d4h3s2c", (784, 785)),
        ("Ac5d4h3s2c", "Ac6d4h3s2c", (785, 786)),
        ("AcKdQhJs9c", "2c2d5h4s3c", (1278, 1279)),
        ("2c2dAhKsQc", "AcAd4h3s2c", None),
        ("AcAdKhKsQc", "6c5d4h3s2c", (4996, 5855)),
        ("AcAdAhKsQc", "6c5d4h3s2c", (5854, 5855)),
        ("AcKdQhJsTc", "7c5c4c3c2c", (5863, 5864)),
        ("Ac5c4c3c2c", "6c5c4c3c2c", (6648, 7454)),
        ("7c5d4h3s2c", "AcKcQcJcTc", (1, 7462)),
    ],
)
def test_pairs_of_the_rules(better, worse, numbers):
    assert number(better) < number(worse)
    if numbers:
        assert (number(better), number(worse)) == numbers


def test_suits_never_rank():
    assert number("7c5d4h3s2c") == number("7s5h4d3c2s") == 1


@given(st.permutations(range(52)), st.permutations(range(4)))
def test_order_and_names_of_suits_do_not_matter(deck, suits):
    hand = deck[:5]
    renamed = [4 * (card // 4) + suits[card % 4] for card in hand]
    assert low_class(hand) == low_class(sorted(hand)) == low_class(renamed)


@given(st.permutations(range(52)))
def test_one_hand_equals_many(deck):
    hands = np.array(deck[:50]).reshape(5, 2, 5)
    lows = low_class(hands)
    assert lows.shape == (5, 2)
    assert lows.tolist() == [[int(low_class(hand)) for hand in pair] for pair in hands]


@pytest.mark.parametrize(
    ("low", "name"),
    [
        (1, "7-5-4-3-2"),
        (785, "A-5-4-3-2"),
        (1279, "pair of deuces (22543)"),
        (4996, "two pair, aces (AAKKQ)"),
        (5854, "three aces (AAAKQ)"),
        (5855, "straight 6-5-4-3-2"),
        (5864, "flush 7-5-4-3-2"),
        (7142, "full house, deuces (22233)"),
        (7453, "four aces (AAAAK)"),
        (7462, "straight flush A-K-Q-J-T"),
    ],
)
def test_names(low, name):
    assert describe_class(low).name == name


@pytest.mark.parametrize("low", [0, -1, CLASSES + 1])
def test_numbers_without_a_class(low):
    with pytest.raises(CardError, match=f"no low class {low}; they run from 1 to 7462"):
        describe_class(low)


@pytest.mark.parametrize("shape", [(), (4,), (6,), (5, 4)])
def test_wrong_shapes(shape):
    with pytest.raises(CardError, match="expected five cards on the last axis"):
        low_class(np.zeros(shape, np.uint8))


@pytest.mark.parametrize("card", [-1, 52, 200, 300])
def test_numbers_that_are_no_cards(card):
    with pytest.raises(CardError, match="expected 0 to 51"):
        low_class([[0, 5, 10, 15, 21], [card, 0, 5, 10, 15]])


def test_no_hands():
    assert low_class(np.zeros((0, 5), np.uint8)).shape == (0,)
