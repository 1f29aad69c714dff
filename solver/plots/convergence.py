"""Exploitability as a solve goes on."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log10
from typing import Literal

import plotly.graph_objects as go

from solver.cfr.trace import Measurement
from solver.game import BUTTON
from solver.plots.theme import ACTION_COLOURS, NEUTRAL, styled

Against = Literal["iterations", "seconds"]

_TITLES = {"iterations": "iterations", "seconds": "time (s)"}


@dataclass(frozen=True)
class Curve:
    """Points of the figure.

    Attributes:
        x: iterations, or seconds.
        exploitability: in mbb/g.
        hover: a text for each point.
    """

    x: tuple[float, ...]
    exploitability: tuple[float, ...]
    hover: tuple[str, ...]


def convergence_curve(trace: Iterable[Measurement], against: Against = "iterations") -> Curve:
    """Points from the trace of a solve."""
    points = tuple(trace)
    return Curve(
        x=tuple(p.iteration if against == "iterations" else p.seconds for p in points),
        exploitability=tuple(p.exploitability for p in points),
        hover=tuple(
            f"<b>{p.exploitability:.2f} mbb/g</b><br>{p.iteration:,} iterations, {p.seconds:.1f} s"
            f"<br>the button wins {p.values[BUTTON]:+z.4f} small bets a hand"
            for p in points
        ),
    )


def convergence(
    trace: Iterable[Measurement],
    against: Against = "iterations",
    *,
    target: float | None = None,
    dark: bool = False,
) -> go.Figure:
    """Exploitability inside the abstraction, on a logarithmic axis.

    Args:
        trace: of a solve, as in `Solution.trace`; it may still be empty.
        against: iterations or seconds.
        target: a level to mark, in mbb/g.
        dark: for a dark page.
    """
    points = tuple(trace)
    curve = convergence_curve(points, against)
    figure = go.Figure(
        go.Scatter(
            name="exploitability",
            x=curve.x,
            y=curve.exploitability,
            hovertext=curve.hover,
            hoverinfo="text",
            mode="lines+markers",
            line={"color": ACTION_COLOURS["c"], "width": 2.5},
            marker={"size": 7},
        )
    )
    if target is not None:
        figure.add_shape(
            type="line",
            xref="paper",
            x0=0,
            x1=1,
            y0=target,
            y1=target,
            line={"dash": "dash", "color": NEUTRAL, "width": 1.5},
        )
        figure.add_annotation(
            text=f"{target:g} mbb/g",
            xref="paper",
            x=0,
            xanchor="left",
            y=log10(target),  # on a logarithmic axis annotations, unlike shapes, take exponents
            yanchor="bottom",
            showarrow=False,
        )
    figure.update_xaxes(title=_TITLES[against], rangemode="tozero")
    figure.update_yaxes(title="exploitability (mbb/g)", type="log", dtick="D2", tickformat="~r")
    figure.update_layout(margin={"t": 84})
    return styled(figure, "How far from equilibrium", progress_text(points), 400, dark)


def progress_text(trace: Sequence[Measurement]) -> str:
    """The line below the title: what has been reached."""
    if not trace:
        return "exploitability inside the abstraction · not measured yet"
    last = trace[-1]
    return (
        f"exploitability inside the abstraction · {last.exploitability:.1f} mbb/g "
        f"after {last.iteration:,} iterations and {last.seconds:.1f} s"
    )
