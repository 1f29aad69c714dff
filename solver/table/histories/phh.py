"""PHH files (variant F2L3D): read through pokerkit, written so that any reader of TOML reads them.

Players stand in the order of the deal, which is the order of our seats; heads-up the arrays of
antes and blinds are written small blind first and apply in reverse. A file of ours names its rules
in the private field ``_rules``; others are played without a cap, see `phh_reader.FOREIGN_RULES`.
"""

import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from solver.errors import ConfigurationError, HistoryError, TripleDrawError
from solver.table.histories.phh_reader import from_hand_history
from solver.table.histories.phh_writer import write_hand
from solver.table.histories.record import PlayedHand
from solver.table.histories.text import LineError

if TYPE_CHECKING:
    from pokerkit import HandHistory

LONGEST_HAND = 100_000
"""Characters of one hand; real ones have about a thousand."""

_HEAD = re.compile(
    r"^[ \t]*\[[ \t]*(?:[\w-]+|\"[^\"\n]*\"|'[^'\n]*')[ \t]*\](?![ \t]*[,\]])", re.MULTILINE
)
_VARIANT = re.compile(r"^[ \t]*variant[ \t]*=", re.MULTILINE)
_PLACE = re.compile(r" \(at line (\d+), column \d+\)$")


def _hand_history() -> "type[HandHistory]":
    try:
        from pokerkit import HandHistory  # an optional extra
    except ImportError as error:
        raise ConfigurationError(
            "PHH files need the package pokerkit; install it with: pip install "
            "'tripledraw[histories]'"
        ) from error
    return HandHistory


def require_pokerkit() -> None:
    """Refuse early what could not be written in the end.

    Raises:
        ConfigurationError: pokerkit is not installed.
    """
    _hand_history()


@dataclass(frozen=True)
class PhhText:
    """One hand of a PHH or PHHS file.

    Attributes:
        line: where it begins, from 1.
        number: which one it is, from 1; 0 in a file of one hand.
        text: the hand, under its heading in a PHHS file.
    """

    line: int
    number: int
    text: str

    def read(self) -> PlayedHand:
        """Read the hand and play it.

        Raises:
            LineError: no PHH, another game, or a hand against the rules; why, and where.
        """
        require_pokerkit()
        try:
            return from_hand_history(self.load())
        except LineError as error:
            raise LineError(error.line, self._named(error.reason)) from error
        except TripleDrawError as error:
            raise LineError(self.line, self._named(str(error))) from error

    def load(self) -> "HandHistory":
        """The hand as pokerkit reads it.

        Raises:
            HistoryError: no PHH.
        """
        history = _hand_history()
        if len(self.text) > LONGEST_HAND:
            raise HistoryError(
                f"a hand of {len(self.text):,} characters; at most {LONGEST_HAND:,} are read"
            )
        try:
            if not self.number:
                return history.loads(self.text)
            (loaded,) = history.loads_all(self.text)
        except tomllib.TOMLDecodeError as error:
            if found := _PLACE.search(str(error)):
                reason = str(error)[: found.start()]
                raise LineError(self.line - 1 + int(found[1]), f"no PHH file: {reason}") from error
            raise HistoryError(f"no PHH file: {error}") from error
        except TypeError as error:
            missing = str(error).partition("argument")[2].lstrip("s: ")
            raise HistoryError(f"no PHH file: without {missing or error}") from error
        except (ValueError, AttributeError, ArithmeticError, RecursionError) as error:
            raise HistoryError(f"no PHH file: {error}") from error
        return loaded

    def _named(self, reason: str) -> str:
        return f"hand {self.number}: {reason}" if self.number else reason


def split_phh(text: str) -> list[PhhText]:
    """The hands of a PHH file, or of a PHHS file with several; damage of one costs no other."""
    heads = [head.start() for head in _HEAD.finditer(text)]
    variants = [found.start() for found in _VARIANT.finditer(text)]
    if not heads or (variants and variants[0] < heads[0]):
        return [PhhText(1, 0, text)]
    begins, filled, variant_places = [], False, set(variants)
    for place in sorted((*heads, *variants)):
        if place not in variant_places:
            begins.append(place)
            filled = False
        elif filled:
            # A second hand under one heading: the line before is its own, damaged.
            begins.append(text.rfind("\n", 0, place - 1) + 1)
        else:
            filled = True
    hands, line = [], 1 + text.count("\n", 0, begins[0])
    for number, (begin, end) in enumerate(pairwise((*begins, len(text))), start=1):
        hands.append(PhhText(line, number, text[begin:end]))
        line += text.count("\n", begin, end)
    return hands


def read_phh(text: str) -> list[PlayedHand]:
    """Read a PHH or PHHS file and play every hand.

    Raises:
        HistoryError: no PHH, another game, or a hand against the rules; where, and why.
        ConfigurationError: pokerkit is not installed.
    """
    return [hand.read() for hand in split_phh(text)]


def write_phh(hand: PlayedHand) -> str:
    """One hand as a PHH file."""
    return write_hand(hand)


def write_phhs(hands: Iterable[PlayedHand]) -> str:
    """Several hands as a PHHS file."""
    return "\n".join(
        f"[{number}]\n{write_hand(hand)}" for number, hand in enumerate(hands, start=1)
    )
