"""Showdown: who shows when, who wins which pot (6)."""

from solver.cards import low_class_of
from solver.errors import RulesError
from solver.table.actions import MUCK, SHOW, Action, Kind
from solver.table.betting import put
from solver.table.deck import UNKNOWN, check_distinct, format_known
from solver.table.events import Ended, Mucked, PotMade, Shown, Won, of_kind
from solver.table.position import Position
from solver.table.pots import build_pots, divide


def begin(state: Position) -> None:
    """Table the hands in turn; in an open hand the players state what they show."""
    if state.deck.is_open:
        state.actor = order(state)[0]
        return
    pots = build_pots(state.contributed, state.live, state.dead)
    with_chips = sum(bool(state.stacks[seat]) for seat in pots[0].seats)
    lows = {seat: low_class_of(state.hands[seat]) for seat in pots[0].seats}
    for seat in order(state):
        beaten = all(
            any(state.shown[rival] and lows[rival] < lows[seat] for rival in pot.seats)
            for pot in pots
            if seat in pot.seats
        )
        if state.rules.losers_muck and beaten and with_chips > 1:
            _muck(state, seat)
        else:
            _show(state, seat)


def order(state: Position) -> tuple[int, ...]:
    """Seats in the order of showing (6.2).

    The last to bet or raise in the last round begins, or the first live seat left of the button;
    then clockwise. Who plays for a side pot shows before those who do not.
    """
    seats = len(state.live)
    first = state.aggressor or 0
    clockwise = [place % seats for place in range(first, first + seats)]
    result: list[int] = []
    for pot in reversed(build_pots(state.contributed, state.live, state.dead)):
        result += [seat for seat in clockwise if seat in pot.seats and seat not in result]
    return tuple(result)


def legal_actions(state: Position) -> tuple[Action, ...]:
    """Show or muck; to show a hand that is not known in full is to state its cards."""
    return (SHOW, MUCK)


def state_hand(state: Position, action: Action) -> None:
    """Show or muck in an open hand.

    Raises:
        RulesError: cards that contradict what is known, or an unknown hand shown without cards.
    """
    seat = state.actor
    assert seat is not None
    if action.cards:
        _learn(state, seat, action)
    if action.kind is not Kind.MUCK:
        if UNKNOWN in state.hands[seat]:
            raise RulesError(
                f"show: seat {seat} holds {format_known(state.hands[seat])}; state all five cards"
            )
        _show(state, seat)
    elif not wins_alone(state):
        _muck(state, seat)
    else:
        state.actor = None
        return
    waiting = [other for other in order(state) if state.shown[other] is None]
    state.actor = waiting[0] if waiting else None


def wins_alone(state: Position) -> bool:
    """Whether all others have mucked: the last one wins and need not show (6.3)."""
    return state.shown.count(False) == state.players - 1


def _learn(state: Position, seat: int, action: Action) -> None:
    """Fill in a hand that was unknown in part; a mucked one can become known too."""
    known = {card for card in state.hands[seat] if card != UNKNOWN}
    if len(action.cards) != 5 or not known <= set(action.cards):
        raise RulesError(
            f"{action.kind}: seat {seat} states {format_known(action.cards)} but holds "
            f"{format_known(state.hands[seat])}"
        )
    state.hands = put(state.hands, seat, action.cards)
    check_distinct(state.cards(), "the hand's known cards")


def _show(state: Position, seat: int) -> None:
    hand = state.hands[seat]
    state.shown = put(state.shown, seat, True)
    state.log += (Shown(seat, hand, low_class_of(hand)),)


def _muck(state: Position, seat: int) -> None:
    state.shown = put(state.shown, seat, False)
    state.log += (Mucked(seat, state.hands[seat]),)


def _best(state: Position, seats: list[int]) -> list[int]:
    lows = [low_class_of(state.hands[seat]) for seat in seats]
    return [seat for seat, low in zip(seats, lows, strict=True) if low == min(lows)]


def award(state: Position) -> None:
    """Divide every pot among its best hands, and end the hand (6.1, 6.4)."""
    pots = build_pots(state.contributed, state.live, state.dead)
    stacks = list(state.stacks)
    for number, pot in enumerate(pots):
        state.log += (PotMade(number, pot.amount, pot.seats),)
    for number, pot in enumerate(pots):
        # Who mucks gives up his claim, except to a pot that all others have given up before.
        claims = [seat for seat in pot.seats if state.shown[seat] is not False] or [
            event.seat for event in of_kind(state.log, Mucked) if event.seat in pot.seats
        ][-1:]
        winners = _best(state, claims) if len(claims) > 1 else claims
        for seat, amount in divide(pot.amount, winners).items():
            stacks[seat] += amount
            state.log += (Won(seat, amount, number),)
    state.stacks = tuple(stacks)
    state.contributed = (0,) * len(stacks)
    state.dead = 0
    state.log += (Ended(state.stacks),)
