"""The abstraction as a whole: hands everybody knows, and transitions against real cards."""

import numpy as np
import pytest

from solver.abstraction import build_abstraction
from solver.cards import format_hand, hand_index, low_class, parse_hand, suit_classes
from solver.errors import CardError, ConfigurationError

RNG = 20_240


def deal(rng, hands):
    """Hands of five cards from as many shuffled decks."""
    return np.argsort(rng.random((hands, 52)), axis=1)[:, :5].astype(np.uint8)


def redraw(abstraction, rng, hands, draws_left, counts):
    """Real hands after drawing from the 47 cards that are not in the hand."""
    cards, kept = abstraction.best_keeps(hands, draws_left, counts)
    keys = rng.random((len(cards), 52))
    np.put_along_axis(keys, cards.astype(int), 2.0, axis=1)
    drawn = np.argsort(keys, axis=1)[:, :5].astype(np.uint8)
    return np.where(kept, cards, drawn)


@pytest.mark.parametrize("draws_left", [1, 2, 3])
def test_rows_sum_to_one_and_pat_keeps_the_hand(abstraction, draws_left):
    matrices = abstraction.transitions[draws_left]
    assert matrices.shape == (6, abstraction.size(draws_left), abstraction.size(draws_left - 1))
    assert (matrices >= 0).all()
    np.testing.assert_allclose(matrices.sum(axis=2), 1, rtol=0, atol=1e-12)
    joint = np.zeros(matrices.shape[1:])
    pairs = (abstraction.buckets[draws_left], abstraction.buckets[draws_left - 1])
    np.add.at(joint, pairs, abstraction.weights[draws_left])
    joint /= joint.sum(axis=1, keepdims=True)
    np.testing.assert_allclose(matrices[0], joint, rtol=0, atol=1e-12)


@pytest.mark.parametrize("count", range(6))
def test_first_draw_transitions_against_real_cards(abstraction, count):
    """With three draws left hands are weighted by the deal, so that dealing cards samples them."""
    hands, rng = 60_000, np.random.default_rng(RNG + count)
    dealt = deal(rng, hands)
    after = redraw(abstraction, rng, dealt, 3, np.full(hands, count))
    joint = np.zeros((abstraction.size(3), abstraction.size(2)))
    np.add.at(joint, (abstraction.buckets_of(dealt, 3), abstraction.buckets_of(after, 2)), 1)
    seen = joint.sum(axis=1, keepdims=True)
    matrix = abstraction.transitions[3][count]
    tolerance = 5 * np.sqrt(matrix * (1 - matrix) * seen) + 5
    assert (np.abs(joint - matrix * seen) <= tolerance).all()
    share = abstraction.initial
    error = 5 * np.sqrt(share * (1 - share) / hands)
    assert (np.abs(seen[:, 0] / hands - share) <= error).all()


def test_weights_are_how_often_play_brings_a_hand_there(abstraction):
    """Real cards: the reference count, or once in ten times any allowed count."""
    hands, rng = 100_000, np.random.default_rng(RNG)
    now = deal(rng, hands)
    for draws_left in (3, 2, 1):
        counts = abstraction.policy[draws_left][hand_index(now)].astype(int)
        explore = rng.random(hands) < abstraction.config.exploration
        counts[explore] = rng.integers(0, abstraction.config.limit(draws_left) + 1, explore.sum())
        now = redraw(abstraction, rng, now, draws_left, counts)
        buckets, size = abstraction.buckets[draws_left - 1], abstraction.size(draws_left - 1)
        share = np.bincount(buckets, abstraction.weights[draws_left - 1], size)
        seen = np.bincount(buckets[hand_index(now)], minlength=size) / hands
        assert (np.abs(seen - share) <= 5 * np.sqrt(share * (1 - share) / hands)).all()


def test_no_hand_is_without_weight(abstraction):
    for weight in abstraction.weights:
        assert weight.sum() == pytest.approx(1, abs=1e-9)
        assert weight.min() > 0
    dealt = suit_classes(5).count / 2_598_960
    np.testing.assert_allclose(abstraction.weights[3], dealt, rtol=1e-12)


def test_final_buckets_follow_the_low_classes(abstraction):
    classes = low_class(suit_classes(5).example).astype(int)
    bucket = abstraction.buckets[0].astype(int)
    order = np.argsort(classes, kind="stable")
    assert (np.diff(bucket[order]) >= 0).all()
    assert len({(c, b) for c, b in zip(classes, bucket, strict=True)}) == 7462
    assert set(bucket.tolist()) == set(range(32))


def test_earlier_buckets_are_numbered_by_value(abstraction):
    for draws_left in (1, 2, 3):
        bucket, weight = abstraction.buckets[draws_left], abstraction.weights[draws_left]
        total = np.bincount(bucket, weight)
        value = np.bincount(bucket, weight * abstraction.values[draws_left]) / total
        assert len(value) == 64
        assert (np.diff(value) <= 0).all()


@pytest.mark.parametrize("draws_left", [1, 2, 3])
def test_four_to_a_seven_keep_it(abstraction, draws_left):
    for other in ("Kc", "Ah", "2d", "7c", "Ts"):
        hand = parse_hand("2c3d4h7s" + other)
        kept = format_hand(abstraction.best_keep(hand, draws_left, 1))
        assert [text for text in "7432" if text in kept] == list("7432")


def test_a_pair_of_kings_is_never_kept_when_drawing_three(abstraction):
    example = suit_classes(5).example
    kings = (example >> 2 == 11).sum(axis=1) == 2
    for draws_left in (1, 2, 3):
        masks = abstraction.keeps[draws_left][3][kings]
        kept_kings = sum(
            (masks >> place & 1) * (example[kings, place] >> 2 == 11) for place in range(5)
        )
        assert (kept_kings < 2).all()


@pytest.mark.parametrize(
    ("text", "draws"),
    [
        ("7c5d4h3s2c", (0, 0, 0)),
        ("8c7d5h4s2c", (0, 0, 0)),
        ("9c7d5h4s2c", (0, 0, 0)),
        ("2c3d4h7sKc", (1, 1, 1)),
        ("2c3d7hQsKc", (1, 2, 2)),
        ("2c3d7hKsKc", (1, 2, 2)),
        ("2cJdJhKsKc", (1, 2, 3)),
        ("JcTd8h6s2c", (0, 2, 2)),
        ("9c8d7h6s2d", (0, 0, 1)),
    ],
)
def test_reference_draw_counts(abstraction, text, draws):
    number = hand_index(parse_hand(text))
    assert tuple(int(abstraction.policy[r][number]) for r in (1, 2, 3)) == draws


def test_every_keep_is_real_cards_of_the_hand(abstraction):
    hand = parse_hand("2h3h7c7dKs")
    for draws_left in (1, 2, 3):
        for count in range(6):
            kept = abstraction.best_keep(hand, draws_left, count)
            assert len(kept) == 5 - count
            assert set(kept) <= set(hand)
            exact = abstraction.outcome(hand, kept, draws_left)
            (row,) = abstraction.outcomes([hand], draws_left, [count])
            np.testing.assert_allclose(row, exact, rtol=0, atol=1e-12)


def test_the_same_seed_gives_the_same_buckets_and_progress_is_told(small):
    told = []
    again = build_abstraction(
        final=6, earlier=(9, 8, 7), cache=False, progress=lambda what, share: told.append(share)
    )
    assert told == sorted(told)
    assert (told[0], told[-1]) == (0.0, 1.0)
    for draws_left in range(4):
        np.testing.assert_array_equal(small.buckets[draws_left], again.buckets[draws_left])
        np.testing.assert_array_equal(small.transitions[draws_left], again.transitions[draws_left])
    assert [small.size(r) for r in (3, 2, 1, 0)] == [9, 8, 7, 6]


def test_what_cannot_be_asked(abstraction):
    hand = parse_hand("2h3h7c7dKs")
    with pytest.raises(CardError, match="cannot keep Ac of"):
        abstraction.outcome(hand, [48], 3)
    with pytest.raises(CardError, match="different cards"):
        abstraction.outcome(hand, [hand[0], hand[0]], 3)
    with pytest.raises(ConfigurationError, match="4 draws left"):
        abstraction.bucket(hand, 4)
    with pytest.raises(ConfigurationError, match="0 draws left"):
        abstraction.best_keep(hand, 0, 1)
    with pytest.raises(ConfigurationError, match=r"draws of \[6\] cards"):
        abstraction.best_keep(hand, 3, 6)
