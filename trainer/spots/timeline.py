"""The course of a hand as a strip: rounds and draws in order, who did what in each."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from solver.game import PublicState
from trainer.spots.words import round_name


@dataclass(frozen=True)
class PublicAction:
    """One action.

    Attributes:
        seat: who acted.
        code: a letter, or the number of cards drawn.
    """

    seat: int
    code: str


@dataclass(frozen=True)
class Street:
    """A betting round or a draw.

    Attributes:
        name: such as ``after the first draw``.
        steps: what was done, in order.
    """

    name: str
    steps: tuple[PublicAction, ...]


def streets(state: PublicState) -> tuple[Street, ...]:
    """Every round and draw of a hand up to a state.

    The round or draw to act in comes last, without steps if nothing has happened in it.
    """
    done = tuple(_streets(state))
    here = round_name(state)
    if state.actions and (not done or done[-1].name != here):
        return (*done, Street(here, ()))
    return done


def _streets(state: PublicState) -> Iterator[Street]:
    for _, steps in groupby(state.path, key=lambda step: step[0].level):
        done = [
            (before, PublicAction(before.seat, before.actions[action])) for before, action in steps
        ]
        yield Street(round_name(done[0][0]), tuple(step for _, step in done))


def bets_in_front(state: PublicState) -> tuple[float, float]:
    """What each seat has put in during the round to act in, in small bets; nothing at a draw.

    Before the draw the blinds count, as they lie in front of the players too.
    """
    if state.drawing:
        return 0.0, 0.0
    if not state.round:
        return state.contributed
    first = state
    while first.before is not None and first.before.level == state.level:
        first = first.before
    before = first.contributed
    return state.contributed[0] - before[0], state.contributed[1] - before[1]
