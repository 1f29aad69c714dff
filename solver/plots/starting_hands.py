"""The first betting round: what the button opens, what the big blind defends."""

import plotly.graph_objects as go

from solver.abstraction.patterns import DRAWN
from solver.errors import HistoryError
from solver.game.public_state import PublicState
from solver.plots.strategy import commonest, draw_rows, strategy
from solver.solution import Solution

_TITLES = {"": "what the button opens", "r": "what the big blind defends"}


def starting_hands(
    solution: Solution,
    history: str | PublicState = "",
    by: str = "kind",
    *,
    drawing: int | None = None,
    most: int = 30,
    dark: bool = False,
) -> go.Figure:
    """What starting hands do before the first draw.

    Args:
        solution: whose strategy.
        history: ``""`` for the opening of the button, ``"r"`` for the big blind who is raised, or
            any other history within the first round.
        by: ``"kind"``, ``"low cards"``, ``"kept cards"`` or ``"bucket"``.
        drawing: show only starting hands that draw so many cards, by the cards they keep, such as
            ``732..`` for 2; takes the place of `by`.
        most: above so many groups only the commonest are shown.
        dark: for a dark page.

    Raises:
        HistoryError: the history leads beyond the first betting round, or cannot happen.
        ConfigurationError: no such grouping.
    """
    state = solution.state(history) if isinstance(history, str) else history
    if state.level:
        raise HistoryError(
            f"{state.history!r} leads beyond the first betting round; starting hands are played "
            "before the first draw, for example after '' or 'r'"
        )
    title = "Starting hands: " + _TITLES.get(state.history, "before the first draw")
    if drawing is None:
        return strategy(solution, state, by, most=most, title=title, dark=dark)
    by = "kept cards"
    groups = solution.summary(state, by).groups
    drawn = [group for group in groups if group.name.count(DRAWN) == drawing]
    return draw_rows(commonest(drawn, most), state, by, title, dark)
