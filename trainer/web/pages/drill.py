"""The drill page: one decision after another at a card table, graded at once."""

from collections.abc import Mapping

from nicegui import ui

from solver.game.history import action_name
from trainer.drill import MODE, Drill
from trainer.score import Score
from trainer.spots import Answer, Spot
from trainer.web.buttons import answer_button
from trainer.web.feedback import show_feedback
from trainer.web.page import Page, address
from trainer.web.pages import has_page
from trainer.web.table import Table, show_strip
from trainer.words import small_bets
from trainer.workspace import Workspace

_KEYS = {"f": "f", "k": "k,c", "c": "c,k", "b": "b,r", "r": "r,b"}
"""Keys of the bets: check and call share theirs, and so do bet and raise."""

_EXPLORER = "/explorer"

_INTRODUCTION = (
    "You see one decision of a hand between two players who follow the solution.",
    "Answer with the buttons or their keys; at a draw, mark the cards to throw away first.",
    "Every answer is graded by what it loses against the best one, in small bets, and you see why.",
    "A miss waits until you go on; your score is kept.",
)


def build(workspace: Workspace, query: Mapping[str, str]) -> None:
    """Build the page; ``history`` and ``hands`` in the query ask that spot first."""
    drill = Drill(workspace)
    if "history" in query or "hands" in query:
        texts = query.get("history", ""), query.get("hands", "")
        drill.ask(Spot.read(workspace.solution, *texts))
    _DrillPage(workspace, drill)


class _DrillPage:
    """Redraws only what changes: the spot when it is asked, the side when it is answered."""

    def __init__(self, workspace: Workspace, drill: Drill):
        self._workspace, self._drill = workspace, drill
        self._strip = ui.element("div")
        with ui.element("div").classes("drill"):
            with ui.element("div").classes("drill-table"):
                self._place = ui.element("div").classes("drill-spot")
                self._buttons = ui.element("section").classes("answers")
                self._buttons.props('aria-label="Your answer"')
            with ui.element("div").classes("drill-side"):
                self._side = ui.element("section").classes("panel").props('aria-label="Feedback"')
                self._score = ui.element("section").classes("panel score")
                self._score.props("aria-label=Score")
        self._show_spot()
        self._show_score()

    def _show_spot(self) -> None:
        spot = self._drill.question.spot
        state, settings = spot.state, self._workspace.settings
        for part in (self._strip, self._place, self._buttons, self._side):
            part.clear()
        with self._strip:
            show_strip(state, spot.seat)
        with self._place:
            thrown = [card for discards in spot.discards for card in discards]
            mark = self._mark if state.drawing else None
            self._table = Table(state, spot.seat, spot.hand, settings, thrown, on_mark=mark)
        with self._buttons:
            if settings.roll:
                ui.label(f"Roll {self._drill.question.roll:02}").classes("roll")
            if state.drawing:
                self._show_draw_buttons()
            else:
                for code in state.actions:
                    answer_button(action_name(code).capitalize(), _KEYS[code], code).on_click(
                        lambda code=code: self._answer(Answer(code))
                    )
        with self._side:
            self._show_introduction()

    def _show_draw_buttons(self) -> None:
        answer_button("Stand pat", "Space", "0").on_click(lambda: self._answer(Answer("0")))
        self._draw = answer_button("Draw", "Enter", "1").on_click(self._answer_draw)
        self._show_marks()

    def _show_marks(self) -> None:
        count = len(self._drill.marked)
        self._draw.set_text(f"Draw {count}" if count else "Draw")
        self._draw.set_enabled(bool(count) and self._drill.can_draw)

    def _mark(self, card: int) -> bool:
        if self._drill.grade is not None:
            return card in self._drill.marked
        marked = self._drill.mark(card)
        self._show_marks()
        return marked

    def _answer_draw(self) -> None:
        self._answer(Answer.draw(self._drill.marked))

    def _answer(self, answer: Answer) -> None:
        drill = self._drill
        if drill.grade is not None:
            return  # A second click that was on its way.
        grade = drill.answer(answer)
        self._buttons.clear()
        self._side.clear()
        self._table.show_discards(grade.best.discards(drill.question.spot.hand))
        with self._side:
            show_feedback(drill.question.advice, grade)
            if self._workspace.settings.roll:
                question = drill.question
                ui.label(f"Roll {question.roll:02}: {question.rolled.name}").classes("quiet")
            if has_page(_EXPLORER):
                history, hands = drill.question.spot.to_text()
                ui.link(
                    "Open in the explorer",
                    address(_EXPLORER, history=history, hand=hands.split()[-1]),
                )
        with self._buttons:
            button = answer_button("Next", "n,Enter,Space", "next", "N").on_click(self._next)
        self._show_score()
        settings = self._workspace.settings
        if settings.auto_advance and grade.rating.hit:
            with button:
                ui.timer(settings.pause, self._next, once=True)

    def _next(self) -> None:
        self._drill.next()
        self._show_spot()

    def _show_introduction(self) -> None:
        """What the page is to a newcomer, and what the answers are measured by."""
        workspace = self._workspace
        if not workspace.history.score().decisions:
            ui.label("Welcome").classes("panel-title")
            ui.label(" ".join(_INTRODUCTION)).classes("why")
        else:
            ui.label("Your move").classes("panel-title")
        ui.label(f"Solution {workspace.name}: {workspace.strength}.").classes("quiet")

    def _show_score(self) -> None:
        history = self._workspace.history
        self._score.clear()
        with self._score, ui.element("dl"):
            _score_line("This session", history.score(self._workspace.session(MODE)))
            _score_line("All time", history.score())


def _score_line(name: str, score: Score) -> None:
    with ui.element("dt"):
        ui.label(name)
    with ui.element("dd"):
        ui.label(
            f"{score.hits} of {score.decisions} right ({score.accuracy:.0%}), "
            f"{small_bets(score.mean_lost)} lost a decision"
            if score.decisions
            else "no answers yet"
        )


PAGE = Page("/drill", "Drill", 10, build)
