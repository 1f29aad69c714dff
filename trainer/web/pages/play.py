"""The play page: whole hands against the solution, with a replay and the luck told from skill."""

import asyncio
import time
from collections.abc import Callable, Mapping
from functools import partial

from nicegui import ui

from solver.errors import TripleDrawError
from solver.game import action_name
from solver.table import Kind
from trainer.hands.hand_grading import Judged
from trainer.hands.play import WholeHand
from trainer.hands.play_session import PlaySession, summarise
from trainer.hands.scenes import YOU
from trainer.records.practice_log import HandRecord
from trainer.spots.spot import Answer
from trainer.spots.words import most_cards, rules
from trainer.web.components.background import computed, moved, on_disk
from trainer.web.components.buttons import BET_KEYS, answer_button
from trainer.web.components.frame import show_error
from trainer.web.components.page import Page
from trainer.web.components.replay import Replay, show_course, show_judged
from trainer.web.components.results import show_result, show_summary
from trainer.web.components.sections import play_area
from trainer.web.components.table import Table
from trainer.workspace import Workspace

MODE = "play"

PAUSE = 0.7
"""Seconds between two moves of the opponent, so that each is seen."""


async def build(workspace: Workspace, query: Mapping[str, str]) -> None:
    """Build the page."""
    session = PlaySession(await on_disk(workspace.practice, MODE))
    _PlayPage(workspace, session, await on_disk(_hands, session))


def _hands(session: PlaySession) -> list[HandRecord]:
    """The hands of this run."""
    return session.practice.log.hands(session.practice.session)


class _PlayPage:
    """A hand in play, or one that is over and can be walked through."""

    def __init__(self, workspace: Workspace, session: PlaySession, hands: list[HandRecord]):
        self._workspace, self._session = workspace, session
        self._busy = False
        self._marked: set[int] = set()
        self._begun = 0.0
        self._place, self._buttons, self._side, score = play_area()
        with score:
            ui.switch(
                "Grade every decision at once",
                value=workspace.settings.live_grades,
                on_change=lambda event: self._switch(event.value),
            )
            self._score = ui.element("div")
        self._show_score(hands)
        with self._place:
            self._course = ui.element("div")
            self._felt = ui.element("div")
        self._table: Table | None = None
        # The first hand reads the solution into memory; the page comes first.
        ui.timer(0, self._deal, once=True)

    async def _deal(self) -> None:
        def deal() -> None:
            self._session.deal()

        if not self._busy:
            await self._show_after(deal)

    async def _answer(self, answer: Answer) -> None:
        if self._busy or self._hand.over:
            return  # A second click that was on its way.
        milliseconds = round(1000 * (time.monotonic() - self._begun))
        await self._show_after(partial(self._session.act, answer, milliseconds))

    async def _show_after(self, step: Callable[[], Judged | None]) -> None:
        """Take a step of the session aside, and show what has come of it."""
        with self._side:  # What was pressed goes on the way, and its place with it.
            await self._take(step)

    async def _take(self, step: Callable[[], Judged | None]) -> None:
        self._busy = True
        try:
            seen = 0 if self._session.hand is None or self._hand.over else len(self._hand.steps)
            judged = await moved(step)
            if judged is None:
                seen = 0
            if judged is not None and self._table is not None:
                self._table.answered()
            await self._watch(seen)
            await self._show(judged)
        except TripleDrawError as error:
            # The hand may have gone on, even if what was done could not be written down.
            if self._session.hand is not None:
                await self._show(None)
            self._side.clear()
            with self._side:
                show_error(error)
        finally:
            self._busy = False

    @property
    def _hand(self) -> WholeHand:
        hand = self._session.hand
        assert hand is not None
        return hand

    @property
    def _names(self) -> tuple[str, str]:
        return (YOU, "opponent") if self._hand.seat == 0 else ("opponent", YOU)

    async def _watch(self, seen: int) -> None:
        """Show the opponent's moves since some step one after the other."""
        steps = self._hand.steps
        for number in range(seen, len(steps)):
            if steps[number].seat == self._hand.seat:
                continue
            self._buttons.clear()
            self._course.clear()
            with self._course:
                show_course(steps[: number + 1], self._names)
            with self._buttons:
                words = f"The opponent {steps[number].deed(open_cards=False)}."
                ui.label(words).classes("answers-say").props("role=status")
            await asyncio.sleep(PAUSE)

    async def _show(self, judged: Judged | None) -> None:
        """Show the hand now, after a decision of the player if there was one."""
        if self._hand.over:
            hands = await on_disk(_hands, self._session)
        elif judged is not None:
            why = await computed(judged.why, self._workspace.settings.unit)
        for part in (self._course, self._felt, self._buttons, self._side):
            part.clear()
        if self._hand.over:
            self._show_score(hands)
            await self._show_over()
        else:
            self._show_turn()
            with self._side:
                if judged is not None and self._workspace.settings.live_grades:
                    self._say_which(judged)
                    show_judged(judged, why, self._workspace.settings.unit)
                else:
                    self._show_introduction()
        self._begun = time.monotonic()

    def _show_turn(self) -> None:
        hand, settings = self._hand, self._workspace.settings
        state = hand.public_state
        assert state is not None
        mine = [step for step in hand.steps if step.seat == hand.seat]
        thrown = [step.action.cards for step in mine if step.action.kind is Kind.DISCARD]
        self._marked = set()
        with self._course:
            judged = hand.judged if settings.live_grades else ()
            show_course(hand.steps, self._names, judged)
        with self._felt:
            mark = None if hand.letters else self._mark
            self._table = Table(state, hand.seat, hand.hand, settings, thrown, on_mark=mark)
        with self._buttons:
            for code in hand.letters:
                answer_button(action_name(code).capitalize(), BET_KEYS[code], code).on_click(
                    lambda code=code: self._answer(Answer(code))
                )
            if not hand.letters:
                ui.label(f"{most_cards(state)} More are not graded.").classes("quiet answers-say")
                answer_button("Stand pat", "Space", "0").on_click(lambda: self._answer(Answer("0")))
                self._draw = answer_button("Draw", "Enter", "1").on_click(
                    lambda: self._answer(Answer.draw(sorted(self._marked)))
                )
                self._draw.set_enabled(False)

    def _say_which(self, judged: Judged) -> None:
        """A heading: feedback stands beside what comes after the decision."""
        step = self._hand.steps[judged.step]
        ui.label(f"Your last decision, {step.street}: you {step.deed(own=True)}").classes(
            "panel-title"
        )

    def _mark(self, card: int) -> bool:
        self._marked ^= {card}
        count = len(self._marked)
        self._draw.set_text(f"Draw {count}" if count else "Draw")
        self._draw.set_enabled(bool(count))
        return card in self._marked

    def _show_introduction(self) -> None:
        """What is to be said while a hand is in play and nothing is graded."""
        live = self._workspace.settings.live_grades
        ui.label("Your move").classes("panel-title")
        grades = (
            "Every decision is graded at once" if live else "Grades wait until the hand is over"
        )
        ui.label(
            f"A whole hand against the solution, with real chips. {grades}; then you can walk "
            "through the hand with both hands open, and see what was luck and what was not."
        ).classes("why")
        ui.label(rules(self._workspace.solution.configuration.game)).classes("quiet")
        ui.label(f"Solution {self._workspace.name}: {self._workspace.strength}.").classes("quiet")

    async def _show_over(self) -> None:
        hand, result = self._hand, self._hand.result()
        replay = Replay(
            self._felt,
            self._buttons,
            self._side,
            self._workspace.settings,
            hand.steps,
            self._names,
            hand.judged,
            at_end=lambda: show_result(result, self._workspace.settings.unit),
        )
        with self._buttons:
            answer_button("Next hand", "n,Enter,Space", "next", "N").on_click(self._deal)
        await replay.show(len(hand.steps))

    def _show_score(self, hands: list[HandRecord]) -> None:
        self._score.clear()
        with self._score:
            show_summary("This session", summarise(hands), hands, self._workspace.settings.unit)

    async def _switch(self, live: bool) -> None:
        await on_disk(self._workspace.change, live_grades=live)


PAGE = Page("/play", "Play", 20, build)
