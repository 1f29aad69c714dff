"""Exact outcomes against enumeration of real cards, and every kernel against a plain twin."""

from itertools import combinations, permutations
from math import comb

import numpy as np
import pytest

from solver.abstraction import _outcomes
from solver.abstraction.outcomes import best_keeps, bucket_counts, mean_outcomes, push
from solver.abstraction.subsets import PAT, in_example_order, subsets
from solver.cards import format_cards, hand_index, parse_hand, suit_classes

HANDS = (
    "2c3d4h7sKc",
    "2c3c4c7cKc",  # all of one suit
    "KcKd2h3s7d",
    "2c2d2h2s3c",
    "7c5d4h3s2c",
    "AsKsQsJsTs",
    "8h8d5h5d2h",
)


def redraws(hand, keep):
    """Every hand that keeping `keep` of `hand` can lead to, one row a redraw."""
    deck = [card for card in range(52) if card not in hand]
    drawn = np.array(list(combinations(deck, 5 - len(keep))), np.uint8)
    kept = np.broadcast_to(np.array(keep, np.uint8), (len(drawn), len(keep)))
    return np.concatenate([kept, drawn], axis=1)


def values(seed=0):
    return np.random.default_rng(seed).random(134_459)


@pytest.mark.parametrize("text", HANDS)
@pytest.mark.parametrize("count", [0, 1, 2])
def test_outcome_is_what_enumeration_gives(abstraction, text, count):
    hand = parse_hand(text)
    for draws_left in (1, 2, 3):
        for keep in combinations(hand, 5 - count):
            reached = abstraction.buckets_of(redraws(hand, keep), draws_left - 1)
            expected = np.bincount(reached, minlength=abstraction.size(draws_left - 1))
            outcome = abstraction.outcome(hand, keep, draws_left)
            np.testing.assert_allclose(outcome, expected / comb(47, count), rtol=0, atol=1e-14)


@pytest.mark.parametrize(("text", "keep"), [("2c3c7cKhKd", "2c3c"), ("KcKd2h3s7d", "2h3s")])
def test_three_card_draw_is_what_enumeration_gives(abstraction, text, keep):
    hand, kept = parse_hand(text), [c for c in parse_hand(text) if format_cards([c]) in keep]
    reached = abstraction.buckets_of(redraws(hand, kept), 2)
    expected = np.bincount(reached, minlength=abstraction.size(2)) / comb(47, 3)
    np.testing.assert_allclose(abstraction.outcome(hand, kept, 3), expected, rtol=0, atol=1e-14)


@pytest.mark.parametrize("text", HANDS)
@pytest.mark.parametrize("count", [1, 2])
def test_best_keep_beats_every_other(text, count):
    hand = parse_hand(text)
    value = values()
    keeps, means = best_keeps(value)
    number, cards = in_example_order(hand)
    by_keep = {
        keep: value[hand_index(redraws(hand, keep))].mean()
        for keep in combinations(sorted(hand), 5 - count)
    }
    chosen = tuple(sorted(c for i, c in enumerate(cards.tolist()) if keeps[count, number] >> i & 1))
    best = max(by_keep.values())
    assert by_keep[chosen] == pytest.approx(best, abs=1e-10)
    assert means[count, number] == pytest.approx(best, abs=1e-10)


def test_cards_in_the_examples_order_are_the_example_with_other_suit_names():
    rng = np.random.default_rng(3)
    hands = np.argsort(rng.random((3000, 52)), axis=1)[:, :5]
    number, cards = in_example_order(hands)
    example = suit_classes(5).example[number]
    assert (np.sort(cards) == np.sort(hands)).all()
    renamings = np.array(list(permutations(range(4))), np.uint8)
    renamed = (example & 0xFC)[:, None] + np.stack([p[example & 3] for p in renamings], axis=1)
    assert (renamed == cards[:, None]).all(axis=-1).any(axis=-1).all()


def test_the_last_draws_known_figures():
    """Drawing one to 2-3-4-7 makes a seven with 4 fives and 4 sixes, an eight with 4 eights."""
    hand = parse_hand("2c3d4h7sKc")
    sevens = (np.arange(134_459) < hand_index(parse_hand("8c5d4h3s2c"))).astype(float)
    keep = in_example_order(hand)
    mask = sum(1 << i for i, card in enumerate(keep[1]) if card < 48 - 4)
    keeps = np.full(134_459, PAT, np.uint8)
    keeps[keep[0]] = mask
    assert mean_outcomes(keeps, sevens[:, None])[keep[0], 0] == pytest.approx(8 / 47, abs=1e-14)


def test_push_conserves_mass_and_moves_it_where_the_cards_do():
    hand = parse_hand("8h8d5h5d2h")
    value = values()
    keeps, means = best_keeps(value)
    for count in (0, 1, 2, 5):
        weight = np.zeros(134_459)
        weight[hand_index(hand)] = 2.5
        after = push(weight, keeps[count])
        assert after.sum() == pytest.approx(2.5, abs=1e-12)
        assert (after >= 0).all()
        assert after @ value == pytest.approx(2.5 * means[count, hand_index(hand)], abs=1e-9)


# The twins work on the first hands only, a number of them that plain Python can walk.
FEW = 400


def inside():
    return np.ascontiguousarray(subsets().classes[:FEW])


def means_by_hand(sums, value, kept):
    """Inclusion and exclusion written out."""
    dropped = PAT & ~kept
    total = 0.0
    for part in range(32):
        if part & ~dropped == 0:
            whole = kept | part
            total = total + (-1) ** part.bit_count() * (value if whole == PAT else sums[whole])
    return total / comb(47, dropped.bit_count())


def test_containing_sums_and_counts_equal_their_twins():
    table, rng = subsets(), np.random.default_rng(1)
    value = rng.random((FEW, 3))
    bucket = rng.integers(0, 5, FEW).astype(np.int16)
    hands = table.hands[:FEW]
    sums, counts = np.zeros((len(table.sets), 3)), np.zeros((len(table.sets), 5))
    _outcomes.containing_sums(inside(), hands, value, sums)
    _outcomes.containing_counts(inside(), hands, bucket, counts)
    twin, one_hot = np.zeros_like(sums), np.zeros_like(counts)
    for mask in range(PAT):
        np.add.at(twin, inside()[:, mask], hands[:, None] * value)
        np.add.at(one_hot, (inside()[:, mask], bucket), hands)
    np.testing.assert_allclose(sums, twin, rtol=1e-12)
    np.testing.assert_array_equal(counts, one_hot)


def test_bucket_counts_are_whole_numbers_of_hands():
    bucket = (np.arange(134_459) % 7).astype(np.int16)
    counts = bucket_counts(bucket, 7)
    assert (counts == np.round(counts)).all()
    assert counts[0].sum() == comb(52, 5)
    assert counts[-1].sum() == 48


def test_best_keeps_and_mean_outcomes_equal_their_twins():
    table, rng = subsets(), np.random.default_rng(2)
    sums = rng.random((len(table.sets), 2))
    value = rng.random((FEW, 2))
    keeps, best = np.empty((6, FEW), np.uint8), np.empty((6, FEW))
    first = np.ascontiguousarray(sums[:, 0])
    _outcomes.best_keeps(inside(), first, value[:, 0].copy(), 1e-12, keeps, best)
    chosen = np.arange(FEW, dtype=np.int32)
    masks = rng.integers(0, 32, FEW).astype(np.uint8)
    out = np.empty((FEW, 2))
    _outcomes.mean_outcomes(inside(), chosen, masks, sums, value, out)
    for h in range(FEW):
        rows = sums[np.append(inside()[h], 0)]
        means = [means_by_hand(rows[:, 0], value[h, 0], kept) for kept in range(32)]
        for count in range(6):
            allowed = [kept for kept in range(32) if kept.bit_count() == 5 - count]
            twin = max(allowed, key=lambda kept: means[kept])
            assert keeps[count, h] == twin
            assert best[count, h] == pytest.approx(means[twin], abs=1e-12)
        np.testing.assert_allclose(out[h], means_by_hand(rows, value[h], int(masks[h])), atol=1e-12)


def test_spread_collect_and_combine_equal_their_twins():
    table, rng = subsets(), np.random.default_rng(4)
    masks = rng.integers(0, 32, FEW).astype(np.uint8)
    weight = rng.random(FEW)
    group = rng.integers(0, 3, FEW).astype(np.int16)
    parts, whole = np.zeros((3, len(table.sets))), np.zeros(FEW)
    _outcomes.spread(inside(), masks, weight, group, parts, whole)
    twin, own = np.zeros_like(parts), np.zeros(FEW)
    for h in range(FEW):
        dropped = PAT & ~int(masks[h])
        share = weight[h] / comb(47, dropped.bit_count())
        own[h] = (-1) ** dropped.bit_count() * share
        for part in range(32):
            if part & ~dropped == 0 and part != dropped:
                twin[group[h], inside()[h, masks[h] | part]] += (-1) ** part.bit_count() * share
    np.testing.assert_allclose(parts, twin, atol=1e-15)
    np.testing.assert_allclose(whole, own, atol=1e-15)

    out = np.empty(FEW)
    _outcomes.collect(inside(), parts[0].copy(), out)
    np.testing.assert_allclose(out, parts[0][inside()].sum(axis=1), atol=1e-15)

    counts = rng.integers(0, 50, (len(table.sets), 4)).astype(float)
    product = np.zeros((3, 4))
    _outcomes.combine(parts, counts, product)
    np.testing.assert_allclose(product, parts @ counts, atol=1e-10)
