"""Tables of all hands of real cards say what the abstraction says of single hands."""

import numpy as np
import pytest

from solver.cards import all_combinations, combination_index
from solver.sequences import HandTables, hand_tables


@pytest.fixture(scope="module")
def tables(small_solution) -> HandTables:
    return hand_tables(small_solution.abstraction)


def test_buckets_are_those_of_the_abstraction(tables, small_solution) -> None:
    places = np.random.default_rng(1).integers(0, 2_598_960, 2_000)
    hands = all_combinations(5)[places]
    assert np.array_equal(combination_index(hands), places)
    for left in range(4):
        assert np.array_equal(
            tables.bucket[left][places], small_solution.abstraction.buckets_of(hands, left)
        )


def test_kept_cards_are_those_of_the_abstraction(tables, small_solution) -> None:
    places = np.random.default_rng(2).integers(0, 2_598_960, 300)
    for place in places:
        hand = all_combinations(5)[place]
        for left in (1, 2, 3):
            for count in range(6):
                mask = tables.keep[left - 1][count][place]
                kept = tuple(int(card) for i, card in enumerate(hand) if mask >> i & 1)
                assert kept == small_solution.abstraction.best_keep(hand.tolist(), left, count)
