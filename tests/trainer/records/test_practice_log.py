"""The history: kept, shared by processes, moved to newer layouts, put aside when damaged."""

import sqlite3
import subprocess
import sys
import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from solved import solved

import solver
import trainer.records.database
from solver.cards import parse_cards
from solver.solution import open_solution
from trainer import Answer, Grade, PracticeLog, Rating, Spot, grade, solution_identity
from trainer.records.database import FILE, MIGRATIONS, PracticeLogError

IDENTITY = "0123456789abcdef"


@pytest.fixture
def spot(small_solution: solver.Solution) -> Spot:
    return Spot.read(small_solution, "rc 2", "KdKc7h3s2c")


@pytest.fixture
def graded(small_solution: solver.Solution, spot: Spot) -> Grade:
    advice = small_solution.advise(spot.hand, spot.state)
    return grade(advice, Answer.draw(parse_cards("7h3s2c")))


def test_a_decision_can_be_opened_again(
    tmp_path: Path, small_solution: solver.Solution, spot: Spot, graded: Grade
):
    with PracticeLog(tmp_path) as history:
        session = history.begin("quiz")
        history.record(session, IDENTITY, spot, graded, 1234)
        [decision] = history.decisions()
    assert Spot.read(small_solution, decision.history, decision.hands) == spot
    assert decision.answer == graded.answer
    assert decision.rating == graded.rating == Rating.BLUNDER
    assert decision.ev_lost == graded.ev_lost
    assert (decision.session, decision.solution, decision.best) == (session, IDENTITY, "2")
    assert decision.milliseconds == 1234
    assert abs(datetime.now(UTC) - decision.answered) < timedelta(minutes=1)


def test_the_score_survives(tmp_path: Path, spot: Spot, graded: Grade):
    with PracticeLog(tmp_path) as history:
        assert history.damaged is None
        assert history.score().decisions == 0
        first = history.begin("quiz")
        history.record(first, IDENTITY, spot, graded, 10)
    with PracticeLog(tmp_path) as history:
        second = history.begin("quiz")
        history.record(second, IDENTITY, spot, graded, 10)
        history.record(second, IDENTITY, spot, graded, 10)
        assert history.damaged is None
        assert history.score(first).ratings == {Rating.BLUNDER: 1}
        assert history.score(second).ratings == {Rating.BLUNDER: 2}
        assert history.score().ratings == {Rating.BLUNDER: 3}
        assert history.score().ev_lost == pytest.approx(3 * graded.ev_lost)
        assert len(history.decisions(first)) == 1


def test_the_environment_says_where(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("TRIPLEDRAW_DATA_DIR", str(tmp_path / "data"))
    with PracticeLog() as history:
        assert history.path == tmp_path / "data" / FILE
        assert history.path.exists()


def test_two_connections_at_once(tmp_path: Path, spot: Spot, graded: Grade):
    with PracticeLog(tmp_path) as one, PracticeLog(tmp_path) as other:
        sessions = one.begin("quiz"), other.begin("web")
        for _ in range(5):
            one.record(sessions[0], IDENTITY, spot, graded, 1)
            other.record(sessions[1], IDENTITY, spot, graded, 1)
        assert sessions[0] != sessions[1]
        assert one.score().decisions == other.score().decisions == 10


def test_processes_that_begin_together(tmp_path: Path):
    code = (
        "import sys; from trainer import PracticeLog\n"
        "with PracticeLog(sys.argv[1]) as history:\n"
        "    for _ in range(50): history.begin('quiz')\n"
        "    assert history.damaged is None"
    )
    processes = [subprocess.Popen([sys.executable, "-c", code, str(tmp_path)]) for _ in range(4)]
    assert [process.wait(60) for process in processes] == [0] * 4
    with PracticeLog(tmp_path) as history:
        assert history.begin("quiz") == 201


def test_newer_layouts_keep_what_is_there(
    tmp_path: Path, spot: Spot, graded: Grade, monkeypatch: pytest.MonkeyPatch
):
    with PracticeLog(tmp_path) as history:
        history.record(history.begin("quiz"), IDENTITY, spot, graded, 10)
    further = (*MIGRATIONS, ("ALTER TABLE decisions ADD COLUMN note TEXT NOT NULL DEFAULT ''",))
    with monkeypatch.context() as patch:
        patch.setattr(trainer.records.database, "MIGRATIONS", further)
        with PracticeLog(tmp_path) as history:
            assert history.score().decisions == 1
    database = sqlite3.connect(tmp_path / FILE)
    assert database.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS) + 1,)
    assert database.execute("SELECT note FROM decisions").fetchall() == [("",)]
    database.close()
    before = (tmp_path / FILE).read_bytes()
    with pytest.raises(PracticeLogError, match="newer version"):
        PracticeLog(tmp_path)
    assert (tmp_path / FILE).read_bytes() == before


def test_a_layout_changes_wholly_or_not(
    tmp_path: Path, spot: Spot, graded: Grade, monkeypatch: pytest.MonkeyPatch
):
    with PracticeLog(tmp_path) as history:
        history.record(history.begin("quiz"), IDENTITY, spot, graded, 10)
    broken = (*MIGRATIONS, ("ALTER TABLE decisions ADD COLUMN note TEXT", "ALTER TABLE nothing"))
    with monkeypatch.context() as patch:
        patch.setattr(trainer.records.database, "MIGRATIONS", broken)
        with pytest.raises(PracticeLogError, match="cannot be used"):
            PracticeLog(tmp_path)
    with PracticeLog(tmp_path) as history:
        assert history.damaged is None
        assert history.score().decisions == 1


def foreign_database(path: Path) -> None:
    database = sqlite3.connect(path)
    database.execute("CREATE TABLE recipes (name TEXT)")
    database.close()


def damaged_page(path: Path) -> None:
    with PracticeLog(path.parent) as history:
        history.begin("quiz")
    content = bytearray(path.read_bytes())
    content[4096:] = b"\xff" * (len(content) - 4096)
    path.write_bytes(content)


@pytest.mark.parametrize(
    "spoil", [lambda path: path.write_bytes(b"no database" * 500), foreign_database, damaged_page]
)
def test_a_damaged_file_is_kept_aside(tmp_path: Path, spoil):
    path = tmp_path / FILE
    spoil(path)
    content = path.read_bytes()
    with PracticeLog(tmp_path) as history:
        assert history.damaged is not None
        assert history.damaged.read_bytes() == content
        assert history.damaged.parent == tmp_path
        assert history.begin("quiz") == 1
    with PracticeLog(tmp_path) as history:
        assert history.damaged is None


def test_a_place_that_cannot_be_used(tmp_path: Path):
    (tmp_path / "file").write_text("")
    with pytest.raises(PracticeLogError, match="--data-dir"):
        PracticeLog(tmp_path / "file")
    (tmp_path / FILE).mkdir()
    with pytest.raises(PracticeLogError, match="--data-dir"):
        PracticeLog(tmp_path)


def test_identity_tells_solutions_apart(small_solution: solver.Solution, solution_directory: Path):
    again = open_solution(solution_directory)
    assert solution_identity(again) == solution_identity(small_solution)
    other = solved(
        small_solution.configuration.game, small_solution.abstraction, iterations=1, progress=False
    )
    assert solution_identity(other) != solution_identity(small_solution)


def test_the_first_layout_is_moved_on(
    tmp_path: Path, spot: Spot, graded: Grade, monkeypatch: pytest.MonkeyPatch
):
    with monkeypatch.context() as patch:
        patch.setattr(trainer.records.database, "MIGRATIONS", MIGRATIONS[:1])
        with PracticeLog(tmp_path) as history:
            session = history.begin("quiz")
            history.database.write(
                "INSERT INTO decisions (session, answered, solution, history, hands, answer, "
                "discards, best, rating, ev_lost, milliseconds) "
                "VALUES (?, 0, ?, 'rc 2', 'KdKc7h3s2c', 'f', '', '2', 'blunder', 0.5, 9)",
                (session, IDENTITY),
            )
    with PracticeLog(tmp_path) as history:
        history.record(session, IDENTITY, spot, graded, 10, situation="key", asked="2")
        old, new = history.decisions()
        [kept] = history.sessions()
        assert history.damaged is None
    assert (old.ev_lost, old.situation, old.asked, old.hand) == (0.5, None, None, None)
    assert (new.situation, new.asked, new.hand) == ("key", "2", None)
    assert (kept.number, kept.mode, kept.score.decisions) == (session, "quiz", 2)


def test_threads_share_a_history(tmp_path: Path, spot: Spot, graded: Grade):
    with PracticeLog(tmp_path) as history:
        session = history.begin("web")

        def write() -> None:
            for _ in range(20):
                history.record(session, IDENTITY, spot, graded, 10)

        threads = [threading.Thread(target=write) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert history.score().decisions == 80
