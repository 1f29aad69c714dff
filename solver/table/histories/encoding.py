"""Bytes of a file as text: UTF-8, UTF-16 or Windows-1252; damage stays where it is."""

import codecs
from typing import NamedTuple

_SAMPLE = 1_000
"""Bytes by which text in UTF-16 without a mark is told from other text."""

_MARKS = {
    codecs.BOM_UTF8: "utf-8",
    codecs.BOM_UTF16_LE: "utf-16-le",
    codecs.BOM_UTF16_BE: "utf-16-be",
}


class Note(NamedTuple):
    """Something that was read, and about which a user should know.

    Attributes:
        line: where in the file, from 1.
        text: what was found and what was made of it.
    """

    line: int
    text: str


def decode(data: bytes) -> tuple[str, tuple[Note, ...]]:
    """Text of a file, and what had to be guessed or left out.

    A byte that does not belong there costs at most its line.
    """
    mark = next((mark for mark in _MARKS if data.startswith(mark)), b"")
    encoding = _MARKS.get(mark) or _guess(data[:_SAMPLE])
    data = data[len(mark) :]
    return _utf_8(data) if encoding == "utf-8" else _utf_16(data, encoding)


def _guess(sample: bytes) -> str:
    """Text of ours is mostly ASCII, every other byte of which is zero in UTF-16."""
    first, second = sample[::2].count(0), sample[1::2].count(0)
    if 4 * max(first, second) < len(sample) or not sample:
        return "utf-8"
    return "utf-16-be" if first > second else "utf-16-le"


def _utf_8(data: bytes) -> tuple[str, tuple[Note, ...]]:
    try:
        return data.decode(), ()
    except UnicodeDecodeError:
        pass
    lines, guessed = [], []
    for number, line in enumerate(data.split(b"\n"), start=1):
        try:
            lines.append(line.decode())
        except UnicodeDecodeError:
            lines.append(line.decode("cp1252", "replace"))
            guessed.append(number)
    what = "this line is" if len(guessed) == 1 else f"{len(guessed)} lines from here on are"
    return "\n".join(lines), (Note(guessed[0], f"{what} not in UTF-8; read as Windows-1252"),)


def _utf_16(data: bytes, encoding: str) -> tuple[str, tuple[Note, ...]]:
    if len(data) % 2 == 0:
        return data.decode(encoding, "replace"), ()
    # A byte is missing or too many. Ends of lines are found all the same, and the rest by them.
    lines, notes = [], []
    for number, line in enumerate(data.split("\n".encode(encoding)), start=1):
        if len(line) % 2:
            notes.append(Note(number, "half a character of UTF-16 stands here; it is left out"))
        lines.append(line[: len(line) // 2 * 2].decode(encoding, "replace"))
    return "\n".join(lines), tuple(notes[:1])
