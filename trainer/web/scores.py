"""Scores: hits, what was lost, and the share of every grade as a bar."""

from nicegui import ui

from trainer.grading import Rating
from trainer.score import Score
from trainer.words import Unit


def show_score(name: str, score: Score, unit: Unit) -> None:
    """One score under its name, such as ``This session``."""
    with ui.element("div").classes("score-block"):
        ui.label(name).classes("score-name")
        if not score.decisions:
            ui.label("no answers yet")
            return
        ui.label(f"{score.hits} of {score.decisions} right ({score.accuracy:.0%})")
        lost = f"{unit.value(score.mean_lost)} lost a decision"
        if score.hands:
            lost += f", {unit.value(score.lost_per_hand)} a whole hand"
        ui.label(lost)
        given = [rating for rating in Rating if score.share(rating)]
        with ui.element("div").classes("range-bar").props("aria-hidden=true"):
            for rating in given:
                share = ui.element("div").classes(f"share rating-{rating}")
                share.style(f"flex-grow:{score.share(rating):.4f}")
        ui.label(", ".join(f"{rating} {score.share(rating):.0%}" for rating in given)).classes(
            "quiet"
        )
