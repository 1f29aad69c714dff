"""Sections and lists of pages that are read rather than played."""

from collections.abc import Iterable

from nicegui import ui


def section(title: str) -> ui.element:
    """A panel with a heading; fill it as a context."""
    panel = ui.element("section").classes("panel sheet")
    with panel, ui.element("h2").classes("panel-title"):
        ui.label(title)
    return panel


def definitions(lines: Iterable[tuple[str, str]]) -> None:
    """A list of words and what they mean."""
    with ui.element("dl").classes("definitions"):
        for word, meaning in lines:
            with ui.element("dt"):
                ui.label(word)
            with ui.element("dd"):
                ui.label(meaning)
