"""Both players' ranges at a public state, by kind of hand."""

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from solver.game import SEAT_NAMES
from solver.game.public_state import PublicState
from solver.plots.theme import SEAT_COLOURS, styled
from solver.plots.words import situation
from solver.solution import Solution


def ranges(solution: Solution, history: str | PublicState = "", *, dark: bool = False) -> go.Figure:
    """What both players hold when a seat is to act, side by side.

    Args:
        solution: whose strategy.
        history: any at which a seat is to act.
        dark: for a dark page.

    Raises:
        HistoryError: the history cannot happen, or nobody is to act.
    """
    state = solution.state(history) if isinstance(history, str) else history
    both = solution.ranges(state)
    # While the button makes his last draw, the hands of the big blind are final already: the
    # kinds differ, so each seat has names of its own.
    apart = tuple(both[0]) != tuple(both[1])
    figure = make_subplots(
        rows=1,
        cols=2,
        shared_yaxes=not apart,
        shared_xaxes="all",
        horizontal_spacing=0.18 if apart else 0.04,
    )
    largest = max(max(shares.values()) for shares in both)
    for seat, shares in enumerate(both):
        bar = go.Bar(
            name=SEAT_NAMES[seat],
            x=list(shares.values()),
            y=list(shares),
            orientation="h",
            marker_color=SEAT_COLOURS[seat],
            text=[f"{share:.1%}" if share >= 0.0005 else "" for share in shares.values()],
            textposition="outside",
            cliponaxis=False,
            hovertemplate="%{y}: %{x:.2%}<extra>" + SEAT_NAMES[seat] + "</extra>",
        )
        figure.add_trace(bar, 1, 1 + seat)
    figure.update_yaxes(autorange="reversed", showgrid=False)
    figure.update_yaxes(title="hands", row=1, col=1)
    figure.update_xaxes(
        title="share of range (%)", tickformat=".0%", range=[0, 1.2 * largest], nticks=6
    )
    height = 180 + 30 * max(map(len, both))
    return styled(figure, "What both players hold", situation(state), height, dark)
