"""The database in use: held by others, deleted, full of rows that only others can read."""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import trainer.records.database
from trainer.records.database import Database, PracticeLogError
from trainer.records.practice_log import PracticeLog
from trainer.records.schedule import Schedule
from trainer.spots.situations import Situation

KEY = "3/bet/button/bet/pat/8-low"


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    opened = Database(tmp_path)
    yield opened
    opened.close()


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trainer.records.database, "_PATIENCE", 0.05)


@contextmanager
def held(path: Path) -> Iterator[None]:
    """Another process that writes and does not come to an end."""
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        other.execute("ROLLBACK")
        other.close()


def test_while_another_process_writes_there_is_no_writing_but_reading(
    impatient: None, tmp_path: Path
):
    with PracticeLog(tmp_path) as history:
        with held(history.path):
            with pytest.raises(PracticeLogError, match="nothing was kept"):
                history.begin("quiz")
            assert history.database.read("SELECT count(*) FROM sessions") == [(0,)]
        assert history.begin("quiz") == 1


def test_a_thread_that_writes_for_long_does_not_hold_up_who_reads(
    impatient: None, database: Database
):
    inside, done = threading.Event(), threading.Event()

    def write() -> None:
        with database.transaction():
            database.write("INSERT INTO sessions (started, mode) VALUES (0, 'quiz')")
            assert database.read("SELECT count(*) FROM sessions") == [(1,)]
            inside.set()
            done.wait(20)

    thread = threading.Thread(target=write)
    thread.start()
    try:
        assert inside.wait(20)
        assert database.read("SELECT count(*) FROM sessions") == [(0,)]
        with pytest.raises(PracticeLogError, match="too many at once"):
            database.write("INSERT INTO sessions (started, mode) VALUES (0, 'play')")
    finally:
        done.set()
        thread.join()
    assert database.read("SELECT mode FROM sessions") == [("quiz",)]


@pytest.mark.parametrize("suffix", ["", "-wal"])
def test_after_it_was_deleted_nothing_is_called_recorded(database: Database, suffix: str):
    database.write("INSERT INTO sessions (started, mode) VALUES (0, 'quiz')")
    database.path.with_name(database.path.name + suffix).unlink()
    for _ in range(2):
        with pytest.raises(PracticeLogError, match="deleted or replaced"):
            database.write("INSERT INTO sessions (started, mode) VALUES (0, 'quiz')")


def test_deleted_during_a_change(database: Database):
    with pytest.raises(PracticeLogError, match="deleted or replaced"), database.transaction():
        database.write("INSERT INTO sessions (started, mode) VALUES (0, 'quiz')")
        database.path.unlink()


def test_replaced_by_another(database: Database, tmp_path: Path):
    (tmp_path / "other").write_bytes(database.path.read_bytes())
    (tmp_path / "other").replace(database.path)
    with pytest.raises(PracticeLogError, match="deleted or replaced"):
        database.write("INSERT INTO sessions (started, mode) VALUES (0, 'quiz')")


def test_rows_of_others_are_left_out(tmp_path: Path):
    good = (1, 0.0, "solution", "", "8c7d5h4s2c", "r", "", "r", "best", 0.0, 1000, KEY)
    bad = {
        "rating": "brilliant",
        "answered": 1e300,
        "discards": "no cards",
        "ev_lost": float("inf"),
    }
    columns = (
        "session, answered, solution, history, hands, answer, discards, best, rating, ev_lost, "
        "milliseconds, situation"
    )
    names = columns.split(", ")
    with PracticeLog(tmp_path) as history:
        write = history.database.write
        history.begin("quiz")
        marks = ", ".join("?" * len(names))
        write(f"INSERT INTO decisions ({columns}) VALUES ({marks})", good)
        for name, value in bad.items():
            row = [value if n == name else v for n, v in zip(names, good, strict=True)]
            write(f"INSERT INTO decisions ({columns}) VALUES ({marks})", row)
        for played, lost in ((1e300, 0.0), (0.0, float("inf"))):
            write(
                "INSERT INTO hands (session, played, solution, seat, log, won, expected, ev_lost, "
                "card_luck) VALUES (1, ?, 'solution', 0, '', 1, 0, ?, 0)",
                (played, lost),
            )
        write("INSERT INTO sessions (id, started, mode) VALUES (2, 1e300, 'quiz')")
        write("UPDATE decisions SET session = 2 WHERE answered > 1e200")
        assert [decision.situation for decision in history.decisions()] == [KEY]
        assert [session.number for session in history.sessions()] == [1]
        assert history.hands() == []
        # A time or cards that make no sense still were an answer; another rating was none of ours.
        assert history.score().decisions == 3


@pytest.mark.parametrize(
    "card",
    ["", "{}", "[]", "nonsense", '{"due": 3}', '{"card_id": 1, "state": 9, "due": "2026-01-01"}'],
)
def test_cards_of_others_are_left_out_and_replaced_by_an_answer(
    database: Database, card: str, bet_advice
):
    from trainer import Answer, grade

    database.write("INSERT INTO schedule VALUES (?, ?, 0, 3)", (KEY, card))
    schedule = Schedule(database)
    assert schedule.due() == []
    assert schedule.overview().known == 0
    graded = grade(bet_advice("", (0.5, 0.0), (0.5, 1.0), (0.0, -1.0)), Answer("c"))
    schedule.answer(Situation.parse(KEY), graded, 1000)
    assert [one.situation.key for one in schedule.all()] == [KEY]


def test_drills_of_older_versions_have_any_name_and_can_be_removed(database: Database):
    from trainer.drills.packs import SavedDrills

    database.write(
        "INSERT INTO drills VALUES (?, ?)", ("my\nsnows", '{"name": "my\\nsnows", "text": "x"}')
    )
    saved = SavedDrills(database)
    [drill] = saved.all()
    assert drill.name == "my snows"
    saved.remove("my snows")
    assert saved.all() == []
