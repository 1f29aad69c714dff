"""Standard errors, compared with how estimates really scatter."""

import numpy as np
import pytest

from solver.evaluation.score import Score, score_of


def simulated(random: np.random.Generator, decks: int = 80) -> Score:
    """A match won by 0.1 small bets a hand, most of its scatter being luck."""
    luck = random.standard_normal((decks, 3))
    luck[:, 2] = 0  # a draw that nobody ever makes
    noise = random.standard_normal((decks, 2))
    results = 0.1 + noise + (luck @ [2.0, 1.0, 0.0])[:, None]
    return score_of(results, luck)


def test_standard_errors_are_those_of_repeated_matches() -> None:
    random = np.random.default_rng(1)
    scores = [simulated(random) for _ in range(600)]
    for kind in ("plain", "adjusted"):
        means = np.array([getattr(score, kind).mean for score in scores])
        told = np.array([getattr(score, kind).standard_error for score in scores])
        assert told.mean() == pytest.approx(means.std(), rel=0.1)
        assert abs(means.mean() - 100) < 4 * means.std() / np.sqrt(len(means))
        covered = np.abs(means - 100) < 1.96 * told
        assert 0.92 < covered.mean() < 0.98
    assert scores[0].adjusted.standard_error < 0.5 * scores[0].plain.standard_error


def test_the_plain_estimate_is_the_mean_over_decks() -> None:
    results = np.array([[1.0, -0.5], [0.25, 2.0], [-1.0, 0.0]])
    score = score_of(results, np.zeros((3, 6)))
    means = 1000 * results.mean(axis=1)
    assert score.plain.mean == pytest.approx(means.mean())
    assert score.plain.standard_error == pytest.approx(means.std(ddof=1) / np.sqrt(3))
    assert score.adjusted == score.plain
    assert score.hands == 6
    assert score.big_blind == pytest.approx(1000 * 0.25 / 3)
    assert score.button == pytest.approx(500)


def test_too_few_decks_tell_no_luck() -> None:
    random = np.random.default_rng(2)
    score = score_of(random.standard_normal((5, 2)), random.standard_normal((5, 6)))
    assert score.adjusted == score.plain
    single = score_of(np.array([[1.0, 2.0]]), np.ones((1, 6)))
    assert single.plain.mean == pytest.approx(1500)
    assert np.isinf(single.plain.standard_error)
