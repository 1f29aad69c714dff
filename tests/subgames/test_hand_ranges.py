"""Ranges hand by hand: against buckets, by name, and with cards that are elsewhere."""

import numpy as np
import pytest

import solver
from solver.cards import HANDS, hand_index, low_class, parse_hand, suit_classes
from solver.errors import CardError, ConfigurationError
from solver.subgames import by_hand, hand_ranges, named_range, without_cards
from solver.subgames.ranges import in_buckets


def test_before_any_draw_hands_and_buckets_agree(small_solution: solver.Solution) -> None:
    evaluator, abstraction = small_solution.evaluator, small_solution.abstraction
    for history in ("", "r", "rc", "crc"):
        state = small_solution.state(history)
        hands = hand_ranges(abstraction, evaluator.strategy_at, state)
        for seat, reach in enumerate(evaluator.ranges(state).reach):
            found = in_buckets(abstraction, 3, hands.reach[seat])
            np.testing.assert_allclose(found, reach, atol=1e-12)


def test_after_draws_buckets_are_about_right_and_their_sum_is_exact(
    small_solution: solver.Solution,
) -> None:
    evaluator, abstraction = small_solution.evaluator, small_solution.abstraction
    state = small_solution.state("rc 2")
    hands = hand_ranges(abstraction, evaluator.strategy_at, state)
    found = in_buckets(abstraction, state.draws_left_of(0), hands.reach[0])
    expected = evaluator.ranges(state).reach[0]
    assert found.sum() == pytest.approx(expected.sum(), rel=1e-9)
    assert np.abs(found - expected).sum() < 0.15 * expected.sum()
    assert not hands.guessed


def test_a_range_follows_each_hand_through_its_own_draw(small_solution: solver.Solution) -> None:
    """From one hand on, beside the exact outcomes of that hand's draw."""
    abstraction = small_solution.abstraction
    from solver.abstraction.outcomes import push

    hand = parse_hand("2c3d4h7sKc")
    one = np.zeros(HANDS)
    one[hand_index(np.array(hand))] = 1
    after = push(one, abstraction.keeps[3][1])
    found = in_buckets(abstraction, 2, after)
    exact = abstraction.outcomes(np.array([hand]), 3, np.array([1]))[0]
    np.testing.assert_allclose(found, exact, atol=1e-12)


def test_named_groups_hold_the_hands_of_their_name(small_solution: solver.Solution) -> None:
    abstraction = small_solution.abstraction
    range_ = named_range(abstraction, 0, {"7-low": 1, "8-low": 0.5})
    classes = low_class(suit_classes(5).example)
    best = classes <= low_class(np.array(parse_hand("7c6d5h4s2c")))
    np.testing.assert_allclose(range_[best], abstraction.weights[0][best])
    eight = hand_index(np.array(parse_hand("8c5d4h3s2c")))
    assert range_[eight] == abstraction.weights[0][eight] / 2
    assert range_[hand_index(np.array(parse_hand("9c5d4h3s2c")))] == 0
    kept = named_range(abstraction, 1, {"7432.": 1})
    assert kept[hand_index(np.array(parse_hand("7c4d3h2sKc")))] > 0
    with pytest.raises(ConfigurationError, match="no hands called 'pat 3' with 1 draws left"):
        named_range(abstraction, 1, {"pat 3": 1})
    with pytest.raises(ConfigurationError, match="weight -1"):
        named_range(abstraction, 1, {"pat 7": -1})


def test_cards_that_are_elsewhere_leave_the_forms_without_them() -> None:
    nuts = hand_index(np.array(parse_hand("7c5d4h3s2c")))
    kings = hand_index(np.array(parse_hand("KcKdKhKs2c")))
    straight_flush = hand_index(np.array(parse_hand("6c5c4c3c2c")))
    ones = np.ones(HANDS)
    left = without_cards(ones, (4 * 5,))  # the seven of clubs
    # 7-5-4-3-2 comes in 4^5 - 4 ways, a quarter of them with each seven; four kings and a deuce
    # hold no seven; 6-5-4-3-2 of one suit neither.
    assert left[nuts] == pytest.approx(0.75)
    assert left[kings] == left[straight_flush] == 1
    deuce = without_cards(ones, (0,))
    assert deuce[kings] == deuce[straight_flush] == pytest.approx(0.75)
    everything = without_cards(ones, ())
    np.testing.assert_array_equal(everything, ones)
    total = suit_classes(5).count @ without_cards(ones, (0, 5, 10, 15, 20))
    assert total == pytest.approx(1_533_939)  # 47 over 5
    with pytest.raises(CardError, match="different dead cards"):
        without_cards(ones, (3, 3))


def test_hand_by_hand_tells_all_low_classes_apart(small_solution: solver.Solution) -> None:
    seen = by_hand(small_solution.abstraction)
    assert seen.size(0) == 7462
    for text in ("7c5d4h3s2c", "8c6d5h4s2c", "KcKdKhKs2c", "6c5c4c3c2c"):
        hand = parse_hand(text)
        assert seen.bucket(hand, 0) == low_class(np.array(hand)) - 1
    assert seen.size(1) == small_solution.abstraction.size(1)


def test_classes_that_nobody_holds_share_buckets_in_order(
    small_solution: solver.Solution,
) -> None:
    classes = low_class(suit_classes(5).example)
    held = (3, 4, 100)
    reach = np.isin(classes, held).astype(float)
    seen = by_hand(small_solution.abstraction, (reach, reach))
    bucket = np.full(7463, -1)
    bucket[classes] = seen.buckets[0]
    assert [bucket[n] for n in (1, 2, 3, 4, 5, 99, 100, 101, 7462)] == [0, 0, 1, 2, 3, 3, 4, 5, 5]
    assert seen.size(0) == 6
