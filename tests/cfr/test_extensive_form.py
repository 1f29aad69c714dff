"""Values and best responses beside those of the game dealt out hand by hand."""

import naive
import numpy as np
import pytest
from extensive import ExtensiveForm
from small_games import random_chains, table_of

from solver.cfr import Minimiser
from solver.game import Game, public_tree

GAMES = {
    "antes, cap 2": (Game(forced_bets=(1, 1), live=False, bets=(1, 2), cap=2, draws=(1,)), (3, 3)),
    "antes, cap 3": (Game(forced_bets=(1, 1), live=False, bets=(1, 1), cap=3, draws=(1,)), (2, 4)),
    "no antes": (Game(forced_bets=(0, 0), live=False, bets=(1, 2), cap=2, draws=(1,)), (3, 2)),
    "blinds, cap 1": (Game(bets=(1, 2), cap=1, draws=(3,)), (3, 3)),
    "blinds, cap 2": (Game(forced_bets=(1, 0.4), bets=(1, 1.5), cap=2, draws=(2,)), (2, 3)),
    "one round": (Game(forced_bets=(1, 1), live=False, bets=(1,), cap=4, draws=()), (9,)),
    "narrowing": (Game(bets=(1, 1, 2), cap=1, draws=(2, 1)), (2, 2, 2)),
    "free": (Game(bets=(1, 1, 2), cap=1, draws=(0, 2), draw_rule="free"), (2, 3, 2)),
}

TRIED_OUT = {
    # 25 to 2,099,200 pure strategies a seat; in the last game cards differ only after the draw.
    "antes": (
        Game(forced_bets=(1, 1), live=False, bets=(1,), cap=2, draws=()),
        (2,),
    ),
    "blinds": (Game(forced_bets=(1, 0.5), bets=(1,), cap=2, draws=()), (4,)),
    "draw": (Game(forced_bets=(1, 1), live=False, bets=(1, 2), cap=1, draws=(1,)), (1, 2)),
}

every_game = pytest.mark.parametrize(("game", "buckets"), GAMES.values(), ids=GAMES)


def solved(game, buckets, iterations, seed=0):
    chains = random_chains(game, buckets, seed)
    minimiser = Minimiser(public_tree(game), chains, threads=1)
    for _ in range(iterations):
        minimiser.iterate()
    return minimiser


def average(minimiser):
    totals = table_of(minimiser.tree, minimiser.chains, minimiser.totals)
    return {history: naive.matched(numbers) for history, numbers in totals.items()}


@every_game
@pytest.mark.parametrize("seed", [1, 2])
def test_value_of_random_games(game, buckets, seed):
    minimiser = solved(game, buckets, 1500, seed)
    expected = ExtensiveForm(game, minimiser.chains).value()
    pot = sum(game.forced_bets) or game.bets[0]
    reached = minimiser.exploitability()
    assert reached.value[0] == pytest.approx(expected, abs=1e-4 * pot)
    assert -reached.best_responses[1] - 1e-6 <= expected <= reached.best_responses[0] + 1e-6


@every_game
def test_value_and_best_responses_of_unfinished_strategies(game, buckets):
    minimiser = solved(game, buckets, 3, seed=3)
    form, strategies = ExtensiveForm(game, minimiser.chains), average(minimiser)
    reached = minimiser.exploitability()
    for seat in (0, 1):
        assert reached.value[seat] == pytest.approx(form.won(seat, strategies), abs=1e-6)
        expected = form.best_response(seat, strategies)
        assert reached.best_responses[seat] == pytest.approx(expected, abs=2e-6)
    assert reached.mean == pytest.approx(
        np.mean([form.best_response(seat, strategies) for seat in (0, 1)]), abs=2e-6
    )
    assert reached.mbb == 1000 * reached.mean


@pytest.mark.parametrize(("game", "buckets"), TRIED_OUT.values(), ids=TRIED_OUT)
@pytest.mark.parametrize("iterations", [1, 20])
def test_best_responses_by_trying_all_pure_strategies(game, buckets, iterations):
    minimiser = solved(game, buckets, iterations, seed=4)
    form, strategies = ExtensiveForm(game, minimiser.chains), average(minimiser)
    for seat in (0, 1):
        expected = form.best_pure_response(seat, strategies)
        assert minimiser.exploitability().best_responses[seat] == pytest.approx(expected, abs=1e-6)
        assert form.best_response(seat, strategies) == pytest.approx(expected, abs=1e-9)
