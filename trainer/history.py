"""What has been practised: sessions and decisions in an SQLite database.

Several processes may use it at once (write-ahead log, one short transaction a decision).
"""

import hashlib
import json
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from solver import Solution, TripleDrawError
from solver.cards import format_cards, parse_cards
from solver.solution.places import data_directory
from trainer.grading import Grade, Rating
from trainer.score import Score
from trainer.spots import Answer, Spot

FILE = "history.sqlite3"
_APPLICATION = 0x32373364
"""SQLite's application id of our databases: "273d" in ASCII."""

_PATIENCE = 10.0
"""Seconds to wait for another process that writes."""

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE sessions (
            id INTEGER PRIMARY KEY,
            started REAL NOT NULL,
            mode TEXT NOT NULL
        ) STRICT""",
        """CREATE TABLE decisions (
            id INTEGER PRIMARY KEY,
            session INTEGER NOT NULL REFERENCES sessions (id),
            answered REAL NOT NULL,
            solution TEXT NOT NULL,
            history TEXT NOT NULL,
            hands TEXT NOT NULL,
            answer TEXT NOT NULL,
            discards TEXT NOT NULL,
            best TEXT NOT NULL,
            rating TEXT NOT NULL,
            ev_lost REAL NOT NULL,
            milliseconds INTEGER NOT NULL
        ) STRICT""",
        "CREATE INDEX decisions_by_session ON decisions (session)",
    ),
)
"""Statements that lead from each version of the layout to the next; only ever appended to."""


class HistoryFileError(TripleDrawError):
    """A history database that cannot be used."""


@dataclass(frozen=True)
class Decision:
    """One answered spot.

    Attributes:
        session: number of its session.
        answered: when, in UTC.
        solution: identity of the solution that graded it, see `solution_identity`.
        history: public history of the spot.
        hands: the player's hands, as `Spot.read` takes them.
        answer: what was answered.
        best: code of the best action.
        rating: the verdict.
        ev_lost: in small bets.
        milliseconds: time taken to answer.
    """

    session: int
    answered: datetime
    solution: str
    history: str
    hands: str
    answer: Answer
    best: str
    rating: Rating
    ev_lost: float
    milliseconds: int


def solution_identity(solution: Solution) -> str:
    """Sixteen hex digits that tell solutions apart: what it was made from and how it went."""
    facts = {
        "configuration": solution.configuration.model_dump(mode="json"),
        "trace": [
            (entry.iteration, entry.exploitability, *entry.values) for entry in solution.trace
        ],
    }
    return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()[:16]


class History:
    """The database of sessions and decisions. Use as a context manager, or close it.

    A file that is damaged or something else is kept aside under another name and a new one begun.

    Args:
        directory: where it lies; the user's data directory by default.

    Attributes:
        path: the database.
        damaged: where a damaged one was put; None if there was none.

    Raises:
        HistoryFileError: it cannot be opened, or a newer version of the program wrote it.
    """

    def __init__(self, directory: str | Path | None = None):
        folder = data_directory() if directory is None else Path(directory)
        self.path = folder / FILE
        self.damaged: Path | None = None
        try:
            folder.mkdir(parents=True, exist_ok=True)
            try:
                self._database = _open(self.path)
            except _Damaged:
                self.damaged = _put_aside(self.path)
                self._database = _open(self.path)
        except (OSError, sqlite3.Error) as error:
            raise HistoryFileError(
                f"the history {self.path} cannot be used ({error}); choose another directory "
                "with --data-dir"
            ) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the database."""
        self._database.close()

    def begin(self, mode: str) -> int:
        """Begin a session.

        Args:
            mode: what is practised, such as ``quiz``.

        Returns:
            Its number.
        """
        with self._writing():
            row = self._database.execute(
                "INSERT INTO sessions (started, mode) VALUES (?, ?)", (time.time(), mode)
            )
        return int(row.lastrowid or 0)

    def record(
        self, session: int, solution: str, spot: Spot, grade: Grade, milliseconds: int
    ) -> None:
        """Write down an answer; it is safe once this returns.

        Args:
            session: from `begin`.
            solution: identity of the solution that graded.
            spot: what was asked.
            grade: what was answered, and how it was graded.
            milliseconds: time taken.
        """
        answer = grade.answer
        values = (
            session, time.time(), solution, *spot.to_text(), answer.code,
            format_cards(answer.discards), grade.best.code, grade.rating.value, grade.ev_lost,
            milliseconds,
        )  # fmt: skip
        with self._writing():
            self._database.execute(
                "INSERT INTO decisions (session, answered, solution, history, hands, answer, "
                "discards, best, rating, ev_lost, milliseconds) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                values,
            )

    def score(self, session: int | None = None) -> Score:
        """Score of one session, or of all time."""
        rows = self._read(
            "SELECT rating, count(*), sum(ev_lost) FROM decisions {where} GROUP BY rating", session
        )
        return Score(
            {Rating(rating): count for rating, count, _ in rows},
            sum((lost for _, _, lost in rows), 0.0),
        )

    def decisions(self, session: int | None = None) -> list[Decision]:
        """All decisions in the order answered, of one session or of all time."""
        rows = self._read(
            "SELECT session, answered, solution, history, hands, answer, discards, best, rating, "
            "ev_lost, milliseconds FROM decisions {where} ORDER BY id",
            session,
        )
        return [
            Decision(
                number, datetime.fromtimestamp(answered, UTC), solution, history, hands,
                Answer(code, parse_cards(discards)), best, Rating(rating), lost, milliseconds,
            )
            for number, answered, solution, history, hands, code, discards, best, rating, lost,
            milliseconds in rows
        ]  # fmt: skip

    def _read(self, query: str, session: int | None) -> list[tuple[Any, ...]]:
        """Rows of a query over the decisions of one session, or of all."""
        where, values = ("", ()) if session is None else ("WHERE session = ?", (session,))
        with self._reporting():
            return self._database.execute(query.format(where=where), values).fetchall()

    @contextmanager
    def _writing(self) -> Iterator[None]:
        with self._reporting(), _transaction(self._database):
            yield

    @contextmanager
    def _reporting(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise HistoryFileError(f"the history {self.path} cannot be used ({error})") from error


class _Damaged(Exception):
    """The file is no history, or parts of it cannot be read."""


@contextmanager
def _transaction(database: sqlite3.Connection) -> Iterator[None]:
    database.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        database.execute("ROLLBACK")
        raise
    database.execute("COMMIT")


def _open(path: Path) -> sqlite3.Connection:
    """Open or create a history of the current version.

    Raises:
        _Damaged: it is no history, or damaged.
        HistoryFileError: a newer version wrote it.
        sqlite3.OperationalError: it cannot be opened, or is locked for too long.
    """
    database = sqlite3.connect(path, timeout=_PATIENCE, isolation_level=None)
    try:
        _check(database)
        _migrate(database, path)
        database.execute("PRAGMA foreign_keys = ON")
    except BaseException as error:
        database.close()
        # A lock or a full disk is an OperationalError; a file that makes no sense is not.
        if type(error) is sqlite3.DatabaseError:
            raise _Damaged from error
        raise
    return database


def _check(database: sqlite3.Connection) -> None:
    [(findings,)] = database.execute("PRAGMA quick_check(1)").fetchall()
    [(tables,)] = database.execute("SELECT count(*) FROM sqlite_schema").fetchall()
    [(application,)] = database.execute("PRAGMA application_id").fetchall()
    if findings != "ok" or (tables and application != _APPLICATION):
        raise _Damaged
    if database.execute("PRAGMA journal_mode").fetchone() != ("wal",):
        database.execute("PRAGMA journal_mode = WAL")


def _version(database: sqlite3.Connection) -> int:
    [(version,)] = database.execute("PRAGMA user_version").fetchall()
    return int(version)


def _migrate(database: sqlite3.Connection, path: Path) -> None:
    if _version(database) == len(MIGRATIONS):
        return
    with _transaction(database):
        # Read again: another process may have been first.
        version = _version(database)
        if version > len(MIGRATIONS):
            raise HistoryFileError(
                f"the history {path} was written by a newer version of tripledraw (layout "
                f"{version}, this program knows {len(MIGRATIONS)}); update tripledraw, or choose "
                "another directory with --data-dir"
            )
        for statements in MIGRATIONS[version:]:
            for statement in statements:
                database.execute(statement)
        database.execute(f"PRAGMA application_id = {_APPLICATION}")
        database.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")


def _put_aside(path: Path) -> Path:
    """Rename a database and what belongs to it; nothing is overwritten."""
    stamp = datetime.now().strftime("%Y%m%d-%H%M%S-%f")
    aside = path.with_name(f"{path.stem}-damaged-{stamp}{path.suffix}")
    for suffix in ("-wal", "-shm", ""):
        part = path.with_name(path.name + suffix)
        if part.exists():
            part.rename(aside.with_name(aside.name + suffix))
    return aside
