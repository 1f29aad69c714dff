"""The help page: how to answer, what grades and figures mean, where things are kept."""

from collections.abc import Mapping

from nicegui import ui

from trainer.grading.ratings import meanings
from trainer.records.database import FILE as HISTORY_FILE
from trainer.records.settings import FILE as SETTINGS_FILE
from trainer.web.components.page import Page
from trainer.web.components.sections import definitions, section
from trainer.workspace import Workspace

_KEYS = (
    ("F", "fold"),
    ("K or C", "check or call"),
    ("B or R", "bet or raise"),
    ("1 to 5", "mark a card to throw away, or take the mark back"),
    ("Enter", "draw for the marked cards"),
    ("Space", "stand pat"),
    ("N, Enter or Space", "next spot, or next hand"),
    ("← →, Home, End", "walk through a replay"),
    ("M", "next miss in a replay"),
    ("Tab", "walk through everything on a page"),
)

_FIGURES = (
    (
        "Small bets",
        "All amounts, unless the settings give a small bet a worth in money. A small bet is one "
        "big blind; bets are twice as big after the second draw.",
    ),
    (
        "EV",
        "What an action wins from here on against the solution's play, with the best continuation. "
        "Chips already in the pot belong to nobody, so a fold is worth 0.",
    ),
    ("EV lost", "What the best action wins more than yours. Grades go by this alone."),
    ("Frequency", "How often the solution takes an action with hands like yours."),
    (
        "Exploitability",
        "What a perfect opponent would win against the solution, the mean of both seats, in "
        "thousandths of a big blind a hand (mbb/g), inside the grouping of hands it was solved "
        "with.",
    ),
    (
        "Pat, one-card draw, ...",
        "Kinds of hands in the opponent's range, by how many cards they draw.",
    ),
    (
        "Roll",
        "A random number from 00 to 99, if the settings ask for it. Give the first action the "
        "first numbers, as many as its frequency in percent, then the next: your mix is then "
        "the solution's.",
    ),
)


async def build(workspace: Workspace, query: Mapping[str, str]) -> None:
    """Build the page."""
    settings = workspace.settings
    with ui.element("div").classes("sheets"):
        with section("Grades"):
            definitions(
                (rating.value.capitalize(), f"{meaning}.")
                for rating, meaning in meanings(settings.thresholds, settings.unit).items()
            )
            ui.label(
                "At a draw the very cards count, not only their number. The thresholds can be "
                "changed in the settings."
            ).classes("quiet")
        with section("Keys"):
            definitions(_KEYS)
        with section("Figures"):
            definitions(_FIGURES)
        with section("Where it is kept"):
            definitions(
                (
                    ("Solution", f"{workspace.name}, {workspace.strength}"),
                    ("Answers", str(workspace.directory / HISTORY_FILE)),
                    ("Settings", str(workspace.directory / SETTINGS_FILE)),
                )
            )
            ui.label("Nothing leaves this machine.").classes("quiet")


PAGE = Page("/help", "Help", 90, build)
