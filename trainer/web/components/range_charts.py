"""Plotly charts of whole ranges; the theme colours their texts and lines on light and dark pages.

Figures are plain dictionaries: nothing to validate, and small on their way to the browser.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from solver.game import SEAT_NAMES, action_name
from solver.plots import ACTION_COLOURS, NEUTRAL, SEAT_COLOURS, group_in_words
from solver.solution import Summary

Figure = dict[str, Any]

_ROW = 22
"""Height of a row in pixels."""

_AROUND = 56
"""Height of the axis in pixels."""

_WRITTEN = 0.2
"""Least frequency that is also written into its bar."""

_LIGHT = "fkb345"
"""Actions whose colours are so light that black shows better on them than white."""

_LEAST = 5e-4
"""Least share of a range that has a row in the chart of both."""

_SMALLEST, _LARGEST = 5, 12
"""Sizes in pixels of the dots of actions that are never and always taken."""

_CONFIG = {"displayModeBar": False}
_HIDDEN = {"visible": False}

SEATS = dict(zip(SEAT_NAMES, SEAT_COLOURS, strict=True))
"""Colour of each seat by its name."""

EMPTY: Figure = {
    "data": [],
    "layout": {
        "xaxis": _HIDDEN,
        "yaxis": _HIDDEN,
        "paper_bgcolor": "rgba(0,0,0,0)",
        "plot_bgcolor": "rgba(0,0,0,0)",
    },
    "config": _CONFIG,
}
"""What a chart shows at first; it brings the library to the browser meanwhile."""


def action_colours(codes: Sequence[str]) -> dict[str, str]:
    """Colour of each action by its name."""
    return {action_name(code): ACTION_COLOURS[code] for code in codes}


def frequency_chart(summary: Summary) -> Figure:
    """How often every group takes every action, as one bar a group."""
    rows = summary.groups
    hover = [group_in_words(row) for row in rows]
    bars = []
    for code in summary.state.actions:
        shares = [row.frequencies[code] for row in rows]
        bars.append(
            {
                "type": "bar",
                "orientation": "h",
                "name": action_name(code),
                "x": shares,
                "y": list(range(len(rows))),
                "marker": {"color": ACTION_COLOURS[code]},
                "text": [f"{share:.0%}" if share >= _WRITTEN else "" for share in shares],
                "textposition": "inside",
                "insidetextanchor": "middle",
                "textangle": 0,
                "insidetextfont": {"color": "#111111" if code in _LIGHT else "#FFFFFF"},
                "hovertext": hover,
                "hoverinfo": "text",
            }
        )
    axis = {"range": [0, 1], "tickformat": ".0%", "dtick": 0.25}
    return _figure(bars, [row.name for row in rows], {**axis, "title": {"text": "how often"}})


def ev_chart(summary: Summary) -> Figure:
    """What every action wins with every group, as dots that grow with their frequency."""
    rows = summary.groups
    hover = [group_in_words(row) for row in rows]
    dots = [
        {
            "type": "scatter",
            "mode": "markers",
            "name": action_name(code),
            "x": [row.evs[code] for row in rows],
            "y": list(range(len(rows))),
            "marker": {
                "color": ACTION_COLOURS[code],
                "size": [
                    _SMALLEST + (_LARGEST - _SMALLEST) * row.frequencies[code] for row in rows
                ],
                "opacity": 1,
                "line": {"width": 1, "color": NEUTRAL},
            },
            "hovertext": hover,
            "hoverinfo": "text",
        }
        for code in summary.state.actions
    ]
    axis = {"zeroline": True, "nticks": 7, "title": {"text": "EV (small bets)"}}
    return _figure(dots, [row.name for row in rows], axis)


def range_chart(ranges: Sequence[Mapping[str, float]]) -> Figure:
    """What both seats hold, two bars a group."""
    names = list(dict.fromkeys(name for shares in ranges for name in shares))
    names = [name for name in names if max(s.get(name, 0) for s in ranges) >= _LEAST]
    bars = [
        {
            "type": "bar",
            "orientation": "h",
            "name": SEAT_NAMES[seat],
            "x": [shares.get(name) for name in names],
            "y": list(range(len(names))),
            "marker": {"color": SEAT_COLOURS[seat]},
            "hovertext": [
                f"{name}: {shares[name]:.2%} of the {SEAT_NAMES[seat]}'s range"
                if name in shares
                else ""
                for name in names
            ],
            "hoverinfo": "text",
        }
        for seat, shares in enumerate(ranges)
    ]
    axis = {"rangemode": "tozero", "tickformat": ".0%", "nticks": 6}
    figure = _figure(bars, names, {**axis, "title": {"text": "share of the range"}})
    figure["layout"]["barmode"] = "group"
    return figure


def height(figure: Figure) -> int:
    """Height of a chart in pixels."""
    return int(figure["layout"].get("height", _AROUND + 10 * _ROW))


def _figure(data: list[Figure], rows: Sequence[str], axis: Figure) -> Figure:
    return {
        "data": data,
        "layout": {
            "barmode": "stack",
            "bargap": 0.14,
            "height": _AROUND + _ROW * len(rows),
            "margin": {"l": 8, "r": 24, "t": 6, "b": 44},
            "paper_bgcolor": "rgba(0,0,0,0)",
            "plot_bgcolor": "rgba(0,0,0,0)",
            "font": {"family": "inherit", "size": 12, "color": NEUTRAL},
            "showlegend": False,
            "dragmode": False,
            "hoverlabel": {"align": "left"},
            "xaxis": {"fixedrange": True, "automargin": True, "zeroline": False, **axis},
            "yaxis": {
                "fixedrange": True,
                "automargin": True,
                "showgrid": False,
                "zeroline": False,
                "ticklabelstandoff": 4,
                # Names as a category axis would be read as numbers if they looked like some.
                "tickvals": list(range(len(rows))),
                "ticktext": list(rows),
                "range": [len(rows) - 0.5, -0.5],
            },
        },
        "config": _CONFIG,
    }
