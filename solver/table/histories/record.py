"""What a hand history tells, and the hand played through the rules from it.

Histories do not tell the deck. The hand is played with a deck of which nothing is known; cards that
are told take the place of unknown ones as they are dealt, and in the end the places that they came
from, in the deck or in one of its reshuffles.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from solver.cards import DECK_SIZE
from solver.errors import HistoryError, TripleDrawError
from solver.table import events as ev
from solver.table import showdown
from solver.table.actions import MUCK, SHOW, Action, Kind
from solver.table.deck import UNKNOWN, Deck, format_known
from solver.table.histories.text import LineError, counted
from solver.table.position import Phase
from solver.table.rules import Rules
from solver.table.setup import Setup
from solver.table.state import State, carry_out, start

SHOWN_FIELD = "_shown"
"""Private field of a PHH file: hands shown outside of a showdown, by seat."""


class Step(NamedTuple):
    """A decision as a history states it.

    Attributes:
        seat: whose it is, in the order of the deal.
        action: what was done; the cards of a discard may be unknown.
        drawn: the replacements, if they are told.
        otherwise: what is meant if the rules do not allow `action` here; PHH writes check and call,
            and bet and raise, alike.
        amount: chips put in by this action, if told; checked.
        total: the player's wager in the round after it, if told; checked.
        line: where in the text it stands, 0 if there are no lines.
    """

    seat: int
    action: Action
    drawn: tuple[int, ...] = ()
    otherwise: Action | None = None
    amount: int | None = None
    total: int | None = None
    line: int = 0


@dataclass(frozen=True)
class Record:
    """Everything that a history tells about one hand.

    Attributes:
        setup: stacks, stakes and posts.
        rules: the options of the room.
        steps: betting and drawing decisions in order.
        dealt: first hands by seat, as far as told.
        shown: hands tabled at the showdown, by seat.
        mucked: hands given up there that are told all the same.
        show_known: whether a player of whom neither is told shows, if his hand is known.
    """

    setup: Setup
    rules: Rules
    steps: tuple[Step, ...]
    dealt: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    shown: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    mucked: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    show_known: bool = False


@dataclass(frozen=True)
class PlayedHand:
    """A finished hand with what is known about it besides.

    Attributes:
        state: its end; `State.log` has all events.
        scale: units of money per unit of the currency: 100 if amounts are in cents.
        info: fields of a PHH file that are no part of the play: players, seats, table, date ...
        paid: what the site paid to each seat; None if that is what the rules give.
        unknown_stacks: seats whose stack is not told; they are given more than they can lose.
        notes: what was read in a way that a user should know.
    """

    state: State
    scale: int = 1
    info: Mapping[str, Any] = field(default_factory=dict)
    paid: tuple[int, ...] | None = None
    unknown_stacks: frozenset[int] = frozenset()
    notes: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """Site and number, as far as they are known."""
        parts = (self.info.get("venue"), self.info.get("hand"))
        return " ".join(str(part) for part in parts if part is not None)

    @cached_property
    def won(self) -> tuple[int, ...]:
        """What the rules give to each seat, without rake."""
        won = [0] * self.state.setup.seats
        for event in ev.of_kind(self.state.log, ev.Won):
            won[event.seat] += event.amount
        return tuple(won)

    @property
    def winnings(self) -> tuple[int, ...]:
        """What each seat was paid, after rake."""
        return self.won if self.paid is None else self.paid

    @property
    def rake(self) -> int:
        """What the site kept."""
        return sum(self.won) - sum(self.winnings)

    @property
    def finishing_stacks(self) -> tuple[int, ...]:
        """Stacks after the hand and the rake."""
        parts = zip(self.state.stacks, self.won, self.winnings, strict=True)
        return tuple(stack - won + paid for stack, won, paid in parts)

    def paid_against_the_rules(self) -> int | None:
        """A seat that was paid, or not, against the rules; None if there is none.

        A site may take rake, and give an odd chip of each pot to somebody else.
        """
        pots = len(ev.of_kind(self.state.log, ev.PotMade))
        most = self.rake + pots
        for seat, (ruled, paid) in enumerate(zip(self.won, self.winnings, strict=True)):
            if bool(ruled) is not bool(paid) or not -pots <= ruled - paid <= most:
                return seat
        return None

    @property
    def log(self) -> tuple[ev.Event, ...]:
        """All events; `Paid` comes last if the site paid anything else than the rules say."""
        log = self.state.log
        return log if self.paid is None else (*log, ev.Paid(self.paid, self.rake))


def play(record: Record) -> State:
    """The end of the recorded hand.

    Raises:
        HistoryError: the record contradicts the rules or itself; which line, and why.
    """
    state = _begin(record)
    for step in record.steps:
        _decide(state, step)
    try:
        while state.phase is Phase.SHOWDOWN and state.actor is not None:
            carry_out(state, _at_showdown(record, state, state.actor))
    except TripleDrawError as error:
        raise HistoryError(str(error)) from error
    if state.phase is not Phase.OVER:
        raise HistoryError(f"ends before the hand is over: seat {state.actor} is to act")
    _tell_deck(state)
    return state


def _begin(record: Record) -> State:
    """The hand as it is dealt; of the deck only the first hands are known."""
    seats = record.setup.seats
    order = [UNKNOWN] * DECK_SIZE
    for seat, cards in record.dealt.items():
        order[seat : seat + len(cards) * seats : seats] = cards
    try:
        return start(record.setup, Deck(tuple(order)), record.rules)
    except TripleDrawError as error:
        raise HistoryError(str(error)) from error


def _decide(state: State, step: Step) -> None:
    """Let a recorded decision happen."""
    if step.drawn and step.action.kind is Kind.DISCARD:
        gone, came = len(step.action.cards), len(step.drawn)
        if gone != came:
            raise _refusal(step, f"{counted(gone, 'card')} discarded, {came} drawn")
    if state.actor != step.seat:
        turn = "nobody" if state.actor is None else f"seat {state.actor}"
        raise _refusal(
            step,
            f"seat {step.seat} decides ({step.action.kind}), but by the rules it is {turn}'s turn",
        )
    meant, logged = step.action, len(state.log)
    try:
        if step.otherwise is not None and meant not in state.legal_actions():
            meant = step.otherwise
        carry_out(state, meant, step.drawn)
    except TripleDrawError as error:
        raise _refusal(step, error) from error
    if step.amount is not None or step.total is not None:
        _check_amounts(step, state.log[logged])


def _refusal(step: Step, reason: object) -> HistoryError:
    return LineError(step.line, reason) if step.line else HistoryError(str(reason))


def _check_amounts(step: Step, happened: ev.Event) -> None:
    if not isinstance(happened, (ev.Called, ev.Bet, ev.Raised)):
        return
    if step.amount in (None, happened.amount) and step.total in (None, happened.total):
        return
    for told, ruled, meaning in (
        (step.amount, happened.amount, "puts in {} with this {}"),
        (step.total, happened.total, "has {} in the round after this {}"),
    ):
        if told is not None and told != ruled:
            raise _refusal(
                step,
                f"seat {step.seat} {meaning.format(told, step.action.kind)}, by the rules {ruled}",
            )


def _tell_deck(state: State) -> None:
    """Put the cards that were told as they came into the deck and its reshuffles."""
    if all(max(event.cards) == UNKNOWN for event in ev.of_kind(state.log, ev.Drawn)):
        return
    orders, places = [list(state.deck.order)], [1]
    place = 5 * state.setup.seats
    for number, event in enumerate(state.log):
        if type(event) is ev.Drawn:
            cards = event.cards
            orders[-1][place : place + len(cards)] = cards
            place += len(cards)
        elif type(event) is ev.Burned:
            place += 1
        elif type(event) is ev.Reshuffled:
            orders.append(list(event.order))
            places.append(number)
            place = 0
    state.deck = Deck(tuple(orders[0]), tuple(map(tuple, orders[1:])))
    log = list(state.log)
    for number, order in zip(places, orders, strict=True):
        log[number] = ev.Reshuffled(tuple(order)) if number > 1 else ev.Shuffled(tuple(order))
    state.log = tuple(log)


def shown_apart(record: Record, state: State) -> dict[str, list[str]]:
    """Private field for hands that were shown outside of a showdown; none if there are none.

    Raises:
        HistoryError: cards that contradict those that are known.
    """
    tabled = {event.seat for event in ev.of_kind(state.log, ev.Shown)}
    apart = {seat: cards for seat, cards in record.shown.items() if seat not in tabled and cards}
    for seat, cards in apart.items():
        held = state.hands[seat]
        if held and UNKNOWN not in held and not set(cards) <= set(held):
            raise HistoryError(
                f"seat {seat} shows {format_known(cards)} but holds {format_known(held)}"
            )
    texts = [format_known(apart.get(seat, ())) for seat in range(record.setup.seats)]
    return {SHOWN_FIELD: texts} if apart else {}


def _at_showdown(record: Record, state: State, seat: int) -> Action:
    if seat in record.shown:
        return Action(Kind.SHOW, record.shown[seat])
    if seat in record.mucked:
        return Action(Kind.MUCK, record.mucked[seat])
    if showdown.wins_alone(state):
        return MUCK
    return SHOW if record.show_known and UNKNOWN not in state.hands[seat] else MUCK
