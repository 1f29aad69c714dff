"""Betting rounds: posts, caps, short blinds, all-ins for less (4)."""

from typing import TypeVar

from solver.errors import RulesError
from solver.table.actions import BET, CALL, CHECK, FOLD, RAISE, Action, Kind
from solver.table.events import (
    Bet,
    BettingBegan,
    Called,
    Checked,
    Folded,
    Posted,
    Raised,
    Returned,
)
from solver.table.position import Position
from solver.table.pots import uncalled
from solver.table.setup import PostKind

T = TypeVar("T")


def put(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    """The same tuple with one entry replaced."""
    changed = list(values)
    changed[seat] = value
    return tuple(changed)


def post(state: Position) -> None:
    """Take antes and blinds, from a short stack what it has."""
    for due in state.setup.posts:
        seat = due.seat
        amount = min(due.amount, state.stacks[seat])
        if not amount:
            continue
        left = state.stacks[seat] - amount
        state.stacks = put(state.stacks, seat, left)
        if due.kind is PostKind.ANTE:
            state.contributed = put(state.contributed, seat, state.contributed[seat] + amount)
        elif due.kind is PostKind.DEAD_BLIND:
            state.dead += amount
        else:
            state.wagers = put(state.wagers, seat, state.wagers[seat] + amount)
        state.log += (Posted(seat, due.kind, amount, not left),)


def begin(state: Position) -> None:
    """Open the round: price, cap, and who acts first (4.2)."""
    seats = state.setup.seats
    state.price = state.full = 0 if state.round else state.setup.price
    state.bets = int(state.price > 0)
    state.cap = state.rules.round_cap(state.live.count(True), seats)
    state.acted = (False,) * seats
    state.aggressor = None
    state.log += (BettingBegan(state.round, state.cap),)
    _pass_on(state, 0 if state.round else state.setup.first_to_act)


def legal_actions(state: Position) -> tuple[Action, ...]:
    """What the actor may do in a betting round."""
    seat = state.actor
    assert seat is not None
    wager = state.wagers[seat]
    if state.price > wager:
        return (FOLD, CALL, RAISE) if _may_raise(state, seat) else (FOLD, CALL)
    up = BET if state.price == 0 else RAISE
    free = (CHECK, up) if _may_raise(state, seat) else (CHECK,)
    return (FOLD, *free) if state.rules.open_fold else free


def raise_to(state: Position) -> int:
    """Total wager of the actor after a bet or raise: one full bet, or all he has if that is less.

    Over an all-in for less than half a bet this completes the bet (4.7).
    """
    seat = state.actor
    assert seat is not None
    return min(_full_raise(state), state.wagers[seat] + state.stacks[seat])


def _full_raise(state: Position) -> int:
    base = state.full if state.rules.incomplete_rule == "half" else state.price
    return base + state.unit


def _may_raise(state: Position, seat: int) -> bool:
    return _no_raise(state, seat) is None


def _no_raise(state: Position, seat: int) -> str | None:
    """Why the seat may not bet or raise, None if it may."""
    if state.cap is not None and state.bets >= state.cap:
        return f"the round is capped at {state.cap} bets"
    if state.wagers[seat] + state.stacks[seat] <= state.price:
        return f"{state.stacks[seat]} left is not more than a call; call instead"
    if state.acted[seat]:
        return "the all-in for less since the last full bet does not reopen the betting"
    stacks = state.stacks
    for other, live in enumerate(state.live):
        if live and stacks[other] and other != seat:
            return None
    return "all opponents are all-in"


def act(state: Position, kind: Kind) -> None:
    """Carry out a betting action of the actor.

    Raises:
        RulesError: the action is not allowed now.
    """
    seat = state.actor
    assert seat is not None
    owes = state.price - state.wagers[seat]
    if kind is Kind.FOLD:
        if owes <= 0 and not state.rules.open_fold:
            raise RulesError(f"fold: seat {seat} owes nothing; check instead")
        hand = state.hands[seat]
        state.live = put(state.live, seat, False)
        state.muck += hand
        state.hands = put(state.hands, seat, ())
        state.log += (Folded(seat, hand),)
    elif kind is Kind.CHECK:
        if owes > 0:
            raise RulesError(f"check: seat {seat} owes {owes}; call, raise or fold")
        state.log += (Checked(seat),)
    elif kind is Kind.CALL:
        if owes <= 0:
            raise RulesError(f"call: seat {seat} owes nothing; check instead")
        amount = min(owes, state.stacks[seat])
        total, all_in = _pay(state, seat, amount)
        state.log += (Called(seat, amount, total, all_in),)
    else:
        _raise(state, seat, kind)
    state.acted = put(state.acted, seat, True)
    _pass_on(state, seat + 1)


def _pay(state: Position, seat: int, amount: int) -> tuple[int, bool]:
    """Move chips from the stack to the wager; the new wager, and whether the stack is empty."""
    left = state.stacks[seat] - amount
    total = state.wagers[seat] + amount
    state.stacks = put(state.stacks, seat, left)
    state.wagers = put(state.wagers, seat, total)
    return total, not left


def _raise(state: Position, seat: int, kind: Kind) -> None:
    opening = state.price == 0
    if opening is not (kind is Kind.BET):
        raise RulesError(
            f"{kind}: seat {seat} "
            + ("has no bet to raise; bet" if opening else f"faces a bet of {state.price}; raise")
            + " instead"
        )
    reason = _no_raise(state, seat)
    if reason is not None:
        raise RulesError(f"{kind}: seat {seat} may not, {reason}")
    amount = raise_to(state) - state.wagers[seat]
    total, all_in = _pay(state, seat, amount)
    # Doubled, because half a bet of an odd size is no whole number.
    needed = state.unit if state.rules.incomplete_rule == "half" else 2 * state.unit
    full = 2 * (total - state.full) >= needed
    if full:
        state.full = total
        state.bets += 1
        state.acted = (False,) * len(state.acted)
    state.price = total
    state.aggressor = seat
    event = Bet if opening else Raised
    state.log += (event(seat, amount, total, full, all_in),)


def _pass_on(state: Position, seat: int) -> None:
    """Find who acts next, beginning with `seat`; nobody when the round is over (4.6, 4.10)."""
    stacks, live, wagers = state.stacks, state.live, state.wagers
    state.actor = None
    able = [i for i, alive in enumerate(live) if alive and stacks[i]]
    for i in [i for i in able if i >= seat] + [i for i in able if i < seat]:
        if not state.acted[i] or wagers[i] < state.price:
            break
    else:
        return
    # One player with chips is left: a decision only if somebody all-in has put in more than he.
    if len(able) > 1 or max(wagers[k] for k, alive in enumerate(live) if alive) > wagers[i]:
        state.actor = i


def collect(state: Position) -> None:
    """Close the round: give back what was not called, move the wagers to the middle."""
    seat, excess = uncalled(state.wagers, state.live)
    if excess:
        state.stacks = put(state.stacks, seat, state.stacks[seat] + excess)
        state.wagers = put(state.wagers, seat, state.wagers[seat] - excess)
        state.log += (Returned(seat, excess),)
    if any(state.wagers):
        state.contributed = tuple(map(int.__add__, state.contributed, state.wagers))
        state.wagers = (0,) * len(state.wagers)
