"""Pots by layers of what each player put in, and how a pot is divided (6.1, 6.4)."""

from collections.abc import Sequence
from typing import NamedTuple


class Pot(NamedTuple):
    """Chips, and the seats that can win them."""

    amount: int
    seats: tuple[int, ...]


def uncalled(wagers: Sequence[int], live: Sequence[bool]) -> tuple[int, int]:
    """Seat and size of the part of a bet that nobody matched (4.11); size 0 if there is none."""
    ranked = sorted(wagers)
    excess = ranked[-1] - ranked[-2]
    seat = wagers.index(ranked[-1])
    return (seat, excess) if excess and live[seat] else (seat, 0)


def build_pots(contributed: Sequence[int], live: Sequence[bool], dead: int) -> tuple[Pot, ...]:
    """Main pot and side pots.

    A layer in which only folded players are left falls to the next lower one that somebody can
    still win, so there is one pot for each level at which a live player stopped putting in.

    Args:
        contributed: chips of each seat in the layers.
        live: who has not folded.
        dead: chips that belong to the main pot whoever posted them.
    """
    levels = sorted({chips for chips, alive in zip(contributed, live, strict=True) if alive})
    if len(levels) == 1:  # nobody is all-in for less
        everybody = tuple([seat for seat, alive in enumerate(live) if alive])
        return (Pot(sum(contributed) + dead, everybody),)
    pots: list[Pot] = []
    below = 0
    for level in levels:
        top = max(contributed) if level == levels[-1] else level
        amount = sum(min(chips, top) - min(chips, below) for chips in contributed)
        if not pots:
            amount += dead
        seats = tuple(
            seat
            for seat, (chips, alive) in enumerate(zip(contributed, live, strict=True))
            if alive and chips >= level
        )
        pots.append(Pot(amount, seats))
        below = level
    return tuple(pots)


def divide(amount: int, winners: Sequence[int]) -> dict[int, int]:
    """Equal shares; odd chips go one each to the first winners clockwise from the button (6.4).

    Args:
        amount: the pot.
        winners: seats in ascending order, which is the order from the button.
    """
    share, odd = divmod(amount, len(winners))
    return {seat: share + (place < odd) for place, seat in enumerate(winners)}
