"""From a played hand to a PHH hand."""

from collections.abc import Callable, Iterable
from dataclasses import asdict
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from solver.table import events as ev
from solver.table.deck import UNKNOWN, format_known
from solver.table.histories.phh_reader import LIVE_BLINDS, VARIANT, by_seat
from solver.table.histories.record import PlayedHand
from solver.table.rules import Rules
from solver.table.setup import PostKind

if TYPE_CHECKING:
    from pokerkit import HandHistory


def to_hand_history(hand: PlayedHand, history: "type[HandHistory]") -> "HandHistory":
    """The hand as an object of pokerkit's class `history`."""
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
    private: dict[str, Any] = {"_rules": _write_rules(hand.state.rules)}
    if any(dead):
        private["_dead_blinds"] = list(map(amount, dead))
    mucked = {e.seat: e.cards for e in hand.state.log if isinstance(e, ev.Mucked)}
    told = [
        "" if UNKNOWN in (cards := mucked.get(seat, (UNKNOWN,))) else format_known(cards)
        for seat in range(setup.seats)
    ]
    if any(told):
        private["_mucked"] = told
    stacks = [
        Decimal("inf") if seat in hand.unknown_stacks else amount(stack)
        for seat, stack in enumerate(setup.stacks)
    ]
    results: dict[str, Any] = {"winnings": list(map(amount, hand.winnings))}
    if not hand.unknown_stacks:
        results["finishing_stacks"] = list(map(amount, hand.finishing_stacks))
    info = {key: value for key, value in hand.info.items() if not key.startswith("_")}
    private |= {key: value for key, value in hand.info.items() if key.startswith("_")}
    total = [ante + due for ante, due in zip(antes, dead, strict=True)]
    return history(
        variant=VARIANT,
        ante_trimming_status=any(antes) and not any(dead),
        antes=list(map(amount, by_seat(total, setup.seats))),  # type: ignore[arg-type]
        blinds_or_straddles=list(map(amount, by_seat(blinds, setup.seats))),  # type: ignore[arg-type]
        small_bet=amount(setup.small_bet),  # type: ignore[arg-type]
        big_bet=amount(setup.big_bet),  # type: ignore[arg-type]
        starting_stacks=stacks,  # type: ignore[arg-type]
        actions=_write_actions(hand.state.log, amount),
        user_defined_fields=private,
        **info,
        **results,
    )


def _write_rules(rules: Rules) -> dict[str, Any]:
    """The options that are not the default ones; no cap is 0."""
    usual = asdict(Rules())
    given = {k: v for k, v in asdict(rules).items() if v != usual[k]}
    return {**given, **({"cap": 0} if rules.cap is None else {})}


def _write_actions(log: Iterable[ev.Event], amount: Callable[[int], object]) -> list[str]:
    log = tuple(log)
    blurred = _blurred_seats(log)
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

    PHH has no form for that, so all their cards are written as unknown.
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
