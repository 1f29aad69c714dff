"""Where button and blinds are in the next hand, by the numbers of the chairs (2.2, 2.5)."""

from collections.abc import Collection
from dataclasses import dataclass

from solver.errors import RulesError
from solver.table.rules import ButtonRule


@dataclass(frozen=True)
class Positions:
    """Chairs of button and blinds.

    Attributes:
        button: may be empty under the dead button rule.
        small_blind: if this chair is empty nobody posts a small blind.
        big_blind: always taken.
    """

    button: int
    small_blind: int
    big_blind: int


def first_positions(chairs: Collection[int], button: int) -> Positions:
    """Positions of a first hand.

    Args:
        chairs: the chairs that are taken.
        button: one of them.

    Raises:
        RulesError: fewer than two players, or nobody on the button.
    """
    if len(chairs) < 2 or button not in chairs:
        raise RulesError(f"chairs {sorted(chairs)}, button {button}: expected a player on it")
    if len(chairs) == 2:
        return Positions(button, button, _left_of(button, chairs))
    small = _left_of(button, chairs)
    return Positions(button, small, _left_of(small, chairs))


def next_positions(
    before: Positions,
    chairs: Collection[int],
    rule: ButtonRule = "moving",
    cancelled: bool = False,
) -> Positions:
    """Positions of the hand after `before`.

    Moving: the button goes one active chair left. Dead: the big blind does, the small blind is due
    where the big blind was and the button lies where the small blind was, taken or not. When the
    table becomes heads-up nobody is big blind twice in a row. After a cancelled hand nothing moves.

    Args:
        before: positions of the hand just played.
        chairs: the chairs that are taken now.
        rule: see `solver.table.rules.Rules.button_rule`.
        cancelled: whether that hand was cancelled.

    Raises:
        RulesError: fewer than two players.
    """
    if len(chairs) < 2:
        raise RulesError(f"chairs {sorted(chairs)}: expected at least two players")
    if cancelled:
        return before
    if rule == "dead":
        big = _left_of(before.big_blind, chairs)
        if len(chairs) == 2:
            button = _left_of(big, chairs)
            return Positions(button, button, big)
        return Positions(before.small_blind, before.big_blind, big)
    moved = first_positions(chairs, _left_of(before.button, chairs))
    if len(chairs) == 2 and moved.big_blind == before.big_blind:
        return first_positions(chairs, before.big_blind)
    return moved


def deal_order(positions: Positions, chairs: Collection[int]) -> tuple[int, ...]:
    """Chairs in the order of the deal: entry k is seat k of the hand's `Setup`."""
    ordered = sorted(chairs)
    return tuple(
        [chair for chair in ordered if chair > positions.button]
        + [chair for chair in ordered if chair <= positions.button]
    )


def _left_of(chair: int, chairs: Collection[int]) -> int:
    return min((c for c in chairs if c > chair), default=min(chairs))
