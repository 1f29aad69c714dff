"""Three-seat Kuhn poker, whose equilibria are known (Szafron, Gibson and Sturtevant 2013)."""

import numpy as np
import pytest
from naive_seats import single_cards

from solver.multiway.game import MultiwayGame
from solver.multiway.history import start
from solver.multiway.learner import Learner, Sampling, strategy
from solver.multiway.memory import Layout, Memory

LITERATURE = ((-1 / 32, -1 / 48), (-1 / 48, -1 / 48), (1 / 24, 5 / 96))
"""What the first, second and third seat win in the equilibria in which the first seat always
checks: the second always as much, the first and the third as the second chooses."""

DECK = 4


@pytest.fixture(scope="module")
def learned():
    game = MultiwayGame(seats=3, ante=1, bets=(1,), draws=(), cap=1)
    cards = single_cards(1, DECK, DECK)
    cards = type(cards)(
        DECK,
        1,
        np.arange(DECK, dtype=np.int16)[None],
        cards.low_class,
        cards.keep,
        (DECK,),
    )
    layout = Layout(game, Memory(), cards.buckets)
    learner = Learner(layout, cards, Sampling(hands=1, batch=64), threads=1, seed=3)
    while learner.traversals < 4_000_000:
        learner.learn()
    return layout, learner.sums


def _values(layout, cells, responder=None):
    """What everybody wins; a responder knows the strategies and takes its best actions."""
    deals = [
        (a, b, c)
        for a in range(DECK)
        for b in range(DECK)
        for c in range(DECK)
        if len({a, b, c}) == 3
    ]
    held = np.array(deals)

    def walk(state, reach):
        if state.over:
            paid = np.array(state.paid)
            out = np.tile(-paid, (len(held), 1))
            low = held[:, list(state.seats)]
            winner = np.array(state.seats)[low.argmin(axis=1)]
            out[np.arange(len(held)), winner] += paid.sum()
            return out
        seat = state.seat
        chances = strategy(cells[state.cells], 2)[held[:, seat]]
        if seat != responder:
            each = [
                walk(state.play(action), reach * chances[:, place])
                for place, action in enumerate(state.actions)
            ]
            return sum(chances[:, [place]] * each[place] for place in range(2))
        each = [walk(state.play(action), reach) for action in state.actions]
        won = np.stack([values[:, seat] * reach for values in each], axis=1)
        by_card = np.zeros((DECK, 2))
        np.add.at(by_card, held[:, seat], won)
        best = by_card.argmax(axis=1)[held[:, seat]]
        return np.where(best[:, None] == 0, each[0], each[1])

    return walk(start(layout), np.ones(len(held))).mean(axis=0)


def test_nobody_gains_by_leaving_the_strategy(learned):
    layout, cells = learned
    values = _values(layout, cells)
    gains = [_values(layout, cells, seat)[seat] - values[seat] for seat in range(3)]
    assert values.sum() == pytest.approx(0, abs=1e-12)
    assert min(gains) >= -1e-12
    assert sum(gains) < 0.01


def test_profits_are_those_of_the_literature(learned):
    layout, cells = learned
    for value, (least, most) in zip(_values(layout, cells), LITERATURE, strict=True):
        assert least - 0.004 < value < most + 0.004


def test_strategies_of_all_known_equilibria(learned):
    """The best card always calls a bet, the two lowest never do so before somebody has called."""
    layout, cells = learned
    checked = start(layout).play("k")
    bet = checked.play("b")
    facing = strategy(cells[bet.cells], 2)
    assert facing[0, 1] > 0.99
    assert facing[2:, 1].max() < 0.01
