"""The review page: own hand histories graded, the dearest decisions first."""

import threading
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from nicegui import events, ui

from solver.errors import TripleDrawError
from solver.game import SEAT_NAMES, action_name
from solver.stopping import stop_if_asked
from trainer.grading.grades import Rating
from trainer.hands.history_files import LARGEST, SentFile, kept, named
from trainer.hands.review import Counts, Review, ReviewedDecision, ReviewedHand, review
from trainer.hands.scenes import YOU
from trainer.spots.spot import Answer
from trainer.spots.words import Unit, counted, street_with_draw
from trainer.web.components.background import at_length, computed
from trainer.web.components.buttons import answer_button, labelled
from trainer.web.components.cards import show_cards
from trainer.web.components.frame import show_error
from trainer.web.components.page import Page, drill_address
from trainer.web.components.replay import Replay
from trainer.web.components.sections import definitions, section
from trainer.workspace import Workspace

_ANY = "any"
_SHOWN = 25
"""Lines of a list at first, and more at every click."""

_TICK = 0.2
"""Seconds between two words on how far it is."""


async def build(workspace: Workspace, query: Mapping[str, str]) -> None:
    """Build the page."""
    await _ReviewPage(workspace).show_found()


T = TypeVar("T")

Open = Callable[[ReviewedHand, int | None, int], Awaitable[None]]
"""Opens the replay of a hand at a step, or at its end; last, the element it is opened from."""


class _Stopped(Exception):
    """The player does not want to wait any longer."""


class _ReviewPage:
    """A form, what it came to, and a hand to walk through in their place."""

    def __init__(self, workspace: Workspace):
        self._workspace = workspace
        self._read = 0
        self._stop = threading.Event()
        self._busy = False
        self._list = ui.element("div").classes("review")
        self._hand = ui.element("div").classes("drill")
        self._hand.set_visibility(False)
        with self._list:
            with section("Your hands"):
                self._show_form()
            self._said = ui.element("div").classes("wide")
            self._found = ui.element("div").classes("review")

    def _show_form(self) -> None:
        ui.label(
            "Hand histories of PokerStars or Full Tilt as text, or PHH files. They stay on this "
            "machine. Heads-up hands are graded, others shown."
        ).classes("why")
        with ui.element("div").classes("fields"):
            self._path = ui.input("File or folder on this machine").on(
                "keydown.enter", self._review_path
            )
            self._player = ui.input("Player, if the site does not tell")
        with ui.element("div").classes("review-ways"):
            ui.button("Review", on_click=self._review_path).props("no-caps unelevated")
            ui.label("or")
            choose = ui.button("Choose files …").props("no-caps outline")
            # The sending itself; its own look has buttons without names.
            self._upload = ui.upload(
                multiple=True,
                auto_upload=True,
                max_total_size=LARGEST,
                on_multi_upload=self._review_sent,
                on_rejected=self._refuse,
            ).classes("review-upload")
            choose.on(
                "click", js_handler=f"() => getElement({self._upload.id}).$refs.qRef.pickFiles()"
            )

    def _refuse(self) -> None:
        self._said.clear()
        with self._said, ui.element("div").classes("notice notice-error").props("role=alert"):
            ui.label(
                f"At most {LARGEST // 2**20} MB can be sent at once. Give the path of their "
                "folder instead."
            )

    async def _review_path(self) -> None:
        text = self._path.value or ""
        await self._review(lambda: self._work(named(text)))

    async def _review_sent(self, event: events.MultiUploadEventArguments) -> None:
        files = [SentFile(file.name, await file.read()) for file in event.files]

        def work() -> Review:
            with kept(files, self._workspace.directory) as paths:
                return self._work(paths)

        await self._review(work)
        self._upload.reset()

    def _work(self, paths: Sequence[Path]) -> Review:
        """The long part, in a thread of its own."""

        def report(count: int) -> None:
            self._read = count
            stop_if_asked()
            if self._stop.is_set():
                raise _Stopped

        return review(
            self._workspace.solution,
            paths,
            player=(self._player.value or "").strip() or None,
            thresholds=self._workspace.settings.thresholds,
            report=report,
        )

    async def _review(self, work: Callable[[], Review]) -> None:
        if self._busy:
            return
        self._busy, self._read = True, 0
        self._stop.clear()
        self._said.clear()
        with self._said, ui.element("div").classes("notice review-progress").props("role=status"):
            label = ui.label("Reading …")
            ui.button("Stop", on_click=self._stop.set).props("flat dense no-caps")
            ui.timer(_TICK, lambda: label.set_text(f"{counted(self._read, 'hand')} read …"))
        error: TripleDrawError | None = None
        try:
            self._workspace.reviewed = await at_length(work)
            await self.show_found()  # Adds up; until it has, the page says that it reads.
        except TripleDrawError as caught:
            error = caught
        except _Stopped:
            pass
        finally:
            self._busy = False
        self._said.clear()
        if error is not None:
            with self._said:
                show_error(error)

    async def show_found(self) -> None:
        """Show what the last review came to."""
        self._found.clear()
        found = self._workspace.reviewed
        if found is None:
            return
        # Sums over thousands of hands take their time.
        counts = await computed(found.counts)
        dear = await computed(sorted, found.hands, key=lambda hand: -hand.ev_lost)
        with self._found:
            with section("What was found"):
                _show_counts(found, counts, self._workspace.settings.unit)
            with section("Decisions"):
                await _Decisions(found, counts, self._replay, self._workspace.settings.unit).show()
            with section("Hands"):
                _long_list(
                    dear, lambda hand: _show_hand(hand, self._replay, self._workspace.settings.unit)
                )

    async def _replay(self, hand: ReviewedHand, begin: int | None, origin: int) -> None:
        """Show a hand in place of the lists."""
        self._origin = origin
        self._list.set_visibility(False)
        self._hand.set_visibility(True)
        self._hand.clear()
        with self._hand:
            with ui.element("div").classes("drill-table"):
                place = ui.element("div").classes("drill-spot")
                buttons = ui.element("section").classes("answers").props("aria-label=Replay")
            with ui.element("div").classes("drill-side"):
                side = ui.element("section").classes("panel").props('aria-label="Feedback"')
        names = [YOU if seat == hand.seat else name for seat, name in enumerate(hand.players)]
        replay = Replay(
            place,
            buttons,
            side,
            self._workspace.settings,
            hand.steps,
            names,
            hand.decisions,
            at_end=lambda: _show_outcome(hand, self._workspace.settings.unit),
        )
        with buttons:
            answer_button("List", "Escape,n", "next", "Esc").on_click(self._back)
        ui.run_javascript("setTimeout(() => scrollTo(0, 0))")
        await replay.show(len(hand.steps) if begin is None else begin)

    def _back(self) -> None:
        self._hand.clear()
        self._hand.set_visibility(False)
        self._list.set_visibility(True)
        where = f"getHtmlElement({self._origin})?.scrollIntoView({{block: 'center'}})"
        with self._list:  # The button that was pressed is gone, and its place with it.
            ui.run_javascript(f"setTimeout(() => {where})")


def _show_counts(found: Review, counts: Counts, unit: Unit) -> None:
    lines = [
        ("Hands", str(len(found.hands))),
        ("Graded", f"{counts.graded} decisions of {counted(counts.graded_hands, 'hand')}"),
        ("Lost", unit.value(counts.ev_lost)),
    ]
    if counts.graded_hands:
        hundred = 100 * counts.ev_lost / counts.graded_hands
        lines.append(("In 100 graded hands", unit.value(hundred)))
    if found.duplicates:
        lines.append(("Seen before", f"{counted(found.duplicates, 'hand')}, left out"))
    definitions(lines)
    if found.skipped:
        with _details(f"Unsupported: {counted(sum(found.skipped.values()), 'hand')}, left out"):
            for reason, count in found.skipped.most_common():
                ui.label(f"{count}: {reason}")
    if counts.reasons:
        with _details(f"Not graded: {counts.not_graded} decisions"):
            for reason, count in counts.reasons.most_common():
                ui.label(f"{count}: {reason}")
    if found.refused:
        with _details(f"Cannot be read: {counted(len(found.refused), 'hand')}"):
            for path, refusal in found.refused[:100]:
                ui.label(f"{path.name}, {refusal.line}: {refusal.reason}")
    if found.notes:
        with _details(f"Read only in part, or by a guess: {len(found.notes)}"):
            for path, note in found.notes[:100]:
                ui.label(f"{path.name}, {note.line}: {note.text}")


def _details(title: str) -> ui.element:
    """Lines that open at a click; fill it as a context."""
    details = ui.element("details").classes("review-more")
    with details, ui.element("summary"):
        ui.label(title)
    return details


class _Decisions:
    """Graded decisions, the dearest first, as far as the filters let them pass."""

    def __init__(self, found: Review, counts: Counts, replay: Open, unit: Unit):
        self._found, self._counts, self._replay, self._unit = found, counts, replay, unit
        streets = {n: street_with_draw(n, 4) for n in range(4)}
        with ui.element("div").classes("fields"):
            ratings = {rating: rating.value for rating in reversed(Rating)}
            self._ratings = self._several("Grades", ratings, [])
            self._streets = self._several("Streets", streets, [])
            self._kind = self._one("Bets or draws", {"bet": "bets", "draw": "draws"})
            self._seat = self._one("Seat", {n: SEAT_NAMES[n] for n in (1, 0)})
            self._least = ui.number(
                "Lost at least", value=0, min=0, step=0.05, on_change=self.show
            ).props("suffix='small bets'")
        self._lines = ui.element("div")
        self._asked = 0

    def _several(
        self, label: str, options: dict[Rating, str] | dict[int, str], value: Sequence[object]
    ) -> ui.select:
        return ui.select(
            options, label=label, multiple=True, value=list(value), on_change=self.show
        ).props("dense")

    def _one(self, label: str, options: dict[str, str] | dict[int, str]) -> ui.select:
        return ui.select(
            {_ANY: "any", **options}, label=label, value=_ANY, on_change=self.show
        ).props("dense")

    async def show(self) -> None:
        """Show the decisions that pass."""
        self._asked += 1
        asked = self._asked
        passed = await computed(
            self._found.decisions,
            ratings=self._ratings.value,
            least_lost=self._least.value or 0.0,
            streets=self._streets.value,
            drawing=None if self._kind.value == _ANY else self._kind.value == "draw",
            seat=None if self._seat.value == _ANY else self._seat.value,
        )
        if asked != self._asked:
            return  # Another filter was chosen meanwhile.
        self._lines.clear()
        with self._lines:
            lost = sum(one.ev_lost for one in passed)
            words = f"{counted(len(passed), 'decision')}, {self._unit.value(lost)} lost"
            if len(passed) < self._counts.graded:
                whole = self._unit.value(self._counts.ev_lost)
                words += f", of {self._counts.graded:,} with {whole} lost"
            ui.label(words).classes("review-total")
            _long_list(passed, lambda one: _show_decision(one, self._replay, self._unit))


def _long_list(items: Sequence[T], show: Callable[[T], None]) -> None:
    """A list that grows at a click."""
    lines = ui.element("ol").classes("review-list")
    shown = 0

    def more() -> None:
        nonlocal shown
        with lines:
            for item in items[shown : shown + _SHOWN]:
                with ui.element("li"):
                    show(item)
        shown += _SHOWN
        button.set_visibility(shown < len(items))

    button = ui.button("Show more", on_click=more).props("flat no-caps")
    more()


def _show_decision(one: ReviewedDecision, replay: Open, unit: Unit) -> None:
    judged, grade = one.judged, one.judged.grade
    assert grade is not None
    hand = one.hand.steps[judged.step].hand
    with ui.element("div").classes(f"review-lost rating-{grade.rating}"):
        ui.label(unit.figure(grade.ev_lost)).classes("number")
        ui.label(grade.rating.value).classes("review-rating")
    with ui.element("div").classes("review-what"):
        with ui.element("div").classes("review-deed"):
            show_cards(hand, "tiny")
            best = Answer(grade.best.code, grade.best.discards(hand))
            _show_answer("you", grade.answer)
            if grade.answer != best:
                _show_answer("best", best)
        words = [] if judged.situation is None else [judged.situation.name]
        words += [one.hand.name, *judged.notes]
        ui.label(" · ".join(words)).classes("quiet")
    with ui.element("div").classes("links"):
        _replay_button(one.hand, judged.step, replay)
        if judged.spot is not None:
            ui.link("Drill", drill_address(judged.spot))


def _show_answer(who: str, answer: Answer) -> None:
    with ui.element("div").classes("review-answer"):
        ui.label(who).classes(f"tag tag-{who}")
        ui.label(action_name(answer.code))
        if answer.discards:
            show_cards(answer.discards, "tiny")


def _show_hand(hand: ReviewedHand, replay: Open, unit: Unit) -> None:
    with ui.element("div").classes("review-lost"):
        ui.label(unit.figure(hand.ev_lost) if hand.graded else "–").classes("number")
        ui.label("lost" if hand.graded else "not graded").classes("review-rating")
    with ui.element("div").classes("review-what"):
        ui.label(hand.name).classes("pack-name")
        words = [", ".join(hand.players)]
        if hand.seat is not None:
            words.append(_result(hand, unit))
            words.append(f"{hand.graded} of {len(hand.decisions)} decisions graded")
        ui.label(" · ".join((*words, *hand.reasons))).classes("quiet")
    if hand.steps:
        with ui.element("div").classes("links"):
            _replay_button(hand, None, replay)


def _replay_button(hand: ReviewedHand, step: int | None, replay: Open) -> None:
    button = labelled(ui.button("Replay").props("flat dense no-caps"), f"Replay {hand.name}")
    button.on_click(lambda: replay(hand, step, button.id))


def _result(hand: ReviewedHand, unit: Unit) -> str:
    """What a hand brought: ``lost 9 small bets``."""
    if not hand.won:
        return "came out even"
    return f"{'lost' if hand.won < 0 else 'won'} {unit.chips(round(abs(hand.won), 4))}"


def _show_outcome(hand: ReviewedHand, unit: Unit) -> None:
    """The side of a replay at the end of the hand."""
    ui.label(hand.name).classes("panel-title")
    if hand.seat is not None:
        ui.label(f"You {_result(hand, unit)} after rake.")
    if hand.graded:
        ui.label(f"{counted(hand.graded, 'decision')} graded: {unit.value(hand.ev_lost)} lost.")
    for reason in hand.reasons:
        ui.label(f"Not graded: {reason}.").classes("quiet")


PAGE = Page("/review", "Review", 30, build)
