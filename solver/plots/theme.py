"""Colours and layout that all figures share, on light and on dark pages.

Betting actions take colours of the palette of Okabe and Ito (2008), which people of all colour
vision tell apart: grey gives up, blues are passive, warm colours put a bet in. Draw counts go from
dark violet (pat) to light yellow (five cards), lighter at every step, so that their order shows in
grey too.
"""

from functools import cache

import plotly.graph_objects as go
import plotly.io as pio

ACTION_COLOURS = {
    "f": "#999999",
    "k": "#56B4E9",
    "c": "#0072B2",
    "b": "#E69F00",
    "r": "#D55E00",
    "0": "#7B5EA7",
    "1": "#4A7DB5",
    "2": "#2A9D9D",
    "3": "#35B779",
    "4": "#8FD744",
    "5": "#E5D82F",
}
"""Colour of every action by its code: a letter, or the number of cards drawn."""

SEAT_COLOURS = ("#CC79A7", "#009E73")
"""Colours of the big blind and of the button."""

NEUTRAL = "#8A8F98"
"""Colour of what belongs to no action and no seat; it shows on light and dark alike."""

FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"


@cache
def template(dark: bool = False) -> go.layout.Template:
    """Plotly template of all figures."""
    base = pio.templates["plotly_dark" if dark else "plotly_white"]
    paper, grid = ("#16181D", "#343841") if dark else ("#FFFFFF", "#E3E6EA")
    axis = {"gridcolor": grid, "zerolinecolor": NEUTRAL, "linecolor": NEUTRAL, "automargin": True}
    own = go.layout.Template(
        layout={
            "font": {"family": FONT, "size": 13},
            "title": {"x": 0, "xref": "container", "xanchor": "left", "pad": {"l": 16}},
            "paper_bgcolor": paper,
            "plot_bgcolor": paper,
            "margin": {"l": 16, "r": 24, "t": 98, "b": 56},
            "legend": {
                "orientation": "h",
                "traceorder": "normal",
                "y": 1.0,
                "yanchor": "bottom",
                "x": 0,
            },
            "hoverlabel": {"align": "left"},
            "barmode": "stack",
            "bargap": 0.18,
            "xaxis": axis,
            "yaxis": {**axis, "ticklabelstandoff": 6},
        }
    )
    merged = go.layout.Template(base)
    merged.update(own)
    return merged


def titled(title: str, subtitle: str) -> str:
    """A title with a smaller line below it."""
    return f"{title}<br><span style='font-size:0.8em'>{subtitle}</span>"


def styled(figure: go.Figure, title: str, subtitle: str, height: int, dark: bool) -> go.Figure:
    """Give a figure its title, the line below it, its height in pixels, and the theme."""
    figure.update_layout(
        template=template(dark),
        title={
            "text": titled(title, subtitle),
            "yref": "container",
            "y": 1,
            "yanchor": "top",
            "pad.t": 20,
        },
        height=height,
    )
    return figure
