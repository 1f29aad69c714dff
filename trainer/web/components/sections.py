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


def play_area() -> tuple[ui.element, ui.element, ui.element, ui.element]:
    """The table and what stands beside it, on pages on which hands are played.

    Returns:
        Where the table, the answers, the feedback and the score go; fill them as contexts.
    """
    with ui.element("div").classes("drill"):
        with ui.element("div").classes("drill-table"):
            place = ui.element("div").classes("drill-spot")
            answers = ui.element("section").classes("answers")
            answers.props('aria-label="Your answer"')
        with ui.element("div").classes("drill-side"):
            side = ui.element("section").classes("panel").props('aria-label="Feedback"')
            score = ui.element("section").classes("panel score").props("aria-label=Score")
    return place, answers, side, score
