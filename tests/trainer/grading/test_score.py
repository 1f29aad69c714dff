"""Scores add up."""

from collections.abc import Callable

import pytest

from solver.solution import Advice
from trainer import Answer, Rating, Score, grade


def test_no_decisions():
    score = Score()
    assert (score.decisions, score.hits, score.accuracy, score.mean_lost) == (0, 0, 0.0, 0.0)


def test_grades_add_up(bet_advice: Callable[..., Advice]):
    advice = bet_advice("rc 22 b", (0.9, 0.1), (0.05, 0.0), (0.05, -0.1))
    score = Score()
    for code in "ffcr":
        score = score.with_grade(grade(advice, Answer(code)))
    assert score.ratings == {Rating.BEST: 2, Rating.CORRECT: 2}
    rare = bet_advice("rc 22 b", (1.0, 0.1), (0.0, 0.0), (0.0, -0.2))
    score = score.with_grade(grade(rare, Answer("r")))
    assert score.ratings[Rating.BLUNDER] == 1
    assert (score.decisions, score.hits, score.accuracy) == (5, 4, 0.8)
    assert score.ev_lost == pytest.approx(0.1 + 0.2 + 0.3)
    assert score.mean_lost == pytest.approx(0.12)


def test_scores_add_up():
    one = Score({Rating.BEST: 2, Rating.BLUNDER: 1}, 0.5, hands=2, lost_in_hands=0.3)
    both = one + Score({Rating.BEST: 1}, 0.25)
    assert both == Score({Rating.BEST: 3, Rating.BLUNDER: 1}, 0.75, 2, 0.3)
    assert both.share(Rating.BEST) == 0.75
    assert both.share(Rating.MISTAKE) == 0
    assert both.lost_per_hand == pytest.approx(0.15)
    assert Score().lost_per_hand == Score().share(Rating.BEST) == 0
