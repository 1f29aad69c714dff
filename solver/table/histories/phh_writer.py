"""From a played hand to the text of a PHH hand."""

import json
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import asdict
from decimal import Decimal
from typing import Any

from solver.table import events as ev
from solver.table.deck import UNKNOWN, format_known
from solver.table.histories.phh_fields import OPTIONAL_FIELDS, VARIANT
from solver.table.histories.phh_reader import LIVE_BLINDS, by_seat
from solver.table.histories.record import PlayedHand
from solver.table.rules import Rules
from solver.table.setup import PostKind

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


def write_hand(hand: PlayedHand) -> str:
    """The hand as the lines of a PHH file."""
    setup = hand.state.setup
    places = len(str(hand.scale)) - 1

    def amount(units: int) -> Decimal | int:
        return units if hand.scale == 1 else Decimal(units).scaleb(-places)

    antes, dead, blinds = ([0] * setup.seats for _ in range(3))
    for post in setup.posts:
        if post.kind is PostKind.ANTE:
            antes[post.seat] += post.amount
        elif post.kind is PostKind.DEAD_BLIND:
            dead[post.seat] += post.amount
        else:
            blinds[post.seat] += post.amount if post.kind in LIVE_BLINDS else -post.amount
    log = hand.state.log
    blurred = _blurred_seats(log)
    total = [ante + due for ante, due in zip(antes, dead, strict=True)]
    values: dict[str, Any] = {
        "variant": VARIANT,
        "ante_trimming_status": any(antes) and not any(dead),
        "antes": list(map(amount, by_seat(total, setup.seats))),
        "blinds_or_straddles": list(map(amount, by_seat(blinds, setup.seats))),
        "small_bet": amount(setup.small_bet),
        "big_bet": amount(setup.big_bet),
        "starting_stacks": [
            Decimal("inf") if seat in hand.unknown_stacks else amount(stack)
            for seat, stack in enumerate(setup.stacks)
        ],
        "actions": _write_actions(log, blurred, amount),
    }
    values |= {key: hand.info[key] for key in OPTIONAL_FIELDS if key in hand.info}
    if not hand.unknown_stacks:
        values["finishing_stacks"] = list(map(amount, hand.finishing_stacks))
    values["winnings"] = list(map(amount, hand.winnings))
    values["_rules"] = _write_rules(hand.state.rules)
    if any(dead):
        values["_dead_blinds"] = list(map(amount, dead))
    mucked = {event.seat: event.cards for event in log if isinstance(event, ev.Mucked)}
    told = [
        "" if UNKNOWN in (cards := mucked.get(seat, (UNKNOWN,))) else format_known(cards)
        for seat in range(setup.seats)
    ]
    if any(told):
        values["_mucked"] = told
    if blurred:
        values["_told"] = [
            _told_cards(log, seat) if seat in blurred else [] for seat in range(setup.seats)
        ]
    values |= {key: value for key, value in hand.info.items() if key.startswith("_")}
    return "".join(f"{_key(key)} = {_toml(value)}\n" for key, value in values.items())


def _toml(value: object) -> str:
    """A value of TOML; strings are escaped so that they read back the same."""
    if isinstance(value, str):
        plain = value.isprintable() and "'" not in value
        return f"'{value}'" if plain else json.dumps(value).replace("\x7f", "\\u007f")
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Decimal):
        return str(value) if value.is_finite() else "inf"
    if isinstance(value, Mapping):
        pairs = (f"{_key(str(key))} = {_toml(item)}" for key, item in value.items())
        return "{" + ", ".join(pairs) + "}"
    if isinstance(value, Sequence):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return str(value)


def _key(key: str) -> str:
    return key if _BARE_KEY.fullmatch(key) else json.dumps(key).replace("\x7f", "\\u007f")


def _told_cards(log: Iterable[ev.Event], seat: int) -> list[str]:
    """Cards of a seat in full: the hand dealt, then of each draw what went and what came."""
    told: list[list[int]] = []
    for event in log:
        match event:
            case ev.Dealt(seat=whose, cards=cards) if whose == seat:
                told.append(list(cards))
            case ev.Discarded(seat=whose, cards=cards) if whose == seat:
                told += [list(cards), []]
            case ev.Drawn(seat=whose, cards=cards) if whose == seat:
                told[-1] += cards
    return list(map(format_known, told))


def _write_rules(rules: Rules) -> dict[str, Any]:
    """The options that are not the default ones; no cap is 0."""
    usual = asdict(Rules())
    given = {k: v for k, v in asdict(rules).items() if v != usual[k]}
    return {**given, **({"cap": 0} if rules.cap is None else {})}


def _write_actions(
    log: Iterable[ev.Event], blurred: Collection[int], amount: Callable[[int], object]
) -> list[str]:
    actions: list[str] = []
    hands: dict[int, list[int]] = {}
    drawn: dict[int, list[int]] = {}

    def told(seat: int, cards: tuple[int, ...]) -> tuple[int, ...]:
        return (UNKNOWN,) * len(cards) if seat in blurred else cards

    for event in log:
        match event:
            case ev.Dealt(seat=seat, cards=cards):
                hands[seat] = list(told(seat, cards))
                actions.append(f"d dh p{seat + 1} {format_known(hands[seat])}")
            case ev.Folded(seat=seat):
                actions.append(f"p{seat + 1} f")
            case ev.Checked(seat=seat) | ev.Called(seat=seat):
                actions.append(f"p{seat + 1} cc")
            case ev.Bet(seat=seat, total=total) | ev.Raised(seat=seat, total=total):
                actions.append(f"p{seat + 1} cbr {amount(total)}")
            case ev.Discarded(seat=seat, cards=cards):
                gone = tuple(card if card in hands[seat] else UNKNOWN for card in cards)
                for card in gone:
                    hands[seat].remove(card)
                actions.append(f"p{seat + 1} sd {format_known(gone)}".strip())
            case ev.Drawn(seat=seat, cards=cards):
                drawn.setdefault(seat, []).extend(told(seat, cards))
            case ev.BettingBegan():
                for seat in sorted(drawn):
                    actions.append(f"d dh p{seat + 1} {format_known(drawn[seat])}")
                    hands[seat] += drawn[seat]
                drawn = {}
            case ev.Shown(seat=seat, cards=cards):
                actions.append(f"p{seat + 1} sm {format_known(cards)}")
            case ev.Mucked(seat=seat):
                actions.append(f"p{seat + 1} sm")
    return actions


def _blurred_seats(log: Iterable[ev.Event]) -> set[int]:
    """Seats that threw away an untold card from a known hand.

    PHH has no form for that: the actions give all their cards as unknown, and the private field
    ``_told`` has those that are known.
    """
    hands: dict[int, list[int]] = {}
    blurred = set()
    for event in log:
        match event:
            case ev.Dealt(seat=seat, cards=cards):
                hands[seat] = list(cards)
            case ev.Discarded(seat=seat, cards=cards):
                for card in cards:
                    if card in hands[seat]:
                        hands[seat].remove(card)
                    elif card == UNKNOWN:
                        blurred.add(seat)
            case ev.Drawn(seat=seat, cards=cards):
                hands[seat] += cards
    return blurred
