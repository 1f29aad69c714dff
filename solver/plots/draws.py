"""Draw decisions: how many cards each hand takes."""

import plotly.graph_objects as go

from solver.errors import HistoryError
from solver.game.public_state import PublicState
from solver.plots.strategy import strategy
from solver.solution import Solution

_ORDINALS = ("First", "Second", "Third")


def draw_decision(
    solution: Solution,
    history: str | PublicState,
    by: str = "kind",
    *,
    most: int = 30,
    dark: bool = False,
) -> go.Figure:
    """How many cards the seat to act draws.

    Args:
        solution: whose strategy.
        history: one that ends at a draw: ``"rc"`` for the big blind, ``"rc 2"`` for the button
            who has seen the big blind take two.
        by: ``"kind"``, ``"kept cards"``, ``"low cards"`` or ``"bucket"``.
        most: above so many groups only the commonest are shown.
        dark: for a dark page.

    Raises:
        HistoryError: nobody is to draw after the history, or it cannot happen.
        ConfigurationError: no such grouping.
    """
    state = solution.state(history) if isinstance(history, str) else history
    if not state.drawing:
        raise HistoryError(
            f"nobody is to draw after {state.history!r}; expected a history that ends at a draw, "
            "for example 'rc' or 'rc 2'"
        )
    title = f"{_ORDINALS[state.round]} draw: how many cards each hand takes"
    return strategy(solution, state, by, most=most, title=title, dark=dark)
