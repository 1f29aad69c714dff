"""Situations: public features, classes of hands, keys."""

from collections import Counter

import numpy as np
import pytest

import solver
from solver.cards import parse_hand
from solver.errors import ConfigurationError
from trainer import Dealer, Spot
from trainer.spots.situations import (
    HAND_CLASSES,
    Situation,
    class_names,
    features_of,
    hand_class,
    hand_classes,
)


@pytest.mark.parametrize(
    ("hand", "draws_left", "expected"),
    [
        ("7c5d4h3s2c", 3, "pat 7"),
        ("9c8d6h3s2c", 2, "pat 9"),
        ("JcTd9h8s2c", 1, "pat jack"),
        ("Kc7d4h3s2c", 3, "one-card draw"),
        ("KcKd4h3s2c", 3, "two-card draw"),
        ("KcKdQhQs2c", 3, "three cards or more"),
        ("2c2d2h7s7c", 1, "snow candidate"),
        ("Kc2d2h7s7c", 1, "snow candidate"),
        ("2c2d3h4s7c", 2, "one-card draw"),
        ("8c7d5h4s2c", 0, "8-low"),
        ("AcKdQh3s2c", 0, "queen- to ace-low"),
        ("AcAdQh3s2c", 0, "pair or worse"),
        ("6c5d4h3s2c", 0, "pair or worse"),
    ],
)
def test_classes_of_hands(
    small_solution: solver.Solution, hand: str, draws_left: int, expected: str
):
    assert hand_class(small_solution.abstraction, parse_hand(hand), draws_left) == expected


@pytest.mark.parametrize("draws_left", range(4))
def test_every_hand_has_a_class_of_its_time(small_solution: solver.Solution, draws_left: int):
    classes = hand_classes(small_solution.abstraction, draws_left)
    names = {HAND_CLASSES[number] for number in np.unique(classes)}
    assert names <= set(class_names(draws_left))
    assert len(names) >= 7


def test_features_are_those_of_the_state(small_solution: solver.Solution):
    dealer = Dealer(small_solution, 4)
    for _ in range(150):
        state = dealer.spot().state
        seen = features_of(state)
        draws = state.draws
        assert (seen.round, seen.drawing, seen.seat[0]) == (state.round, state.drawing, state.seat)
        assert seen.pot[0] == pytest.approx(state.pot)
        assert seen.own_drew[0] == (draws[state.seat] or (-1,))[-1]
        assert seen.opponent_drew[0] == (draws[1 - state.seat] or (-1,))[-1]
        if not state.drawing:
            letters = state.history.split()[-1] if state.decision else ""
            made = letters.count("b") + letters.count("r")
            assert seen.bets[0] == made + (state.round == 0)
            assert seen.facing[0] == min(made, 2)


def test_keys_are_read_again(small_solution: solver.Solution):
    dealer = Dealer(small_solution, 8)
    found = Counter(Situation.of(small_solution, dealer.spot()) for _ in range(150))
    assert len(found) > 60
    assert all(Situation.parse(situation.key) == situation for situation in found)
    assert len({situation.name for situation in found}) == len(found)


@pytest.mark.parametrize(
    ("history", "hands", "key", "name"),
    [
        (
            "",
            "Kc7h4d3s2c",
            "0/bet/button/nothing/not yet/one-card draw",
            "before the draw, button, opening, one-card draw",
        ),
        (
            "rc 1",
            "9c7h4d3s2c",
            "0/draw/button/nothing/one/pat 9",
            "first draw, button, opponent drew one, pat 9",
        ),
        (
            "rc 21 kk 10 kk 00 kb",
            "KcQh4d3s2c Jc7h4d3s2c Tc7h4d3s2c Tc7h4d3s2c",
            "3/bet/big blind/bet/pat/ten-low",
            "after the third draw, big blind, facing a bet, opponent stood pat, ten-low",
        ),
    ],
)
def test_names(small_solution: solver.Solution, history: str, hands: str, key: str, name: str):
    situation = Situation.of(small_solution, Spot.read(small_solution, history, hands))
    assert (situation.key, situation.name) == (key, name)


@pytest.mark.parametrize(
    "key", ["", "3/bet/button", "4/bet/button/bet/pat/8-low", "3/bet/x/bet/pat/8-low"]
)
def test_no_situation(key: str):
    with pytest.raises(ConfigurationError, match="no situation"):
        Situation.parse(key)
