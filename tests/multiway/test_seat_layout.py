"""Trees of several seats, and where the numbers of their decisions stand."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.errors import ConfigurationError, HistoryError
from solver.multiway.betting import first_in, later_tree, opening_tree
from solver.multiway.game import MultiwayGame
from solver.multiway.history import read_history, start
from solver.multiway.memory import Layout, Memory, decisions

LAYOUTS = {seats: Layout(MultiwayGame(seats=seats), Memory(), (5, 4, 3, 2)) for seats in (2, 3, 6)}


@pytest.mark.parametrize(("seats", "decisions"), [(2, 8), (3, 34), (6, 494)])
def test_sizes_of_first_rounds(seats, decisions):
    tree = opening_tree(MultiwayGame(seats=seats))
    assert tree.decisions == decisions
    assert max(bin(alive).count("1") for alive in tree.alive) == min(seats, 3)


def test_every_leaf_of_a_later_round_is_settled():
    for players in (2, 3):
        tree = later_tree(MultiwayGame(), players)
        for alive, added in zip(tree.alive, tree.added, strict=True):
            inside = [added[place] for place in range(players) if alive >> place & 1]
            assert len(inside) == 1 or len(set(inside)) == 1
            assert max(added) <= 4


def test_first_in_is_reached_by_folds():
    game = MultiwayGame(seats=6)
    tree = opening_tree(game)
    assert [int(tree.actor[decision]) for decision in first_in(game, tree)] == [0, 1, 2, 3, 4]


def test_blinds_position_names_and_order():
    assert MultiwayGame(seats=6).names == ("UTG", "HJ", "CO", "BTN", "SB", "BB")
    assert MultiwayGame(seats=3).names == ("BTN", "SB", "BB")
    assert MultiwayGame(seats=6).later_order == (4, 5, 0, 1, 2, 3)
    assert MultiwayGame(seats=2).later_order == (1, 0)


@given(st.sampled_from([2, 3, 6]), st.randoms(use_true_random=False))
@settings(max_examples=150, deadline=None)
def test_play_keeps_its_books(seats, random):
    """Chips never vanish, and the text of a history leads back to the same state."""
    layout = LAYOUTS[seats]
    state = start(layout)
    while not state.over:
        cells = state.cells
        buckets = layout.buckets[state.round]
        assert cells.stop - cells.start == buckets * len(state.actions)
        assert 0 <= cells.start < cells.stop <= layout.cells
        again = read_history(layout, state.history)
        assert again == state
        before = state.pot
        # Folds are left out at times, so that hands go on.
        choices = [a for a in state.actions if a != "f" or random.random() < 0.5]
        state = state.play(random.choice(choices or list(state.actions)))
        assert state.pot >= before
    assert len(state.seats) <= 3 and (len(state.seats) == 1 or state.round == 3)


def test_decisions_cover_all_numbers_once():
    """Nothing is visited twice; left over is only what narrower draws do not need."""
    for layout in LAYOUTS.values():
        seen = np.zeros(layout.cells, np.uint8)
        for part, actions in decisions(layout, seen):
            assert part.shape[1] % actions == 0
            np.add(part, 1, out=part)
        assert seen.max() == 1
        assert seen.mean() > 0.8


def test_decisions_of_different_situations_stand_apart():
    """Two states share numbers only if what is remembered of them is the same."""
    layout = LAYOUTS[3]
    same = [
        read_history(layout, f"BTN raise, BB call / BB {a}, BTN 2 / BB check, BTN check")
        for a in (3, 4)
    ]
    assert same[0].cells != same[1].cells
    limped = read_history(layout, "SB call, BB check / SB 2, BB 2")
    raised = read_history(layout, "SB raise, BB call / SB 2, BB 2")
    assert limped.cells != raised.cells


@pytest.mark.parametrize(
    ("history", "message"),
    [
        ("UTG call", "leaves out calling the big blind"),
        ("UTG raise, HJ call, CO call, BTN call", "at most 3 seats"),
        ("BTN raise, CO call", "out of place"),
        ("dealer raise", "each action begins with a seat"),
        ("UTG jump", "not understood"),
        ("UTG", "not understood"),
        ("UTG raise, BB call / BB 2, UTG 6", "cannot draw 6"),
        ("UTG raise, BB call / BB 0, UTG 2 / BB check, UTG check / BB 2", "cannot draw 2"),
        ("UTG raise, BB fold, UTG check", "the hand is over"),
    ],
)
def test_histories_that_cannot_be(history, message):
    with pytest.raises(HistoryError, match=message):
        read_history(LAYOUTS[6], history)


def test_history_of_another_table():
    with pytest.raises(HistoryError, match="a table of 3 has BTN, SB, BB"):
        read_history(LAYOUTS[3], "UTG raise")


@pytest.mark.parametrize("seats", [1, 9])
def test_tables_that_cannot_be(seats):
    with pytest.raises(ConfigurationError, match=f"{seats} seats asked for"):
        MultiwayGame(seats=seats)
