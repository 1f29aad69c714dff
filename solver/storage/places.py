"""Where directories stand, and how one takes the place of another: all or nothing.

A directory is written under a hidden name beside its place. Where the system can, it then changes
names with what is there in a single step. Elsewhere two renames are needed, and whoever comes to
the place next finishes what a process that died between them had begun (`settle`). Hidden names
are ``.NAME.TOKEN.tripledraw-KIND``, with the kinds

- ``new``: being written, complete once it holds a manifest;
- ``old``: complete, moved away for a moment to make room;
- ``gone``: to be deleted.
"""

import contextlib
import os
import re
import secrets
import signal
import threading
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

from solver.errors import SolutionError
from solver.storage import files
from solver.storage.claims import LOCK, Claim
from solver.storage.files import reason
from solver.storage.manifest import MANIFEST

NEW, OLD, GONE = "new", "old", "gone"

_HIDDEN = re.compile(
    rf"\.(?P<name>.+?)(?:\.[0-9a-f]{{8}}\.tripledraw-(?P<kind>{NEW}|{OLD}|{GONE})|{re.escape(LOCK)})"
)

_ours: set[Path] = set()
"""Hidden names that this process is writing under."""


def require_place(directory: Path) -> None:
    """Make sure that a directory of arrays may stand here.

    Raises:
        SolutionError: something else is here, or this is no name for a directory.
    """
    if not directory.name:
        raise SolutionError(f"{str(directory)!r} is no name for a directory; give it one")
    try:
        free = not directory.exists() or (directory.is_dir() and not any(directory.iterdir()))
        ours = (directory / MANIFEST).exists()
    except OSError as error:
        raise SolutionError(f"cannot look at {directory}: {reason(error)}") from error
    if not free and not ours:
        raise SolutionError(f"{directory} holds something else; choose another place")


def new_name(place: Path) -> Path:
    """A hidden name to write under, which `settle` leaves alone until `forget`."""
    path = _hidden_name(place, NEW)
    _ours.add(path)
    return path


def forget(path: Path) -> None:
    """Nothing is written any more under a name of `new_name`."""
    _ours.discard(path)


def put_in_place(folder: Path, place: Path) -> None:
    """Let a complete hidden folder take a place; what was there is deleted.

    Raises:
        OSError: it cannot be done; what was there is still there.
    """
    with _uninterrupted():
        if not os.path.lexists(place):
            files.move(folder, place)
        elif not files.exchange(folder, place):
            _by_two_renames(folder, place)
        files.sync(place.parent)
        if folder.exists():  # under whose name the old one stands now
            discard(folder, place)


def _by_two_renames(folder: Path, place: Path) -> None:
    old = _hidden_name(place, OLD)
    files.move(place, old)
    try:
        files.move(folder, place)
    except BaseException:
        if not os.path.lexists(place):
            files.move(old, place)
        raise
    discard(old, place)


def discard(path: Path, place: Path | None = None) -> None:
    """Delete a file or folder, which loses its name at once.

    Args:
        path: what to delete; nothing happens if it is not there.
        place: where it belongs, if it has a hidden name.
    """
    gone = _hidden_name(place or path, GONE)
    try:
        files.move(path, gone)
    except OSError:
        gone = path
    with contextlib.suppress(OSError):
        files.delete(gone)


def settle(place: Path) -> None:
    """Finish or undo what processes that have died left beside a place, if there is anything.

    A complete directory takes the place if it is empty; the rest is deleted. Nothing happens while
    another process writes there.
    """
    if not _beside(place):
        return
    claim = Claim(place)
    with contextlib.suppress(OSError):  # What may not be written to stays as it is.
        if not claim.take():
            return
        try:
            _settle(place)
        finally:
            claim.release()


def _settle(place: Path) -> None:
    left = [(path, kind) for path, kind in _beside(place) if kind and path not in _ours]
    whole = [
        (kind == NEW, path.stat().st_mtime, path)
        for path, kind in left
        if kind != GONE and (path / MANIFEST).is_file()
    ]
    if whole and not os.path.lexists(place):
        files.move(max(whole)[-1], place)
    for path, _ in left:
        if path.exists():
            discard(path, place)


def tidy(folder: Path) -> None:
    """`settle` for every place of a folder."""
    for name in {name for _, name, _ in _hidden(folder)}:
        settle(folder / name)


def _hidden_name(place: Path, kind: str) -> Path:
    return place.with_name(f".{place.name}.{secrets.token_hex(4)}.tripledraw-{kind}")


def _hidden(folder: Path) -> list[tuple[Path, str, str | None]]:
    """Hidden files and folders, the names of their places, and their kinds; None for a lock."""
    try:
        matches = [(entry, _HIDDEN.fullmatch(entry)) for entry in os.listdir(folder)]
    except OSError:
        return []
    return [(folder / entry, m["name"], m["kind"]) for entry, m in matches if m]


def _beside(place: Path) -> list[tuple[Path, str | None]]:
    return [(path, kind) for path, name, kind in _hidden(place.parent) if name == place.name]


@contextlib.contextmanager
def _uninterrupted() -> Iterator[None]:
    """Ctrl-C comes after the block instead of inside it."""
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        yield  # Ctrl-C does not come here, or not as an exception.
        return
    caught: list[tuple[int, FrameType | None]] = []
    signal.signal(signal.SIGINT, lambda number, frame: caught.append((number, frame)))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        for one in caught:
            before(*one)
