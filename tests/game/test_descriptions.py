"""Games: what is refused, how many cards may be drawn."""

import pytest
from pydantic import ValidationError

from solver.game import BIG_BLIND, BUTTON, Game, heads_up


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"bets": (1.0, 2.0)}, "2 betting rounds need 1 draws; 3 given"),
        ({"draws": (3, 2)}, "4 betting rounds need 3 draws; 2 given"),
        ({"draws": (6, 2, 1)}, "draw limits run from 0 to 5 cards"),
        ({"draws": (3, -1, 1)}, "draw limits run from 0 to 5 cards"),
        ({"bets": (1.0, 1.0, 0.0, 2.0)}, "bets must be positive"),
        ({"forced_bets": (1.0, -0.5)}, "forced bets not negative"),
        ({"forced_bets": (0.5, 1.0)}, "seat 0 posts the larger one"),
        ({"forced_bets": (1.0, 1.0)}, "seat 0 posts the larger one"),
        ({"live": False}, "antes must be equal"),
        ({"cap": 0}, "greater than or equal to 1"),
        ({"cap": 21}, "less than or equal to 20"),
        ({"draw_rule": "wide"}, "'narrowing' or 'free'"),
        ({"blinds": (1.0, 0.5)}, "blinds\n  Extra inputs are not permitted"),
        ({"bets": ()}, "0 betting rounds"),
    ],
)
def test_games_that_make_no_sense(settings, message):
    with pytest.raises(ValidationError, match=message):
        Game(**settings)


def test_games_do_not_change():
    with pytest.raises(ValidationError, match="frozen"):
        heads_up().cap = 3


def test_heads_up_triple_draw():
    game = heads_up(cap=3, draws=(5, 3, 2))
    assert (game.cap, game.draws, game.rounds) == (3, (5, 3, 2), 4)
    assert game.forced_bets[BIG_BLIND] == 1.0 and game.forced_bets[BUTTON] == 0.5
    assert game.bets == (1.0, 1.0, 2.0, 2.0)


def test_the_first_draw_has_only_its_limit():
    for limit in range(6):
        assert heads_up(draws=(limit, 5, 5)).draw_choices(0, None) == limit + 1


@pytest.mark.parametrize(
    ("limit", "last", "most"),
    [
        (5, 5, 5),
        (5, 3, 3),
        (2, 3, 2),
        (2, 2, 2),
        (2, 1, 1),
        (2, 0, 1),  # a pat hand may break one card
        (0, 0, 0),
        (0, 3, 0),
    ],
)
def test_later_draws_narrow(limit, last, most):
    game = heads_up(draws=(5, limit, limit))
    assert game.draw_choices(1, last) == game.draw_choices(2, last) == most + 1


@pytest.mark.parametrize("last", range(6))
def test_free_draws_do_not_narrow(last):
    game = Game(draws=(5, 4, 2), draw_rule="free")
    assert game.draw_choices(1, last) == 5
    assert game.draw_choices(2, last) == 3
