"""The due page: what comes back for repetition, and when; a click drills it."""

from collections.abc import Mapping
from datetime import date, datetime, timedelta

from nicegui import ui

from trainer.drills.sources import DUE
from trainer.records.schedule import LONGEST, Schedule, Scheduled, per_day
from trainer.spots.words import counted, sentence
from trainer.web.components.background import on_disk
from trainer.web.components.page import Page, address
from trainer.web.components.sections import section
from trainer.workspace import Workspace

SHOWN = 12
"""Situations listed; the others are counted."""


async def build(workspace: Workspace, query: Mapping[str, str]) -> None:
    """Build the page."""
    schedule = Schedule(workspace.log.database)
    _DuePage(schedule).show(await on_disk(schedule.all))


class _DuePage:
    """What is due, the week ahead, and the situations themselves, which can be left out."""

    def __init__(self, schedule: Schedule):
        self._schedule = schedule
        self._sheets = ui.element("div").classes("sheets")

    def show(self, known: list[Scheduled]) -> None:
        """Show what is scheduled, the next one first."""
        now = datetime.now().astimezone()
        due = sorted((one for one in known if one.due <= now), key=lambda one: one.recall)
        later = [one for one in known if one.due > now]
        self._sheets.clear()
        with self._sheets:
            if not known:
                _show_nothing_yet()
                return
            with ui.element("div").classes("sheet"):
                with section("Now"):
                    _show_now(due, later, now)
                with section("This week"):
                    _show_week(per_day(known, now))
            with section("Due" if due else "Next to come"):
                self._list(due or later, now)

    def _list(self, scheduled: list[Scheduled], now: datetime) -> None:
        with ui.element("ul").classes("packs"):
            for one in scheduled[:SHOWN]:
                key = one.situation.key
                name = sentence(one.situation.name)
                with ui.element("li").classes("due-line"):
                    with ui.element("div"):
                        ui.link(name, address("/drill", situation=key))
                        when = "" if one.due <= now else f"comes back {_when(one.due, now)}, "
                        ui.label(
                            f"{when}{counted(one.answers, 'answer')}, "
                            f"remembered with an estimated chance of {one.recall:.0%}"
                        ).classes("quiet")
                    ui.button("Leave out", on_click=lambda one=one: self._forget(one)).props(
                        f'flat dense no-caps aria-label="Leave out: {name}"'
                    ).mark(f"forget-{key}")
        if len(scheduled) > SHOWN:
            ui.label(f"and {len(scheduled) - SHOWN:,} more").classes("quiet")
        ui.label("What is left out comes back only if you answer it again.").classes("quiet")

    async def _forget(self, one: Scheduled) -> None:
        await on_disk(self._schedule.forget, one.situation)
        self.show(await on_disk(self._schedule.all))


def _show_nothing_yet() -> None:
    with section("Nothing to repeat yet"):
        ui.label(
            "Every kind of decision that you answer is put down here and comes back when you are "
            f"about to forget it: what you missed after minutes, what you know after up to "
            f"{LONGEST} days. It comes back with other cards, so it is the decision that you "
            "remember, not the hand."
        ).classes("why")
        ui.link("Answer the first ones", address("/drill"))


def _show_now(due: list[Scheduled], later: list[Scheduled], now: datetime) -> None:
    if due:
        words = "kind of decision is due" if len(due) == 1 else "kinds of decisions are due"
        ui.label(f"{len(due):,} {words}").classes("due-count")
        ui.button(
            "Drill what is due", on_click=lambda: ui.navigate.to(address("/drill", drill=DUE))
        ).props("unelevated no-caps").classes("fitting")
        ui.label(
            "Those come first that you have likeliest forgotten. Stop whenever you like: what is "
            "left waits and does not grow."
        ).classes("quiet")
        return
    ui.label("Nothing is due").classes("due-count")
    ui.label(f"The next kind of decision comes back {_when(later[0].due, now)}.")
    ui.link("Drill something else", address("/packs"))


def _show_week(counts: Mapping[date, int]) -> None:
    today, *_ = counts
    ui.label(f"{counts[today]:,} today, {sum(counts.values()):,} within seven days")
    most = max(*counts.values(), 1)
    with ui.element("ul").classes("week"):
        for day, count in counts.items():
            with ui.element("li"):
                ui.label(_day(day, today))
                with ui.element("div").classes("bar-track").props("aria-hidden=true"):
                    ui.element("div").classes("week-bar").style(f"width:{100 * count / most:.0f}%")
                ui.label(f"{count:,}").classes("number")


def _day(day: date, today: date) -> str:
    if day == today:
        return "Today"
    return "Tomorrow" if day == today + timedelta(days=1) else f"{day:%A}"


def _when(due: datetime, now: datetime) -> str:
    """``in 9 minutes``, ``in 3 hours``, ``in 12 days``."""
    minutes = (due - now) / timedelta(minutes=1)
    if minutes < 60:
        return f"in {counted(max(round(minutes), 1), 'minute')}"
    if minutes < 36 * 60:
        return f"in {counted(round(minutes / 60), 'hour')}"
    return f"in {counted(round(minutes / 60 / 24), 'day')}"


PAGE = Page("/due", "Due", 60, build)
