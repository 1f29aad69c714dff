"""The explorer: the public tree to walk through, and what both ranges do at every state."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from nicegui import ui
from nicegui.events import GenericEventArguments

from solver.cards import format_hand, parse_hand
from solver.errors import TripleDrawError
from solver.game import FOLD, SEAT_NAMES, PublicState, action_name
from solver.plots import ACTION_COLOURS
from solver.solution import Advice, GroupSummary
from trainer.explore.explorer import View, explorer_of, reasons
from trainer.spots.timeline import streets
from trainer.spots.words import Unit, deed, sentence
from trainer.web.components.background import computed
from trainer.web.components.buttons import answer_button
from trainer.web.components.cards import show_cards
from trainer.web.components.copying import copy_button
from trainer.web.components.feedback import show_actions, show_reasons
from trainer.web.components.frame import show_error
from trainer.web.components.hand_picker import HandPicker
from trainer.web.components.page import Page, address
from trainer.web.components.range_charts import (
    EMPTY,
    SEATS,
    Figure,
    action_colours,
    ev_chart,
    frequency_chart,
    height,
    range_chart,
)
from trainer.workspace import Workspace

PATH = "/explorer"

_KEYS = {"f": "f", "k": "k,c", "c": "c,k", "b": "b,r", "r": "r,b", "0": "Space,0"}
"""Keys of the actions, as at the drill; a number of cards is its own key."""

_SHORT = ("BB", "BTN")
"""Seats where there is little room."""

_SHOW_PANEL = """(() => {
  const panel = getHtmlElement(%d), top = panel.getBoundingClientRect().top;
  if (top < 0 || top > 0.8 * innerHeight) panel.scrollIntoView({ block: "start" });
})()"""
"""Scrolls to a panel that can hardly be seen, and leaves the page alone otherwise."""


async def build(workspace: Workspace, query: Mapping[str, str]) -> None:
    """Build the page.

    The query may name a state by its ``history`` and own cards by ``hand``.
    """
    history, hand = await computed(_read, workspace, query)
    _ExplorerPage(workspace, history, hand)


def _read(workspace: Workspace, query: Mapping[str, str]) -> tuple[str, tuple[int, ...] | None]:
    history = workspace.solution.state(query.get("history", "")).history
    text = query.get("hand", "")
    return history, tuple(sorted(parse_hand(text), reverse=True)) if text else None


class _ExplorerPage:
    """Charts and tables stay where they are and are filled anew for every state."""

    def __init__(self, workspace: Workspace, history: str, hand: tuple[int, ...] | None):
        self._workspace = workspace
        self._explorer = explorer_of(workspace.solution)
        self._history, self._hand = history, hand
        self._view: View | None = None
        self._asked = 0
        self._strip = ui.element("nav").props('aria-label="The hand so far"').classes("wide")
        with ui.element("section").classes("panel walk").props('aria-label="What happens next"'):
            with ui.element("div").classes("walk-line"):
                self._where = ui.label("Looking …").classes("walk-where").props("role=status")
                copy_button()
            self._buttons = ui.element("div").classes("answers walk-answers")
        with ui.element("div").classes("explorer"):
            with ui.element("div").classes("explorer-main"):
                self._strategy = _ChartPanel("explorer-strategy", self._clicked)
                self._evs = _ChartPanel("explorer-evs", self._clicked)
                with _panel("explorer-groups"), _heading("Groups of hands"):
                    self._groups = ui.element("div")
            with ui.element("div").classes("explorer-side"):
                with _panel("explorer-own"), _heading("Your cards"):
                    self._picker = HandPicker(self._choose)
                    self._advice = ui.element("div").classes("own-advice")
                with _panel("explorer-hands") as panel:
                    self._hands_panel = panel
                    self._hands = ui.element("div").classes("hands")
                self._ranges = _ChartPanel("explorer-ranges", None)
        self._picker.show(hand)
        self._show_no_group()
        # The page comes first; the charts bring their library meanwhile.
        ui.timer(0, self._look, once=True)

    async def _go(self, history: str) -> None:
        self._history = history
        await self._look()

    async def _look(self) -> None:
        """Find out what is to be said of the state and the hand, and say it."""
        self._asked += 1
        asked, history, hand = self._asked, self._history, self._hand
        try:
            view, advice, why = await computed(self._seen, history, hand)
        except TripleDrawError as error:
            if asked == self._asked:
                self._where.set_text(f"{sentence(str(error))}.")
            return
        if asked != self._asked:
            return  # The player has gone on meanwhile.
        ui.navigate.history.replace(self._address())
        if view is not self._view:
            self._view = view
            self._show_view(view)
        self._show_advice(view.state, advice, why)

    def _seen(
        self, history: str, hand: tuple[int, ...] | None
    ) -> tuple[View, Advice | None, tuple[str, ...]]:
        """The state, and what is to be said of the hand there, if there is one to act."""
        view = self._explorer.view(history)
        if hand is None or not view.state.actions:
            return view, None, ()
        advice, settings = (
            self._explorer.solution.advise(hand, view.state),
            self._workspace.settings,
        )
        return view, advice, reasons(advice, settings.thresholds, settings.unit)

    def _address(self) -> str:
        query = {"history": self._history}
        if self._hand is not None:
            query["hand"] = format_hand(self._hand)
        return address(PATH, **{key: value for key, value in query.items() if value})

    def _show_view(self, view: View) -> None:
        self._where.set_text(view.words)
        self._show_strip(view.state)
        self._show_actions(view)
        self._show_no_group()
        self._groups.clear()
        if view.summary is None:
            self._strategy.hide()
            self._evs.hide()
        else:
            seat, colours = SEAT_NAMES[view.state.seat], action_colours(view.state.actions)
            chart = frequency_chart(view.summary)
            self._strategy.show(f"What the {seat} does", view.doubts, colours, chart)
            note = f"To the {seat}, from here on; a fold is worth 0."
            self._evs.show("What each action wins", note, colours, ev_chart(view.summary))
            with self._groups:
                _table("group", view.summary.groups, self._open)
        chart = range_chart(view.ranges)
        self._ranges.show(
            "What both hold", _shares_of_pot(view, self._workspace.settings.unit), SEATS, chart
        )

    def _show_strip(self, state: PublicState) -> None:
        path = iter(state.path)
        self._strip.clear()
        with self._strip, ui.element("ol").classes("strip"):
            with ui.element("li").classes("strip-street"):
                self._step("Start", "", "Back to the start")
            for street in streets(state):
                with ui.element("li").classes("strip-street"):
                    ui.label(street.name).classes("strip-name")
                    with ui.element("div").classes("strip-steps"):
                        for step in street.steps:
                            before, _ = next(path)
                            what = deed(step.code, own=False)
                            title = f"Back to where the {SEAT_NAMES[step.seat]} {what}"
                            self._step(f"{_SHORT[step.seat]} {what}", before.history, title)
                        if not street.steps:
                            ui.label("…")

    def _step(self, text: str, history: str, title: str) -> None:
        button = ui.element("button").classes("strip-back")
        button.props(f'type=button title="{title}"').mark(f"back-{_marker(history or 'start')}")
        button.on("click", partial(self._go, history))
        with button:
            ui.label(text)

    def _show_actions(self, view: View) -> None:
        state = view.state
        self._buttons.clear()
        with self._buttons:
            if view.summary is not None:
                for code, frequency in view.summary.whole.frequencies.items():
                    text = f"{action_name(code).capitalize()} {frequency:.0%}"
                    button = answer_button(text, _KEYS.get(code, code), code)
                    button.style(f"--accent:{ACTION_COLOURS[code]}").mark(f"play-{code}")
                    button.on_click(partial(self._go, state.play(code).history))
            if state.before is not None:
                back = answer_button("Back", "Backspace", "back", "⌫").classes("walk-back")
                back.on_click(partial(self._go, state.before.history))

    def _clicked(self, event: GenericEventArguments) -> Any:
        """A bar or a dot was clicked; its row is its place on the vertical axis."""
        if self._view is None or self._view.summary is None:
            return None
        place = int(event.args["points"][0]["y"])
        groups = self._view.summary.groups
        return self._open(groups[place].name) if 0 <= place < len(groups) else None

    async def _open(self, group: str) -> None:
        """Show the hands of a group."""
        asked, history = self._asked, self._history
        try:
            hands = await computed(self._explorer.hands, history, group)
        except TripleDrawError as error:
            with self._hands:
                show_error(error)
            return
        if asked != self._asked:
            return
        self._hands.clear()
        with self._hands, _heading(sentence(group)):
            ui.label(
                "The likeliest by the ranks they keep, on average over their suits and discards. "
                "Click on an example for its own advice."
            ).classes("quiet")
            _table("kept", hands, self._take, cards=True)
        ui.run_javascript(_SHOW_PANEL % self._hands_panel.id)

    def _show_no_group(self) -> None:
        self._hands.clear()
        with self._hands, _heading("Hands of a group"):
            ui.label("Click on a bar, a dot or the name of a group.").classes("quiet")

    async def _take(self, hand: str) -> None:
        cards = tuple(sorted(parse_hand(hand), reverse=True))
        self._picker.show(cards)
        self._hand = cards
        await self._look()

    def _choose(self, hand: tuple[int, ...] | None) -> Any:
        self._hand = hand
        return self._look()

    def _show_advice(self, state: PublicState, advice: Advice | None, why: Sequence[str]) -> None:
        self._advice.clear()
        with self._advice:
            if advice is None:
                text = "Pick or type five cards to see what the solution does with them."
                ui.label(text if state.actions else "Nobody is to act.").classes("quiet")
                return
            ui.label(f"{sentence(SEAT_NAMES[state.seat])} with these cards").classes("own-title")
            show_cards(advice.hand)
            show_reasons(why)
            if advice.best.keep is not None:
                with ui.element("div").classes("keep"):
                    ui.label("Best cards to keep")
                    show_cards(advice.best.keep)
            show_actions(advice, unit=self._workspace.settings.unit)
            counts = state.draws[state.seat]
            if not any(counts):
                hands = " ".join([format_hand(advice.hand)] * (len(counts) + 1))
                ui.link(
                    "Drill this decision", address("/drill", history=state.history, hands=hands)
                )


class _ChartPanel:
    """A panel with a heading, a line below it, and a chart that is there from the beginning."""

    def __init__(self, style: str, on_click: Callable[[GenericEventArguments], Any] | None):
        self._panel = _panel(style)
        with self._panel:
            with ui.element("h2").classes("panel-title"):
                self._title = ui.label("…")
            self._note = ui.label("").classes("quiet")
            self._legend = ui.element("ul").classes("range-kinds")
            self._chart = ui.plotly({**EMPTY}).classes("wide chart")
            self._chart.style(f"height:{height(EMPTY)}px")
        if on_click is not None:
            self._chart.on("plotly_click", on_click)
            self._chart.classes("chart-clicked")

    def show(self, title: str, note: str, colours: Mapping[str, str], chart: Figure) -> None:
        """Fill the panel.

        Args:
            title: its heading.
            note: the line below.
            colours: what the chart's colours mean.
            chart: the chart.
        """
        self._panel.set_visibility(True)
        self._title.set_text(title)
        self._note.set_text(note)
        self._note.set_visibility(bool(note))
        self._legend.clear()
        with self._legend:
            for name, colour in colours.items():
                with ui.element("li"):
                    ui.element("span").classes("dot").style(f"background:{colour}")
                    ui.label(name)
        self._chart.style(f"height:{height(chart)}px")
        self._chart.update_figure(chart)

    def hide(self) -> None:
        """Take the panel away, as when nobody is to act."""
        self._panel.set_visibility(False)


def _panel(style: str) -> ui.element:
    return ui.element("section").classes(f"panel sheet {style}")


def _heading(title: str) -> ui.element:
    """A heading; what follows in the context comes below it."""
    with ui.element("h2").classes("panel-title"):
        ui.label(title)
    return ui.element("div").classes("sheet")


def _table(
    first: str,
    rows: Sequence[GroupSummary],
    on_click: Callable[[str], Any],
    cards: bool = False,
) -> None:
    """Groups or hands, a row each: share, EV, and every action with frequency and EV.

    The name of a group is clicked, or with `cards` the example of a hand.
    """
    with ui.element("table").classes("groups"):
        with ui.element("thead"), ui.element("tr"):
            for name in (first, "share", "EV", "actions: how often, EV (small bets)"):
                with ui.element("th").props("scope=col"):
                    ui.label(name)
        with ui.element("tbody"):
            for row in rows:
                _row(row, on_click, cards)


def _row(row: GroupSummary, on_click: Callable[[str], Any], cards: bool) -> None:
    with ui.element("tr"):
        with ui.element("th").props("scope=row"):
            chosen = row.examples[0] if cards else row.name
            if cards:
                ui.label(row.name).classes("group-name number")
            button = ui.element("button").classes("hand-button" if cards else "group-button")
            button.props("type=button")
            button.mark(f"open-{_marker(chosen)}").on("click", partial(on_click, chosen))
            with button:
                if cards:
                    show_cards(parse_hand(chosen), "tiny")
                else:
                    ui.label(row.name)
        with ui.element("td"):
            ui.label(f"{row.share:.1%}").classes("number")
        with ui.element("td"):
            ui.label(f"{row.ev:+z.2f}").classes("number")
        with ui.element("td").classes("group-mix"):
            with ui.element("div").classes("range-bar").props("aria-hidden=true"):
                for code, frequency in row.frequencies.items():
                    ui.element("div").style(
                        f"flex-grow:{frequency:.4f};background:{ACTION_COLOURS[code]}"
                    )
            told = (
                f"{action_name(code)} {frequency:.0%}"
                + ("" if code == FOLD else f" ({row.evs[code]:+z.2f})")
                for code, frequency in row.frequencies.items()
            )
            ui.label(" · ".join(told)).classes("quiet number")


def _marker(text: str) -> str:
    """A text as a mark of an element, which may have no spaces."""
    return text.replace(" ", "_")


def _shares_of_pot(view: View, unit: Unit) -> str:
    """What both win from here on, in a sentence; or which range is a guess."""
    if view.evs is None:
        return view.doubts
    mine, other = (
        f"the {name} wins {unit.figure(ev)}" for name, ev in zip(SEAT_NAMES, view.evs, strict=True)
    )
    return f"From here on {mine} and {other} ({unit.name}); together that is the pot."


PAGE = Page(PATH, "Explorer", 40, build)
