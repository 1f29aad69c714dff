"""The drill page: one decision after another at a card table, graded at once."""

from collections.abc import Mapping

import numpy as np
from nicegui import run, ui

from solver.errors import TripleDrawError
from solver.game.history import action_name
from trainer.drills import Drill, DrillDealer
from trainer.packs import PACKS, SavedDrills
from trainer.questions import Questions
from trainer.situations import Situation
from trainer.sources import DUE, SpotSource, spot_source
from trainer.spots import Answer, Spot
from trainer.web.buttons import BET_KEYS, answer_button
from trainer.web.feedback import show_feedback
from trainer.web.frame import show_error
from trainer.web.page import Page, address
from trainer.web.pages import has_page
from trainer.web.scores import show_score
from trainer.web.sections import play_area
from trainer.web.table import Table, show_strip
from trainer.workspace import Workspace

MODE = "drill"

_EXPLORER = "/explorer"
_ALL = next(iter(PACKS))

_INTRODUCTION = (
    "You see one decision of a hand between two players who follow the solution.",
    "Answer with the buttons or their keys; at a draw, mark the cards to throw away first.",
    "Every answer is graded by what it loses against the best one, in small bets, and you see why.",
    "A miss waits until you go on; your score is kept.",
)


def build(workspace: Workspace, query: Mapping[str, str]) -> None:
    """Build the page.

    The query may ask for a ``drill`` by name (or ``due``), for a ``situation`` by its key, and for
    one spot to begin with by ``history`` and ``hands``.
    """
    practice = workspace.practice(MODE)
    source: SpotSource
    if "situation" in query:
        situation = Situation.parse(query["situation"])
        name = situation.name
        source = DrillDealer(practice.solution, Drill.of_situation(situation))
    else:
        name = query.get("drill", _ALL)
        source = spot_source(practice, None if name == _ALL else name)
    random = np.random.default_rng() if workspace.settings.roll else None
    questions = Questions(practice, source, random)
    if "history" in query or "hands" in query:
        texts = query.get("history", ""), query.get("hands", "")
        questions.ask(Spot.read(practice.solution, *texts))
    elif name == _ALL:
        questions.next()
    _DrillPage(workspace, questions, name)


class _DrillPage:
    """Redraws only what changes: the spot when it is asked, the side when it is answered."""

    def __init__(self, workspace: Workspace, questions: Questions, drill: str):
        self._workspace, self._questions, self._drill = workspace, questions, drill
        self._searching = False
        self._strip = ui.element("div")
        self._place, self._buttons, self._side, score = play_area()
        with score:
            self._show_drills()
            self._score = ui.element("div").classes("scores")
        if questions.question is not None:
            self._show_spot()
        else:
            # A rare spot takes seconds to find; the page comes first.
            ui.timer(0, self._next, once=True)
        self._show_score()

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
                ui.link("All decisions", address("/drill"))
            return
        spot, settings = question.spot, self._workspace.settings
        with self._strip:
            show_strip(spot.state, spot.seat)
        with self._place:
            thrown = [card for discards in spot.discards for card in discards]
            mark = self._mark if spot.state.drawing else None
            self._table = Table(spot.state, spot.seat, spot.hand, settings, thrown, on_mark=mark)
        with self._buttons:
            if question.roll is not None:
                ui.label(f"Roll {question.roll:02}").classes("roll")
            if spot.state.drawing:
                self._show_draw_buttons()
            else:
                for code in spot.state.actions:
                    answer_button(action_name(code).capitalize(), BET_KEYS[code], code).on_click(
                        lambda code=code: self._answer(Answer(code))
                    )

    def _show_draw_buttons(self) -> None:
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

    def _answer(self, answer: Answer) -> None:
        questions = self._questions
        if questions.question is None or questions.verdict is not None:
            return  # A second click that was on its way.
        try:
            verdict = questions.answer(answer)
        except TripleDrawError as error:
            with self._side:
                show_error(error)
            return
        grade = verdict.grade
        self._buttons.clear()
        self._side.clear()
        self._table.show_discards(grade.best.discards(verdict.spot.hand))
        with self._side:
            show_feedback(verdict.advice, grade)
            if verdict.asked is not None:
                done = "as you did" if verdict.followed else "you did not"
                ui.label(f"The roll asked to {action_name(verdict.asked)}: {done}.")
            if has_page(_EXPLORER):
                history, hands = verdict.spot.to_text()
                link = address(_EXPLORER, history=history, hand=hands.split()[-1])
                ui.link("Open in the explorer", link)
        with self._buttons:
            button = answer_button("Next", "n,Enter,Space", "next", "N").on_click(self._next)
        self._show_score()
        settings = self._workspace.settings
        if settings.auto_advance and grade.rating.hit:
            with button:
                ui.timer(settings.pause, self._next, once=True)

    async def _next(self) -> None:
        if self._searching:
            return
        self._searching = True
        if self._questions.question is None:
            with self._place:
                ui.label("Looking for a spot …").classes("panel").props("role=status")
        try:
            await run.io_bound(self._questions.next)
        except TripleDrawError as error:
            self._clear()
            with self._place:
                show_error(error)
        else:
            self._show_spot()
        finally:
            self._searching = False

    def _show_introduction(self) -> None:
        """What the page is to a newcomer, and what the answers are measured by."""
        workspace = self._workspace
        if not workspace.history.score().decisions:
            ui.label("Welcome").classes("panel-title")
            ui.label(" ".join(_INTRODUCTION)).classes("why")
        else:
            ui.label("Your move").classes("panel-title")
        ui.label(f"Solution {workspace.name}: {workspace.strength}.").classes("quiet")

    def _show_drills(self) -> None:
        """A choice of what to drill."""
        saved = [drill.name for drill in SavedDrills(self._workspace.history.database).all()]
        options = {name: name for name in (*PACKS, *saved)} | {DUE: "what is due"}
        options.setdefault(self._drill, self._drill)
        ui.select(
            options,
            label="Drill",
            value=self._drill,
            on_change=lambda event: ui.navigate.to(address("/drill", drill=event.value)),
        ).props("dense").classes("wide")

    def _show_score(self) -> None:
        self._score.clear()
        with self._score:
            show_score("This session", self._questions.practice.score)
            show_score("All time", self._workspace.history.score())


PAGE = Page("/drill", "Drill", 10, build)
