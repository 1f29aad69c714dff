"""The drill page: one decision after another at a card table, graded at once."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from nicegui import ui

from solver.cards import format_cards, parse_cards, parse_hand
from solver.errors import TripleDrawError
from solver.game import PublicState, action_name
from trainer.drills.drill import Drill, DrillDealer
from trainer.drills.packs import PACKS, SavedDrills
from trainer.drills.practice import Verdict
from trainer.drills.questions import Questions
from trainer.drills.sources import DUE, SpotSource, spot_source
from trainer.grading.score import Score
from trainer.records.practice_log import Decision
from trainer.spots.situations import Situation
from trainer.spots.spot import Answer, Spot
from trainer.spots.words import Unit, deed, most_cards, rules, sentence
from trainer.web.components.background import computed, on_disk
from trainer.web.components.buttons import BET_KEYS, answer_button
from trainer.web.components.cards import show_cards
from trainer.web.components.copying import copy_button
from trainer.web.components.feedback import show_feedback
from trainer.web.components.frame import show_error
from trainer.web.components.page import Page, address, drill_address, explorer_address
from trainer.web.components.scores import show_score
from trainer.web.components.sections import play_area, section
from trainer.web.components.table import Table, show_strip
from trainer.workspace import Workspace

MODE = "drill"

_ALL = next(iter(PACKS))

_SHOW_ACTIONS = """document.querySelector(".drill-side .actions")?.scrollIntoView(
  { block: "nearest" });"""
"""Scrolls as little as lets the verdict and the table of actions be seen; not at all mostly."""

_INTRODUCTION = (
    "You see one decision of a hand between two players who follow the solution.",
    "Answer with the buttons or their keys; at a draw, mark the cards to throw away first.",
    "Every answer is graded by what it loses against the best one, in small bets, and you see why.",
    "A miss waits until you go on; your score is kept.",
)


@dataclass(frozen=True)
class _Beginning:
    """What a page needs to know before it is drawn.

    Attributes:
        questions: what will be asked.
        drill: name of the drill.
        query: what to ask for again in the address, without the spot.
        spot: asked first; None for one of the drill.
        answer: given to that spot before, to be looked at once more; None for none.
        saved: names of the player's own drills.
        ever: score of all time.
    """

    questions: Questions
    drill: str
    query: Mapping[str, str]
    spot: Spot | None
    answer: Answer | None
    saved: Sequence[str]
    ever: Score


async def build(workspace: Workspace, query: Mapping[str, str]) -> None:
    """Build the page.

    The query may ask for a ``drill`` by name (or ``due``), for a ``situation`` by its key, and for
    one spot to begin with by ``history`` and ``hands``. With an ``answer`` (a letter, or ``0`` to
    ``5`` with ``discards``) that spot is shown as it was answered. ``session`` asks for a summary.
    """
    if "session" in query:
        await _show_session(workspace)
        return
    _DrillPage(workspace, await on_disk(_begin, workspace, query))


def _begin(workspace: Workspace, query: Mapping[str, str]) -> _Beginning:
    practice = workspace.practice(MODE)
    source: SpotSource
    if "situation" in query:
        situation = Situation.parse(query["situation"])
        name, kept = situation.name, {"situation": query["situation"]}
        source = DrillDealer(practice.solution, Drill.of_situation(situation))
    else:
        name = query.get("drill", _ALL)
        kept = {} if name == _ALL else {"drill": name}
        source = spot_source(practice, None if name == _ALL else name)
    random = np.random.default_rng() if workspace.settings.roll else None
    spot, answer = None, None
    if "history" in query or "hands" in query:
        texts = query.get("history", ""), query.get("hands", "")
        spot = Spot.read(practice.solution, *texts)
        if "answer" in query:
            discards = parse_cards(query.get("discards", ""))
            answer = Answer.draw(discards) if spot.state.drawing else Answer(query["answer"])
    saved = [drill.name for drill in SavedDrills(workspace.log.database).all()]
    questions = Questions(practice, source, random)
    return _Beginning(questions, name, kept, spot, answer, saved, workspace.log.score())


class _DrillPage:
    """Redraws only what changes: the spot when it is asked, the side when it is answered."""

    def __init__(self, workspace: Workspace, beginning: _Beginning):
        self._workspace, self._beginning = workspace, beginning
        self._questions = beginning.questions
        self._ever = beginning.ever
        self._busy = False
        self._strip = ui.element("div")
        self._place, self._buttons, self._side, score = play_area()
        with score:
            self._show_drills()
            self._score = ui.element("div").classes("scores")
        self._show_score()
        # A rare spot takes seconds to find; the page comes first.
        with self._place:
            ui.label("Looking for a spot …").classes("panel").props("role=status")
        ui.timer(0, self._first, once=True)

    def _clear(self) -> None:
        for part in (self._strip, self._place, self._buttons, self._side):
            part.clear()

    def _show_spot(self) -> None:
        question = self._questions.question
        self._clear()
        with self._side:
            self._show_introduction()
        if question is None:
            with self._place, ui.element("div").classes("panel"):
                ui.label("Nothing more is due now.").classes("panel-title")
                ui.link("Sum up this session", address("/drill", session="this"))
                ui.link("All decisions", address("/drill"))
            return
        spot, settings = question.spot, self._workspace.settings
        self._say_address(spot)
        with self._strip:
            show_strip(spot.state, spot.seat)
        with self._place:
            mark = self._mark if spot.state.drawing else None
            self._table = Table(
                spot.state, spot.seat, spot.hand, settings, spot.discards, on_mark=mark
            )
        with self._buttons:
            if question.roll is not None:
                ui.label(f"Roll {question.roll:02}").classes("roll")
            if spot.state.drawing:
                self._show_draw_buttons(spot.state)
            else:
                for code in spot.state.actions:
                    answer_button(action_name(code).capitalize(), BET_KEYS[code], code).on_click(
                        lambda code=code: self._answer(Answer(code))
                    )

    def _show_draw_buttons(self, state: PublicState) -> None:
        ui.label(most_cards(state)).classes("quiet answers-say")
        answer_button("Stand pat", "Space", "0").on_click(lambda: self._answer(Answer("0")))
        self._draw = answer_button("Draw", "Enter", "1").on_click(
            lambda: self._answer(Answer.draw(self._questions.marked))
        )
        self._show_marks()

    def _show_marks(self) -> None:
        count = len(self._questions.marked)
        self._draw.set_text(f"Draw {count}" if count else "Draw")
        self._draw.set_enabled(bool(count) and self._questions.can_draw)

    def _mark(self, card: int) -> bool:
        marked = self._questions.mark(card)
        if self._questions.verdict is None:
            self._show_marks()
        return marked

    async def _answer(self, answer: Answer) -> None:
        questions = self._questions
        if self._busy or questions.question is None or questions.verdict is not None:
            return  # A second click that was on its way.
        self._busy = True
        try:
            verdict, why, self._ever = await on_disk(self._record, answer)
        except TripleDrawError as error:
            self._side.clear()
            with self._side:
                show_error(error)
        else:
            self._show_verdict(verdict, why)
        finally:
            self._busy = False

    def _record(self, answer: Answer) -> tuple[Verdict, Sequence[str], Score]:
        """Grade and store in one piece: nothing that is stored may go without its feedback."""
        verdict = self._questions.answer(answer)
        why = verdict.why(self._workspace.settings.unit)
        return verdict, why, self._workspace.log.score()

    def _show_verdict(self, verdict: Verdict, why: Sequence[str]) -> None:
        grade = verdict.grade
        self._buttons.clear()
        self._side.clear()
        self._table.answered()
        self._table.show_discards(grade.best.discards(verdict.spot.hand))
        self._say_address(verdict.spot, grade.answer)
        with self._side:
            unit = self._workspace.settings.unit
            show_feedback(verdict.advice, grade, why, unit)
            if verdict.asked is not None:
                done = "as you did" if verdict.followed else "you did not"
                ui.label(f"The roll asked to {action_name(verdict.asked)}: {done}.")
            self._show_ways_on(verdict)
        with self._buttons:
            # On a phone the table of actions would begin below the edge.
            ui.run_javascript(_SHOW_ACTIONS)
            button = answer_button("Next", "n,Enter,Space", "next", "N").on_click(self._next)
        self._show_score()
        settings = self._workspace.settings
        if settings.auto_advance and grade.rating.hit:
            with button:
                ui.timer(settings.pause, self._next, once=True)

    def _show_ways_on(self, verdict: Verdict) -> None:
        """What can be done with a spot that is answered."""
        with ui.element("div").classes("links"):
            again = ui.button("Try again", icon="replay", color=None).classes("plain")
            again.props("flat dense no-caps :ripple=false")
            again.on_click(lambda: self._ask(partial(self._again, verdict.spot)))
            ui.link(
                "Same situation, other cards",
                address("/drill", situation=verdict.situation.key),
            )
            ui.link("Open in the explorer", explorer_address(verdict.spot))
            copy_button(drill_address(verdict.spot))

    def _again(self, spot: Spot) -> None:
        self._questions.ask(spot, counts=False)

    def _say_address(self, spot: Spot, answer: Answer | None = None) -> None:
        """Let the address lead back to this very spot, as it is shown."""
        history, hands = spot.to_text()
        query = {**self._beginning.query, "history": history, "hands": hands}
        if answer is not None:
            query["answer"] = answer.code
            if answer.discards:
                query["discards"] = format_cards(answer.discards)
        with self._strip:  # The button that was pressed may be gone, and its place with it.
            ui.navigate.history.replace(address("/drill", **query))

    async def _first(self) -> None:
        spot, answer = self._beginning.spot, self._beginning.answer
        if spot is None:
            await self._ask(self._questions.next)
        elif answer is None:
            await self._ask(partial(self._questions.ask, spot))
        else:
            await self._look_back(spot, answer)

    async def _look_back(self, spot: Spot, answer: Answer) -> None:
        """Show a spot as it was answered before."""

        def look() -> tuple[Verdict, tuple[str, ...]]:
            self._questions.ask(spot, counts=False)
            verdict = self._questions.look(answer)
            return verdict, verdict.why(self._workspace.settings.unit)

        self._busy = True
        try:
            seen = await computed(look)
        except TripleDrawError as error:
            self._clear()
            with self._place:
                show_error(error)
        else:
            self._show_spot()
            self._show_verdict(*seen)
        finally:
            self._busy = False

    async def _next(self) -> None:
        await self._ask(self._questions.next)

    async def _ask(self, ask: Callable[[], object]) -> None:
        if self._busy:
            return
        self._busy = True
        try:
            await computed(ask)
        except TripleDrawError as error:
            self._clear()
            with self._place:
                show_error(error)
            with self._buttons:
                answer_button("Try again", "n,Enter,Space", "next", "N").on_click(self._next)
        else:
            self._show_spot()
        finally:
            self._busy = False

    def _show_introduction(self) -> None:
        """What the page is to a newcomer, and what the answers are measured by."""
        workspace = self._workspace
        if not self._ever.decisions:
            ui.label("Welcome").classes("panel-title")
            ui.label(" ".join(_INTRODUCTION)).classes("why")
        else:
            ui.label("Your move").classes("panel-title")
        ui.label(rules(workspace.solution.configuration.game)).classes("quiet")
        ui.label(f"Solution {workspace.name}: {workspace.strength}.").classes("quiet")

    def _show_drills(self) -> None:
        """A choice of what to drill."""
        drill = self._beginning.drill
        options = {name: name for name in (*PACKS, *self._beginning.saved)}
        options |= {DUE: "what is due"}
        options.setdefault(drill, drill)
        ui.select(
            options,
            label="Drill",
            value=drill,
            on_change=lambda event: ui.navigate.to(address("/drill", drill=event.value)),
        ).props("dense").classes("wide")

    def _show_score(self) -> None:
        self._score.clear()
        with self._score:
            unit = self._workspace.settings.unit
            show_score("This session", self._questions.practice.score, unit)
            show_score("All time", self._ever, unit)
            if self._questions.practice.score.decisions:
                ui.link("Sum up this session", address("/drill", session="this"))


async def _show_session(workspace: Workspace) -> None:
    """What came of the session, and the spots that were missed, each a click away."""
    practice = workspace.practice(MODE)
    answered = await on_disk(practice.log.decisions, practice.session)
    missed = sorted((one for one in answered if not one.rating.hit), key=lambda one: -one.ev_lost)
    unit = workspace.settings.unit
    with ui.element("div").classes("sheets"):
        with section("This session"):
            show_score("Answers", practice.score, unit)
            ui.link("Go on", address("/drill"))
        with section("Missed, the dearest first"):
            if not missed:
                ui.label("Nothing was missed." if answered else "Nothing is answered yet.")
            with ui.element("ul").classes("packs"):
                for one in missed:
                    _show_missed(one, unit)


def _show_missed(one: Decision, unit: Unit) -> None:
    name = "" if one.situation is None else sentence(Situation.parse(one.situation).name)
    query = {"history": one.history, "hands": one.hands, "answer": one.answer.code}
    if one.answer.discards:
        query["discards"] = format_cards(one.answer.discards)
    with ui.element("li"), ui.element("div"):
        ui.link(name or one.history, address("/drill", **query))
        show_cards(parse_hand(one.hands.split()[-1]), "tiny")
        ui.label(
            f"{one.rating}, {unit.value(one.ev_lost)} lost: you {deed(one.answer.code, own=True)}, "
            f"best {action_name(one.best)}"
        ).classes("quiet")


PAGE = Page("/drill", "Drill", 10, build)
