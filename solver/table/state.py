"""A hand of triple draw as a state that never changes: every action makes a new one.

    state = start(Setup.blinds((100,) * 6, small_bet=2), Deck.shuffled(seed=1))
    while state.actor is not None:
        state = state.apply(choose(state.legal_actions()))
    state.stacks, state.log

The rules themselves stand in `betting`, `drawing`, `showdown` and `pots`; they write into a copy
that nobody else has seen yet, so an action that is refused leaves the state as it was.
"""

from enum import StrEnum
from itertools import chain

from solver.errors import RulesError
from solver.table import betting, drawing, showdown
from solver.table.actions import Action, Kind
from solver.table.deck import Deck
from solver.table.events import Dealt, Event, Shuffled, Started
from solver.table.rules import Rules
from solver.table.setup import Setup


class Phase(StrEnum):
    """What is going on."""

    BETTING = "betting"
    DRAWING = "drawing"
    SHOWDOWN = "showdown"
    OVER = "over"


_BETTING_KINDS = (Kind.FOLD, Kind.CHECK, Kind.CALL, Kind.BET, Kind.RAISE)


class State:
    """One moment of a hand; treat every attribute as read-only. Tuples have an entry per seat.

    Attributes:
        rules: the options in force.
        setup: stacks, stakes and posts.
        deck: the order of the cards and of later reshuffles.
        phase: betting, drawing, showdown or over.
        round: betting rounds completed by their draw: 0 before the first draw, 3 after the last.
        actor: the seat that has to decide; None when the hand is over.
        stacks: chips behind.
        live: who has not folded.
        hands: cards held, in the order received; none after a fold.
        wagers: live chips put in during this betting round.
        contributed: chips put in earlier, antes included.
        dead: dead blinds, played for in the main pot.
        price: the highest wager, to be matched; before the first draw at least the big blind.
        full: the last full bet level, from which the next raise is counted (4.7).
        bets: full bets in this round, the big blind included.
        cap: bets allowed in this round, None for any number.
        acted: who has acted since the last full bet or raise.
        aggressor: the last seat to bet or raise in this round.
        stub: cards still to be dealt, the next one first.
        muck: folded hands and discards of earlier draws.
        burns: burned cards.
        discards: cards thrown away in the current draw.
        decided: who has discarded or stood pat in the current draw.
        owed: replacements still to be dealt in the current draw.
        told: those that are known before they are dealt, from a hand history.
        burned: whether this draw's card is burned.
        reshuffles: how often the deck has been reshuffled.
        shown: at the showdown True for a tabled hand, False for a mucked one, None before.
        log: every event so far.
    """

    __slots__ = (
        "acted",
        "actor",
        "aggressor",
        "bets",
        "burned",
        "burns",
        "cap",
        "contributed",
        "dead",
        "decided",
        "deck",
        "discards",
        "full",
        "hands",
        "live",
        "log",
        "muck",
        "owed",
        "phase",
        "price",
        "reshuffles",
        "round",
        "rules",
        "setup",
        "shown",
        "stacks",
        "stub",
        "told",
        "wagers",
    )

    def __init__(self, setup: Setup, deck: Deck, rules: Rules) -> None:
        seats = setup.seats
        zeros, no_cards = (0,) * seats, ((),) * seats
        self.rules = rules
        self.setup = setup
        self.deck = deck
        self.phase = Phase.BETTING
        self.round = 0
        self.actor: int | None = None
        self.stacks: tuple[int, ...] = setup.stacks
        self.live: tuple[bool, ...] = (True,) * seats
        self.hands: tuple[tuple[int, ...], ...] = no_cards
        self.wagers: tuple[int, ...] = zeros
        self.contributed: tuple[int, ...] = zeros
        self.dead = 0
        self.price = 0
        self.full = 0
        self.bets = 0
        self.cap: int | None = None
        self.acted: tuple[bool, ...] = (False,) * seats
        self.aggressor: int | None = None
        self.stub: tuple[int, ...] = deck.order
        self.muck: tuple[int, ...] = ()
        self.burns: tuple[int, ...] = ()
        self.discards: tuple[tuple[int, ...], ...] = no_cards
        self.decided: tuple[bool, ...] = (False,) * seats
        self.owed: tuple[int, ...] = zeros
        self.told: tuple[tuple[int, ...], ...] = no_cards
        self.burned = False
        self.reshuffles = 0
        self.shown: tuple[bool | None, ...] = (None,) * seats
        self.log: tuple[Event, ...] = (Started(rules, setup), Shuffled(deck.order))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        # Not the deck: a seed and the orders it gives are the same cards on the table.
        names = (name for name in self.__slots__ if name != "deck")
        return all(getattr(self, name) == getattr(other, name) for name in names)

    __hash__ = None  # type: ignore[assignment]  # compared in tests, never a key

    def __repr__(self) -> str:
        return (
            f"<State {self.phase} round {self.round}, actor {self.actor}, stacks {self.stacks}, "
            f"pot {self.pot}>"
        )

    @property
    def pot(self) -> int:
        """All chips in the middle, the current round included."""
        return sum(self.wagers) + sum(self.contributed) + self.dead

    @property
    def unit(self) -> int:
        """Size of a bet in this round (4.1)."""
        return self.setup.small_bet if self.round < 2 else self.setup.big_bet

    @property
    def players(self) -> int:
        """How many have not folded."""
        return self.live.count(True)

    def legal_actions(self) -> tuple[Action, ...]:
        """Everything the actor may do; empty only when the hand is over."""
        if self.actor is None:
            return ()
        if self.phase is Phase.BETTING:
            return betting.legal_actions(self)
        if self.phase is Phase.DRAWING:
            return drawing.legal_actions(self)
        return showdown.legal_actions(self)

    def apply(self, action: Action) -> "State":
        """The state after the actor's decision and all that follows without another one.

        Raises:
            RulesError: the action is not allowed; the message says why.
        """
        if self.actor is None:
            raise RulesError(f"{action.kind}: the hand is over, nobody has to act")
        after = self._copy()
        carry_out(after, action)
        return after

    def cards(self) -> tuple[int, ...]:
        """All 52 cards, wherever they are: hands, stub, muck, burns, discards."""
        held, thrown = chain.from_iterable(self.hands), chain.from_iterable(self.discards)
        return (*held, *self.stub, *self.muck, *self.burns, *thrown)

    def _copy(self) -> "State":
        # Written out, because a loop over the names takes several times as long.
        new: State = object.__new__(State)
        new.rules = self.rules
        new.setup = self.setup
        new.deck = self.deck
        new.phase = self.phase
        new.round = self.round
        new.actor = self.actor
        new.stacks = self.stacks
        new.live = self.live
        new.hands = self.hands
        new.wagers = self.wagers
        new.contributed = self.contributed
        new.dead = self.dead
        new.price = self.price
        new.full = self.full
        new.bets = self.bets
        new.cap = self.cap
        new.acted = self.acted
        new.aggressor = self.aggressor
        new.stub = self.stub
        new.muck = self.muck
        new.burns = self.burns
        new.discards = self.discards
        new.decided = self.decided
        new.owed = self.owed
        new.told = self.told
        new.burned = self.burned
        new.reshuffles = self.reshuffles
        new.shown = self.shown
        new.log = self.log
        return new


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


def carry_out(state: State, action: Action, told: tuple[int, ...] = ()) -> None:
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


def _advance(state: State) -> None:
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


def _wrong_phase(state: State, action: Action) -> str:
    wanted = {
        Phase.BETTING: "bet, call or fold",
        Phase.DRAWING: "discard or stand pat",
        Phase.SHOWDOWN: "show or muck",
    }[state.phase]
    return f"{action.kind}: seat {state.actor} has to {wanted} now"
