"""The progress page: leaks with what they cost, trend, heat map, sessions, and all of it as CSV."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import TypeVar

from nicegui import ui
from plotly.graph_objects import Figure

from solver.errors import TripleDrawError
from solver.stopping import Report
from trainer.grading.score import Score
from trainer.records.charts import WINDOW, heat_figure, trend_figure
from trainer.records.practice_log import Session
from trainer.records.progress import (
    HUNDRED,
    Leak,
    Progress,
    decisions_csv,
    heat_map,
    leaks_csv,
    progress,
    sessions_csv,
)
from trainer.spots.words import Unit, counted, figure, sentence
from trainer.web.components.background import at_length, on_disk
from trainer.web.components.charts import change_chart, show_chart
from trainer.web.components.frame import show_error
from trainer.web.components.page import Page, address
from trainer.web.components.scores import show_score
from trainer.web.components.sections import definitions, section
from trainer.workspace import Workspace

_Entry = TypeVar("_Entry")

SHOWN = 10
"""Leaks and sessions shown at first."""

_TICK = 0.2
"""Seconds between two looks at how far the counting is."""

_TREND = f"What an answer loses, mean of the latest {WINDOW}, and of every session"

_MEASURES = {False: "lost an answer", True: f"lost in {HUNDRED} hands"}


async def build(workspace: Workspace, query: Mapping[str, str]) -> None:
    """Build the page."""
    if (await on_disk(workspace.log.score)).decisions:
        _ProgressPage(workspace)
    else:
        _show_nothing_yet()


def _show_nothing_yet() -> None:
    with section("Nothing to see yet"):
        ui.label("Once you have answered some decisions, this page shows:").classes("why")
        definitions(
            (
                ("Leaks", "in which situations you lose the most, and what that costs"),
                ("Trend", "whether the loss of an answer shrinks from session to session"),
                ("Heat map", "on which streets and with which hands the bets are lost"),
                ("Sessions", "every session with its score, and all answers as CSV"),
            )
        )
        ui.label("Twenty answers already tell something, a hundred a lot.").classes("quiet")
        ui.link("Answer the first ones", address("/drill"))


@dataclass(frozen=True)
class _Seen:
    """All that the page shows.

    Attributes:
        progress: what the history says.
        score: of all time.
        trend: chart of it.
        heat: charts of losses of an answer and, under True, of costs in a hundred hands.
    """

    progress: Progress
    score: Score
    trend: Figure
    heat: Mapping[bool, Figure]


def _look(workspace: Workspace, report: Report) -> _Seen:
    found = progress(workspace.log, workspace.solution, report)
    unit = workspace.settings.unit
    heat = heat_map(found.leaks)
    return _Seen(
        found,
        workspace.log.score(),
        trend_figure(found.decisions, unit),
        {cost: heat_figure(heat, cost, unit) for cost in (False, True)},
    )


class _ProgressPage:
    """Says that it counts, then shows what was found."""

    def __init__(self, workspace: Workspace):
        self._workspace = workspace
        self._sheets = ui.element("div").classes("sheets")
        self._share = 0.0
        with self._sheets, ui.element("div").classes("panel sheet").props("role=status"):
            ui.label("Adding up your answers …")
            bar = ui.linear_progress(0, show_value=False)
            bar.props('aria-label="How often situations come up is counted"')
            ui.timer(_TICK, lambda: bar.set_value(self._share))
        # How often situations come up is counted once for a solution; the page comes first.
        ui.timer(0, self._load, once=True)

    def _report(self, done: int, steps: int) -> None:
        self._share = done / steps

    async def _load(self) -> None:
        workspace = self._workspace
        try:
            seen = await at_length(_look, workspace, self._report)
        except TripleDrawError as error:
            self._sheets.clear()
            with self._sheets:
                show_error(error)
            return
        found = seen.progress
        self._sheets.clear()
        with self._sheets:
            with ui.element("div").classes("sheet"):
                with section("Score"):
                    show_score("All time", seen.score, workspace.settings.unit)
                with section("Leaks"):
                    _show_leaks(found, workspace.name, workspace.settings.unit)
            with ui.element("div").classes("sheet"):
                with section("Trend"):
                    show_chart(seen.trend, _TREND)
                with section("Heat map"):
                    _HeatMap(seen.heat)
            with section("Sessions").classes("broad"):
                _long(found.sessions, partial(_show_sessions, unit=workspace.settings.unit))
            with section("Export").classes("broad"):
                self._show_export(found)

    def _show_export(self, found: Progress) -> None:
        files: dict[str, Callable[[], str]] = {
            "answers": lambda: decisions_csv(found.decisions),
            "leaks": lambda: leaks_csv(found.leaks),
            "sessions": lambda: sessions_csv(self._workspace.log),
        }
        with ui.element("div").classes("choices"):
            for name, write in files.items():
                ui.button(
                    sentence(name), on_click=lambda name=name, write=write: _download(name, write)
                ).props("outline no-caps").mark(f"csv-{name}")
        ui.label(
            "CSV, one line each; losses in small bets whatever one is worth, times in UTC."
        ).classes("quiet")


async def _download(name: str, write: Callable[[], str]) -> None:
    content = await on_disk(lambda: write().encode())
    file = f"tripledraw-{name}-{date.today().isoformat()}.csv"
    ui.download.content(content, file, "text/csv")


def _show_leaks(found: Progress, solution: str, unit: Unit) -> None:
    costly = [leak for leak in found.leaks if float(figure(leak.mean_lost)) and leak.frequency]
    if not costly:
        ui.label("No answer so far has lost anything worth mentioning.")
    else:
        ui.label(
            f"About {unit.value(found.cost)} lost in {HUNDRED} hands; those first that surely cost "
            "the most. Click one to drill it."
        )
        dearest = max(leak.most for leak in costly)
        _long(costly, lambda leaks: _list_leaks(leaks, dearest, unit))
    ui.label(
        "What you lose in a situation on average, times how often it comes up between two "
        f"players who follow {solution}, in {unit.name}. Few answers say little: an estimate "
        "begins at your average over all situations, and the range in brackets holds the truth in "
        "nine of ten cases. "
        f"You have met situations that make up {found.covered:.0%} of all decisions in play."
    ).classes("quiet")


def _list_leaks(leaks: Sequence[Leak], dearest: float, unit: Unit) -> None:
    with ui.element("ul").classes("leaks"):
        for leak in leaks:
            with ui.element("li"):
                with ui.element("div"):
                    link = address("/drill", situation=leak.situation.key)
                    ui.link(sentence(leak.situation.name), link)
                    ui.label(
                        f"{counted(leak.answers, 'answer')}, {leak.misses:,} missed, "
                        f"{unit.value(leak.mean_lost)} lost an answer"
                    ).classes("quiet")
                with ui.element("div").classes("leak-cost"):
                    ui.label(unit.figure(leak.cost)).classes("number")
                    ui.label(f"({unit.figure(leak.least)} to {unit.figure(leak.most)})").classes(
                        "quiet number"
                    )
                    with ui.element("div").classes("bar-track").props("aria-hidden=true"):
                        _interval(leak, dearest)


def _interval(leak: Leak, dearest: float) -> None:
    """The range of a cost as a pale bar, its estimate as a full one inside."""
    for style, begin, end in (
        ("leak-range", leak.least, leak.most),
        ("leak-bar", 0.0, leak.cost),
    ):
        place = f"left:{100 * begin / dearest:.1f}%;width:{100 * (end - begin) / dearest:.1f}%"
        ui.element("div").classes(style).style(place)


class _HeatMap:
    """A map whose colours are losses of an answer or costs in a hundred hands."""

    def __init__(self, figures: Mapping[bool, Figure]):
        self._figures = figures
        ui.radio(_MEASURES, value=False, on_change=lambda event: self._change(event.value)).props(
            'inline aria-label="Colours are small bets"'
        )
        self._chart = show_chart(
            figures[False], "Losses by street and class of hands; the leaks say the same"
        )

    def _change(self, cost: bool) -> None:
        change_chart(self._chart, self._figures[cost])


def _show_sessions(sessions: Sequence[Session], unit: Unit) -> None:
    headings = ("started", "what", "answers", "right", "lost an answer", "hands", "lost a hand")
    with ui.element("table").classes("records"):
        with ui.element("thead"), ui.element("tr"):
            for heading in headings:
                with ui.element("th").props("scope=col"):
                    ui.label(heading)
        with ui.element("tbody"):
            for session in sessions:
                _show_session(session, unit)


def _show_session(session: Session, unit: Unit) -> None:
    score = session.score
    cells = (
        session.mode,
        f"{score.decisions:,}",
        f"{score.accuracy:.0%}",
        unit.figure(score.mean_lost),
        f"{score.hands:,}" if score.hands else "",
        unit.figure(score.lost_per_hand) if score.hands else "",
    )
    with ui.element("tr"):
        with ui.element("th").props("scope=row"):
            ui.label(f"{session.started.astimezone():%d %b %Y, %H:%M}")
        for cell in cells:
            with ui.element("td").classes("number"):
                ui.label(cell)


def _long(entries: Sequence[_Entry], show: Callable[[Sequence[_Entry]], None]) -> None:
    """Show the first entries, and the others at a click."""
    place = ui.element("div").classes("sheet")
    with place:
        show(entries[:SHOWN])
    if len(entries) > SHOWN:

        def show_all() -> None:
            place.clear()
            button.delete()
            with place:
                show(entries)

        button = ui.button(f"Show all {len(entries):,}", on_click=show_all)
        button.props("flat no-caps").classes("fitting")


PAGE = Page("/progress", "Progress", 50, build)
