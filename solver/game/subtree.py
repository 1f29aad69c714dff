"""What can follow a public state, as a public tree of its own.

Decisions, leaves and instances are numbered depth first and parent by parent, so that all that
follows a state is one contiguous stretch of every level. A tree begins with a betting round: before
a draw stands a round in which seat 0 can only check.
"""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from solver.errors import HistoryError
from solver.game.betting import CHECK, BettingTree
from solver.game.public_state import PublicState
from solver.game.tree import DrawLevel, PublicTree, RoundLevel


def subtree(state: PublicState) -> PublicState:
    """The root of a tree that holds only what can follow a state.

    Its history is that of the state, its amounts hold what is in the pot already; ``before`` is
    None. The game of the tree has only the rounds and draws that are left.

    Raises:
        HistoryError: the hand is over.
    """
    if state.ended is not None:
        raise HistoryError(f"the hand is over after {state.history!r}; nothing can follow")
    whole, number = state.tree, state.round
    game = whole.game.model_copy(
        update={"bets": whole.game.bets[number:], "draws": whole.game.draws[number:]}
    )
    paths = whole.draw_paths[number:]
    if state.drawing:
        stake = np.array(state.contributed[:1], np.float32)
        last = whole.rounds[number].last_draws
        parent = state.instance // len(whole.rounds[number].betting.closed)
        before = _part_of(whole.rounds[number].paths, parent, parent + 1)
        first = RoundLevel(STAND_IN, stake, last[parent : parent + 1], before)
        draw, begin, end = _first_draw(whole.draws[number], state.instance, state.decision)
        rounds, draws = _levels(whole, number + 1, begin, end)
        tree = PublicTree(game, (first, *rounds), (draw, *draws), paths)
        return PublicState(tree, state.history, 1, 0, min(state.decision, 1))
    level = whole.rounds[number]
    betting, open_, close = _betting_from(level.betting, state.decision)
    first = replace(_round_part(level, state.instance, state.instance + 1), betting=betting)
    if number == len(whole.draws):
        return PublicState(PublicTree(game, (first,), (), paths), state.history, 0, 0, 0)
    closed = state.instance * len(level.betting.closed)
    draw, begin, end = _draw_part(whole.draws[number], closed + open_, closed + close)
    rounds, draws = _levels(whole, number + 1, begin, end)
    tree = PublicTree(game, (first, *rounds), (draw, *draws), paths)
    return PublicState(tree, state.history, 0, 0, 0)


STAND_IN = BettingTree(
    actor=np.zeros(1, np.int8),
    first_action=np.array([0, 1], np.int32),
    letters=CHECK,
    target=np.array([-1], np.int32),
    folder=np.array([-1], np.int8),
    added=np.zeros((1, 2), np.float32),
    closed=(0,),
    sequences=(CHECK,),
    decision_sequences=("",),
    decision_added=np.zeros((1, 2), np.float32),
)
"""A round without a choice."""


def _betting_from(betting: BettingTree, decision: int) -> tuple[BettingTree, int, int]:
    """The part of a round from one of its decisions on.

    Returns:
        The part, and the first and one past the last of its leaves among those without a fold.
    """
    path = betting.decision_sequences[decision]
    decisions = [n for n, s in enumerate(betting.decision_sequences) if s.startswith(path)]
    leaves = [n for n, s in enumerate(betting.sequences) if s.startswith(path)]
    last, first_leaf, end_leaf = decisions[-1] + 1, leaves[0], leaves[-1] + 1
    slots = slice(betting.first_action[decision], betting.first_action[last])
    target = betting.target[slots]
    places = [n for n, leaf in enumerate(betting.closed) if first_leaf <= leaf < end_leaf]
    part = BettingTree(
        actor=betting.actor[decision:last],
        first_action=betting.first_action[decision : last + 1] - betting.first_action[decision],
        letters=betting.letters[slots],
        target=np.where(target >= 0, target - decision, target + first_leaf).astype(np.int32),
        folder=betting.folder[first_leaf:end_leaf],
        added=betting.added[first_leaf:end_leaf],
        closed=tuple(betting.closed[place] - first_leaf for place in places),
        sequences=betting.sequences[first_leaf:end_leaf],
        decision_sequences=betting.decision_sequences[decision:last],
        decision_added=betting.decision_added[decision:last],
    )
    return part, places[0], places[-1] + 1


def _first_draw(level: DrawLevel, instance: int, decision: int) -> tuple[DrawLevel, int, int]:
    """A draw at which seat 0 is to choose, or seat 1 who has seen his choice.

    In the second case seat 0 has one count left, which changes nothing (`draws_from`).

    Returns:
        The draw, and the first and one past the last of its children.
    """
    if decision == 0:
        return _draw_part(level, instance, instance + 1)
    second = int(level.choices[instance, 1])
    begin = int(level.first_child[instance]) + (decision - 1) * second
    part = DrawLevel(
        choices=np.array([[1, second]], np.int8),
        first_child=np.array([0, second], np.int64),
        slot_starts=np.array([0, 1 + second], np.int64),
        paths=_part_of(level.paths, instance, instance + 1),
    )
    return part, begin, begin + second


def _levels(
    tree: PublicTree, number: int, begin: int, end: int
) -> tuple[list[RoundLevel], list[DrawLevel]]:
    """All below the instances from `begin` up to `end` of a betting round."""
    rounds, draws = [_round_part(tree.rounds[number], begin, end)], []
    for level, draw in zip(tree.rounds[number + 1 :], tree.draws[number:], strict=True):
        closed = len(rounds[-1].betting.closed)
        part, begin, end = _draw_part(draw, begin * closed, end * closed)
        draws.append(part)
        rounds.append(_round_part(level, begin, end))
    return rounds, draws


def _round_part(level: RoundLevel, begin: int, end: int) -> RoundLevel:
    """Some instances of a betting round."""
    return RoundLevel(
        level.betting,
        level.stake[begin:end],
        level.last_draws[begin:end],
        _part_of(level.paths, begin, end),
    )


def _draw_part(level: DrawLevel, begin: int, end: int) -> tuple[DrawLevel, int, int]:
    """Some instances of a draw, and the first and one past the last of their children."""
    children = _rebased(level.first_child, begin, end)
    part = DrawLevel(
        level.choices[begin:end],
        children,
        _rebased(level.slot_starts, begin, end),
        _part_of(level.paths, begin, end),
    )
    return part, int(level.first_child[begin]), int(level.first_child[end])


Paths = tuple[NDArray[np.int32], NDArray[np.int32]]


def _part_of(paths: Paths, begin: int, end: int) -> Paths:
    """Own draw paths of some instances, numbered as in the whole tree."""
    return paths[0][begin:end], paths[1][begin:end]


def _rebased(starts: NDArray[np.int64], begin: int, end: int) -> NDArray[np.int64]:
    return np.asarray(starts[begin : end + 1] - starts[begin])
