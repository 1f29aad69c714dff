"""The last betting round: hands in order of strength, and both ranges below them."""

from dataclasses import dataclass

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from solver.errors import HistoryError
from solver.game import SEAT_NAMES
from solver.game.public_state import PublicState, action_name
from solver.plots.theme import ACTION_COLOURS, SEAT_COLOURS, styled
from solver.plots.words import group_in_words, situation
from solver.solution import GroupSummary, Solution


@dataclass(frozen=True)
class LastRound:
    """A state of the last round, by final buckets from the best to the worst.

    Attributes:
        state: the public state.
        names: best and worst hand of every bucket.
        played: how the seat to act plays each bucket; None for those it does not hold.
        ranges: share of every bucket in the range of the big blind and of the button.
        equity: chance of every bucket to win a showdown against the range of the other seat, a
            tie counted half.
    """

    state: PublicState
    names: tuple[str, ...]
    played: tuple[GroupSummary | None, ...]
    ranges: tuple[tuple[float, ...], tuple[float, ...]]
    equity: tuple[float, ...]


def last_round_data(solution: Solution, history: str | PublicState) -> LastRound:
    """What the figure shows.

    Raises:
        HistoryError: the history does not lead to a decision of the last betting round.
    """
    state = solution.state(history) if isinstance(history, str) else history
    if state.draws_left or state.ended is not None:
        raise HistoryError(
            f"{state.history!r} does not lead to a decision after the last draw; expected a "
            "history such as 'rc 21 kbc 11 kk 11'"
        )
    summary = solution.summary(state, "bucket")
    groups = {group.name: group for group in summary.groups}
    big_blind, button = solution.ranges(state, "bucket")
    other = tuple((big_blind, button)[1 - state.seat].values())
    return LastRound(
        state=state,
        names=tuple(big_blind),
        played=tuple(groups.get(name) for name in big_blind),
        ranges=(tuple(big_blind.values()), tuple(button.values())),
        equity=tuple(sum(other[n + 1 :]) + here / 2 for n, here in enumerate(other)),
    )


def last_round(solution: Solution, history: str | PublicState, *, dark: bool = False) -> go.Figure:
    """Frequencies of every action by strength of hand, and both ranges.

    Args:
        solution: whose strategy.
        history: one that ends in the last betting round, as ``"rc 21 kbc 11 kk 11"``.
        dark: for a dark page.

    Raises:
        HistoryError: the history does not lead to a decision of the last betting round.
    """
    data = last_round_data(solution, history)
    figure = make_subplots(
        rows=2, cols=1, shared_xaxes=True, row_heights=[0.62, 0.38], vertical_spacing=0.06
    )
    places = list(range(len(data.names)))
    hover = [
        f"<b>{name}</b>: not in the range"
        if group is None
        else f"{group_in_words(group)}<br>chance to win a showdown {equity:.1%}"
        for name, group, equity in zip(data.names, data.played, data.equity, strict=True)
    ]
    for code in data.state.actions:
        bar = go.Bar(
            name=action_name(code),
            x=places,
            y=[group.frequencies[code] if group else None for group in data.played],
            marker_color=ACTION_COLOURS[code],
            hovertext=hover,
            hoverinfo="text",
        )
        figure.add_trace(bar, 1, 1)
    for seat, shares in enumerate(data.ranges):
        hover = [
            f"<b>{name}</b>: {share:.1%} of the range of the {SEAT_NAMES[seat]}"
            for name, share in zip(data.names, shares, strict=True)
        ]
        line = go.Scatter(
            name=f"range of the {SEAT_NAMES[seat]}",
            x=[-0.5, *places, len(places) - 0.5],
            y=[shares[0], *shares, shares[-1]],
            mode="lines",
            line={"shape": "hvh", "color": SEAT_COLOURS[seat], "width": 2.5},
            hovertext=[hover[0], *hover, hover[-1]],
            hoverinfo="text",
        )
        figure.add_trace(line, 2, 1)
    figure.update_xaxes(range=[-0.5, len(places) - 0.5], showgrid=False, zeroline=False)
    step = max(1, round(len(places) / 16))
    figure.update_xaxes(
        title="hands from the best to the worst (the best hand of each bucket)",
        tickvals=places[::step],
        ticktext=[name.split()[0] for name in data.names[::step]],
        tickangle=-45,
        row=2,
        col=1,
    )
    figure.update_yaxes(title="how often (%)", tickformat=".0%", range=[0, 1], row=1, col=1)
    figure.update_yaxes(
        title="share of range (%)", tickformat="~%", rangemode="tozero", row=2, col=1
    )
    figure.update_layout(bargap=0.05)
    title = "Last round: what each hand does"
    return styled(figure, title, situation(data.state), 560, dark)
