"""The published equities with one draw left, every entry to the last digit."""

import csv
from itertools import permutations, product
from pathlib import Path

import pytest

from solver.equity import equity

DATA = Path(__file__).parents[1] / "data"


def entries(name):
    with (DATA / name).open() as file:
        (_, *columns), *rows = csv.reader(file)
    return [
        (row, column, figure)
        for row, *figures in rows
        for column, figure in zip(columns, figures, strict=True)
    ]


def cards(ranks, suits):
    return {rank + suit for rank, suit in zip(ranks, suits, strict=True)}


def disjoint(ranks, draw, suitings):
    """The first suits that share no card with `draw`."""
    return next(hand for suits in suitings if not (hand := cards(ranks, suits)) & draw)


@pytest.mark.parametrize(("pat", "draw", "percent"), entries("pat_vs_one_card_draw_last_draw.csv"))
def test_pat_against_one_card_draw(pat, draw, percent):
    villain = cards(draw, "cdhs")
    no_flush = (suits for suits in product("cdhs", repeat=5) if len(set(suits)) > 1)
    hero = disjoint(pat, villain, no_flush)
    result = equity(["".join(hero), "".join(villain)], draws=1)
    assert (f"{100 * result.equity[0]:.2f}", result.exact, result.outcomes) == (percent, True, 43)


@pytest.mark.parametrize(
    ("row", "column", "percent"), entries("one_card_draw_vs_one_card_draw_last_draw.csv")
)
def test_one_card_draws(row, column, percent):
    villain = cards(column, "cdhs")
    hero = disjoint(row, villain, permutations("cdhs"))
    result = equity(["".join(hero), "".join(villain)], draws=1)
    assert f"{100 * result.equity[0]:.2f}" == percent
    assert (result.exact, result.outcomes) == (True, 44 * 43)
