"""Plotly figures of solutions, shared by notebooks, pages and docs.

Every function returns a ``plotly.graph_objects.Figure`` and needs no notebook.
"""

from solver.plots.convergence import convergence, convergence_curve
from solver.plots.draws import draw_decision
from solver.plots.live import LiveConvergence
from solver.plots.ranges import ranges
from solver.plots.rounds import LastRound, last_round, last_round_data
from solver.plots.starting_hands import starting_hands
from solver.plots.strategy import strategy, strategy_rows
from solver.plots.theme import ACTION_COLOURS, FONT, NEUTRAL, SEAT_COLOURS, template
from solver.plots.words import group_in_words

__all__ = [
    "ACTION_COLOURS",
    "FONT",
    "NEUTRAL",
    "SEAT_COLOURS",
    "LastRound",
    "LiveConvergence",
    "convergence",
    "convergence_curve",
    "draw_decision",
    "group_in_words",
    "last_round",
    "last_round_data",
    "ranges",
    "starting_hands",
    "strategy",
    "strategy_rows",
    "template",
]
