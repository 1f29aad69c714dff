"""The rule book, line by line, and who only calls."""

import numpy as np
import pytest

import solver
from solver.cards import format_hand, parse_hand
from solver.evaluation import AlwaysCall, RuleBook
from solver.game import PublicTree, heads_up, public_tree
from solver.game.public_state import read_history

RANDOM = np.random.default_rng(0)


@pytest.fixture(scope="module")
def tree() -> PublicTree:
    return public_tree(heads_up(cap=4, draws=(3, 2, 1)))


@pytest.mark.parametrize(
    ("hand", "history", "thrown"),
    [
        ("8c7d6h5s2c", "rc 0", ""),  # a pat eight stays before the first draw
        ("9c7d5h4s2c", "rc 0", "9c"),  # a nine is broken
        ("9c7d5h4s2c", "rc 11 kk 1", ""),  # and stays before the second
        ("Tc7d5h4s2c", "rc 11 kk 1", "Tc"),
        ("JcTd9h8s6c", "rc 11 kk 11 kk 1", ""),  # a jack against a one-card draw
        ("Jc8d7h4s2c", "rc 00 kk 00 kk 0", "Jc"),  # but not against a pat hand
        ("9c8d7h4s2c", "rc 00 kk 00 kk 0", ""),
        ("Qc7d5h4s2c", "rc 11 kk 11 kk 1", "Qc"),
        ("KcKd7h7s2c", "rc 3", "KdKc7h"),  # one card of a pair
        ("KcQdJhTs2c", "rc 3", "KcQdJh"),  # no more than three may go
        ("KcKdKhQsQc", "rc 3", "KhKdQs"),
        ("6c5d4h3s2c", "rc 3", "6c"),  # straights and flushes lose their highest card
        ("8c6c4c3c2c", "rc 3", "8c"),
        ("KcQd4h3s2c", "rc 22 kk 22 kk 1", "Kc"),  # only one may go: the queen stays
    ],
)
def test_draws(tree: PublicTree, hand: str, history: str, thrown: str) -> None:
    cards = parse_hand(hand)
    state = read_history(tree, history)
    assert state.drawing
    gone = RuleBook(tree).discard(cards, state, RANDOM)
    assert set(gone) <= set(cards)
    assert sorted(format_hand(gone)[::2]) == sorted(thrown[::2])


@pytest.mark.parametrize(
    ("hand", "history", "action"),
    [
        ("KcQdJh4s2c", "", "r"),  # two low cards open
        ("KcQdJhJs2c", "", "f"),
        ("KcQdJh4s2c", "r", "c"),
        ("KcQd5h4s2c", "r", "r"),  # three reraise
        ("KcQd5h4s2c", "rr", "c"),
        ("Kc7d5h4s2c", "rr", "r"),  # four cap
        ("KcQdJhJs2c", "c", "k"),
        ("Kc7d5h4s2c", "rc 12 k", "b"),  # ahead in the draw
        ("KcQd5h4s2c", "rc 11 k", "k"),
        ("Kc7d5h4s2c", "rc 11 k", "b"),  # on even terms the button bets
        ("Kc7d5h4s2c", "rc 11", "k"),
        ("Kc7d5h4s2c", "rc 13 b", "c"),  # the big blind has taken one
        ("Kc7d5h4s2c", "rc 31 b", "r"),  # two cards ahead
        ("8c7d5h4s2c", "rc 00 b", "r"),
        ("KcQdJh4s2c", "rc 13 kk 12 b", "f"),  # two behind, for a big bet
        ("KcQdJh4s2c", "rc 13 b", "c"),  # for a small one
        ("9c7d5h4s2c", "rc 11 kk 11 kk 11", "b"),
        ("9c7d5h4s2c", "rc 11 kk 11 kk 10", "k"),
        ("Tc7d5h4s2c", "rc 11 kk 11 kk 11", "k"),
        ("Jc7d5h4s2c", "rc 11 kk 11 kk 11 b", "c"),
        ("Qc7d5h4s2c", "rc 11 kk 11 kk 11 b", "f"),
        ("Jc7d5h4s2c", "rc 11 kk 11 kk 01 b", "f"),
        ("8c6d5h4s3c", "rc 11 kk 11 kk 11 b", "r"),
        ("8c7d5h4s3c", "rc 11 kk 11 kk 11 b", "c"),
    ],
)
def test_bets(tree: PublicTree, hand: str, history: str, action: str) -> None:
    state = read_history(tree, history)
    assert not state.drawing
    assert RuleBook(tree).act(parse_hand(hand), state, RANDOM) == action


def test_at_the_cap_a_raise_becomes_a_call(tree: PublicTree) -> None:
    state = read_history(tree, "rrr")
    assert RuleBook(tree).act(parse_hand("7c5d4h3s2c"), state, RANDOM) == "c"


def test_who_only_calls(small_solution: solver.Solution) -> None:
    player = AlwaysCall(small_solution.tree, small_solution.abstraction)
    hand = parse_hand("KcKd7h5s2c")
    for history, action in (("", "c"), ("r", "c"), ("c", "k"), ("rc 22", "k"), ("rc 22 b", "c")):
        assert player.act(hand, small_solution.state(history), RANDOM) == action
    assert set(player.discard(hand, small_solution.state("rc"), RANDOM)) == set(hand[:2])
    assert player.discard(parse_hand("7c5d4h3s2c"), small_solution.state("rc"), RANDOM) == ()
    last = small_solution.state("rc 11 kk 11 kk")
    assert len(player.discard(hand, last, RANDOM)) == 1
