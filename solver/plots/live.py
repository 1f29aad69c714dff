"""A chart of convergence that grows in a notebook while a solve runs."""

import time
from typing import Any

import plotly.graph_objects as go

from solver.cfr.trace import Measurement
from solver.plots.convergence import Against, convergence, convergence_curve, progress_text
from solver.plots.theme import titled
from solver.solving.progress import SolveProgress, clock

_PAUSE = 0.5
"""Seconds between two redraws; more often the page would only be kept busy."""


class LiveConvergence:
    """Give it to ``solve(progress=...)``; in a notebook it shows itself and follows the solve.

    With anywidget installed the chart is a widget to which only new points are sent; without it,
    or where widgets do not work, the whole chart is drawn again each time. Outside a notebook
    nothing is shown, and `figure` has the chart afterwards.

    Args:
        against: iterations or seconds.
        target: a level to mark, in mbb/g.
        dark: for a dark page.
        widget: whether to use a widget; None tries.
    """

    def __init__(
        self,
        against: Against = "iterations",
        *,
        target: float | None = None,
        dark: bool = False,
        widget: bool | None = None,
    ):
        self.trace: list[Measurement] = []
        self.figure = convergence([], against, target=target, dark=dark)
        self._against: Against = against
        self._widget = False
        self._display = _notebook_display()
        if self._display and widget is not False:
            try:
                self.figure = go.FigureWidget(self.figure)
                self._widget = True
            except ImportError:
                if widget:
                    raise
        self._handle: Any = None
        self._drawn = float("-inf")

    def __call__(self, state: SolveProgress) -> None:
        """Take note of a state of the solve."""
        new = state.measured is not None and state.measured not in self.trace[-1:]
        if new and state.measured:
            self.trace.append(state.measured)
        done = state.iteration == state.iterations
        if not done and not new and time.monotonic() - self._drawn < _PAUSE:
            return
        self._draw(state)
        self._drawn = time.monotonic()

    def _draw(self, state: SolveProgress) -> None:
        curve = convergence_curve(self.trace, self._against)
        with self.figure.batch_update():
            self.figure.data[0].update(
                x=curve.x, y=curve.exploitability, hovertext=curve.hover, overwrite=True
            )
            self.figure.layout.title.text = titled(
                f"Solving: iteration {state.iteration:,} of {state.iterations:,}, "
                f"{clock(state.seconds_left)} left"
                if state.iteration < state.iterations
                else "How far from equilibrium",
                progress_text(self.trace),
            )
        if self._display is None:
            return
        if self._handle is None:
            self._handle = self._display(self.figure, display_id=True)
        elif not self._widget:
            self._handle.update(self.figure)


def _notebook_display() -> Any:
    """IPython's display function inside a notebook kernel, None elsewhere."""
    try:
        from IPython import display, get_ipython
    except ImportError:
        return None
    shell = get_ipython()
    return display.display if shell is not None and hasattr(shell, "kernel") else None
