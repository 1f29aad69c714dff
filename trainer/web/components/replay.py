"""A finished hand step by step: the course as a strip to click, the table, and what was lost."""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import groupby
from typing import Any

from nicegui import ui

from solver.errors import TripleDrawError
from solver.table import UNKNOWN
from trainer.grading.grades import Rating
from trainer.hands.hand_grading import Judged
from trainer.hands.replays import Step
from trainer.hands.scenes import YOU, Place, Scene, scenes
from trainer.records.settings import Settings
from trainer.spots.words import Unit, sentence
from trainer.web.components.background import computed
from trainer.web.components.buttons import answer_button
from trainer.web.components.cards import show_backs, show_card
from trainer.web.components.feedback import show_feedback
from trainer.web.components.frame import show_error
from trainer.web.components.page import drill_address, explorer_address

_MARKS = {
    Rating.BEST: "✓",
    Rating.CORRECT: "✓",
    Rating.INACCURACY: "?!",
    Rating.MISTAKE: "?",
    Rating.BLUNDER: "??",
}
"""Signs as chess players write them."""


def show_judged(judged: Judged, why: Sequence[str], unit: Unit) -> None:
    """All that is to be said of a decision at the table, with the way to drill it.

    Args:
        judged: the decision.
        why: sentences of `Judged.why`.
        unit: how amounts are shown.
    """
    if judged.grade is None or judged.advice is None:
        ui.label("Not graded").classes("panel-title")
    else:
        show_feedback(judged.advice, judged.grade, why, unit)
    for note in judged.notes:
        ui.label(f"{sentence(note)}.").classes("quiet")
    if judged.spot is not None:
        with ui.element("div").classes("links"):
            ui.link("Drill this decision", drill_address(judged.spot))
            ui.link("Open in the explorer", explorer_address(judged.spot))


def show_course(
    steps: Sequence[Step],
    names: Sequence[str],
    judged: Sequence[Judged] = (),
    *,
    now: int | None = None,
    on_step: Callable[[int], Any] | None = None,
) -> None:
    """Who has done what, street by street.

    Args:
        steps: what was done so far.
        names: of the players, `YOU` for the one who watches.
        judged: decisions whose grade is shown.
        now: number of the step to mark.
        on_step: called with the number of a step that is clicked; they are no buttons if None.
    """
    marks = {one.step: one.grade.rating for one in judged if one.grade is not None}
    with ui.element("ol").classes("strip").props('aria-label="The hand so far"'):
        for street, done in groupby(steps, key=lambda step: step.street):
            with ui.element("li").classes("strip-street"):
                ui.label(street).classes("strip-name")
                with ui.element("div").classes("strip-steps"):
                    for step in done:
                        name = names[step.seat]
                        own = name == YOU
                        words = step.deed(own, open_cards=False)
                        _deed(step.number, name, words, marks.get(step.number), now, on_step)
        if not steps:
            with ui.element("li").classes("strip-street"):
                ui.label("before the draw").classes("strip-name")
                ui.label("…")


def _deed(
    number: int,
    name: str,
    words: str,
    rating: Rating | None,
    now: int | None,
    on_step: Callable[[int], None] | None,
) -> None:
    step = ui.element("div" if on_step is None else "button").classes("strip-step")
    if name == YOU:
        step.classes("strip-you")
    if on_step is not None:
        step.props("type=button").on("click", partial(on_step, number)).mark(f"step-{number}")
        step.classes("strip-go")
    if number == now:
        step.props("aria-current=step")
    with step:
        ui.label(name).classes("strip-who")
        ui.label(words)
        if rating is not None:
            mark = ui.label(_MARKS[rating]).classes(f"strip-mark rating-{rating}")
            mark.props(f'role=img aria-label="{rating}"')


class Replay:
    """A hand that can be walked through with buttons, keys and clicks on its strip.

    Args:
        place: where strip and table go.
        buttons: where the buttons go that walk through it.
        side: where decisions are explained.
        settings: how amounts are shown.
        steps: the whole hand.
        names: of the players in the order of the deal, `YOU` for the one who watches.
        judged: decisions of the one who watches.
        at_end: fills the side at the end of the hand.
    """

    def __init__(
        self,
        place: ui.element,
        buttons: ui.element,
        side: ui.element,
        settings: Settings,
        steps: Sequence[Step],
        names: Sequence[str],
        judged: Sequence[Judged],
        at_end: Callable[[], None] | None = None,
    ):
        self._side, self._settings = side, settings
        self._steps, self._names, self._at_end = steps, names, at_end
        self._judged = {one.step: one for one in judged}
        self._scenes = scenes(steps, names)
        self._misses = sorted(
            one.step for one in judged if one.grade is not None and not one.grade.rating.hit
        )
        with place:
            self._strip = ui.element("div")
            self._felt = ui.element("div")
        with buttons:
            self._back = [
                _step_button("⇤", "first step", "Home", lambda: self.show(0)),
                _step_button("←", "back", "ArrowLeft", lambda: self.show(self.now - 1)),
            ]
            self._on = [
                _step_button("→", "forward", "ArrowRight", lambda: self.show(self.now + 1)),
                _step_button("⇥", "end", "End", lambda: self.show(len(steps))),
            ]
            if self._misses:
                answer_button("Next miss", "m", "step").on_click(self._next_miss)
        self.now = len(steps)

    async def show(self, number: int) -> None:
        """Show the table before a step, or the end."""
        now = self.now = min(max(number, 0), len(self._steps))
        scene = self._scenes[self.now]
        for part in (self._strip, self._felt, self._side):
            part.clear()
        with self._strip:
            show_course(
                self._steps,
                self._names,
                list(self._judged.values()),
                now=self.now,
                on_step=self.show,
            )
        with self._felt:
            _show_scene(scene, self._settings)
        for button in self._back:
            button.set_enabled(self.now > 0)
        for button in self._on:
            button.set_enabled(self.now < len(self._steps))
        judged = self._judged.get(now)
        if judged is None:
            with self._side:
                self._tell(scene)
            return
        try:
            with self._side:  # What was pressed is gone, and its place with it.
                why = await computed(judged.why, self._settings.unit)
        except TripleDrawError as error:
            with self._side:
                show_error(error)
            return
        if now == self.now:  # The player has not gone on meanwhile.
            self._side.clear()
            with self._side:
                show_judged(judged, why, self._settings.unit)

    def _tell(self, scene: Scene) -> None:
        if self.now == len(self._steps) and self._at_end is not None:
            self._at_end()
        else:
            ui.label(sentence(scene.street)).classes("panel-title")
            ui.label(f"{scene.words}.")

    async def _next_miss(self) -> None:
        later = [number for number in self._misses if number > self.now]
        await self.show(later[0] if later else self._misses[0])


def _step_button(sign: str, name: str, key: str, on_click: Callable[[], Any]) -> ui.button:
    button = ui.button(sign, color=None, on_click=on_click).classes("answer answer-step")
    button.props(f'unelevated no-caps :ripple=false data-key="{key.lower()}" aria-label="{name}"')
    return button.mark(name.replace(" ", "-"))


def _show_scene(scene: Scene, settings: Settings) -> None:
    """The table at a moment: others above, the one who watches (or else the last seat) below."""
    names = [place.name for place in scene.places]
    below = names.index(YOU) if YOU in names else len(names) - 1
    dealer = scene.places[-1]
    with ui.element("section").classes("felt").props("aria-label=Table"):
        with ui.element("div").classes("others"):
            for seat in (*range(below + 1, len(names)), *range(below)):
                _show_place(scene.places[seat], settings, scene.places[seat] is dealer, "small")
        with ui.element("div").classes("pot"):
            ui.label(f"Pot {settings.unit.chips(scene.pot)}").classes("pot-size")
            ui.label(f"{sentence(scene.street)}: {scene.words}").classes("pot-details")
        _show_place(scene.places[below], settings, scene.places[below] is dealer, "large")


def _show_place(place: Place, settings: Settings, dealer: bool, size: str) -> None:
    own = size == "large"
    with ui.element("div").classes(f"player player-{'own' if own else 'opponent'}"):
        if own:
            _wager(place, settings)
            _hand(place, size)
        with ui.element("div").classes("player-name"):
            ui.label(sentence(place.name))
            if dealer:
                ui.label("D").classes("dealer").props('role=img aria-label="dealer button"')
            if place.acting:
                ui.label("acts").classes("turn")
            if place.folded:
                ui.label("folded").classes("folded")
            if place.won is not None:
                sign = "+" if place.won > 0 else "−" if place.won < 0 else "±"
                ui.label(f"{sign}{settings.unit.bare(abs(place.won))}").classes("outcome")
        if not own:
            _hand(place, size)
        if place.drawn:
            counts = ", ".join(str(count) if count else "pat" for count in place.drawn)
            ui.label(f"drew {counts}").classes("player-drawn")
        if not own:
            _wager(place, settings)


def _hand(place: Place, size: str) -> None:
    if not place.hand or UNKNOWN in place.hand:
        show_backs(len(place.hand) or 5)
        return
    row = ui.element("div").classes("cards")
    if place.folded:
        row.classes("cards-folded")
    with row:
        for card in place.hand:
            face = show_card(card, size)
            if card in place.going:
                face.classes("card-go")


def _wager(place: Place, settings: Settings) -> None:
    if place.wager:
        ui.label(settings.unit.bare(place.wager)).classes("bet").props(
            f'role=img aria-label="{settings.unit.bare(place.wager)} in front"'
        )
