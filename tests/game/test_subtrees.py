"""Trees from a public state on, beside what the whole tree says of the same states."""

import numpy as np
import pytest

from solver.errors import HistoryError
from solver.game import Game, heads_up, public_tree
from solver.game.public_state import PublicState, read_history, read_on, start, state_at
from solver.game.subtree import subtree

GAMES = {
    "antes": Game(forced_bets=(0.5, 0.5), live=False, bets=(1, 2), cap=2, draws=(1,)),
    "two draws": Game(bets=(1, 1, 2), cap=2, draws=(2, 1)),
    "free draws": Game(bets=(1, 1, 2), cap=1, draws=(0, 2), draw_rule="free"),
    "one round": Game(forced_bets=(1, 1), live=False, bets=(1,), cap=3, draws=()),
}


def everything(state: PublicState) -> list[PublicState]:
    """A state and all that can follow it."""
    found = [state]
    for action in state.actions:
        found += everything(state.play(action))
    return found


def facts(state: PublicState) -> tuple[object, ...]:
    """What a player can see, and what he may do."""
    over = state.ended is not None
    return (
        state.history,
        state.contributed,
        state.actions,
        state.folded,
        over,
        None if over else (state.seat, state.draws_left, state.to_call),
    )


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_what_follows_a_state_is_the_same_in_its_own_tree(game: Game) -> None:
    for state in everything(start(public_tree(game))):
        if state.ended is not None:
            continue
        root = subtree(state)
        assert [facts(s) for s in everything(root)] == [facts(s) for s in everything(state)]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_slot_of_a_subtree_is_some_action(game: Game) -> None:
    for state in everything(start(public_tree(game))):
        if state.ended is not None:
            continue
        root = subtree(state)
        taken = [np.zeros(level.slots, int) for level in root.tree.levels]
        for below in everything(root):
            if below.ended is None:
                first = below.first_slot
                taken[below.level][first : first + len(below.actions)] += 1
        if state.drawing:  # the round that stands before a draw, and a draw that is made already
            assert taken[0].tolist() == [0]
            taken[0][0] = 1
            if state.decision:
                assert taken[1][0] == 0
                taken[1][0] = 1
        assert all((level == 1).all() for level in taken)


def test_instances_are_found_by_number_and_by_history() -> None:
    tree = public_tree(heads_up(cap=2, draws=(2, 2, 1)))
    for number, level in enumerate(tree.levels):
        for instance in range(0, level.instances, 1 + level.instances // 50):
            state = state_at(tree, number, instance)
            assert (state.level, state.instance) == (number, instance)
            assert read_history(tree, state.history).instance == instance


def test_a_history_goes_on_from_any_state() -> None:
    tree = public_tree(heads_up())
    whole = "rc 21 kbc 11 kk 10 b"
    for place in range(len(whole)):
        try:
            state = read_history(tree, whole[:place])
        except HistoryError:
            continue
        assert read_on(state, whole[place:]).history == whole


def test_nothing_follows_the_end() -> None:
    with pytest.raises(HistoryError, match="the hand is over after 'rf'"):
        subtree(read_history(public_tree(heads_up()), "rf"))
