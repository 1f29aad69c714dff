"""The settings page: every choice holds and is stored at once."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from nicegui import ui

from solver.errors import TripleDrawError
from solver.solution import shipped_solutions, stored_solutions
from trainer.grading.grades import DEFAULT
from trainer.web.components.background import on_disk
from trainer.web.components.frame import dress
from trainer.web.components.page import Page
from trainer.web.components.sections import section
from trainer.workspace import Workspace

_NEWEST = ""
"""Stands for no choice of a solution."""

_APPEARANCES = {"system": "as the system", "light": "light", "dark": "dark"}

_THRESHOLDS = {
    "best": "best: loss below",
    "correct": "correct: loss below",
    "mistake": "mistake: loss from",
    "blunder": "blunder: loss from",
}


async def build(workspace: Workspace, query: Mapping[str, str]) -> None:
    """Build the page."""
    names = await on_disk(_solutions)
    _SettingsPage(workspace, names)


def _solutions() -> list[str]:
    """Names of the solutions there are: one's own, the newest first, and what comes with us."""
    found = (*stored_solutions(), *shipped_solutions())
    return [*dict.fromkeys(path.name for path in found)]


class _SettingsPage:
    """Forms whose every change goes to the workspace; a wrong one is explained and not stored."""

    def __init__(self, workspace: Workspace, solutions: Sequence[str]):
        self._workspace = workspace
        # Changes follow each other as fast as somebody types, and the last one is to hold.
        self._in_order = asyncio.Lock()
        self._state = ui.label("Every choice is stored at once.").classes("quiet settings-state")
        self._state.props("role=status")
        with ui.element("div").classes("sheets"):
            with section("Solution"):
                self._show_solutions([*solutions])
            with section("Table"):
                self._show_table()
            with section("Drill"):
                self._show_drill()
            with section("Thresholds of grades"):
                self._show_thresholds()

    def _show_solutions(self, names: list[str]) -> None:
        workspace = self._workspace
        chosen = workspace.settings.solution
        if chosen is not None and chosen not in names:
            names.append(chosen)
        options = {_NEWEST: "the newest"} | {name: name for name in names}
        ui.select(
            options,
            label="Answers are graded against",
            value=_NEWEST if chosen is None else chosen,
            on_change=lambda event: self._change(solution=event.value or None),
        ).classes("wide")
        self._strength = ui.label().classes("quiet")
        self._show_strength()

    def _show_table(self) -> None:
        settings = self._workspace.settings
        with ui.element("fieldset"):
            with ui.element("legend"):
                ui.label("Page")
            ui.radio(
                _APPEARANCES,
                value=settings.appearance,
                on_change=lambda event: self._change(appearance=event.value),
            ).props("inline")
        self._switch("Four colours for the four suits", "four_colours")
        self._switch("Keys answer, too", "keyboard")
        with ui.element("div").classes("fields"):
            ui.number(
                "A small bet is worth",
                value=settings.small_bet,
                min=0,
                placeholder="small bets",
                on_change=lambda event: self._change(small_bet=event.value),
            )
            ui.input(
                "Currency",
                value=settings.currency,
                on_change=lambda event: self._change(currency=event.value or ""),
            ).props("maxlength=3")
        ui.label("Left empty, amounts are in small bets.").classes("quiet")

    def _show_drill(self) -> None:
        self._switch("After a hit, go on by itself", "auto_advance")
        ui.number(
            "Seconds before it does",
            value=self._workspace.settings.pause,
            min=0,
            max=10,
            step=0.5,
            on_change=lambda event: self._change(pause=event.value),
        )
        self._switch("Grade every decision of a whole hand at once", "live_grades")
        self._switch("A roll from 00 to 99 with every spot, to practise mixing", "roll")

    def _show_thresholds(self) -> None:
        thresholds = self._workspace.settings.thresholds
        with ui.element("div").classes("fields"):
            for name, label in _THRESHOLDS.items():
                ui.number(
                    label,
                    value=getattr(thresholds, name),
                    min=0,
                    step=0.001,
                    on_change=self._threshold(name, 1),
                ).props("suffix='small bets'")
            ui.number(
                "correct: frequency from",
                value=round(100 * thresholds.frequency, 6),
                min=0,
                max=100,
                step=0.5,
                on_change=self._threshold("frequency", 100),
            ).props("suffix=%")
        ui.button("Default thresholds", on_click=self._reset_thresholds).props(
            "outline no-caps"
        ).classes("fitting")

    async def _reset_thresholds(self) -> None:
        await self._change(thresholds=DEFAULT)
        ui.navigate.reload()

    def _switch(self, text: str, name: str) -> None:
        ui.switch(
            text,
            value=getattr(self._workspace.settings, name),
            on_change=lambda event: self._change(**{name: event.value}),
        )

    def _threshold(self, name: str, scale: float) -> Callable[[Any], Awaitable[None]]:
        async def change(event: Any) -> None:
            if event.value is None:
                return  # Nothing is typed yet.
            workspace, value = self._workspace, event.value / scale
            await self._choose(
                lambda: {"thresholds": asdict(workspace.settings.thresholds) | {name: value}}
            )

        return change

    async def _change(self, **choices: Any) -> None:
        await self._choose(lambda: choices)

    async def _choose(self, choices: Callable[[], dict[str, Any]]) -> None:
        """Store choices, which are asked for once those before them hold."""
        try:
            async with self._in_order:
                await on_disk(self._workspace.change, **choices())
        except TripleDrawError as error:
            self._state.set_text(f"Not stored: {error}.")
            self._state.classes(add="settings-wrong")
            return
        self._state.set_text("Stored.")
        self._state.classes(remove="settings-wrong")
        self._show_strength()
        dress(self._workspace.settings)

    def _show_strength(self) -> None:
        workspace = self._workspace
        self._strength.set_text(f"{workspace.name}: {workspace.strength}.")


PAGE = Page("/settings", "Settings", 80, build)
