"""What a player can decide."""

from enum import StrEnum
from itertools import combinations
from operator import itemgetter
from typing import NamedTuple


class Kind(StrEnum):
    """The kinds of decision."""

    FOLD = "fold"
    CHECK = "check"
    CALL = "call"
    BET = "bet"
    RAISE = "raise"
    DISCARD = "discard"
    SHOW = "show"
    MUCK = "muck"


class Action(NamedTuple):
    """One decision.

    Amounts are not part of it: in fixed limit the rules and the stack leave one size for a call, a
    bet or a raise. A raise over an all-in for less than half a bet completes that bet.

    Attributes:
        kind: what the player does.
        cards: thrown away in a draw (none: stands pat), or shown in an open hand.
    """

    kind: Kind
    cards: tuple[int, ...] = ()


FOLD = Action(Kind.FOLD)
CHECK = Action(Kind.CHECK)
CALL = Action(Kind.CALL)
BET = Action(Kind.BET)
RAISE = Action(Kind.RAISE)
PAT = Action(Kind.DISCARD)
SHOW = Action(Kind.SHOW)
MUCK = Action(Kind.MUCK)

_CHOICES = [
    itemgetter(*places) if size > 1 else itemgetter(slice(places[0], places[0] + 1))
    for size in range(1, 6)
    for places in combinations(range(5), size)
]


def discard(cards: tuple[int, ...]) -> Action:
    """Throw these cards away; none of them is to stand pat."""
    return Action(Kind.DISCARD, cards)


def discards(hand: tuple[int, ...]) -> tuple[Action, ...]:
    """Every choice of cards to throw away from a hand of five, standing pat first."""
    kind = Kind.DISCARD
    return (PAT, *[Action(kind, choice(hand)) for choice in _CHOICES])
