"""Where hand histories to review come from: files sent by a browser, or paths on this machine.

What is sent is written into a folder inside the data directory for as long as it is read, under
names of ours, and nowhere else.
"""

import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from solver.errors import HistoryError

LARGEST = 24 * 2**20
"""Bytes that may be sent at once: a year of hand histories, and no more."""

MOST_FILES = 5_000
"""Files of a folder; whoever names a whole disk by mistake need not wait for it."""

_NAME = 80


@dataclass(frozen=True)
class SentFile:
    """A file that a browser has sent.

    Attributes:
        name: as the browser calls it; anything may stand there.
        content: its bytes.
    """

    name: str
    content: bytes


@contextmanager
def kept(files: Sequence[SentFile], directory: Path) -> Iterator[list[Path]]:
    """Files as paths that can be read inside the context; they are gone after it.

    Args:
        files: what was sent.
        directory: the data directory.

    Raises:
        HistoryError: nothing was sent, or too much, or it cannot be written.
    """
    size = sum(len(file.content) for file in files)
    if not files:
        raise HistoryError("no file was sent; choose files of hand histories")
    if size > LARGEST:
        raise HistoryError(
            f"files of {size / 2**20:.0f} MB; at most {LARGEST // 2**20} MB can be sent at once. "
            "Give the path of their folder instead"
        )
    try:
        directory.mkdir(parents=True, exist_ok=True)
        folder = tempfile.TemporaryDirectory(prefix=".sent-", dir=directory)
    except OSError as error:
        raise HistoryError(f"{directory} cannot be written to: {error}") from error
    with folder as name:
        paths = [Path(name) / str(n) / _safe(file.name) for n, file in enumerate(files)]
        for path, file in zip(paths, files, strict=True):
            path.parent.mkdir()
            path.write_bytes(file.content)
        yield paths


def _safe(name: str) -> str:
    """The last part of a name, without anything that a file system might take for more."""
    last = name.replace("\\", "/").rpartition("/")[2]
    plain = "".join(c if c.isalnum() or c in " ._-()" else "_" for c in last).strip(" .")
    stem, dot, suffix = plain.rpartition(".")
    return f"{stem[:_NAME]}{dot}{suffix[:8]}" if stem else plain[:_NAME] or "hands"


def named(text: str) -> list[Path]:
    """The file or folder that a player has typed.

    Raises:
        HistoryError: nothing there, or a folder of more files than anybody has played.
    """
    if not text.strip() or "\0" in text:
        raise HistoryError("no path; give a file or a folder of hand histories")
    try:
        path = Path(text.strip()).expanduser()
        there = path.exists()
    except (OSError, RuntimeError) as error:
        raise HistoryError(f"{text.strip()} cannot be opened: {error}") from error
    if not there:
        raise HistoryError(f"{path} does not exist; give a file or folder of hand histories")
    count = 0
    for _, _, files in os.walk(path):
        count += len(files)
        if count > MOST_FILES:
            raise HistoryError(
                f"more than {MOST_FILES} files in {path}; give the folder of the hand histories"
            )
    return [path]
