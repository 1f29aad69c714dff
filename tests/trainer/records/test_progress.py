"""Progress: costs out of losses and frequencies, the heat map, the trend, CSV."""

import csv
import io
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import pytest

import solver
from trainer import Answer, Dealer, Decision, PracticeLog, Rating
from trainer.drills.practice import Practice
from trainer.hands.play_session import PlaySession
from trainer.records.progress import (
    decisions_csv,
    heat_map,
    leaks,
    leaks_csv,
    name_situations,
    sessions_csv,
    trend,
)
from trainer.spots.situations import HAND_CLASSES, Situation

OPENING = Situation.parse("0/bet/button/nothing/not yet/two-card draw")
RIVER = Situation.parse("3/bet/button/bet/pat/8-low")


def decision(situation: Situation | None, lost: float, number: int = 0) -> Decision:
    rating = Rating.BLUNDER if lost else Rating.BEST
    when = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(minutes=number)
    key = None if situation is None else situation.key
    return Decision(1, when, "s", "", "Kc7h5d3s2c", Answer("r"), "r", rating, lost, 1500, key)


def test_cost_is_loss_times_frequency():
    many = 400
    decisions = [
        *(decision(OPENING, 0.02) for _ in range(3 * many)),
        *(decision(OPENING, 0.0) for _ in range(many)),
        *(decision(RIVER, 2.0) for _ in range(4 * many)),
        decision(None, 9.0),
    ]
    frequencies = {OPENING: 0.25, RIVER: 0.001}
    first, second = leaks(decisions, frequencies)
    assert (first.situation, first.answers, first.misses) == (OPENING, 4 * many, 3 * many)
    assert first.mean_lost == pytest.approx(0.015)
    # With so many answers the player's mean over all situations hardly counts.
    assert first.cost == pytest.approx(100 * 0.25 * 0.015, rel=0.5)
    assert second.cost == pytest.approx(0.2, rel=0.01)
    for leak in (first, second):
        assert 0 <= leak.least <= leak.cost <= leak.most
    [unheard_of] = leaks([decision(RIVER, 1.0)], {})
    assert (unheard_of.cost, unheard_of.least, unheard_of.most) == (0, 0, 0)
    assert leaks([], frequencies) == []
    other_version = replace(decision(RIVER, 1.0), situation="new")
    assert leaks([other_version], frequencies) == []


def test_one_answer_says_little():
    [leak] = leaks([decision(OPENING, 0.43)], {OPENING: 0.25})
    taken_at_its_word = 100 * 0.25 * 0.43
    assert leak.mean_lost == pytest.approx(0.43)
    assert leak.cost < taken_at_its_word / 4
    assert leak.least < leak.cost / 2
    assert leak.most > 1.5 * leak.cost


def test_many_answers_are_believed():
    few, many = (
        leaks([decision(OPENING, lost) for lost in (0.0, 0.2) * times], {OPENING: 0.25})[0]
        for times in (2, 500)
    )
    truth = 100 * 0.25 * 0.1
    assert abs(many.cost - truth) < 0.02 * truth < abs(few.cost - truth)
    assert (many.most - many.least) < (few.most - few.least) / 5
    assert many.least < truth < many.most


def test_the_surest_leak_comes_first():
    surely = [decision(RIVER, 0.1) for _ in range(300)]
    once = [decision(OPENING, 0.5)]
    found = leaks([*surely, *once], {OPENING: 0.25, RIVER: 0.2})
    assert [leak.situation for leak in found] == [RIVER, OPENING]
    assert found[0].least > found[1].least


def test_heat_map():
    frequencies = {OPENING: 0.25, RIVER: 0.5}
    found = leaks([decision(OPENING, 0.1), decision(OPENING, 0.3), decision(RIVER, 1)], frequencies)
    heat = heat_map(found)
    assert heat.streets[:2] == ("before the draw", "first draw")
    assert heat.streets[-1] == "after the third draw"
    assert heat.mean_lost.shape == (7, len(HAND_CLASSES))
    row, column = 0, heat.classes.index("two-card draw")
    assert heat.mean_lost[row, column] == pytest.approx(0.2)
    assert heat.answers[row, column] == 2
    assert heat.cost[row, column] == pytest.approx(
        next(leak.cost for leak in found if leak.situation == OPENING)
    )
    assert np.isnan(heat.mean_lost).sum() == heat.mean_lost.size - 2
    assert heat.answers.sum() == 3


def test_trend_looks_back():
    losses = [1.0, 0.0, 0.5, 0.0]
    points = trend([decision(OPENING, lost, n) for n, lost in enumerate(losses)], window=2)
    assert [point.mean_lost for point in points] == [1.0, 0.5, 0.25, 0.25]
    assert [point.accuracy for point in points] == [0, 0.5, 0.5, 0.5]
    assert points[1].answered - points[0].answered == timedelta(minutes=1)
    assert trend([]) == []


def test_old_decisions_are_named(small_solution: solver.Solution, tmp_path: Path):
    dealer = Dealer(small_solution, 5)
    with PracticeLog(tmp_path) as history:
        practice = Practice(small_solution, history, "quiz")
        for _ in range(5):
            spot = dealer.spot()
            practice.answer(spot, Answer(spot.state.actions[0]), 10)
        before = [one.situation for one in history.decisions()]
        history.database.write("UPDATE decisions SET situation = NULL")
        history.database.write("UPDATE decisions SET history = 'rrrrr' WHERE id = 3")
        assert name_situations(history, small_solution) == 4
        after = [one.situation for one in history.decisions()]
    assert after == [*before[:2], None, *before[3:]]


def test_csv(small_solution: solver.Solution, tmp_path: Path):
    with PracticeLog(tmp_path) as history:
        practice = Practice(small_solution, history, "play")
        session = PlaySession(practice, 1)
        hand = session.deal()
        session.act(Answer("f"), 2500)
        decisions = history.decisions()
        sessions = list(csv.DictReader(io.StringIO(sessions_csv(history))))
    [row] = csv.DictReader(io.StringIO(decisions_csv(decisions)))
    assert hand.over
    assert (row["answer"], row["seconds"], row["hand"]) == ("f", "2.5", "1")
    assert row["rating"] == decisions[0].rating
    assert float(row["ev_lost"]) == pytest.approx(decisions[0].ev_lost, abs=1e-4)
    assert [(one["mode"], one["answers"], one["hands"]) for one in sessions] == [("play", "1", "1")]
    [leak] = csv.DictReader(io.StringIO(leaks_csv(leaks(decisions, {}))))
    assert leak["key"] == decisions[0].situation
    assert leak["answers"] == "1"


def test_sessions_without_answers_are_no_history(small_solution: solver.Solution, tmp_path: Path):
    with PracticeLog(tmp_path) as history:
        Practice(small_solution, history, "quiz")
        practice = Practice(small_solution, history, "web")
        spot = Dealer(small_solution, 5).spot()
        practice.answer(spot, Answer(spot.state.actions[0]), 10)
        [session] = history.sessions()
    assert (session.number, session.mode, session.score) == (2, "web", practice.score)
