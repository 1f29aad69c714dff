"""A hand of triple draw as a state that never changes: every action makes a new one.

    state = start(Setup.blinds((100,) * 6, small_bet=2), Deck.shuffled(seed=1))
    while state.actor is not None:
        state = state.apply(choose(state.legal_actions()))
    state.stacks, state.log

What is known at one moment stands in `position`, the rules in `betting`, `drawing`, `showdown` and
`pots`; they write into a copy that nobody else has seen yet, so an action that is refused leaves
the state as it was.
"""

from typing import Self

from solver.errors import RulesError
from solver.table import betting, drawing, showdown
from solver.table.actions import Action, Kind
from solver.table.deck import Deck
from solver.table.events import Dealt
from solver.table.position import Phase, Position
from solver.table.rules import Rules
from solver.table.setup import Setup

_BETTING_KINDS = (Kind.FOLD, Kind.CHECK, Kind.CALL, Kind.BET, Kind.RAISE)


class State(Position):
    """A moment of a hand that goes on by actions; see `Position` for what is known of it."""

    __slots__ = ()

    def legal_actions(self) -> tuple[Action, ...]:
        """Everything the actor may do; empty only when the hand is over."""
        if self.actor is None:
            return ()
        if self.phase is Phase.BETTING:
            return betting.legal_actions(self)
        if self.phase is Phase.DRAWING:
            return drawing.legal_actions(self)
        return showdown.legal_actions(self)

    def apply(self, action: Action) -> Self:
        """The state after the actor's decision and all that follows without another one.

        Raises:
            RulesError: the action is not allowed; the message says why.
        """
        if self.actor is None:
            raise RulesError(f"{action.kind}: the hand is over, nobody has to act")
        after = self.copy()
        carry_out(after, action)
        return after


def start(setup: Setup, deck: Deck, rules: Rules | None = None) -> State:
    """Post, deal, and go to the first decision.

    Args:
        setup: stacks, stakes and posts.
        deck: the order of the cards.
        rules: the default profile if left out.
    """
    state = State(setup, deck, rules or Rules())
    betting.post(state)
    seats = setup.seats
    used = 5 * seats
    state.hands = tuple(state.stub[seat:used:seats] for seat in range(seats))
    state.stub = state.stub[used:]
    state.log += tuple(Dealt(seat, hand) for seat, hand in enumerate(state.hands))
    betting.begin(state)
    _advance(state)
    return state


def carry_out(state: Position, action: Action, told: tuple[int, ...] = ()) -> None:
    """Let a decision happen in the state itself, which is of no use after an error.

    For who holds the only reference to a state and wants no other: `State.apply` leaves its state
    as it was.

    Args:
        state: changed; somebody has to act.
        action: the actor's decision.
        told: replacements of a discard that a history tells; the deck is open.

    Raises:
        RulesError: the action is not allowed; the message says why.
    """
    if state.phase is Phase.BETTING:
        if action.kind not in _BETTING_KINDS:
            raise RulesError(_wrong_phase(state, action))
        betting.act(state, action.kind)
    elif state.phase is Phase.DRAWING:
        if action.kind is not Kind.DISCARD:
            raise RulesError(_wrong_phase(state, action))
        drawing.discard(state, action.cards, told)
    else:
        if action.kind is not Kind.SHOW and action.kind is not Kind.MUCK:
            raise RulesError(_wrong_phase(state, action))
        showdown.state_hand(state, action)
    if state.actor is None:
        _advance(state)


def _advance(state: Position) -> None:
    """Go on through rounds in which nobody has anything to decide."""
    while state.actor is None and state.phase is not Phase.OVER:
        if state.phase is Phase.BETTING:
            betting.collect(state)
            if state.live.count(True) == 1:
                showdown.award(state)
                state.phase = Phase.OVER
            elif state.round < 3:
                state.phase = Phase.DRAWING
                drawing.begin(state)
            else:
                state.phase = Phase.SHOWDOWN
                showdown.begin(state)
        elif state.phase is Phase.DRAWING:
            state.phase = Phase.BETTING
            state.round += 1
            betting.begin(state)
        else:
            showdown.award(state)
            state.phase = Phase.OVER


def _wrong_phase(state: Position, action: Action) -> str:
    wanted = {
        Phase.BETTING: "bet, call or fold",
        Phase.DRAWING: "discard or stand pat",
        Phase.SHOWDOWN: "show or muck",
    }[state.phase]
    return f"{action.kind}: seat {state.actor} has to {wanted} now"
