"""Spaced repetition: what comes back, when, and as what."""

import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path

import fsrs
import pytest

import solver
from trainer import Answer, Grade, PracticeLog, Rating, Spot
from trainer.drills.due import DueDealer
from trainer.records.database import Database
from trainer.records.schedule import LONGEST, Schedule, Scheduled, per_day, recall_rating
from trainer.spots.situations import Situation

NOW = datetime(2026, 1, 1, 12, tzinfo=UTC)
OPENING = Situation.parse("0/bet/button/nothing/not yet/two-card draw")
DEFENCE = Situation.parse("0/bet/big blind/bet/not yet/two-card draw")
RIVER = Situation.parse("3/bet/button/bet/pat/8-low")


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    with PracticeLog(tmp_path) as history:
        yield history.database


@pytest.fixture
def graded(small_solution: solver.Solution):
    spot = Spot.read(small_solution, "", "Kc7h5d3s2c")
    best = small_solution.advise(spot.hand, spot.state).best

    def make(rating: Rating) -> Grade:
        return Grade(Answer("r"), rating, 0.0, 0.0, 1.0, best)

    return make


@pytest.mark.parametrize(
    ("rating", "milliseconds", "expected"),
    [
        (Rating.BEST, 1_000, fsrs.Rating.Easy),
        (Rating.BEST, 8_000, fsrs.Rating.Good),
        (Rating.CORRECT, 8_000, fsrs.Rating.Good),
        (Rating.BEST, 60_000, fsrs.Rating.Hard),
        (Rating.INACCURACY, 1_000, fsrs.Rating.Hard),
        (Rating.MISTAKE, 1_000, fsrs.Rating.Again),
        (Rating.BLUNDER, 60_000, fsrs.Rating.Again),
    ],
)
def test_loss_and_time_decide(graded, rating: Rating, milliseconds: int, expected: fsrs.Rating):
    assert recall_rating(graded(rating), milliseconds) == expected


def test_missed_and_slow_ones_come_sooner(database: Database, graded):
    schedule = Schedule(database)
    quick = schedule.answer(OPENING, graded(Rating.BEST), 1_000, NOW)
    slow = schedule.answer(DEFENCE, graded(Rating.BEST), 60_000, NOW)
    missed = schedule.answer(RIVER, graded(Rating.BLUNDER), 1_000, NOW)
    assert NOW < missed <= slow < quick
    assert schedule.due(NOW) == []
    assert [one.situation for one in schedule.due(NOW + timedelta(hours=1))] != []
    assert RIVER in [one.situation for one in schedule.due(NOW + timedelta(minutes=11))]
    assert {one.situation for one in schedule.due(NOW + timedelta(days=365))} == {
        OPENING,
        DEFENCE,
        RIVER,
    }
    assert len(schedule.due(NOW + timedelta(days=365), limit=2)) == 2


def test_intervals_grow_up_to_sixty_days(database: Database, graded):
    schedule = Schedule(database)
    now, intervals = NOW, []
    for _ in range(12):
        due = schedule.answer(OPENING, graded(Rating.BEST), 8_000, now)
        intervals.append(due - now)
        now = due
    # Near the limit neighbours may change places: FSRS spreads intervals at random.
    assert intervals[0] < min(intervals[2:])
    assert max(intervals) <= timedelta(days=LONGEST)
    assert intervals[-1] > timedelta(days=LONGEST - 10)
    [one] = schedule.all(now)
    assert one.answers == 12
    due = schedule.answer(OPENING, graded(Rating.MISTAKE), 8_000, now)
    assert due - now < timedelta(hours=1)


def test_right_answers_before_time_change_nothing(database: Database, graded):
    schedule = Schedule(database)
    due = schedule.answer(OPENING, graded(Rating.BEST), 8_000, NOW)
    for minute in range(1, 9):
        again = schedule.answer(OPENING, graded(Rating.BEST), 100, NOW + timedelta(seconds=minute))
        assert again == due
    assert schedule.all()[0].answers == 1
    missed = schedule.answer(OPENING, graded(Rating.BLUNDER), 8_000, NOW + timedelta(minutes=1))
    assert missed <= NOW + timedelta(minutes=12)
    assert schedule.all()[0].answers == 2


def test_what_is_likeliest_forgotten_comes_first(database: Database, graded):
    schedule = Schedule(database)
    schedule.answer(OPENING, graded(Rating.BEST), 1_000, NOW)
    schedule.answer(RIVER, graded(Rating.BLUNDER), 1_000, NOW)
    later = NOW + timedelta(days=90)
    first, second = schedule.due(later)
    assert first.situation == RIVER
    assert first.recall < second.recall < 1


def test_overview(database: Database, graded):
    schedule = Schedule(database)
    empty = schedule.overview(NOW)
    assert (empty.due, empty.tomorrow, empty.known, empty.next) == (0, 0, 0, None)
    quick = schedule.answer(OPENING, graded(Rating.BEST), 1_000, NOW)
    missed = schedule.answer(RIVER, graded(Rating.BLUNDER), 1_000, NOW)
    seen = schedule.overview(NOW)
    assert (seen.due, seen.tomorrow, seen.known, seen.next) == (0, 1, 2, missed)
    seen = schedule.overview(missed)
    assert (seen.due, seen.tomorrow, seen.known, seen.next) == (1, 0, 2, None)
    assert schedule.overview(quick).due == 2
    schedule.forget(RIVER)
    assert schedule.overview(quick).known == 1


def test_situations_of_another_version_are_left_out(database: Database, graded):
    schedule = Schedule(database)
    schedule.answer(OPENING, graded(Rating.BLUNDER), 1_000, NOW)
    schedule.answer(RIVER, graded(Rating.BLUNDER), 1_000, NOW)
    database.write("UPDATE schedule SET situation = 'new' WHERE situation = ?", (RIVER.key,))
    assert [one.situation for one in schedule.due(NOW + timedelta(days=1))] == [OPENING]
    assert schedule.overview(NOW).known == 1


def test_a_due_situation_is_a_fresh_spot(
    database: Database, small_solution: solver.Solution, graded
):
    schedule = Schedule(database)
    dealer = DueDealer(small_solution, schedule, 1)
    assert dealer.spot(NOW) is None
    schedule.answer(OPENING, graded(Rating.BLUNDER), 1_000, NOW)
    later = NOW + timedelta(hours=1)
    spots = [dealer.spot(later) for _ in range(3)]
    assert all(Situation.of(small_solution, spot) == OPENING for spot in spots if spot)
    assert len({spot.to_text() for spot in spots if spot}) == 3


def test_what_never_comes_up_is_passed_over(
    database: Database, one_bet_solution: solver.Solution, graded
):
    schedule = Schedule(database)
    impossible = Situation.parse("1/bet/button/raise/one/pat 8")
    possible = Situation.parse("1/bet/button/nothing/one/pat 8")
    schedule.answer(impossible, graded(Rating.BLUNDER), 1_000, NOW - timedelta(days=9))
    schedule.answer(possible, graded(Rating.BLUNDER), 1_000, NOW)
    dealer = DueDealer(one_bet_solution, schedule, 1)
    for _ in range(2):
        spot = dealer.spot(NOW + timedelta(hours=1))
        assert spot is not None
        assert Situation.of(one_bet_solution, spot) == possible


def test_days_are_those_of_the_clock_on_the_wall():
    # Noon in UTC, half past eleven in the evening at the player's.
    now = NOW.astimezone(timezone(timedelta(hours=11, minutes=30)))
    hours = (-500, 0, 0.4, 0.6, 24.4, 24.6, 24 * 6.5, 24 * 7.5)
    scheduled = [Scheduled(OPENING, NOW + timedelta(hours=one), 1, 0.9) for one in hours]
    counts = per_day(scheduled, now)
    assert list(counts) == [date(2026, 1, day) for day in range(1, 8)]
    assert list(counts.values()) == [3, 2, 1, 0, 0, 0, 0]
    assert per_day(scheduled, now, days=1) == {date(2026, 1, 1): 3}


def test_processes_at_once_lose_no_answer(tmp_path: Path):
    code = (
        "import sys\n"
        "from types import SimpleNamespace as N\n"
        "from trainer import PracticeLog, Rating\n"
        "from trainer.records.schedule import Schedule\n"
        "from trainer.spots.situations import Situation\n"
        f"one = Situation.parse({OPENING.key!r})\n"
        "with PracticeLog(sys.argv[1]) as history:\n"
        "    schedule = Schedule(history.database)\n"
        "    for _ in range(25): schedule.answer(one, N(rating=Rating.BLUNDER), 1)\n"
    )
    processes = [subprocess.Popen([sys.executable, "-c", code, str(tmp_path)]) for _ in range(3)]
    assert [process.wait(60) for process in processes] == [0] * 3
    with PracticeLog(tmp_path) as history:
        [one] = Schedule(history.database).all()
    assert one.answers == 75
