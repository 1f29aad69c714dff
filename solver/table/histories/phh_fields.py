"""The fields of a PHH hand: which there are, whether they make sense, and their amounts."""

import re
from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, Any

from solver.errors import HistoryError

if TYPE_CHECKING:
    from pokerkit import HandHistory

VARIANT = "F2L3D"

OPTIONAL_FIELDS = (
    *("author", "event", "url", "venue", "address", "city", "region", "postal_code", "country"),
    *("time", "time_zone", "day", "month", "year", "hand", "level", "seats", "seat_count", "table"),
    *("players", "currency", "currency_symbol", "time_limit", "time_banks"),
)
"""Fields that are no part of the play, in the order in which they are written."""

MOST_UNITS = 10**15
"""The largest amount, in the smallest unit that occurs."""

MOST_PLACES = 8
"""Decimal places of an amount: a currency of the finest units has as many."""

_NUMBER = (int, float, Decimal)
_THOUSANDS = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?", re.ASCII)


def check_types(history: "HandHistory", private: Mapping[str, Any]) -> None:
    """Refuse values that are no numbers, texts or lists where those belong.

    Raises:
        HistoryError: which field, and what it should be.
    """
    seats = _list_of(history.starting_stacks, _NUMBER)
    if seats is None:
        shown = _short(history.starting_stacks)
        raise HistoryError(f"starting_stacks is {shown}; expected a list of numbers")
    for name, value, kind, what in (
        ("antes", history.antes, _NUMBER, "numbers"),
        ("blinds_or_straddles", history.blinds_or_straddles, _NUMBER, "numbers"),
        ("finishing_stacks", history.finishing_stacks, _NUMBER, "numbers"),
        ("winnings", history.winnings, _NUMBER, "numbers"),
        ("_dead_blinds", private.get("_dead_blinds"), _NUMBER, "numbers"),
        ("players", history.players, str, "texts"),
        ("seats", history.seats, int, "numbers"),
        ("_mucked", private.get("_mucked"), str, "texts"),
        ("_shown", private.get("_shown"), str, "texts"),
        ("_told", private.get("_told"), list, "lists of texts"),
    ):
        if value is not None and _list_of(value, kind) != seats:
            raise HistoryError(f"{name} is {_short(value)}; expected a list of {seats} {what}")
    for told in private.get("_told", ()):
        if _list_of(told, str) is None:
            raise HistoryError(f"_told has {_short(told)}; expected lists of texts")
    for name in ("small_bet", "big_bet"):
        if not isinstance(getattr(history, name), _NUMBER):
            raise HistoryError(f"{name} is {_short(getattr(history, name))}; expected a number")
    if _list_of(history.actions, str) is None:
        raise HistoryError(f"actions is {_short(history.actions)}; expected a list of texts")
    if not isinstance(private.get("_rules", {}), dict):
        raise HistoryError(f"_rules is {_short(private['_rules'])}; expected a table")


def _list_of(value: object, kind: type | tuple[type, ...]) -> int | None:
    """How many there are; None if this is no list of that kind."""
    fits = isinstance(value, list) and all(isinstance(item, kind) for item in value)
    return len(value) if fits and isinstance(value, list) else None


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:60]}..."


class Money:
    """Amounts as whole numbers of the smallest unit that occurs in a file."""

    def __init__(self, history: "HandHistory") -> None:
        stated: list[Any] = [
            *history.antes,
            *(history.blinds_or_straddles or ()),
            *history.starting_stacks,
            *(history.finishing_stacks or ()),
            *(history.winnings or ()),
            history.small_bet,
            history.big_bet,
        ]
        for text in history.actions:
            if " cbr " in text:
                stated += text.split("#")[0].split()[2:3]
        places = [_places(value) for value in stated if type(value) is not int]
        self.scale: int = 10 ** max(0, *places, 0)

    def units(self, value: object) -> int:
        """An amount of the file.

        Raises:
            HistoryError: it is none, or more than anybody has.
        """
        if type(value) is int and abs(value) * self.scale <= MOST_UNITS:
            return value * self.scale
        units = decimal(value) * self.scale
        if not units.is_finite() or abs(units) > MOST_UNITS or units % 1:
            raise HistoryError(f"{_short(value)} is no amount of money")
        return int(units)


def _places(value: object) -> int:
    """Decimal places of an amount."""
    number = decimal(value)
    if not number.is_finite():
        return 0
    places = -int(number.as_tuple().exponent)
    if places > MOST_PLACES:
        raise HistoryError(f"{_short(value)} has more than {MOST_PLACES} decimal places")
    return places


def decimal(value: object) -> Decimal:
    """A number of the file, as exact as it stands there.

    Raises:
        HistoryError: it is none.
    """
    if isinstance(value, (int, Decimal)):
        return Decimal(value)
    text = str(value)
    if _THOUSANDS.fullmatch(text):
        text = text.replace(",", "")
    try:
        return Decimal(text)
    except InvalidOperation:
        raise HistoryError(f"{_short(value)} is no amount of money") from None
