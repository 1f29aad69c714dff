"""From a PHH hand, as pokerkit has read it, to a hand played by our rules."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from solver.errors import HistoryError, TripleDrawError
from solver.table.actions import BET, CALL, CHECK, FOLD, RAISE, Kind, discard
from solver.table.deck import parse_known
from solver.table.histories.phh_fields import (
    OPTIONAL_FIELDS,
    VARIANT,
    Money,
    check_types,
    decimal,
)
from solver.table.histories.record import (
    SHOWN_FIELD,
    PlayedHand,
    Record,
    Step,
    play,
    shown_apart,
)
from solver.table.histories.text import counted
from solver.table.rules import Rules
from solver.table.setup import Post, PostKind, Setup
from solver.table.state import State

if TYPE_CHECKING:
    from pokerkit import HandHistory

FOREIGN_RULES = (
    Rules(cap=None, open_fold=True, deal_mode="announce_then_deal", burn=1, recycle="all"),
    Rules(cap=None, open_fold=True),
)
"""How a file is played that does not say by which rules it was: as pokerkit deals, or else as
online rooms do. The two differ only in what comes after a reshuffle."""

PRIVATE_FIELDS = ("_rules", "_dead_blinds", "_mucked", "_told")
"""What our files tell besides the standard: see `solver.table.histories.phh`."""

LIVE_BLINDS = (PostKind.SMALL_BLIND, PostKind.BIG_BLIND, PostKind.STRADDLE)
"""What a positive number in the array of blinds can be; a negative one is an extra blind."""


def from_hand_history(history: "HandHistory") -> PlayedHand:
    """Play a hand that pokerkit has read.

    Raises:
        HistoryError: another game, or against the rules.
    """
    if history.variant != VARIANT:
        raise HistoryError(f"variant {history.variant} is another game; expected {VARIANT}")
    private = history.user_defined_fields
    check_types(history, private)
    possible = (_read_rules(private["_rules"]),) if "_rules" in private else FOREIGN_RULES
    money = Money(history)
    setup, unknown = _read_setup(history, money)
    record = _read_actions(history, setup, possible[0], money)
    info = {
        name: value for name in OPTIONAL_FIELDS if (value := getattr(history, name)) is not None
    }
    info |= {key: value for key, value in private.items() if key not in PRIVATE_FIELDS}
    state = _play(record, possible)
    hand = PlayedHand(state, money.scale, info | shown_apart(record, state), unknown_stacks=unknown)
    paid = _read_paid(history, hand, money)
    if paid is None:
        return hand
    hand = replace(hand, paid=paid)
    seat = hand.paid_against_the_rules()
    if seat is None:
        return hand
    note = (
        f"p{seat + 1} is paid {Decimal(hand.winnings[seat]) / hand.scale}; by the rules "
        f"{Decimal(hand.won[seat]) / hand.scale}"
    )
    return replace(hand, notes=(note,))


def _play(record: Record, possible: Sequence[Rules]) -> State:
    """The hand by the first rules that allow it."""
    try:
        return play(replace(record, rules=possible[0]))
    except HistoryError:
        if len(possible) == 1:
            raise
        return _play(record, possible[1:])


def _read_rules(values: Mapping[str, Any]) -> Rules:
    try:
        return Rules(**{**values, "cap": values.get("cap", Rules().cap) or None})
    except TypeError as error:
        raise HistoryError(f"_rules: {error}") from error


def _read_setup(history: "HandHistory", money: Money) -> tuple[Setup, frozenset[int]]:
    seats = len(history.starting_stacks)
    blinds = by_seat([money.units(value) for value in history.blinds_or_straddles or ()], seats)
    antes = by_seat([money.units(value) for value in history.antes], seats)
    dead = [0] * seats
    if "_dead_blinds" in history.user_defined_fields:
        dead = [money.units(value) for value in history.user_defined_fields["_dead_blinds"]]
        antes = [ante - extra for ante, extra in zip(antes, dead, strict=True)]
    elif not history.ante_trimming_status:
        antes, dead = dead, antes
    posts = [Post(seat, PostKind.ANTE, ante) for seat, ante in enumerate(antes) if ante]
    posts += [Post(seat, PostKind.DEAD_BLIND, due) for seat, due in enumerate(dead) if due]
    posts += [Post(seat, PostKind.EXTRA, -due) for seat, due in enumerate(blinds) if due < 0]
    live = [seat for seat, due in enumerate(blinds) if due > 0]
    if seats == 2:
        live.reverse()
    kinds = [PostKind.BIG_BLIND] if len(live) == 1 else [*LIVE_BLINDS[:2], *LIVE_BLINDS[2:] * seats]
    posts += [Post(seat, kind, blinds[seat]) for seat, kind in zip(live, kinds, strict=False)]
    small, big = money.units(history.small_bet), money.units(history.big_bet)
    unknown = frozenset(
        seat for seat, stack in enumerate(history.starting_stacks) if decimal(stack).is_infinite()
    )
    # More than anybody can put in: a hundred raises in each of the four rounds.
    stacks = tuple(
        400 * big if seat in unknown else money.units(stack)
        for seat, stack in enumerate(history.starting_stacks)
    )
    return Setup(stacks, small, big, tuple(posts)), unknown


def by_seat(values: Sequence[int], seats: int) -> list[int]:
    """Antes or blinds by seat: heads-up the array applies in reverse."""
    if len(values) != seats:
        raise HistoryError(f"{len(values)} antes or blinds for {seats} players")
    return list(values[::-1] if seats == 2 else values)


class _Actions:
    """Sorts the actions of a file into what a `Record` holds."""

    def __init__(self, setup: Setup, money: Money) -> None:
        self.setup = setup
        self.money = money
        self.steps: list[Step] = []
        self.dealt: dict[int, tuple[int, ...]] = {}
        self.shown: dict[int, tuple[int, ...]] = {}
        self.mucked: dict[int, tuple[int, ...]] = {}
        self._discards: dict[int, int] = {}  # seat -> index of its last discard in `steps`

    def read(self, words: list[str]) -> None:
        match words:
            case ["d", "dh", player, cards]:
                self._deal(self._seat(player), parse_known(cards))
            case [player, "sd", *cards]:
                seat = self._seat(player)
                self._discards[seat] = len(self.steps)
                self.steps.append(Step(seat, discard(parse_known("".join(cards)))))
            case [player, "f"]:
                self.steps.append(Step(self._seat(player), FOLD))
            case [player, "cc"]:
                self.steps.append(Step(self._seat(player), CHECK, otherwise=CALL))
            case [player, "cbr", amount]:
                total = self.money.units(amount)
                self.steps.append(Step(self._seat(player), BET, otherwise=RAISE, total=total))
            case [player, "sm"]:
                self.mucked[self._seat(player)] = ()
            case [player, "sm", cards]:
                self.shown[self._seat(player)] = () if cards == "-" else parse_known(cards)
            case _:
                raise HistoryError("not an action of this game")

    def _deal(self, seat: int, cards: tuple[int, ...]) -> None:
        if seat not in self._discards:
            # Once for each player, or card by card.
            self.dealt[seat] = self.dealt.get(seat, ()) + cards
            if len(self.dealt[seat]) > 5:
                raise HistoryError(f"{len(self.dealt[seat])} cards dealt before a draw; expected 5")
        else:
            at = self._discards[seat]
            self.steps[at] = self.steps[at]._replace(drawn=self.steps[at].drawn + cards)

    def tell(self, seat: int, told: list[tuple[int, ...]]) -> None:
        """Take cards from a private field instead: the hand dealt, then what went and came."""
        places = [
            at
            for at, step in enumerate(self.steps)
            if step.seat == seat and step.action.kind is Kind.DISCARD
        ]
        if len(told) != 1 + 2 * len(places) or len(told[0]) != 5:
            raise HistoryError(
                f"_told has {len(told)} parts for p{seat + 1}; expected {1 + 2 * len(places)}"
            )
        self.dealt[seat] = told[0]
        for at, gone, came in zip(places, told[1::2], told[2::2], strict=True):
            self.steps[at] = self.steps[at]._replace(action=discard(gone), drawn=came)

    def _seat(self, player: str) -> int:
        number = player.removeprefix("p")
        if player == number or not number.isdecimal() or not 1 <= int(number) <= self.setup.seats:
            raise HistoryError(f"{player!r} is no player; expected p1 to p{self.setup.seats}")
        return int(number) - 1


def _read_actions(history: "HandHistory", setup: Setup, rules: Rules, money: Money) -> Record:
    actions = _Actions(setup, money)
    for number, text in enumerate(history.actions, start=1):
        words = text.split("#")[0].split()
        try:
            if words:
                actions.read(words)
        except TripleDrawError as error:
            raise HistoryError(f"action {number} ({text!r}): {error}") from error
    for seat, cards in actions.dealt.items():
        if len(cards) != 5:
            raise HistoryError(f"p{seat + 1} is dealt {counted(len(cards), 'card')}; expected 5")
    private = history.user_defined_fields
    for seat, told in enumerate(private.get("_told", ())):
        if told:
            actions.tell(seat, list(map(parse_known, told)))
    for seat, text in enumerate(private.get("_mucked", ())):
        if text:
            actions.mucked[seat] = parse_known(text)
    for seat, text in enumerate(private.get(SHOWN_FIELD, ())):
        if text:
            actions.shown[seat] = parse_known(text)
    return Record(
        setup,
        rules,
        tuple(actions.steps),
        actions.dealt,
        actions.shown,
        actions.mucked,
        show_known=True,
    )


def _read_paid(history: "HandHistory", hand: PlayedHand, money: Money) -> tuple[int, ...] | None:
    """What was paid out, from the winnings or the final stacks that the file states."""
    if history.winnings is not None:
        paid = tuple(map(money.units, history.winnings))
    elif history.finishing_stacks is not None and not hand.unknown_stacks:
        stated = map(money.units, history.finishing_stacks)
        before = zip(hand.state.stacks, hand.won, strict=True)
        paid = tuple(s - (end - won) for s, (end, won) in zip(stated, before, strict=True))
    else:
        return None
    if len(paid) != len(hand.won) or min(paid) < 0 or sum(paid) > sum(hand.won):
        raise HistoryError(
            f"pays {paid}, but the pots hold {sum(hand.won)} and go to the seats as {hand.won}"
        )
    return None if paid == hand.won else paid
