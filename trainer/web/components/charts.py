"""Plotly charts on a page; the theme colours their words, so that they follow light and dark."""

from nicegui import ui
from plotly.graph_objects import Figure


def show_chart(figure: Figure, label: str) -> ui.plotly:
    """A chart as wide as its place.

    Args:
        figure: with a height, best without a ground of its own.
        label: what it shows, for screen readers.
    """
    with ui.element("div").classes("chart").props(f'role=img aria-label="{label}"'):
        return ui.plotly(_plain(figure)).classes("chart-plot")


def change_chart(chart: ui.plotly, figure: Figure) -> None:
    """Show another figure in the place of one."""
    chart.update_figure(_plain(figure))


def _plain(figure: Figure) -> dict[str, object]:
    config = {"displayModeBar": False, "responsive": True}
    return {**figure.to_plotly_json(), "config": config}
