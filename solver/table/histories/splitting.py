"""Which lines of a file belong to which hand."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from solver.errors import HistoryError
from solver.table.histories.text import LineError

LONGEST_LINE = 1_000
"""Characters; real lines have less than 300."""

MOST_LINES = 1_000
"""Lines of a hand; real hands have less than 200, chat included."""

_SUMMARY = "*** SUMMARY"
_HEADING = re.compile(r"\*\*+ \w.*\*\*")
_OTHER_SITE = re.compile(
    r"\*{4,} ?[\w ]{0,40}Hand History|#Game No|<game |"
    r"[^:\"'\[\]()]{0,60}\b(?:hand|handid|game|stage)\b ?:? ?#[\w-]{0,20}\d",
    re.IGNORECASE,
)


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

    def check_size(self) -> None:
        """Refuse what is too long to be a hand.

        Raises:
            HistoryError: what is too long, and what is the most.
        """
        if len(self.lines) > MOST_LINES:
            raise HistoryError(
                f"a hand of {len(self.lines):,} lines; at most {MOST_LINES:,} are read"
            )
        for number, line in self.lines:
            if len(line) > LONGEST_LINE:
                raise LineError(
                    number, f"{len(line):,} characters in a line; at most {LONGEST_LINE:,} are read"
                )


class OtherText(NamedTuple):
    """A hand of a site that is not read.

    Attributes:
        line: where it begins.
        text: its first line.
    """

    line: int
    text: str


def split_hands(text: str, header_at: Callable[[str], int]) -> Iterator[HandText | OtherText]:
    """The hands of a file.

    A hand ends with its summary. What follows it and has the headings of a hand is none of ours,
    nor is what begins with a line as other sites begin their hands.

    Args:
        text: of the file.
        header_at: where in a line a hand of ours begins, -1 if none does; something can stand
            before it if the end of a line is damaged. Asked of lines that hold a number, ``#``.
    """
    splitter = _Splitter()
    # Not splitlines: names may contain characters that it takes for the end of a line.
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for number, line in enumerate(lines, start=1):
        stripped = line.strip("\ufeff \t")
        if not stripped:
            continue
        at = header_at(stripped) if "#" in stripped else -1
        if at >= 0:
            yield from splitter.ended()
            splitter = _Splitter([(number, stripped[at:])])
        elif splitter.lines and not splitter.summary and not _begins_elsewhere(stripped):
            splitter.lines.append((number, stripped))
            splitter.summary = stripped.startswith(_SUMMARY)
        else:
            yield from splitter.outside(number, stripped)
    yield from splitter.ended()


def _begins_elsewhere(line: str) -> bool:
    """Whether a line begins a hand of another site."""
    # Nearly all lines are told apart without the pattern.
    possible = "#" in line or line.startswith(("****", "<"))
    return possible and _OTHER_SITE.match(line) is not None


class _Splitter:
    """What stands between two headers of ours.

    Attributes:
        lines: of a hand of ours; none if it has ended, or if there is none yet.
        summary: whether it has come to its summary.
    """

    def __init__(self, lines: Sequence[tuple[int, str]] = ()) -> None:
        self.lines = list(lines)
        self.summary = False
        self._other: OtherText | None = None
        self._named = False

    def ended(self) -> Iterator[HandText]:
        """The hand, if there is one that has not ended before."""
        if self.lines:
            yield HandText(tuple(self.lines))
        self.lines = []

    def outside(self, number: int, line: str) -> Iterator[HandText | OtherText]:
        """A line of a summary, or one that is none of ours; what has ended or begun with it."""
        begins = _begins_elsewhere(line)
        if begins or (_HEADING.match(line) and not (self.lines and line.startswith(_SUMMARY))):
            yield from self.ended()
            if begins:
                self._other, self._named = None, False
            if not self._named:
                self._named = True
                yield self._other or OtherText(number, line)
        elif self.lines and line.startswith("Seat " if self._other else ("Seat ", "Total pot")):
            self.lines.append((number, line))
        elif self._other is None:
            self._other = OtherText(number, line)
