"""Sets of cards up to the names of suits."""

from itertools import combinations, permutations
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.cards import HANDS, all_combinations, combination_index, hand_index, suit_classes
from solver.errors import CardError

CLASSES = {0: 1, 1: 13, 2: 169, 3: 1_755, 4: 16_432, 5: 134_459}


def renamed(cards, suits):
    return [4 * (card // 4) + suits[card % 4] for card in cards]


@pytest.mark.parametrize("size", CLASSES)
def test_number_of_classes(size):
    classes = suit_classes(size)
    assert classes.count.shape == (CLASSES[size],)
    assert classes.example.shape == (CLASSES[size], size)
    assert classes.of_combination.shape == (comb(52, size),)
    np.testing.assert_array_equal(np.bincount(classes.of_combination), classes.count)


@pytest.mark.parametrize("size", CLASSES)
def test_examples_belong_to_their_class(size):
    classes = suit_classes(size)
    own = classes.of_combination[combination_index(classes.example)]
    np.testing.assert_array_equal(own, np.arange(CLASSES[size]))


@pytest.mark.parametrize("size", [1, 2, 3])
def test_classes_are_the_orbits_of_renaming_suits(size):
    sets = [tuple(cards) for cards in all_combinations(size).tolist()]
    canonical = [
        min(tuple(sorted(renamed(cards, suits))) for suits in permutations(range(4)))
        for cards in sets
    ]
    of_combination = suit_classes(size).of_combination.tolist()
    pairs = set(zip(canonical, of_combination, strict=True))
    assert len(pairs) == len(set(canonical)) == len(set(of_combination))


def test_hands_are_ordered_from_the_best(all_classes):
    classes = suit_classes(5)
    best = np.zeros(HANDS, np.uint16)
    best[classes.of_combination] = all_classes
    assert (np.diff(best.astype(int)) >= 0).all()
    np.testing.assert_array_equal(best[classes.of_combination], all_classes)


def test_hand_index_of_all_hands(all_hands):
    np.testing.assert_array_equal(
        hand_index(all_hands[::7, ::-1]), suit_classes(5).of_combination[::7]
    )
    assert set(hand_index(suit_classes(5).example).tolist()) == set(range(HANDS))


@given(st.permutations(range(52)), st.permutations(range(4)))
def test_hand_index_forgets_order_and_names_of_suits(deck, suits):
    hand = deck[:5]
    assert hand_index(hand) == hand_index(renamed(hand, suits))
    # Two hands share a number only if some renaming of suits leads from one to the other.
    other = suit_classes(5).example[hand_index(hand)].tolist()
    assert any(sorted(renamed(hand, suits)) == other for suits in permutations(range(4)))


@pytest.mark.parametrize(
    "hand", [[0, 1, 2, 3], [0, 0, 1, 2, 3], [0, 1, 2, 3, 52], [-1, 0, 1, 2, 3], 7]
)
def test_what_is_no_hand(hand):
    with pytest.raises(CardError, match="five"):
        hand_index(hand)


@pytest.mark.parametrize("size", range(4))
def test_combinations_in_colexicographic_order(size):
    expected = sorted(combinations(range(52), size), key=lambda cards: cards[::-1])
    assert all_combinations(size).tolist() == [list(cards) for cards in expected]


@pytest.mark.parametrize("size", range(6))
def test_combination_index_is_the_place(size):
    sets = all_combinations(size)
    np.testing.assert_array_equal(combination_index(sets), np.arange(comb(52, size)))
    assert combination_index(sets[-1]) == comb(52, size) - 1
    assert combination_index(sets[:1, None]).shape == (1, 1)


def test_combinations_are_not_to_be_written_to():
    with pytest.raises(ValueError, match="read-only"):
        all_combinations(2)[0, 0] = 1
