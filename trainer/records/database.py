"""The SQLite database of the trainer: opened, moved to newer layouts, put aside when damaged.

Several processes may use it at once (write-ahead log, one short transaction a change), and so may
several threads. Reading does not wait for who writes.
"""

import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from datetime import datetime
from pathlib import Path
from typing import Any

from solver import TripleDrawError
from solver.solution import data_directory

FILE = "history.sqlite3"
_APPLICATION = 0x32373364
"""SQLite's application id of our databases: "273d" in ASCII."""

_PATIENCE = 2.5
"""Seconds to wait for another thread, and then for another process, that writes."""

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
    (
        """CREATE TABLE hands (
            id INTEGER PRIMARY KEY,
            session INTEGER NOT NULL REFERENCES sessions (id),
            played REAL NOT NULL,
            solution TEXT NOT NULL,
            seat INTEGER NOT NULL,
            log TEXT NOT NULL,
            won REAL NOT NULL,
            expected REAL NOT NULL,
            ev_lost REAL NOT NULL,
            card_luck REAL NOT NULL
        ) STRICT""",
        "CREATE INDEX hands_by_session ON hands (session)",
        "ALTER TABLE decisions ADD COLUMN situation TEXT",
        "ALTER TABLE decisions ADD COLUMN asked TEXT",
        "ALTER TABLE decisions ADD COLUMN hand INTEGER REFERENCES hands (id)",
        "CREATE INDEX decisions_by_situation ON decisions (situation)",
        """CREATE TABLE drills (
            name TEXT PRIMARY KEY,
            definition TEXT NOT NULL
        ) STRICT""",
        """CREATE TABLE schedule (
            situation TEXT PRIMARY KEY,
            card TEXT NOT NULL,
            due REAL NOT NULL,
            answers INTEGER NOT NULL
        ) STRICT""",
        "CREATE INDEX schedule_by_due ON schedule (due)",
    ),
)
"""Statements that lead from each version of the layout to the next; only ever appended to."""


class PracticeLogError(TripleDrawError):
    """A history database that cannot be used."""


class Database:
    """The database. Close it when done.

    A file that is damaged or something else is kept aside under another name and a new one begun.

    Args:
        directory: where it lies; the user's data directory by default.

    Attributes:
        path: the database.
        damaged: where a damaged one was put; None if there was none.

    Raises:
        PracticeLogError: it cannot be opened, or a newer version of the program wrote it.
    """

    def __init__(self, directory: str | Path | None = None):
        folder = data_directory() if directory is None else Path(directory)
        self.path = folder / FILE
        self.damaged: Path | None = None
        self._writing = threading.RLock()
        self._reading = threading.Lock()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            try:
                self._writer = _open(self.path)
            except _Damaged:
                self.damaged = _put_aside(self.path)
                self._writer = _open(self.path)
            self._reader = _connect(self.path)
            self._reader.execute("PRAGMA query_only = ON")
            self._reader.execute("SELECT count(*) FROM sqlite_schema").fetchall()
            self._files = _identities(self.path)
        except (OSError, sqlite3.Error) as error:
            raise PracticeLogError(
                f"the history {self.path} cannot be used ({error}); choose another directory "
                "with --data-dir"
            ) from error

    def close(self) -> None:
        """Close the database."""
        with self._writing, self._reading:
            self._reader.close()
            self._writer.close()

    def read(self, query: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """All rows of a query."""
        inside = self._in_transaction()
        connection = self._writer if inside else self._reader
        with nullcontext() if inside else self._held(self._reading), self._reporting():
            return connection.execute(query, values).fetchall()

    def write(self, statement: str, values: Sequence[object] = ()) -> int:
        """One change, safe once this returns; the number of the row that was added last."""
        with self.transaction():
            return int(self._writer.execute(statement, values).lastrowid or 0)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Reads and writes inside happen together or not at all; nobody else writes meanwhile.

        Raises:
            PracticeLogError: nothing of it is kept: somebody else is writing for too long, the disk
                is full, or the file is no longer where it was.
        """
        with self._held(self._writing), self._reporting():
            if self._writer.in_transaction:
                yield
                return
            self._require_file()
            with _transaction(self._writer):
                yield
            self._require_file()

    def _in_transaction(self) -> bool:
        """Whether this thread is inside a transaction."""
        if not self._writing.acquire(blocking=False):
            return False
        try:
            return self._writer.in_transaction
        finally:
            self._writing.release()

    @contextmanager
    def _held(self, lock: "threading.Lock | threading.RLock") -> Iterator[None]:
        if not lock.acquire(timeout=_PATIENCE):
            raise PracticeLogError(
                f"the history {self.path} is in use by too many at once; try again"
            )
        try:
            yield
        finally:
            lock.release()

    def _require_file(self) -> None:
        """Refuse to write to what nobody will find again."""
        if _identities(self.path) != self._files:
            raise PracticeLogError(
                f"the history {self.path} was deleted or replaced while it was in use, so nothing "
                "more is kept in it; end the program and start it again"
            )

    @contextmanager
    def _reporting(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise PracticeLogError(
                f"the history {self.path} cannot be used now ({error}), and nothing was kept; try "
                "again once no other program holds it and the disk has room"
            ) from error


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
        PracticeLogError: a newer version wrote it.
        sqlite3.OperationalError: it cannot be opened, or is locked for too long.
    """
    database = _connect(path)
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


def _connect(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path, timeout=_PATIENCE, isolation_level=None, check_same_thread=False)


def _identities(path: Path) -> list[tuple[int, int] | None]:
    """What tells the database and its log from other files of the same names."""
    found: list[tuple[int, int] | None] = []
    for file in (path, path.with_name(path.name + "-wal")):
        try:
            status = file.stat()
        except OSError:
            found.append(None)
        else:
            found.append((status.st_dev, status.st_ino))
    return found


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
            raise PracticeLogError(
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
