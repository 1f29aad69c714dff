"""What the texts of all sites have in common: encodings, lines, amounts of money."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import time
from decimal import Decimal, InvalidOperation

from solver.errors import CardError, HistoryError

CURRENCIES = "$€£"


class OtherHandError(HistoryError):
    """A hand that is well formed but not to be read: another game, or cancelled; why."""


class LineError(HistoryError):
    """A line that cannot be read or that contradicts the rules.

    Attributes:
        line: its number in the file.
        reason: what is wrong with it.
    """

    def __init__(self, line: int, reason: object) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = str(reason)


@dataclass(frozen=True)
class HandText:
    """The lines of one hand.

    Attributes:
        lines: number in the file, from 1, and text, for every line that is not empty.
    """

    lines: tuple[tuple[int, str], ...]

    @property
    def header(self) -> str:
        """The first line."""
        return self.lines[0][1]


def decode(data: bytes) -> str:
    """Text of a file in UTF-8 or UTF-16, with or without a byte order mark.

    Raises:
        HistoryError: neither of them.
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        encoding = "utf-16"
    elif data[1:2] == b"\0":
        encoding = "utf-16-le"
    elif data[:1] == b"\0":
        encoding = "utf-16-be"
    else:
        encoding = "utf-8-sig"
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        raise HistoryError(f"neither UTF-8 nor UTF-16 text: {error}") from error


def split_hands(text: str, is_header: Callable[[str], bool]) -> Iterator[HandText]:
    """The hands of a file: each begins with a line that `is_header` accepts."""
    lines: list[tuple[int, str]] = []
    begun = False
    # Not splitlines: names may contain characters that it takes for the end of a line.
    for number, line in enumerate(re.split(r"\r\n|\n|\r", text), start=1):
        stripped = line.strip("\ufeff \t")
        if is_header(stripped):
            if begun:
                yield HandText(tuple(lines))
            lines, begun = [], True
        if begun and stripped:
            lines.append((number, stripped))
    if begun:
        yield HandText(tuple(lines))


def read_lines(
    text: HandText, heading: Callable[[str], str], read_line: Callable[[int, str, str], None]
) -> None:
    """Read what stands below the header, line by line.

    Args:
        text: the hand.
        heading: name of the section that a line of asterisks begins.
        read_line: called with the number of a line, the line, and its section ("seats" first).

    Raises:
        LineError: a line that cannot be read, or no summary at the end.
    """
    section = "seats"
    for number, line in text.lines[1:]:
        try:
            if line.startswith("*** "):
                section = heading(line)
            else:
                read_line(number, line, section)
        except LineError:
            raise
        except (HistoryError, CardError) as error:
            raise LineError(number, error) from error
    if section != "summary":
        raise LineError(text.lines[-1][0], "the hand breaks off without a summary")


def counted(number: int, thing: str) -> str:
    """``1 card``, ``2 cards``."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def parse_time(hour: str, minute: str, second: str) -> time:
    """A time of day.

    Raises:
        HistoryError: there is no such time.
    """
    try:
        return time(int(hour), int(minute), int(second))
    except ValueError as error:
        raise HistoryError(f"{hour}:{minute}:{second} is no time of day: {error}") from None


def parse_amount(text: str) -> Decimal:
    """An amount such as ``$1,234.50``, ``1,500`` or ``0.25``.

    Raises:
        HistoryError: no amount.
    """
    try:
        value = Decimal(text.strip(CURRENCIES + " ").replace(",", ""))
    except InvalidOperation:
        raise HistoryError(f"{text!r} is no amount of money") from None
    if not value.is_finite() or value < 0:
        raise HistoryError(f"{text!r} is no amount of money")
    return value
