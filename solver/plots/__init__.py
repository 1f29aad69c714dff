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
from solver.plots.theme import ACTION_COLOURS, SEAT_COLOURS, template

__all__ = [
    "ACTION_COLOURS",
    "SEAT_COLOURS",
    "LastRound",
    "LiveConvergence",
    "convergence",
    "convergence_curve",
    "draw_decision",
    "last_round",
    "last_round_data",
    "ranges",
    "starting_hands",
    "strategy",
    "strategy_rows",
    "template",
]
