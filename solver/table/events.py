"""What happened, in the order it happened: a log of these events states a hand in full.

Seats are numbered in the order of the deal (`solver.table.setup`), money is in the smallest unit,
unknown cards are `solver.table.deck.UNKNOWN`. Treat every attribute as read-only: the language is
not asked to enforce it, because making an event would take four times as long.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar

from solver.table.rules import Rules
from solver.table.setup import PostKind, Setup


@dataclass(slots=True)
class Started:
    """The table before the hand."""

    rules: Rules
    setup: Setup


@dataclass(slots=True)
class Shuffled:
    """The whole deck; the first card is dealt first."""

    order: tuple[int, ...]


@dataclass(slots=True)
class Posted:
    """An ante or a blind; the amount is what the player had, if that was less."""

    seat: int
    kind: PostKind
    amount: int
    all_in: bool


@dataclass(slots=True)
class Dealt:
    """The five cards of a player; all players' are dealt one at a time, clockwise."""

    seat: int
    cards: tuple[int, ...]


@dataclass(slots=True)
class BettingBegan:
    """Round 0 is before the first draw, round 3 after the last; `cap` is None without one."""

    round: int
    cap: int | None


@dataclass(slots=True)
class Folded:
    """A player gave up; the cards went to the muck."""

    seat: int
    cards: tuple[int, ...]


@dataclass(slots=True)
class Checked:
    """A player who owed nothing passed."""

    seat: int


@dataclass(slots=True)
class Called:
    """A player matched the price, or went all-in for less: `amount` more, `total` in the round."""

    seat: int
    amount: int
    total: int
    all_in: bool


@dataclass(slots=True)
class Bet:
    """The first bet of a round; `full` if it counts for the cap and reopens the betting."""

    seat: int
    amount: int
    total: int
    full: bool
    all_in: bool


@dataclass(slots=True)
class Raised:
    """A raise to `total`; `full` if it counts for the cap and reopens the betting."""

    seat: int
    amount: int
    total: int
    full: bool
    all_in: bool


@dataclass(slots=True)
class Returned:
    """The uncalled part of a bet went back (4.11)."""

    seat: int
    amount: int


@dataclass(slots=True)
class DrawBegan:
    """Draw 1, 2 or 3."""

    draw: int


@dataclass(slots=True)
class Discarded:
    """Cards thrown away; none if the player stood pat."""

    seat: int
    cards: tuple[int, ...]


@dataclass(slots=True)
class Drawn:
    """Replacements in the order they came."""

    seat: int
    cards: tuple[int, ...]


@dataclass(slots=True)
class Burned:
    """One card put aside unseen."""

    card: int


@dataclass(slots=True)
class Reshuffled:
    """The stub was used up; the new stub, the first card is dealt first."""

    order: tuple[int, ...]


@dataclass(slots=True)
class Shown:
    """A hand tabled at the showdown, and its low class."""

    seat: int
    cards: tuple[int, ...]
    low_class: int


@dataclass(slots=True)
class Mucked:
    """A hand given up at the showdown."""

    seat: int
    cards: tuple[int, ...]


@dataclass(slots=True)
class PotMade:
    """A pot and who plays for it; number 0 is the main pot."""

    number: int
    amount: int
    seats: tuple[int, ...]


@dataclass(slots=True)
class Won:
    """A player's share of a pot."""

    seat: int
    amount: int
    pot: int


@dataclass(slots=True)
class Ended:
    """The stacks after the hand, by the rules and without rake."""

    stacks: tuple[int, ...]


@dataclass(slots=True)
class Paid:
    """Imported hands only: what the site paid to each seat, and what it kept (6.5)."""

    amounts: tuple[int, ...]
    rake: int


Event = (
    Started
    | Shuffled
    | Posted
    | Dealt
    | BettingBegan
    | Folded
    | Checked
    | Called
    | Bet
    | Raised
    | Returned
    | DrawBegan
    | Discarded
    | Drawn
    | Burned
    | Reshuffled
    | Shown
    | Mucked
    | PotMade
    | Won
    | Ended
    | Paid
)

_T = TypeVar("_T")


def of_kind(log: Iterable[Event], kind: type[_T]) -> list[_T]:
    """The events of one class, in their order."""
    return [event for event in log if type(event) is kind]
