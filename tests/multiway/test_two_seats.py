"""With two seats the strategy is played on the whole tree, and its exploitability measured."""

from itertools import pairwise

import numpy as np
import pytest

from solver.abstraction import build_abstraction
from solver.cfr import Minimiser
from solver.errors import ConfigurationError
from solver.game import PrivateChain, betting_tree, heads_up, public_tree
from solver.game.public_state import start as whole_start
from solver.multiway.betting import later_tree, opening_tree
from solver.multiway.cards import DealtCards
from solver.multiway.game import MultiwayGame
from solver.multiway.heads_up import WholeTree, as_heads_up
from solver.multiway.history import start
from solver.multiway.learner import Learner, Sampling, strategy
from solver.multiway.memory import Layout, Memory
from solver.sequences import hand_tables


@pytest.fixture(scope="module")
def abstraction():
    return build_abstraction(final=16, earlier=(64, 64, 32), draws=(2, 1, 1))


def one_draw(abstraction, draws=1):
    """The end of triple draw, each seat with a deck of its own, and its chain."""
    tables = hand_tables(abstraction)
    sizes = tuple(abstraction.size(left) for left in range(draws, -1, -1))
    cards = DealtCards(
        52,
        5,
        np.ascontiguousarray(tables.bucket[: draws + 1][::-1]),
        tables.low_class,
        np.ascontiguousarray(tables.keep[:draws][::-1]),
        sizes,
        separate=True,
    )
    initial = np.bincount(cards.bucket[0], minlength=sizes[0]) / cards.bucket.shape[1]
    matrices = tuple(tuple(abstraction.transitions[left]) for left in range(draws, 0, -1))
    return cards, PrivateChain(initial, matrices)


def test_rounds_of_two_seats_are_those_of_the_heads_up_game():
    game = MultiwayGame(seats=2, draws=(2, 1, 1))
    layout = Layout(game, Memory(), (4, 4, 4, 4))
    heads = as_heads_up(layout)
    assert heads == heads_up(draws=(2, 1, 1))
    for found, known in (
        (opening_tree(game), betting_tree(heads, 0)),
        (later_tree(game, 2), betting_tree(heads, 1)),
    ):
        assert found.letters == known.letters
        np.testing.assert_array_equal(found.target, known.target)
        np.testing.assert_array_equal(found.first_action, known.first_action)
        np.testing.assert_array_equal(found.alive == 3, known.folder < 0)


def test_the_whole_tree_reads_the_same_numbers_as_a_history():
    """Random walks: what the whole tree plays is what stands at the state of the same history."""
    random = np.random.default_rng(0)
    game = MultiwayGame(seats=2, draws=(3, 2, 1), cap=3)
    layout = Layout(game, Memory(draws_of_two=2), (3, 3, 3, 3))
    cells = random.random(layout.cells).astype(np.float32)
    whole = WholeTree(public_tree(as_heads_up(layout)), layout, cells)
    for _ in range(300):
        state, other = start(layout), whole_start(whole.tree)
        while not state.over:
            n = len(state.actions)
            assert tuple(other.actions) == state.actions
            expected = strategy(cells[state.cells], n).T
            np.testing.assert_allclose(whole.frequencies(other), expected, atol=1e-6)
            assert other.pot == pytest.approx(state.pot)
            assert other.to_call == pytest.approx(state.to_call) or state.drawing
            action = str(random.choice(state.actions))
            state, other = state.play(action), other.play(action)
        assert not other.actions or other.ended is not None or other.level == 6


def test_exploitability_falls_with_traversals(abstraction):
    """One draw, where everything is remembered; measured by the heads-up solver."""
    cards, chain = one_draw(abstraction)
    game = MultiwayGame(seats=2, draws=(1,), bets=(2, 2), cap=1)
    layout = Layout(game, Memory(pots_of_two=((3, 5, 7),)), cards.buckets)
    learner = Learner(layout, cards, Sampling(), seed=1)
    minimiser = Minimiser(public_tree(as_heads_up(layout)), (chain, chain))
    found = []
    for traversals in (5_000, 100_000):
        while learner.traversals < traversals:
            learner.learn()
        whole = WholeTree(minimiser.tree, layout, learner.sums)
        for level, rows in enumerate(minimiser.totals):
            rows[...] = whole.rows(level, 0, len(rows))
        found.append(minimiser.exploitability().mbb)
    assert all(later < before / 2 for before, later in pairwise(found))
    assert found[-1] < 30


def test_other_games_are_refused():
    layout = Layout(MultiwayGame(seats=3), Memory(), (2, 2, 2, 2))
    with pytest.raises(ConfigurationError, match="3 seats has no heads-up tree"):
        as_heads_up(layout)
