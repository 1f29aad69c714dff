"""One moment of a hand, before any rule: what lies where, and whose turn it is."""

from enum import StrEnum
from itertools import chain
from typing import Self

from solver.table.deck import Deck
from solver.table.events import Event, Shuffled, Started
from solver.table.rules import Rules
from solver.table.setup import Setup


class Phase(StrEnum):
    """What is going on."""

    BETTING = "betting"
    DRAWING = "drawing"
    SHOWDOWN = "showdown"
    OVER = "over"


class Position:
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
        if not isinstance(other, Position):
            return NotImplemented
        # Not the deck: a seed and the orders it gives are the same cards on the table.
        names = (name for name in Position.__slots__ if name != "deck")
        return all(getattr(self, name) == getattr(other, name) for name in names)

    __hash__ = None  # type: ignore[assignment]  # compared in tests, never a key

    def __repr__(self) -> str:
        return (
            f"<{type(self).__name__} {self.phase} round {self.round}, actor {self.actor}, "
            f"stacks {self.stacks}, pot {self.pot}>"
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

    def cards(self) -> tuple[int, ...]:
        """All 52 cards, wherever they are: hands, stub, muck, burns, discards."""
        held, thrown = chain.from_iterable(self.hands), chain.from_iterable(self.discards)
        return (*held, *self.stub, *self.muck, *self.burns, *thrown)

    def copy(self) -> Self:
        """The same moment, of the same class, for the rules to write into."""
        # Written out, because a loop over the names takes several times as long.
        new = object.__new__(type(self))
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
