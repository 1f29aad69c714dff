"""Full Tilt texts: cash games and tournaments (tests/data/FORMATS.md, 3)."""

import re
from functools import partial
from typing import Any

from solver.cards import parse_cards
from solver.errors import HistoryError
from solver.table.actions import BET, CALL, CHECK, FOLD, RAISE
from solver.table.histories.builder import HandBuilder
from solver.table.histories.record import PlayedHand
from solver.table.histories.splitting import HandText
from solver.table.histories.text import (
    CURRENCIES,
    OtherHandError,
    parse_amount,
    parse_time,
    read_lines,
)
from solver.table.rules import Rules
from solver.table.setup import PostKind

GAME = re.compile(r"(?:(?<!No )(?<!Pot )Limit|\bFL) 2-7 Triple Draw")
RULES = Rules(deal_mode="announce_then_deal")
HEADER = re.compile(r"Full ?Tilt ?Poker Game #(?P<hand>\d{1,30}): (?P<table>.*)")

_STAKES = re.compile(r"(?P<small>[$€£]?[\d.,]+)/(?P<big>[$€£]?[\d.,]+)(?: Ante .*)?$")
_TIME = re.compile(r"(\d{1,2}):(\d\d):(\d\d)(?: ([A-Z]+))?$")
_DATE = re.compile(r"(\d{4})/(\d\d)/(\d\d)(?: \(partial\))?$")
_GAME_WORDS = re.compile(r"\b(?:Limit|[NPF]L|Hold'?em|Omaha|Stud|Razz|Draw|Lowball|Badugi)\b")
_MAX_SEATS = re.compile(r"\((\d+) max\b")
_SEAT = re.compile(r"Seat (\d+): (.+) \(([^() ]+)\)(?:, is sitting out)?$")
_BUTTON = re.compile(r"The button is in seat #(\d+)$")
_ALL_IN = ", and is all in"
_CANCELLED = "hand cancel"
_POSTS = (
    (re.compile(r"posts the small blind of (\S+)$"), PostKind.SMALL_BLIND),
    (re.compile(r"posts the big blind of (\S+)$"), PostKind.BIG_BLIND),
    (re.compile(r"posts a dead small blind of (\S+)$"), PostKind.DEAD_BLIND),
    (re.compile(r"(?:antes|posts (?:the|an) ante of) (\S+)$"), PostKind.ANTE),
    (re.compile(r"posts (\S+)$"), PostKind.EXTRA),
)
_DISCARD = re.compile(r"discards (\d) cards?(?: \[([^\]]*)\])?$")
_PAT = re.compile(r"stands pat(?: on \[.*\])?$")
_DEALT = re.compile(r"Dealt to (.+?)((?: \[[^\]]*\])+)$")
_NOBODY = re.compile(
    r"((?:(?!: )[^\"])+) (?:folds|checks|stands pat|(?:calls|bets|raises to) \S+|discards \d cards?"
    r"|posts (?:the |a dead )?\S+.*|wins the pot \(.*|shows \[.*)(?:, and is all in)?$"
)
_UNCALLED = re.compile(r"Uncalled bet of (\S+) returned to (.+)$")
_SHOW = re.compile(r"shows \[([^\]]*)\]")
_WINS = re.compile(r"(?:wins|ties for) (?:the )?(?:main |side )?pot(?: #?\d+)? \((\S+)\)")
_TOTAL = re.compile(r"Total pot (\S+).*\| Rake (\S+)")
_SUMMARY_MUCKED = re.compile(r"Seat (\d+): .* mucked \[([^\]]*)\]")


def read_full_tilt(text: HandText) -> PlayedHand:
    """Read one hand and play it by the rules.

    Raises:
        OtherHandError: another game, a cancelled or a partial hand.
        HistoryError: which line cannot be read or contradicts the rules, and why.
    """
    text.check_size()
    builder = _read_header(text.header)
    if [line for _, line in text.lines if line[0] in "hH" and line.lower().startswith(_CANCELLED)]:
        raise OtherHandError("cancelled")
    read_lines(text.lines, _heading, partial(_read_line, builder))
    return builder.finish()


def _heading(line: str) -> str:
    return line.split("***")[1].strip().lower()


def _read_header(header: str) -> HandBuilder:
    """The header, whose parts stand in one order until 2012 and in another one later.

    ``Table X (6 max) - $5/$10 - Limit 2-7 Triple Draw - 12:00:00 ET - 2010/01/31``
    ``Table X (heads up) - FL 2-7 Triple Draw - $5/$10 - 12:00:00 ET - 2013/01/31``
    """
    found = HEADER.match(header)
    assert found is not None
    parts = found["table"].split(" - ")
    at = next((i for i, part in enumerate(parts) if GAME.search(part)), None)
    if at is None:
        raise OtherHandError(f"other game: {_other_game(parts)}")
    if header.endswith("(partial)"):
        raise OtherHandError("partial hand")
    places = [i for i in (at - 1, at + 1) if 0 < i < len(parts) and _STAKES.match(parts[i])]
    if not places:
        raise HistoryError(f"no stakes in {header!r}")
    place = places[0]
    stakes = _STAKES.match(parts[place])
    assert stakes is not None
    info: dict[str, Any] = {"venue": "Full Tilt Poker", "hand": int(found["hand"])}
    info |= _read_table(" - ".join(parts[: min(at, place)]))
    date, others = _read_date(parts[max(at, place) + 1 :])
    symbol = stakes["small"][0]
    if symbol in CURRENCIES:
        info["currency_symbol"] = symbol
    builder = HandBuilder(
        RULES,
        parse_amount(stakes["small"]),
        parse_amount(stakes["big"]),
        symbol in CURRENCIES or "." in stakes[0],
        info | date,
    )
    if others:
        builder.note(f"its date and time cannot be read in full: {' - '.join(others)!r}")
    return builder


def _other_game(parts: list[str]) -> str:
    """Name of the game in the header of a hand that is none of triple draw."""
    rest = [part for part in parts if not (_STAKES.match(part) or _is_date(part))]
    games = [part for part in rest if _GAME_WORDS.search(part)] or rest[1:]
    return games[-1] if games else "none is named in the header"


def _is_date(part: str) -> bool:
    return bool(_TIME.match(part) or _DATE.match(part))


def _read_table(text: str) -> dict[str, Any]:
    """``Table Somewhere (6 max)`` or ``$10 Heads-Up Sit & Go (123), Table 1``."""
    event, _, table = text.rpartition("Table ")
    info: dict[str, Any] = {"table": table.split(" (")[0].strip()}
    if seats := _MAX_SEATS.search(table):
        info["seat_count"] = int(seats[1])
    if event.strip(" ,"):
        info["event"] = event.strip(" ,")
    return info


def _read_date(parts: list[str]) -> tuple[dict[str, Any], list[str]]:
    """Date and time, and the parts that are neither."""
    info: dict[str, Any] = {}
    others = []
    for part in parts:
        if found := _TIME.match(part):
            info["time"] = parse_time(found[1], found[2], found[3])
            if found[4]:
                info["_time_zone_abbreviation"] = found[4]
        elif found := _DATE.match(part):
            info |= dict(zip(("year", "month", "day"), map(int, found.groups()), strict=True))
        else:
            others.append(part)
    return info, others


def _read_line(builder: HandBuilder, number: int, line: str, section: str) -> None:
    """A line of any section; what is neither a seat nor an action is passed over.

    Chat stands as ``name: text``, so a colon after the name is no action.
    """
    if section == "summary":
        _read_summary(builder, number, line)
    elif section == "seats" and line.startswith("Seat ") and (found := _SEAT.match(line)):
        builder.seat(int(found[1]), found[2], found[3])
    elif line.startswith("The button ") and (found := _BUTTON.match(line)):
        builder.button = int(found[1])
    elif line.startswith("Uncalled bet ") and (found := _UNCALLED.match(line)):
        builder.returned(found[2], found[1])
    elif line.startswith("Dealt to ") and (found := _DEALT.match(line)):
        builder.info["_hero"] = found[1]
        groups = [parse_cards(group) for group in re.findall(r"\[([^\]]*)\]", found[2])]
        builder.deal(found[1], groups, number)
    elif named := builder.named(line, " "):
        _read_action(builder, number, *named)
    elif found := _NOBODY.match(line):
        builder.require_seat(found[1])


def _read_action(builder: HandBuilder, number: int, name: str, rest: str) -> None:
    action = rest.removesuffix(_ALL_IN)
    match action.split():
        case ["folds"]:
            builder.bet(name, FOLD, number)
        case ["checks"]:
            builder.bet(name, CHECK, number)
        case ["calls", amount]:
            builder.bet(name, CALL, number, amount=amount)
        case ["bets", amount]:
            builder.bet(name, BET, number, total=amount)
        case ["raises", "to", total]:
            builder.bet(name, RAISE, number, total=total)
        case _:
            _read_other_action(builder, number, name, action, action != rest)


def _read_other_action(
    builder: HandBuilder, number: int, name: str, action: str, all_in: bool
) -> None:
    for pattern, kind in _POSTS:
        if found := pattern.match(action):
            builder.post(name, kind, found[1], all_in)
            return
    if found := _DISCARD.match(action):
        builder.discard(name, int(found[1]), parse_cards(found[2] or ""), number)
    elif _PAT.match(action):
        builder.discard(name, 0, (), number)
    elif found := _SHOW.match(action):
        builder.show(name, parse_cards(found[1]))
    elif found := _WINS.match(action):
        builder.collect(name, found[1])


def _read_summary(builder: HandBuilder, number: int, line: str) -> None:
    if found := _TOTAL.match(line):
        builder.total(found[1], found[2], number)
    elif (found := _SUMMARY_MUCKED.match(line)) and int(found[1]) in builder.names:
        builder.muck(builder.names[int(found[1])], parse_cards(found[2]))
