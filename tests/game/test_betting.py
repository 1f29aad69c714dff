"""Betting rounds: by hand where they are short, against the plain rules otherwise."""

import numpy as np
import pytest
from plain_game import spots_of_round, start

from solver.game import BIG_BLIND, BUTTON, Game, betting_tree, heads_up

OPENED_BY_BUTTON = {
    # letters: (folder, big blind's chips, button's chips); cap 3, the big blind is the first bet
    "f": (BUTTON, 1, 0.5),
    "ck": (-1, 1, 1),
    "crf": (BUTTON, 2, 1),
    "crc": (-1, 2, 2),
    "crrf": (BIG_BLIND, 2, 3),
    "crrc": (-1, 3, 3),
    "rf": (BIG_BLIND, 1, 2),
    "rc": (-1, 2, 2),
    "rrf": (BUTTON, 3, 2),
    "rrc": (-1, 3, 3),
}
LATER = {
    # cap 2, big bets
    "kk": (-1, 0, 0),
    "kbf": (BIG_BLIND, 0, 2),
    "kbc": (-1, 2, 2),
    "kbrf": (BUTTON, 4, 2),
    "kbrc": (-1, 4, 4),
    "bf": (BUTTON, 2, 0),
    "bc": (-1, 2, 2),
    "brf": (BIG_BLIND, 2, 4),
    "brc": (-1, 4, 4),
}


@pytest.mark.parametrize(
    ("game", "number", "expected"),
    [(heads_up(cap=3), 0, OPENED_BY_BUTTON), (heads_up(cap=2), 3, LATER)],
)
def test_leaves_by_hand(game, number, expected):
    tree = betting_tree(game, number)
    found = {
        letters: (int(folder), *added)
        for letters, folder, added in zip(
            tree.sequences, tree.folder, tree.added.tolist(), strict=True
        )
    }
    assert found == expected
    assert [tree.sequences[leaf] for leaf in tree.closed] == [
        letters for letters, (folder, *_) in expected.items() if folder < 0
    ]


def test_decisions_by_hand():
    tree = betting_tree(heads_up(cap=3), 0)
    found = {
        letters: (int(tree.actor[decision]), tree.choices(decision), *added)
        for decision, (letters, added) in enumerate(
            zip(tree.decision_sequences, tree.decision_added.tolist(), strict=True)
        )
    }
    assert found == {
        "": (BUTTON, "fcr", 1, 0.5),
        "c": (BIG_BLIND, "kr", 1, 1),
        "cr": (BUTTON, "fcr", 2, 1),
        "crr": (BIG_BLIND, "fc", 2, 3),
        "r": (BIG_BLIND, "fcr", 1, 2),
        "rr": (BUTTON, "fc", 3, 2),
    }


@pytest.mark.parametrize(
    ("cap", "first", "later"),
    # decisions, actions, leaves without a fold
    [(1, (2, 3, 1), (4, 8, 3)), (2, (4, 9, 3), (6, 14, 5)), (4, (8, 21, 7), (10, 26, 9))],
)
def test_sizes(cap, first, later):
    for number, expected in enumerate((first, later, later, later)):
        tree = betting_tree(heads_up(cap=cap), number)
        assert (len(tree.actor), tree.actions, len(tree.closed)) == expected


@pytest.mark.parametrize(
    "game",
    [
        heads_up(cap=1),
        heads_up(cap=4),
        Game(forced_bets=(0.7, 0.2), bets=(1, 3), draws=(0,), cap=3),
        Game(forced_bets=(0.5, 0.5), live=False, bets=(1, 2), draws=(0,), cap=5),
        Game(forced_bets=(0, 0), live=False, bets=(1, 2), draws=(0,), cap=1),
    ],
)
def test_rounds_follow_the_rules(game):
    """Every decision, action and leaf of the first two rounds, against the plain rules."""
    second = start(game)
    while second.drawing or second.round == 0:
        second = second.play(second.actions().lstrip("f")[0])
    for number, root in enumerate((start(game), second)):
        tree = betting_tree(game, number)
        base = np.array(root.paid) if number else np.zeros(2)
        decisions, leaves = {}, {}
        for spot in spots_of_round(root, number):
            inside = not spot.over and not spot.drawing
            letters = spot.history[len(root.history) :].rstrip()
            (decisions if inside else leaves)[letters] = spot
        assert list(decisions) == list(tree.decision_sequences)
        assert list(leaves) == list(tree.sequences)
        for decision, spot in enumerate(decisions.values()):
            assert tree.actor[decision] == spot.actor
            assert tree.choices(decision) == spot.actions()
            np.testing.assert_allclose(base + tree.decision_added[decision], spot.paid, rtol=1e-6)
        for leaf, spot in enumerate(leaves.values()):
            assert tree.folder[leaf] == (-1 if spot.folded is None else spot.folded)
            assert (leaf in tree.closed) == (spot.folded is None)
            np.testing.assert_allclose(base + tree.added[leaf], spot.paid, rtol=1e-6)
        for decision, letters in enumerate(tree.decision_sequences):
            first = tree.first_action[decision]
            for place, letter in enumerate(tree.choices(decision)):
                target = int(tree.target[first + place])
                reached = (
                    tree.decision_sequences[target] if target >= 0 else tree.sequences[-1 - target]
                )
                assert reached == letters + letter
