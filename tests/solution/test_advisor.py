"""Advice about real cards: consistency, known hands, and what happens off the solution's path."""

import dataclasses

import numpy as np
import pytest

import solver
from solver.cards import format_hand, parse_hand
from solver.errors import CardError, HistoryError
from solver.solution import describe_range
from solver.solution.advisor import BLUR

HISTORIES = (
    "",
    "r",
    "rc",
    "rc 2",
    "rc 21",
    "rc 21 b",
    "rc 21 bc 1",
    "ck 33 kk 21 kb",
    "rc 11 bc 11 bc 01 b",
)


@pytest.mark.parametrize("history", HISTORIES)
@pytest.mark.parametrize("hand", ["2c3d4h7sKc", "7c5d4h3s2c", "KcKdKhQsQc", "9c8d4h3s2c"])
def test_frequencies_are_a_distribution_and_folding_is_worth_nothing(
    small_solution: solver.Solution, hand: str, history: str
) -> None:
    advice = small_solution.advise(hand, history)
    assert tuple(action.code for action in advice.actions) == advice.state.actions
    assert sum(action.frequency for action in advice.actions) == pytest.approx(1, abs=1e-3)
    assert sum(advice.opponent.values()) == pytest.approx(1)
    assert all(np.isfinite(action.ev) for action in advice.actions)
    if "f" in advice.state.actions:
        assert advice.action("f").ev == pytest.approx(0, abs=1e-5)


@pytest.mark.parametrize("history", ["rc", "rc 2", "rc 21 bc", "rc 21 bc 1", "rc 11 bc 11 bc 0"])
def test_a_draw_keeps_its_count_and_the_best_of_all_keeps(
    small_solution: solver.Solution, history: str
) -> None:
    hand = parse_hand("2c3d4h7sKc")
    advice = small_solution.advise(hand, history)
    for action in advice.actions:
        assert action.keep is not None
        assert len(action.keep) == 5 - int(action.code)
        assert set(action.keep) | set(action.discards(hand)) == set(hand)
        rivals = [v for keep, v in advice.keeps.items() if len(keep) == len(action.keep)]
        assert max(rivals) - BLUR <= action.ev <= max(rivals)
        assert action.ev == advice.keeps[action.keep]
    assert max(advice.keeps.values()) - BLUR <= advice.best.ev


def test_of_keeps_that_buckets_cannot_tell_apart_the_smoother_stands(
    small_solution: solver.Solution,
) -> None:
    for history in ("ck", "rc", "rc 2"):
        advice = small_solution.advise("AcKdQhJs6c", history)
        assert format_hand(advice.action("3").keep or ()) == "Js6c"


def test_exact_draw_values_average_to_those_of_the_bucket(small_solution: solver.Solution) -> None:
    """The value of a bucket is the mean over its hands, weighted as the abstraction weighs them."""
    state = small_solution.state("rc 21 kk")
    abstraction, evaluator = small_solution.abstraction, small_solution.evaluator
    left = state.draws_left
    after = evaluator.values_after_draw(state)
    of_bucket = evaluator.action_values(state)
    from solver.cards import suit_classes

    bucket = 3
    members = np.flatnonzero(abstraction.buckets[left] == bucket)
    weights = abstraction.weights[left][members]
    hands = suit_classes(5).example[members]
    for count in range(len(state.actions)):
        rows = abstraction.outcomes(hands, left, np.full(len(hands), count))
        mean = weights @ (rows @ after[count]) / weights.sum()
        assert mean == pytest.approx(of_bucket[count, bucket], abs=1e-6)


def test_values_on_demand_equal_the_stored_ones(small_solution: solver.Solution) -> None:
    from solver.solution import Evaluator

    stored = small_solution.evaluator
    fresh = Evaluator(stored.tree, stored.chains, small_solution.strategy)
    for history in ("", "r", "rc", "rc 2", "rc 21", "rc 21 b"):
        state = small_solution.state(history)
        np.testing.assert_allclose(
            fresh.action_values(state), stored.action_values(state), atol=2e-4
        )


def test_value_of_the_root_is_that_of_a_best_response(small_solution: solver.Solution) -> None:
    state = small_solution.state()
    values = small_solution.evaluator.action_values(state).max(axis=0)
    won = values @ small_solution.abstraction.initial - state.contributed[state.seat]
    assert won == pytest.approx(small_solution.trace[-1].best_responses[1], abs=2e-3)


def test_hands_that_everybody_knows(small_solution: solver.Solution) -> None:
    nuts = "7c5d4h3s2c"
    for history in ("", "r", "cr"):
        advice = small_solution.advise(nuts, history)
        assert advice.best.code != "f"
        assert advice.action("f").frequency < 0.01
    for history in ("rc", "rc 2", "rc 11 bc", "rc 11 bc 11 bc"):
        advice = small_solution.advise(nuts, history)
        assert advice.best.code == "0"
        assert advice.action("0").frequency > 0.95
    for history in ("rc 11 bc 11 bc 00 b", "rc 33 kk 22 bc 11 b"):
        assert small_solution.advise(nuts, history).action("f").frequency < 0.01
    for history in ("rc", "rc 2"):
        advice = small_solution.advise("2c3d4h7sKc", history)
        assert advice.best.code == "1"
        assert format_hand(advice.best.keep or ()) == "7s4h3d2c"
        kings = small_solution.advise("KcKd4h3s2c", history)
        assert format_hand(kings.action("3").keep or ())[-4:] == "3s2c"
        assert "K" not in format_hand(kings.action("3").keep or ())


def test_equity_at_the_last_round(small_solution: solver.Solution) -> None:
    history = "rc 11 bc 11 bc 11 b"
    assert small_solution.advise("7c5d4h3s2c", history).equity == pytest.approx(1, abs=0.05)
    assert small_solution.advise("KcKdKhQsQc", history).equity == pytest.approx(0, abs=0.15)
    assert small_solution.advise("7c5d4h3s2c", "rc 11").equity is None


def test_the_drawer_who_went_first_has_a_draw_less(small_solution: solver.Solution) -> None:
    assert small_solution.state("rc").draws_left_of(0) == 3
    assert small_solution.state("rc 2").draws_left_of(0) == 2
    assert small_solution.state("rc 2").draws_left_of(1) == 3
    assert small_solution.state("rc 21").draws_left_of(1) == 2


def test_play_that_the_solution_never_makes_is_answered_and_marked(
    small_solution: solver.Solution,
) -> None:
    before = small_solution.state("rc 21 k")
    assert before.actions == ("k", "b")
    level = np.array(small_solution.strategy[before.level])
    level[before.first_slot], level[before.first_slot + 1] = 1, 0
    strategy = [*small_solution.strategy]
    strategy[before.level] = level
    changed = dataclasses.replace(small_solution, strategy=strategy)
    usual = small_solution.advise("7c5d4h3s2c", "rc 21 kb")
    assert not usual.guessed

    unseen = changed.state("rc 21 kb")
    advice = changed.advise("7c5d4h3s2c", unseen)
    assert advice.guessed
    assert advice.to_json()["opponent_off_strategy"] is True
    assert "a guess" in describe_range(advice)
    old = changed.ranges("rc 21 k")[before.seat]
    assert advice.opponent == pytest.approx({kind: old[kind] for kind in advice.opponent})
    assert advice.opponent != pytest.approx(usual.opponent)
    for state in (unseen, unseen.play("c"), unseen.play("c").play("1").play("1")):
        for hand in ("7c5d4h3s2c", "KcKdKhQsQc"):
            actions = changed.advise(hand, state).actions
            assert np.isfinite([(action.ev, action.frequency) for action in actions]).all()


def test_bad_input_is_refused_in_one_sentence(small_solution: solver.Solution) -> None:
    with pytest.raises(CardError, match="4 cards"):
        small_solution.advise("2c3d4h7s", "rc")
    with pytest.raises(CardError, match="different cards"):
        small_solution.advise((0, 0, 1, 2, 3), "rc")
    with pytest.raises(HistoryError, match="hand is over"):
        small_solution.advise("2c3d4h7sKc", "rf")
    with pytest.raises(HistoryError, match="not possible"):
        small_solution.advise("2c3d4h7sKc", "rc 4")
