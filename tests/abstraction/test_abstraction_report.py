"""The report: shares, hands and draws add up; more buckets blur less."""

import numpy as np
import pytest

from solver.abstraction import (
    blur,
    describe_buckets,
    kind_names,
    kinds_of_hands,
    report_text,
    showdown_kinds,
)
from solver.abstraction.outcomes import push
from solver.cards import hand_index, parse_hand


@pytest.mark.parametrize("draws_left", range(4))
def test_shares_add_up_and_examples_belong_to_their_bucket(abstraction, draws_left):
    reports = describe_buckets(abstraction, draws_left)
    assert [report.bucket for report in reports] == list(range(abstraction.size(draws_left)))
    assert sum(report.share for report in reports) == pytest.approx(1, abs=1e-9)
    for report in reports:
        assert sum(report.draws.values()) == pytest.approx(1, abs=1e-9)
        assert sum(report.makes.values()) == pytest.approx(1, abs=1e-9)
        example = parse_hand(report.example)
        assert abstraction.bucket(example, draws_left) == report.bucket
        drawn = report.typical[0].count(".")
        if draws_left:
            assert abstraction.policy[draws_left][hand_index(example)] == drawn
            assert report.draws[drawn] > 0
        else:
            assert drawn == 0


def test_the_best_bucket_is_pat_sevens(abstraction):
    best = describe_buckets(abstraction, 1)[0]
    assert best.typical[0] == "75432"
    assert best.draws[0] == pytest.approx(1)
    assert best.makes["7-low"] > 0.9


def test_what_four_to_a_seven_makes_with_one_draw_left(abstraction):
    """Of 47 cards eight make a seven and twelve (pairs, here four ranks of three) a pair."""
    made = showdown_kinds(abstraction, 1)[hand_index(parse_hand("7s4h3d2cKc"))]
    share = dict(zip(kind_names(0), made, strict=True))
    assert share["7-low"] == pytest.approx(8 / 47, abs=1e-12)
    assert share["pair"] == pytest.approx(12 / 47, abs=1e-12)
    assert share["king-low"] == pytest.approx(3 / 47, abs=1e-12)


def test_what_is_made_is_the_same_forwards_and_backwards(abstraction):
    """The reference player's showdown hands, and that he wins half against himself."""
    hands = dealt = abstraction.weights[3]
    for left in (3, 2, 1):
        policy = abstraction.policy[left]
        hands = sum(push(hands * (policy == d), abstraction.keeps[left][d]) for d in range(4))
    forwards = np.bincount(kinds_of_hands(abstraction, 0), hands)
    backwards = dealt @ showdown_kinds(abstraction, 3)
    np.testing.assert_allclose(forwards, backwards, rtol=0, atol=1e-12)
    assert dealt @ abstraction.values[3] == pytest.approx(0.5, abs=0.002)


def test_more_buckets_blur_less(abstraction, small):
    for draws_left in range(4):
        fine, coarse = blur(abstraction, draws_left), blur(small, draws_left)
        assert 0 < fine.value < coarse.value / 5
        assert 0 < fine.outcome < coarse.outcome
        assert fine.decision <= coarse.decision
        assert fine.decision >= -1e-7
    assert blur(small, 3).decision > 0


def test_blur_of_values_is_the_variance_within_buckets(small):
    weight, value, bucket = small.weights[2], small.values[2], small.buckets[2]
    within = sum(
        weight[bucket == b] @ (value[bucket == b] - np.average(value[bucket == b],
        weights=weight[bucket == b])) ** 2
        for b in range(small.size(2))
    )  # fmt: skip
    variance = weight @ (value - weight @ value) ** 2
    assert blur(small, 2).value == pytest.approx(within / variance, rel=1e-9)


def test_the_table_has_a_line_for_every_bucket(small):
    lines = report_text(small, 3).splitlines()
    assert len(lines) == 2 + 9 + 1
    assert "75432" in lines[2]
    assert "chance to win" in lines[-1]
