"""How a range is played, one row for each group of hands: share, frequencies, values."""

from collections.abc import Sequence

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from solver.game.public_state import PublicState, action_name
from solver.plots.theme import ACTION_COLOURS, NEUTRAL, styled
from solver.plots.words import group_in_words, situation
from solver.solution import GroupSummary, Solution

_ROW = 26
"""Height of a row in pixels."""

_LABELLED = 0.12
"""Least frequency that is also written into its bar."""

_AXIS = {
    "kind": "kind of hand",
    "smoothness": "kind of hand",
    "low cards": "different ranks, 7 or lower",
    "kept cards": "cards kept",
    "bucket": "bucket",
}
"""What the names of the groups are, by grouping."""


def commonest(groups: Sequence[GroupSummary], most: int) -> tuple[GroupSummary, ...]:
    """The groups of the largest shares, the most valuable first."""
    kept = sorted(groups, key=lambda group: -group.share)[:most]
    return tuple(sorted(kept, key=lambda group: -group.ev))


def strategy_rows(
    solution: Solution, history: str | PublicState = "", by: str = "kind", most: int = 30
) -> tuple[GroupSummary, ...]:
    """The rows of the figure.

    Args:
        solution: whose strategy.
        history: where.
        by: a name of `solver.abstraction.GROUPINGS`.
        most: above so many groups only the commonest are kept, the most valuable first.

    Raises:
        HistoryError: the history cannot happen, or nobody is to act.
        ConfigurationError: no such grouping.
    """
    groups = solution.summary(history, by).groups
    return groups if len(groups) <= most else commonest(groups, most)


def strategy(
    solution: Solution,
    history: str | PublicState = "",
    by: str = "kind",
    *,
    most: int = 30,
    title: str = "How the range is played",
    dark: bool = False,
) -> go.Figure:
    """How the seat to act plays its range at a public state.

    Arguments and errors as in `strategy_rows`.
    """
    state = solution.state(history) if isinstance(history, str) else history
    return draw_rows(strategy_rows(solution, state, by, most), state, by, title, dark)


def draw_rows(
    rows: Sequence[GroupSummary], state: PublicState, by: str, title: str, dark: bool = False
) -> go.Figure:
    """Draw rows as three panels that share the names of the groups."""
    figure = make_subplots(
        rows=1,
        cols=3,
        shared_yaxes=True,
        column_widths=[0.18, 0.46, 0.36],
        horizontal_spacing=0.03,
    )
    # A category axis would take patterns such as 42... for numbers; places with names do not.
    places = list(range(len(rows)))
    hover = {"hovertext": [group_in_words(row) for row in rows], "hoverinfo": "text"}
    share = go.Bar(
        x=[row.share for row in rows],
        y=places,
        orientation="h",
        marker_color=NEUTRAL,
        showlegend=False,
        **hover,
    )
    figure.add_trace(share, 1, 1)
    for code in state.actions:
        frequencies = [row.frequencies[code] for row in rows]
        bar = go.Bar(
            name=action_name(code),
            legendgroup=code,
            x=frequencies,
            y=places,
            orientation="h",
            marker_color=ACTION_COLOURS[code],
            text=[f"{f:.0%}" if f >= _LABELLED else "" for f in frequencies],
            textposition="inside",
            insidetextanchor="middle",
            textangle=0,
            **hover,
        )
        figure.add_trace(bar, 1, 2)
        dots = go.Scatter(
            name=action_name(code),
            legendgroup=code,
            showlegend=False,
            x=[row.evs[code] for row in rows],
            y=places,
            mode="markers",
            marker={
                "color": ACTION_COLOURS[code],
                "size": 9,
                "line": {"width": 1, "color": NEUTRAL},
            },
            **hover,
        )
        figure.add_trace(dots, 1, 3)
    figure.update_yaxes(range=[len(rows) - 0.5, -0.5], showgrid=False, zeroline=False)
    figure.update_yaxes(
        tickvals=places, ticktext=[row.name for row in rows], title=_AXIS[by], row=1, col=1
    )
    figure.update_xaxes(title="share of range (%)", tickformat="~%", nticks=4, row=1, col=1)
    figure.update_xaxes(
        title="how often (%)", tickformat=".0%", range=[0, 1], nticks=6, row=1, col=2
    )
    figure.update_xaxes(title="EV (small bets)", row=1, col=3)
    return styled(figure, title, situation(state), 180 + _ROW * len(rows), dark)
