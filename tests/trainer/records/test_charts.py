"""Figures of progress: what they show, and that both grounds let them be seen."""

from dataclasses import replace
from datetime import UTC, datetime

import numpy as np
import pytest

from trainer import Answer, Decision, Rating
from trainer.records.charts import heat_figure, trend_figure
from trainer.records.progress import heat_map, leaks
from trainer.spots.situations import Situation
from trainer.spots.words import Unit

OPENING = Situation.parse("0/bet/button/nothing/not yet/two-card draw")
RIVER = Situation.parse("3/bet/button/bet/pat/8-low")
FIRST = Decision(
    1, datetime(2026, 1, 1, tzinfo=UTC), "s", "", "Kc7h5d3s2c", Answer("r"), "r", Rating.BLUNDER,
    0.5, 1500, OPENING.key,
)  # fmt: skip


def test_trend():
    second = replace(FIRST, ev_lost=0.0, rating=Rating.BEST)
    other = replace(FIRST, session=2, ev_lost=0.1)
    line, dots = trend_figure([FIRST, other, second]).data
    assert list(line.x) == [1, 2, 3]
    assert np.allclose(line.y, [0.5, 0.3, 0.2])
    assert np.allclose(line.customdata, [0, 0, 1 / 3])
    assert list(dots.x) == [3, 2]
    assert np.allclose(dots.y, [0.25, 0.1])
    assert [words[1] for words in dots.customdata] == ["2 answers", "1 answer"]


def test_a_long_trend_is_thinned_out_and_keeps_its_ends():
    line, dots = trend_figure([FIRST] * 5_000).data
    assert len(line.x) <= 400
    assert (line.x[0], line.x[-1]) == (1, 5_000)
    assert list(dots.x) == [5_000]


def test_heat_map():
    river = replace(FIRST, situation=RIVER.key, ev_lost=2.0)
    found = leaks([FIRST, river], {OPENING: 0.25, RIVER: 0.01})
    opening, last = (next(x.cost for x in found if x.situation == s) for s in (OPENING, RIVER))
    heat = heat_map(found)
    [cells] = heat_figure(heat).data
    assert list(cells.y) == ["two-card draw", "8-low"]
    assert len(cells.x) == 7
    assert list(cells.z[0]) == [0.5, *[None] * 6]
    assert list(cells.z[1]) == [*[None] * 6, 2.0]
    [costs] = heat_figure(heat, cost=True).data
    assert (costs.z[0][0], costs.z[1][6]) == pytest.approx((opening, last))
    assert f"{opening:.3f} in a hundred hands" in costs.customdata[0][0]
    [money] = heat_figure(heat, unit=Unit(10)).data
    assert list(money.z[0]) == [5.0, *[None] * 6]
    assert "$5.00 lost an answer" in money.customdata[0][0]


def test_figures_have_no_ground_of_their_own():
    heat = heat_map(leaks([FIRST], {OPENING: 0.25}))
    for figure in (trend_figure([FIRST]), heat_figure(heat)):
        assert figure.layout.paper_bgcolor == figure.layout.plot_bgcolor == "rgba(0,0,0,0)"
