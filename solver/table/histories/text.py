"""What the texts of all sites have in common: lines, times of day, amounts of money."""

import re
from collections.abc import Callable, Sequence
from datetime import time
from decimal import Decimal
from functools import lru_cache

from solver.errors import CardError, HistoryError

CURRENCIES = "$€£"

_PLAIN = re.compile(r"\d{1,15}(?:\.\d{1,2})?", re.ASCII)
_THOUSANDS = re.compile(r"\d{1,3}(?:,\d{3}){1,4}(?:\.\d{1,2})?", re.ASCII)
_DECIMAL_COMMA = re.compile(r"\d{1,15}(?:,\d{1,2})|\d{1,3}(?:\.\d{3}){1,4},\d{1,2}", re.ASCII)


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


def read_lines(
    lines: Sequence[tuple[int, str]],
    heading: Callable[[str], str],
    read_line: Callable[[int, str, str], None],
) -> None:
    """Read what stands below the header, line by line.

    Args:
        lines: of the hand, numbered, the header first.
        heading: name of the section that a line of asterisks begins.
        read_line: called with the number of a line, the line, and its section ("seats" first).

    Raises:
        LineError: a line that cannot be read, or no summary at the end.
    """
    section, number = "seats", lines[0][0]
    try:
        for number, line in lines[1:]:
            if line.startswith("*** "):
                section = heading(line)
            else:
                read_line(number, line, section)
    except LineError:
        raise
    except (HistoryError, CardError) as error:
        raise LineError(number, error) from error
    if section != "summary":
        raise LineError(lines[-1][0], "the hand breaks off without a summary")


def printable(text: str) -> str:
    """The same text with whatever could steer a terminal written as an escape."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


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


@lru_cache(maxsize=1_000)  # in fixed limit the same few amounts come again and again
def parse_amount(text: str) -> Decimal:
    """An amount such as ``$1,234.50``, ``1,500`` or ``0.25``; ``1,00`` has a decimal comma.

    Raises:
        HistoryError: no amount, or one that can be read in two ways.
    """
    plain = text.strip(CURRENCIES + " ")
    if _PLAIN.fullmatch(plain):
        return Decimal(plain)
    if _THOUSANDS.fullmatch(plain):
        return Decimal(plain.replace(",", ""))
    if _DECIMAL_COMMA.fullmatch(plain):
        return Decimal(plain.replace(".", "").replace(",", "."))
    raise HistoryError(f"{text!r} is no amount of money; expected one such as 1,234.50")
