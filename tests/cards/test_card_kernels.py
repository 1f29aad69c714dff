"""The kernels of solver.cards beside plain twins."""

from itertools import combinations, combinations_with_replacement
from math import comb

import numpy as np
import pytest

from solver.cards import _cards
from solver.cards.combinations import binomials

SIZES = range(1, 6)


def some_sets(size, n=3000, seed=0):
    """Random ascending sets of cards, among them the first and the last."""
    rng = np.random.default_rng(seed)
    sets = rng.permuted(np.tile(np.arange(52), (n, 1)), axis=1)[:, :size]
    sets[0], sets[1] = np.arange(size), np.arange(52 - size, 52)
    return np.sort(sets, axis=1).astype(np.uint8)


def test_binomials():
    assert binomials().tolist() == [[comb(n, i) for n in range(53)] for i in range(6)]


@pytest.mark.parametrize("size", SIZES)
def test_combinations(size):
    first = list(combinations(range(20), size))[:10_000]
    out = np.empty((len(first), size), np.uint8)
    _cards.combinations(size, out)
    every = set(combinations(range(52 if size < 4 else 20), size))
    colexicographic = sorted(every, key=lambda cards: cards[::-1])[: len(first)]
    assert out.tolist() == [list(cards) for cards in colexicographic]


@pytest.mark.parametrize("size", SIZES)
def test_combination_ranks(size):
    sets = some_sets(size)
    out = np.empty(len(sets), np.int32)
    _cards.combination_ranks(sets, binomials(), out)
    assert out.tolist() == [
        sum(comb(card, place) for place, card in enumerate(cards, start=1))
        for cards in sets.tolist()
    ]


@pytest.mark.parametrize("size", SIZES)
def test_suit_free_keys(size):
    sets = some_sets(size)
    out = np.empty(len(sets), np.int64)
    _cards.suit_free_keys(sets, out)
    for cards, key in zip(sets.tolist(), out.tolist(), strict=True):
        suits = [sum(1 << card // 4 for card in cards if card % 4 == suit) for suit in range(4)]
        bits = "".join(f"{ranks:013b}" for ranks in sorted(suits, reverse=True))
        assert key == int(bits, 2)


def test_low_classes_looks_up_flush_and_ranks():
    multisets = list(combinations_with_replacement(range(13), 5))
    table = np.arange(1, 2 * 6188 + 1, dtype=np.uint16).reshape(2, 6188)
    by_highest_rank = sorted(multisets, key=lambda ranks: ranks[::-1])
    hands = np.random.default_rng(1).permuted(some_sets(5), axis=1)
    hands[:200] = hands[:200] // 4 * 4 + 3  # the same suit, with pairs, which no deck deals
    out = np.empty(len(hands), np.uint16)
    _cards.low_classes(np.ascontiguousarray(hands), binomials(), table, out)
    place = {ranks: number for number, ranks in enumerate(by_highest_rank)}
    for hand, found in zip(hands.tolist(), out.tolist(), strict=True):
        flush = len({card % 4 for card in hand}) == 1
        assert found == table[int(flush), place[tuple(sorted(card // 4 for card in hand))]]
