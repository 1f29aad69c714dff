"""PokerStars texts: cash games, tournaments, home games, 8-Game (tests/data/FORMATS.md, 2)."""

import re
from functools import partial
from typing import Any

from solver.cards import parse_cards
from solver.errors import HistoryError
from solver.table.actions import Kind
from solver.table.histories.builder import HandBuilder
from solver.table.histories.record import PlayedHand
from solver.table.histories.text import (
    CURRENCIES,
    HandText,
    OtherHandError,
    parse_amount,
    parse_time,
    read_lines,
)
from solver.table.rules import Rules
from solver.table.setup import PostKind

GAME = "Triple Draw 2-7 Lowball Limit"
RULES = Rules()
HEADER = re.compile(
    r"PokerStars (?:Home Game |Zoom )?(?:Game|Hand) #(?P<id>\d+):\s*(?:\{(?P<club>[^}]*)\}\s*)?"
    r"(?:Tournament #(?P<tournament>\d+), )?(?P<rest>.*)"
)

_STAKES = re.compile(r"(?:\(|, )(?P<small>[^()/ ]+)/(?P<big>[^()/ ]+)(?: [A-Z]{3})?\)")
_LEVEL = re.compile(r"Level ([IVXLCDM]+) ")
_DATE = re.compile(r"- (\d{4})/(\d\d)/(\d\d) (\d{1,2}):(\d\d):(\d\d)(?: ([A-Z]+))?")
_OTHER = re.compile(r"(?:.*\((?!\d|[$€£])(?P<mixed>[^()]+)\)|(?P<game>.*?)) (?:- |\()")
_BUY_IN = re.compile(r"(?:Freeroll|[$€£]?\d[\d.,]*(?:\+[$€£]?[\d.,]+)*(?: [A-Z]{3})?) +")
_TABLE = re.compile(
    r"Table '(?P<name>.*)' (?P<seats>\d+)-max.*?(?: Seat #(?P<button>\d+) is the button)?$"
)
_SEAT = re.compile(
    r"Seat (\d+): (.+) \(([^() ]+) in chips(?:, [^()]* bounty)?\)"
    r"(?: is sitting out| out of hand.*)?$"
)
_ALL_IN = " and is all-in"
_POSTS = {
    "small blind": PostKind.SMALL_BLIND,
    "big blind": PostKind.BIG_BLIND,
    "the ante": PostKind.ANTE,
    "straddle": PostKind.STRADDLE,
}
_POST = re.compile(r"posts (small & big blinds|small blind|big blind|the ante|straddle) (\S+)$")
_DISCARD = re.compile(r"discards (\d) cards?(?: \[([^\]]*)\])?$")
_PAT = re.compile(r"stands pat(?: on \[.*\])?$")
_SHOW = re.compile(r"shows \[([^\]]*)\]")
_DEALT = re.compile(r"((?: \[[^\]]*\])+)$")
_UNCALLED = re.compile(r"Uncalled bet \(([^()]+)\) returned to (.+)$")
_COLLECTED = re.compile(r"(\S+) from (?:main |side )?pot(?:-\d+)?$")
_TOTAL = re.compile(r"Total pot (\S+).*\| Rake (\S+)")
_SUMMARY_MUCKED = re.compile(r"Seat (\d+): .* mucked \[([^\]]*)\]$")
_SILENT = ("mucks hand", "doesn't show hand", "is sitting out", "sits out")


def read_pokerstars(text: HandText) -> PlayedHand:
    """Read one hand and play it by the rules.

    Raises:
        OtherHandError: another game, or a cancelled hand.
        HistoryError: which line cannot be read or contradicts the rules, and why.
    """
    builder = _read_header(text.header)
    if any(line.startswith("Hand cancelled") for _, line in text.lines):
        raise OtherHandError("cancelled")
    read_lines(text, _heading, partial(_read_line, builder))
    return builder.finish()


def _heading(line: str) -> str:
    return line.strip("* ").lower()


def _read_header(header: str) -> HandBuilder:
    found = HEADER.match(header)
    assert found is not None
    rest = found["rest"]
    if GAME not in rest:
        other = _OTHER.match(_BUY_IN.sub("", rest) if found["tournament"] else rest)
        game = (other["mixed"] or other["game"]).split(", ")[0] if other else rest
        raise OtherHandError(f"other game: {game}")
    stakes = _STAKES.search(rest, rest.index(GAME))
    if stakes is None:
        raise HistoryError(f"no stakes in {header!r}")
    info: dict[str, Any] = {"venue": "PokerStars", "hand": int(found["id"])}
    if found["tournament"]:
        info["event"] = f"Tournament #{found['tournament']}, {rest[: rest.index(GAME)].strip()}"
    if level := _LEVEL.search(rest):
        info["_level"] = level[1]
    if found["club"]:
        info["_club"] = found["club"]
    info |= _read_date(rest)
    symbol = stakes["small"][0]
    if symbol in CURRENCIES:
        info["currency_symbol"] = symbol
    return HandBuilder(
        RULES,
        parse_amount(stakes["small"]),
        parse_amount(stakes["big"]),
        symbol in CURRENCIES or "." in stakes["small"] + stakes["big"],
        info,
    )


def _read_date(rest: str) -> dict[str, Any]:
    found = _DATE.search(rest)
    if found is None:
        return {}
    date = map(int, found.group(1, 2, 3))
    info: dict[str, Any] = dict(zip(("year", "month", "day"), date, strict=True))
    info["time"] = parse_time(found[4], found[5], found[6])
    if found[7]:
        info["_time_zone_abbreviation"] = found[7]
    return info


def _read_line(builder: HandBuilder, number: int, line: str, section: str) -> None:
    """A line of any section; what is neither a seat nor an action is passed over."""
    if section == "summary":
        _read_summary(builder, number, line)
    elif found := _SEAT.match(line):
        builder.seat(int(found[1]), found[2], found[3])
    elif found := _TABLE.match(line):
        builder.info |= {"table": found["name"], "seat_count": int(found["seats"])}
        builder.button = int(found["button"]) if found["button"] else None
    elif found := _UNCALLED.match(line):
        builder.returned(found[2], found[1])
    elif line.startswith("Dealt to "):
        _read_dealt(builder, number, line.removeprefix("Dealt to "))
    elif named := builder.named(line, " collected "):
        if found := _COLLECTED.match(named[1]):
            builder.collect(named[0], found[1])
    elif named := builder.named(line, ": "):
        _read_action(builder, number, *named)


def _read_dealt(builder: HandBuilder, number: int, rest: str) -> None:
    found = _DEALT.search(rest)
    if found is None:
        raise HistoryError(f"cannot read the cards dealt: {rest!r}")
    name = rest[: found.start()]
    groups = [_cards(group) for group in re.findall(r"\[([^\]]*)\]", found[1])]
    builder.info["_hero"] = name
    builder.deal(name, groups, number)


def _read_action(builder: HandBuilder, number: int, name: str, rest: str) -> None:
    action = rest.removesuffix(_ALL_IN)
    match action.split():
        case ["folds", *_]:
            builder.bet(name, Kind.FOLD, number)
        case ["checks"]:
            builder.bet(name, Kind.CHECK, number)
        case ["calls", amount]:
            builder.bet(name, Kind.CALL, number, amount=amount)
        case ["bets", amount]:
            builder.bet(name, Kind.BET, number, total=amount)
        case ["raises", amount, "to", total]:
            builder.bet(name, Kind.RAISE, number, total=total)
        case _:
            _read_other_action(builder, number, name, action, action != rest)


def _read_other_action(
    builder: HandBuilder, number: int, name: str, action: str, all_in: bool
) -> None:
    if found := _POST.match(action):
        if found[1] in _POSTS:
            builder.post(name, _POSTS[found[1]], found[2], all_in)
        else:
            builder.post_both(name, found[2])
    elif found := _DISCARD.match(action):
        builder.discard(name, int(found[1]), _cards(found[2] or ""), number)
    elif _PAT.match(action):
        builder.discard(name, 0, (), number)
    elif found := _SHOW.match(action):
        builder.show(name, _cards(found[1]))
    elif not action.startswith(_SILENT):
        raise HistoryError(f"cannot read {name!r}: {action!r}")


def _read_summary(builder: HandBuilder, number: int, line: str) -> None:
    if found := _TOTAL.match(line):
        builder.total(found[1], found[2], number)
    elif (found := _SUMMARY_MUCKED.match(line)) and int(found[1]) in builder.names:
        builder.muck(builder.names[int(found[1])], _cards(found[2]))


def _cards(text: str) -> tuple[int, ...]:
    return parse_cards(text)
