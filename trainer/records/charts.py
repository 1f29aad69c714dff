"""Figures of progress, for pages and notebooks: the trend and the heat map.

They have no ground of their own and lines that show on light and on dark alike.
"""

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from solver.plots import FONT, NEUTRAL
from trainer.records.practice_log import Decision
from trainer.records.progress import HeatMap, trend
from trainer.spots.words import SMALL_BETS, Unit, counted

WINDOW = 100
"""Answers that a point of the trend looks back on."""

_POINTS = 400
"""More points than that a curve does not need."""

_LINE, _DOTS = "#2A9D9D", "#D55E00"
_SCALE = ((0.0, "#1F8A70"), (0.4, "#F0C04D"), (1.0, "#B3261E"))
_CLEAR = "rgba(0,0,0,0)"
_GRID = "rgba(138,143,152,0.3)"
_ROW = 26
"""Height of a row of the heat map in pixels."""

_LABELS, _LEAST = 150, 5
"""Height of the names of the streets; rows that the scale of colours needs to be drawn at all."""


def trend_figure(decisions: Sequence[Decision], unit: Unit = SMALL_BETS) -> go.Figure:
    """Loss of an answer: the running mean as a line, the mean of each session as a dot.

    Args:
        decisions: in the order answered.
        unit: what losses are shown in.
    """
    worth = unit.small_bet or 1.0
    points = trend(decisions, WINDOW)
    shown = np.unique(np.linspace(0, len(points) - 1, _POINTS).round().astype(int))
    sessions = _sessions(decisions)
    chart = go.Figure(
        [
            go.Scatter(
                x=[int(place) + 1 for place in shown],
                y=[worth * points[place].mean_lost for place in shown],
                customdata=[points[place].accuracy for place in shown],
                mode="lines",
                name=f"latest {WINDOW} answers",
                line={"color": _LINE, "width": 3},
                hovertemplate="%{x} answers: %{y:.3f} lost, %{customdata:.0%} right<extra></extra>",
            ),
            go.Scatter(
                x=[last for last, _ in sessions],
                y=[worth * _mean(own) for _, own in sessions],
                customdata=[
                    [f"{own[0].answered.astimezone():%d %b %Y, %H:%M}", counted(len(own), "answer")]
                    for _, own in sessions
                ],
                mode="markers",
                name="a session",
                marker={"color": _DOTS, "size": 9},
                hovertemplate="%{customdata[0]}<br>%{customdata[1]}: %{y:.3f} lost<extra></extra>",
            ),
        ]
    )
    _dress(chart, 300)
    chart.update_xaxes(title="answers", rangemode="tozero", tickformat=",d")
    chart.update_yaxes(title=f"{unit.name} lost an answer", rangemode="tozero")
    return chart


def heat_figure(heat: HeatMap, cost: bool = False, unit: Unit = SMALL_BETS) -> go.Figure:
    """Losses by street and class of hands; classes never answered are left out.

    Args:
        heat: from `trainer.records.progress.heat_map`.
        cost: whether colours are what is lost in a hundred hands rather than in an answer.
        unit: what losses are shown in.
    """
    worth = unit.small_bet or 1.0
    rows = np.flatnonzero(heat.answers.any(axis=0))
    values = (np.where(heat.answers > 0, heat.cost, np.nan) if cost else heat.mean_lost).T[rows]
    answers, mean, costs = (part.T[rows] for part in (heat.answers, heat.mean_lost, heat.cost))
    words = [
        [
            f"{counted(int(count), 'answer')}<br>{unit.value(lost)} lost an answer<br>"
            f"{unit.figure(dear)} in a hundred hands"
            for count, lost, dear in zip(*line, strict=True)
        ]
        for line in zip(answers, mean, costs, strict=True)
    ]
    chart = go.Figure(
        go.Heatmap(
            x=heat.streets,
            y=[heat.classes[row] for row in rows],
            z=[
                [None if np.isnan(value) else float(worth * value) for value in line]
                for line in values
            ],
            customdata=words,
            zmin=0,
            colorscale=_SCALE,
            colorbar={"thickness": 10, "outlinewidth": 0, "title": unit.name.replace(" ", "<br>")},
            xgap=2,
            ygap=2,
            hoverongaps=False,
            hovertemplate="%{x}, %{y}<br>%{customdata}<extra></extra>",
        )
    )
    _dress(chart, _LABELS + _ROW * max(len(rows), _LEAST))
    chart.update_xaxes(tickangle=-40, showgrid=False)
    chart.update_yaxes(autorange="reversed", showgrid=False)
    return chart


def _sessions(decisions: Sequence[Decision]) -> list[tuple[int, list[Decision]]]:
    """Answers of every session, with how many had been given at its end."""
    own: dict[int, list[Decision]] = {}
    last: dict[int, int] = {}
    for number, decision in enumerate(decisions, 1):
        own.setdefault(decision.session, []).append(decision)
        last[decision.session] = number
    return [(last[session], answered) for session, answered in own.items()]


def _mean(decisions: Sequence[Decision]) -> float:
    return sum(decision.ev_lost for decision in decisions) / len(decisions)


def _dress(chart: go.Figure, height: int) -> None:
    axis = {"gridcolor": _GRID, "zerolinecolor": _GRID, "automargin": True, "fixedrange": True}
    chart.update_layout(
        height=height,
        margin={"l": 8, "r": 8, "t": 8, "b": 8},
        paper_bgcolor=_CLEAR,
        plot_bgcolor=_CLEAR,
        font={"color": NEUTRAL, "size": 13, "family": FONT},
        legend={"orientation": "h", "y": 1.02, "yanchor": "bottom", "x": 0},
        xaxis=axis,
        yaxis=axis,
    )
