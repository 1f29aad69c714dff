"""Figures show finite numbers with titles and units, frequencies that sum to one, true values."""

from collections.abc import Callable
from itertools import pairwise

import numpy as np
import plotly.graph_objects as go
import pytest

import solver
from solver import plots
from solver.cards import low_class, suit_classes
from solver.errors import HistoryError
from solver.game.public_state import action_name

LAST = "rc 21 kbc 11 kbc 11"

FIGURES: dict[str, Callable[[solver.Solution, bool], go.Figure]] = {
    "convergence": lambda s, dark: plots.convergence(s.trace, "seconds", target=10, dark=dark),
    "opening": lambda s, dark: plots.starting_hands(s, dark=dark),
    "three-card draws": lambda s, dark: plots.starting_hands(s, drawing=3, dark=dark),
    "defence": lambda s, dark: plots.starting_hands(s, "r", "low cards", dark=dark),
    "draw": lambda s, dark: plots.draw_decision(s, "rc 2", dark=dark),
    "last draw": lambda s, dark: plots.draw_decision(
        s, "rc 21 kbc 11 kbc", "kept cards", dark=dark
    ),
    "buckets": lambda s, dark: plots.strategy(s, "rc 21 k", "bucket", dark=dark),
    "last round": lambda s, dark: plots.last_round(s, LAST, dark=dark),
    "ranges": lambda s, dark: plots.ranges(s, "rc 21 kbc 11", dark=dark),
    "ranges of other kinds": lambda s, dark: plots.ranges(s, "rc 21 kbc 11 kbc 1", dark=dark),
}


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("name", FIGURES)
def test_titles_units_and_finite_numbers(
    small_solution: solver.Solution, name: str, dark: bool
) -> None:
    figure = FIGURES[name](small_solution, dark)
    assert len(figure.layout.title.text) > 10
    titles = [
        axis.title.text or ""
        for axis in (*figure.select_xaxes(), *figure.select_yaxes())
        if axis.title.text
    ]
    assert titles
    for axis in figure.select_xaxes() if name != "last round" else figure.select_yaxes():
        assert axis.title.text == "iterations" or axis.title.text.endswith(
            ("(%)", "(small bets)", "(mbb/g)", "(s)")
        )
    for trace in figure.data:
        for values in (trace.x, trace.y):
            numbers = [v for v in values if v is not None and not isinstance(v, str)]
            assert np.isfinite(np.array(numbers, float)).all()
    assert figure.to_json()


def _frequencies(figure: go.Figure, solution: solver.Solution, history: str) -> np.ndarray:
    state = solution.state(history)
    bars = {trace.name: trace for trace in figure.data if trace.type == "bar" and trace.name}
    sideways = [bars[action_name(code)] for code in state.actions]
    return np.array([bar.x if bar.orientation == "h" else bar.y for bar in sideways], float)


@pytest.mark.parametrize(
    ("name", "history"),
    [("opening", ""), ("defence", "r"), ("draw", "rc 2"), ("last draw", "rc 21 kbc 11 kbc")],
)
def test_frequencies_sum_to_one(small_solution: solver.Solution, name: str, history: str) -> None:
    shown = _frequencies(FIGURES[name](small_solution, False), small_solution, history)
    assert shown.shape[1] > 1
    assert shown.sum(axis=0) == pytest.approx(np.ones(shown.shape[1]))


def test_last_round_shows_every_bucket(small_solution: solver.Solution) -> None:
    data = plots.last_round_data(small_solution, LAST)
    size = small_solution.abstraction.size(0)
    assert len(data.names) == len(data.played) == len(data.equity) == size
    for shares in data.ranges:
        assert sum(shares) == pytest.approx(1)
    assert list(data.equity) == sorted(data.equity, reverse=True)
    # The chance of a bucket is the mean of those of its hands, the best of which wins more often.
    advice = small_solution.advise("7c5d4h3s2c", LAST)
    abstraction = small_solution.abstraction
    held = np.flatnonzero(abstraction.buckets[0] == advice.bucket)
    example, of_class = suit_classes(5).example[held], low_class(suit_classes(5).example[held])
    _, first, place = np.unique(of_class, return_index=True, return_inverse=True)
    chances = [small_solution.advise(hand.tolist(), LAST).equity for hand in example[first]]
    mean = np.average(np.array(chances, float)[place], weights=abstraction.weights[0][held])
    assert data.equity[advice.bucket] == pytest.approx(mean, abs=1e-3)
    assert advice.equity == max(chances)
    shown = _frequencies(plots.last_round(small_solution, LAST), small_solution, LAST)
    held = np.array([group is not None for group in data.played])
    assert shown[:, held].sum(axis=0) == pytest.approx(np.ones(held.sum()))
    assert np.isnan(shown[:, ~held]).all()


def test_only_the_hands_that_draw_so_many(small_solution: solver.Solution) -> None:
    figure = plots.starting_hands(small_solution, drawing=3, most=12)
    names = next(figure.select_yaxes(row=1, col=1)).ticktext
    assert len(names) == 12
    assert all(name.count(".") == 3 for name in names)


def test_rows_are_the_commonest_and_go_down_in_value(small_solution: solver.Solution) -> None:
    rows = plots.strategy_rows(small_solution, "", "kept cards", most=10)
    everything = small_solution.summary("", "kept cards").groups
    assert len(rows) == 10
    left_out = {group.name for group in everything} - {row.name for row in rows}
    least = min(row.share for row in rows)
    assert all(group.share <= least for group in everything if group.name in left_out)
    assert [row.ev for row in rows] == sorted((row.ev for row in rows), reverse=True)


def test_an_action_has_one_colour_everywhere(small_solution: solver.Solution) -> None:
    colours: dict[str, set[str]] = {}
    for draw in FIGURES.values():
        for trace in draw(small_solution, False).data:
            if trace.type == "bar" and trace.name:
                colours.setdefault(trace.name, set()).add(trace.marker.color)
    assert {"fold", "call", "raise", "stand pat", "draw 1"} <= set(colours)
    assert all(len(used) == 1 for used in colours.values())
    assert len(set(plots.ACTION_COLOURS.values())) == len(plots.ACTION_COLOURS)


def test_draw_colours_get_lighter_card_by_card() -> None:
    def luminance(colour: str) -> float:
        red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
        return 0.2126 * red**2.2 + 0.7152 * green**2.2 + 0.0722 * blue**2.2

    steps = [luminance(plots.ACTION_COLOURS[str(count)]) for count in range(6)]
    assert all(after > 1.1 * before for before, after in pairwise(steps))


def test_wrong_places_are_refused(small_solution: solver.Solution) -> None:
    with pytest.raises(HistoryError, match="first betting round"):
        plots.starting_hands(small_solution, "rc 2")
    with pytest.raises(HistoryError, match="nobody is to draw"):
        plots.draw_decision(small_solution, "r")
    for history in ("rc 21", LAST + " kk", "f"):
        with pytest.raises(HistoryError, match="after the last draw"):
            plots.last_round(small_solution, history)
