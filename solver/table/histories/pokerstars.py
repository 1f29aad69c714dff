"""PokerStars texts: cash games, tournaments, home games, 8-Game (tests/data/FORMATS.md, 2).

Full Tilt wrote its hands in the same way in its last years, 2012 to 2016.
"""

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

GAME = "Triple Draw 2-7 Lowball Limit"
RULES = Rules()
HEADER = re.compile(
    r"(?P<venue>PokerStars|Full Tilt) (?:Home Game |Zoom )?(?:Game|Hand) #(?P<id>\d{1,30}):\s*"
    r"(?:\{(?P<club>[^}]*)\}\s*)?"
    r"(?:Tournament #(?P<tournament>\d+), )?(?P<rest>.*)"
)

_STAKES = re.compile(r"(?:\(|, )(?P<small>[^()/ ]+)/(?P<big>[^()/ ]+)(?: [A-Z]{3})?\)")
_LEVEL = re.compile(r"Level ([IVXLCDM]+) ")
_DATE = re.compile(r"- (\d{4})/(\d\d)/(\d\d)(?: (?:- )?(\d{1,2}):(\d\d):(\d\d)(?: \(?([A-Z]+))?)?")
_FIGURES = re.compile(r"\d\d[/.:-]\d\d")
_OTHER = re.compile(r"(?:.*\((?!\d|[$€£])(?P<mixed>[^()]+)\)|(?P<game>.*?)) (?:- |\()")
_BUY_IN = re.compile(r"^(?:Freeroll|[$€£]?\d[\d.,]*(?:\+[$€£]?[\d.,]+)*(?: [A-Z]{3})?) +")
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
_NOBODY = re.compile(
    r"([^\"]+): (?:folds|checks|stands pat|mucks hand)"
    r"|([^\"]+): (?:calls|bets|raises|posts|discards|shows) "
    r"|([^\"]+) collected \S+ from "
)
_UNCALLED = re.compile(r"Uncalled bet \(([^()]+)\) returned to (.+)$")
_COLLECTED = re.compile(r"(\S+) from (?:main |side )?pot(?:-\d+)?$")
_TOTAL = re.compile(r"Total pot (\S+).*\| Rake (\S+)")
_SUMMARY_MUCKED = re.compile(r"Seat (\d+): .* mucked \[([^\]]*)\]$")
_SETTING = ("Seat ", "Table ", "Uncalled bet ", "Dealt to ")
"""How lines begin that tell something else than what a player does."""
_SILENT = ("mucks hand", "doesn't show hand", "is sitting out", "sits out")


def read_pokerstars(text: HandText) -> PlayedHand:
    """Read one hand and play it by the rules.

    Raises:
        OtherHandError: another game, or a cancelled hand.
        HistoryError: which line cannot be read or contradicts the rules, and why.
    """
    text.check_size()
    builder = _read_header(text.header)
    if [line for _, line in text.lines if line.startswith("Hand cancelled")]:
        raise OtherHandError("cancelled")
    read_lines(text.lines, _heading, partial(_read_line, builder))
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
    venue = "Full Tilt Poker" if found["venue"] == "Full Tilt" else found["venue"]
    info: dict[str, Any] = {"venue": venue, "hand": int(found["id"])}
    if found["tournament"]:
        before = rest[: rest.index(GAME)].rstrip(" (")
        info["event"] = f"Tournament #{found['tournament']}, {before}"
    if level := _LEVEL.search(rest):
        info["_level"] = level[1]
    if found["club"]:
        info["_club"] = found["club"]
    date = _read_date(rest)
    symbol = stakes["small"][0]
    if symbol in CURRENCIES:
        info["currency_symbol"] = symbol
    builder = HandBuilder(
        RULES,
        parse_amount(stakes["small"]),
        parse_amount(stakes["big"]),
        symbol in CURRENCIES or "." in stakes["small"] + stakes["big"],
        info | date,
    )
    if not date and _FIGURES.search(rest, stakes.end()):
        builder.note(f"its date and time cannot be read: {rest[stakes.end() :].strip(' -')!r}")
    return builder


def _read_date(rest: str) -> dict[str, Any]:
    found = _DATE.search(rest)
    if found is None:
        return {}
    date = map(int, found.group(1, 2, 3))
    info: dict[str, Any] = dict(zip(("year", "month", "day"), date, strict=True))
    if found[4]:
        info["time"] = parse_time(found[4], found[5], found[6])
    if found[7]:
        info["_time_zone_abbreviation"] = found[7]
    return info


def _read_line(builder: HandBuilder, number: int, line: str, section: str) -> None:
    """A line of any section; what is neither a seat nor an action is passed over."""
    if section == "summary":
        _read_summary(builder, number, line)
    elif line.startswith(_SETTING) and _read_setting(builder, number, line, section):
        pass
    elif " collected " in line and (named := builder.named(line, " collected ")):
        if found := _COLLECTED.match(named[1]):
            builder.collect(named[0], found[1])
    elif named := builder.named(line, ": "):
        _read_action(builder, number, *named)
    elif found := _NOBODY.match(line):
        builder.require_seat(found[found.lastindex or 1])


def _read_setting(builder: HandBuilder, number: int, line: str, section: str) -> bool:
    """A seat, the table, an uncalled bet or cards dealt; False if the line is none of these."""
    if section == "seats" and line.startswith("Seat ") and (found := _SEAT.match(line)):
        builder.seat(int(found[1]), found[2], found[3])
    elif line.startswith("Table ") and (found := _TABLE.match(line)):
        builder.info |= {"table": found["name"], "seat_count": int(found["seats"])}
        builder.button = int(found["button"]) if found["button"] else None
    elif line.startswith("Uncalled bet ") and (found := _UNCALLED.match(line)):
        builder.returned(found[2], found[1])
    elif line.startswith("Dealt to "):
        _read_dealt(builder, number, line.removeprefix("Dealt to "))
    else:
        return False
    return True


def _read_dealt(builder: HandBuilder, number: int, rest: str) -> None:
    found = _DEALT.search(rest)
    if found is None:
        raise HistoryError(f"cannot read the cards dealt: {rest!r}")
    name = rest[: found.start()]
    groups = [parse_cards(group) for group in re.findall(r"\[([^\]]*)\]", found[1])]
    builder.info["_hero"] = name
    builder.deal(name, groups, number)


def _read_action(builder: HandBuilder, number: int, name: str, rest: str) -> None:
    action = rest.removesuffix(_ALL_IN)
    verb, *words = action.split() or [""]
    if verb == "folds":
        builder.bet(name, FOLD, number)
    elif verb == "checks" and not words:
        builder.bet(name, CHECK, number)
    elif verb == "calls" and len(words) == 1:
        builder.bet(name, CALL, number, amount=words[0])
    elif verb == "bets" and len(words) == 1:
        builder.bet(name, BET, number, total=words[0])
    elif verb == "raises" and len(words) == 3 and words[1] == "to":
        builder.bet(name, RAISE, number, total=words[2])
    else:
        _read_other_action(builder, number, name, action, action != rest)


def _read_other_action(
    builder: HandBuilder, number: int, name: str, action: str, all_in: bool
) -> None:
    if found := _DISCARD.match(action):
        builder.discard(name, int(found[1]), parse_cards(found[2] or ""), number)
    elif found := _POST.match(action):
        if found[1] in _POSTS:
            builder.post(name, _POSTS[found[1]], found[2], all_in)
        else:
            builder.post_both(name, found[2])
    elif _PAT.match(action):
        builder.discard(name, 0, (), number)
    elif found := _SHOW.match(action):
        builder.show(name, parse_cards(found[1]))
    elif not action.startswith(_SILENT):
        raise HistoryError(f"cannot read {name!r}: {action!r}")


def _read_summary(builder: HandBuilder, number: int, line: str) -> None:
    if found := _TOTAL.match(line):
        builder.total(found[1], found[2], number)
    elif (found := _SUMMARY_MUCKED.match(line)) and int(found[1]) in builder.names:
        builder.muck(builder.names[int(found[1])], parse_cards(found[2]))
