"""Games whose value is known: by hand, or given with the game."""

import pytest
from extensive import ExtensiveForm
from small_games import TINY, TINY_CHAINS, TINY_VALUE, still_chain

from solver.cfr import RULES, Minimiser
from solver.game import Game, heads_up, public_tree

TRIPLE_DRAW = heads_up(cap=2, draws=(1, 1, 0))
ANTES = Game(forced_bets=(0.5, 0.5), live=False, bets=(1, 2, 2), cap=2, draws=(1, 1))

WINS, LOSES = (1, 0), (0, 1)
"""Probabilities of the better and the worse of two buckets."""


@pytest.mark.parametrize(
    ("game", "first", "second", "value"),
    [
        # The button folds his half bet: whatever he adds is lost.
        (TRIPLE_DRAW, WINS, LOSES, 0.5),
        # The big blind loses what he had to post, and nothing more.
        (TRIPLE_DRAW, LOSES, WINS, -1.0),
        (TRIPLE_DRAW, WINS, WINS, 0.0),
        (TRIPLE_DRAW, LOSES, LOSES, 0.0),
        (ANTES, WINS, LOSES, 0.5),
        (ANTES, LOSES, WINS, -0.5),
        (ANTES, WINS, WINS, 0.0),
    ],
)
def test_one_seat_always_wins_or_all_is_tied(game, first, second, value):
    chains = still_chain(game, first), still_chain(game, second)
    minimiser = Minimiser(public_tree(game), chains, threads=1)
    for _ in range(150):
        minimiser.iterate()
    reached = minimiser.exploitability()
    assert reached.value == pytest.approx((value, -value), abs=2e-3)
    assert reached.best_responses == pytest.approx((value, -value), abs=2e-3)
    assert reached.mbb < 1


def test_half_street_of_nuts_or_nothing():
    """Seat 0 holds the best or the worst hand, seat 1 something between; one bet into a pot of 2.

    Seat 0 bets all its good hands and, to make calls worth nothing, one bad one for every three
    good ones (bet / (pot + bet)); seat 1 calls pot / (pot + bet) = 2/3. A good hand wins
    2/3 * 2 + 1/3 * 1 = 5/3, a bad one loses its ante, together 1/3.
    """
    game = Game(forced_bets=(1, 1), live=False, bets=(1,), cap=1, draws=())
    minimiser = Minimiser(
        public_tree(game),
        (still_chain(game, (0.5, 0, 0.5)), still_chain(game, (0, 1, 0))),
        threads=1,
    )
    for _ in range(2000):
        minimiser.iterate()
    assert minimiser.exploitability().value[0] == pytest.approx(1 / 3, abs=1e-4)
    check, bet, *_ = minimiser.totals[0][:, 2]
    assert bet / (check + bet) == pytest.approx(1 / 3, abs=2e-3)
    fold, call = minimiser.totals[0][-2:, 1]
    assert call / (fold + call) == pytest.approx(2 / 3, abs=2e-3)


def test_tiny_draw_game():
    minimiser = Minimiser(public_tree(TINY), TINY_CHAINS, threads=1)
    for _ in range(1500):
        minimiser.iterate()
    reached = minimiser.exploitability()
    assert reached.value[0] == pytest.approx(TINY_VALUE, abs=1e-5)
    # The value lies between what each seat is sure of.
    assert -reached.best_responses[1] <= TINY_VALUE <= reached.best_responses[0]


def test_tiny_draw_game_by_linear_programming():
    assert ExtensiveForm(TINY, TINY_CHAINS).value() == pytest.approx(TINY_VALUE, abs=1e-6)


@pytest.mark.parametrize(
    ("rule", "most_mbb", "error"),
    [
        ("CFR", 6, 2e-3),
        ("LCFR", 3, 1e-3),
        ("CFR+", 0.3, 5e-5),
        ("DCFR", 0.3, 5e-5),
        ("DCFR+", 0.5, 5e-5),
        ("PCFR+", 0.3, 5e-5),
        ("PDCFR+", 0.3, 5e-5),
    ],
)
def test_every_rule_converges(rule, most_mbb, error):
    minimiser = Minimiser(public_tree(TINY), TINY_CHAINS, RULES[rule], threads=1)
    for _ in range(2000):
        minimiser.iterate()
    reached = minimiser.exploitability()
    assert 0 <= reached.mbb < most_mbb
    assert reached.value[0] == pytest.approx(TINY_VALUE, abs=error)
