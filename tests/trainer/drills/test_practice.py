"""Practice: one grade for every screen, written down once; rolls."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import solver
from solver.errors import ConfigurationError
from solver.solution import Advice
from trainer import Answer, Dealer, PracticeLog, Spot, grade
from trainer.drills.practice import Practice
from trainer.grading.rolls import ROLLS, asked_by_roll, roll
from trainer.spots.situations import Situation


def test_an_answer_is_graded_written_down_and_scheduled(
    small_solution: solver.Solution, tmp_path: Path
):
    spot = Spot.read(small_solution, "", "KcKdQhQs2c")
    with PracticeLog(tmp_path) as history:
        practice = Practice(small_solution, history, "web")
        verdict = practice.answer(spot, Answer("r"), 3_000, roll=0)
        [kept] = history.decisions()
        [scheduled] = practice.schedule.all()
        assert practice.score == history.score(practice.session)
    expected = grade(small_solution.advise(spot.hand, spot.state), Answer("r"))
    assert verdict.grade == expected
    assert (kept.ev_lost, kept.rating) == (expected.ev_lost, expected.rating)
    assert kept.situation == scheduled.situation.key == verdict.situation.key
    assert verdict.situation == Situation.of(small_solution, spot)
    advice = small_solution.advise(spot.hand, spot.state)
    assert kept.asked == verdict.asked == asked_by_roll(advice, 0).code
    assert verdict.followed is (verdict.asked == "r")


def test_judging_leaves_no_trace(small_solution: solver.Solution, tmp_path: Path):
    spot = Dealer(small_solution, 3).spot()
    with PracticeLog(tmp_path) as history:
        practice = Practice(small_solution, history, "web")
        verdict = practice.judge(spot, Answer(spot.state.actions[0]))
        assert history.decisions() == practice.schedule.all() == []
    assert (verdict.asked, verdict.followed) == (None, None)


def test_nothing_is_kept_of_an_impossible_answer(small_solution: solver.Solution, tmp_path: Path):
    spot = Spot.read(small_solution, "", "KcKdQhQs2c")
    with PracticeLog(tmp_path) as history:
        practice = Practice(small_solution, history, "web")
        for answer, rolled in ((Answer("k"), 1), (Answer("r"), 100)):
            with pytest.raises(solver.TripleDrawError):
                practice.answer(spot, answer, 1, roll=rolled)
        assert history.decisions() == practice.schedule.all() == []


def test_rolls_are_shared_out_by_frequency(bet_advice: Callable[..., Advice]):
    advice = bet_advice("rc 22 b", (0.25, 0.0), (0.5, 0.1), (0.25, 0.1))
    asked = [asked_by_roll(advice, number).code for number in range(ROLLS)]
    assert asked == ["f"] * 25 + ["c"] * 50 + ["r"] * 25


def test_rare_actions_get_no_number(bet_advice: Callable[..., Advice]):
    advice = bet_advice("rc 22 b", (0.03, 0.0), (0.95, 0.1), (0.02, 0.1))
    assert {asked_by_roll(advice, number).code for number in range(ROLLS)} == {"c"}


@pytest.mark.parametrize("number", [-1, 100])
def test_no_roll(bet_advice: Callable[..., Advice], number: int):
    advice = bet_advice("rc 22 b", (0.25, 0.0), (0.5, 0.1), (0.25, 0.1))
    with pytest.raises(ConfigurationError, match="expected 0 to 99"):
        asked_by_roll(advice, number)


def test_all_rolls_come():
    random = np.random.default_rng(1)
    rolled = Counter(roll(random) for _ in range(5000))
    assert set(rolled) == set(range(ROLLS))
