"""The chart of convergence, finished and live."""

import plotly.graph_objects as go
import pytest
from solved import solved

import solver
from solver import plots
from solver.plots import live
from solver.solving.progress import SolveProgress


class Notebook:
    """Stands for the display function of a notebook; notes what it was asked to show."""

    def __init__(self) -> None:
        self.shown: list[go.Figure] = []
        self.updates = 0

    def __call__(self, figure: go.Figure, display_id: bool) -> "Notebook":
        self.shown.append(figure)
        return self

    def update(self, figure: go.Figure) -> None:
        self.updates += 1


def _states(solution: solver.Solution) -> list[SolveProgress]:
    last = solution.iterations
    return [SolveProgress(1, last, 0.1, 9.0, None)] + [
        SolveProgress(m.iteration, last, m.seconds, 1.0, m) for m in solution.trace
    ]


def test_curve_is_the_trace(small_solution: solver.Solution) -> None:
    trace = small_solution.trace
    by_iterations = plots.convergence_curve(trace)
    assert by_iterations.x == tuple(m.iteration for m in trace)
    assert by_iterations.exploitability == tuple(m.exploitability for m in trace)
    assert plots.convergence_curve(trace, "seconds").x == tuple(m.seconds for m in trace)
    figure = plots.convergence(iter(trace))
    assert figure.layout.yaxis.type == "log"
    assert figure.layout.yaxis.title.text == "exploitability (mbb/g)"
    assert f"{small_solution.exploitability:.1f} mbb/g" in figure.layout.title.text


def test_a_chart_without_points_says_so() -> None:
    assert "not measured yet" in plots.convergence([]).layout.title.text


def test_live_chart_follows_a_solve(small_solution: solver.Solution) -> None:
    follow = plots.LiveConvergence()
    solved(
        small_solution.configuration.game,
        small_solution.abstraction,
        iterations=4,
        check_every=2,
        progress=follow,
    )
    assert [m.iteration for m in follow.trace] == [2, 4]
    assert list(follow.figure.data[0].x) == [2, 4]
    assert list(follow.figure.data[0].y) == [m.exploitability for m in follow.trace]


@pytest.mark.parametrize("widget", [None, False], ids=["widget", "redrawn"])
def test_live_chart_in_a_notebook(
    small_solution: solver.Solution, monkeypatch: pytest.MonkeyPatch, widget: bool | None
) -> None:
    notebook = Notebook()
    monkeypatch.setattr(live, "_notebook_display", lambda: notebook)
    follow = plots.LiveConvergence(widget=widget)
    states = _states(small_solution)
    follow(states[0])
    assert "Solving: iteration 1 of" in follow.figure.layout.title.text
    for state in states[1:]:
        follow(state)
    assert len(notebook.shown) == 1
    assert isinstance(notebook.shown[0], go.FigureWidget) == (widget is None)
    assert notebook.updates == (0 if widget is None else len(states) - 1)
    assert len(follow.figure.data[0].x) == len(small_solution.trace)
    assert "Solving" not in follow.figure.layout.title.text


def test_live_chart_without_anywidget(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(figure: go.Figure) -> None:
        raise ImportError("no anywidget")

    monkeypatch.setattr(live, "_notebook_display", Notebook)
    monkeypatch.setattr(go, "FigureWidget", missing)
    assert isinstance(plots.LiveConvergence().figure, go.Figure)
    with pytest.raises(ImportError, match="anywidget"):
        plots.LiveConvergence(widget=True)
