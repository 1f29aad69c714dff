"""The equity page: hands are picked from a deck, their shares of the pot are worked out."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from nicegui import ui

from solver.cards import DECK_SIZE, format_cards
from solver.equity import Equity, Matchup
from solver.errors import TripleDrawError
from trainer.explore.equity_question import AUTOMATIC, MOST, UNTIL, Calculation, EquityQuestion
from trainer.spots.spot import HAND
from trainer.spots.words import sentence
from trainer.web.components.background import computed
from trainer.web.components.cards import show_card, show_cards
from trainer.web.components.deck_picker import DeckPicker
from trainer.web.components.frame import show_error
from trainer.web.components.page import Page
from trainer.web.components.sections import section
from trainer.workspace import Workspace

_POLICIES = {
    AUTOMATIC: "automatic",
    "pat": "stand pat",
    "draw:1": "draw 1 each time",
    "draw:2": "draw 2 each time",
    "draw:3": "draw 3 each time",
    UNTIL: "draw until …",
}
_TARGET = "86432"

_DRAWS = {3: "three", 2: "two", 1: "one", 0: "none"}
_ERRORS = {0.002: "0.2%", 0.001: "0.1%", 0.0005: "0.05%", 0.0002: "0.02%"}
_USUAL_ERROR = 0.0005

_SLICE = 0.25
"""Seconds between two looks at a simulation."""

_EXAMPLE = ("2c3d4h7s", "Td8c6h4c2d")


async def build(workspace: Workspace, query: Mapping[str, str]) -> None:
    """Build the page; the query may name ``hands`` (with commas between), ``dead``, ``draws``."""
    if "hands" in query:
        texts = query["hands"], query.get("dead", ""), query.get("draws", "1")
        _EquityPage(EquityQuestion.read(*texts))
    else:
        _EquityPage(EquityQuestion())


class _EquityPage:
    """The question on one side, its answer on the other."""

    def __init__(self, question: EquityQuestion):
        self.question = question
        self._calculation: Calculation | None = None
        with ui.element("div").classes("sheets"):
            with section("Hands"):
                self._rows = ui.element("div").classes("slots")
                self._deck = DeckPicker(self._click)
                with ui.element("div").classes("choices"):
                    self._add = _button("Add a hand", self._add_hand)
                    _button("Clear", self._clear)
                self._said = ui.element("div")
            with ui.element("div").classes("sheet"):
                with section("Draws"):
                    self._show_choices()
                with section("Equity"):
                    self._answer = ui.element("div").classes("sheet")
        self._show_rows()
        self._show_introduction()

    def _show_choices(self) -> None:
        with ui.element("fieldset"):
            with ui.element("legend"):
                ui.label("Draws left")
            self._draws = ui.radio(
                _DRAWS, value=self.question.draws, on_change=lambda event: self._draw(event.value)
            ).props("inline")
        self._error = ui.select(
            _ERRORS, value=_USUAL_ERROR, label="A simulation ends at a standard error of"
        ).classes("wide")
        with ui.element("div").classes("choices"):
            ui.button("Calculate", on_click=self._calculate).props("unelevated no-caps").classes(
                "calculate"
            )
            self._stop = _button("Stop", self._interrupt)
            self._stop.set_visibility(False)

    def _show_introduction(self) -> None:
        self._answer.clear()
        with self._answer:
            ui.label(
                "Pick the cards of two hands or more, and you see here which share of the pot "
                "each of them wins on average when nobody folds."
            ).classes("why")
            ui.label(
                "Five cards stand pat unless you say otherwise. A hand of fewer has thrown the "
                "others away and draws as many first; left on automatic, it goes on until it has "
                "the best hand that stands pat, or a ten low. With one draw left two hands are "
                "counted exactly; most else is simulated."
            ).classes("quiet")
            _button("Show an example", self._show_example).classes("fitting")

    # The rows of the question: built anew only when there are more of them or fewer.

    def _show_rows(self) -> None:
        question = self.question
        self._rows.clear()
        with self._rows:
            self._slots = [_Slot(self, place) for place in range(len(question.cards))]
        self._add.set_enabled(len(question.hands) < MOST)
        self._update()

    def _update(self) -> None:
        """Show where the cards are."""
        question = self.question
        if len(self._slots) != len(question.cards):
            self._show_rows()
            return
        for slot in self._slots:
            slot.show(question)
        for card in range(DECK_SIZE):
            owner = question.owner(card)
            if owner is None:
                self._deck.show(card)
            else:
                badge = "×" if owner == question.dead else str(owner + 1)
                self._deck.show(card, question.name(owner), badge)

    def _click(self, card: int) -> None:
        self._try(partial(self.question.click, card))

    def write(self, place: int, text: str) -> None:
        """Take the cards of a text into a place."""
        if text != format_cards(self.question.cards[place]):
            self._try(partial(self.question.write, place, text))

    def choose(self, place: int) -> None:
        """The next card of the deck goes there."""
        self.question.place = place
        self._try(lambda: None)

    def remove(self, place: int) -> None:
        """Remove a hand."""
        self._try(partial(self.question.remove_hand, place))

    def _add_hand(self) -> None:
        self._try(self.question.add_hand)

    def _draw(self, draws: int) -> None:
        changed = draws != self.question.draws
        self.question.draws = draws
        if changed:
            self._forget()

    def _clear(self) -> None:
        self._begin(EquityQuestion(draws=self.question.draws))
        self._show_introduction()

    async def _show_example(self) -> None:
        self._begin(EquityQuestion.read(",".join(_EXAMPLE)))
        await self._calculate()

    def _begin(self, question: EquityQuestion) -> None:
        self._interrupt()
        self._calculation = None
        self._stop.set_visibility(False)
        self.question = question
        self._draws.set_value(question.draws)
        self._said.clear()
        self._show_rows()

    def _try(self, change: Any) -> None:
        """Change the question, or say why not; fields show what holds in both cases."""
        self._said.clear()
        before = self._asked()
        try:
            change()
        except TripleDrawError as error:
            with self._said:
                show_error(error)
        self._update()
        if self._asked() != before:
            self._forget()

    def _asked(self) -> tuple[Any, ...]:
        """What an answer depends on."""
        question = self.question
        return ([*map(tuple, question.cards)], [*question.policies], question.draws)

    def _forget(self) -> None:
        """An answer to another question is no answer to this one."""
        if self._calculation is None:
            return
        self._interrupt()
        self._calculation = None
        self._stop.set_visibility(False)
        self._answer.clear()
        with self._answer:
            ui.label("The question is another one now; press Calculate.").props("role=status")

    # The answer.

    def _interrupt(self) -> None:
        if self._calculation is not None:
            self._calculation.stopped = True

    async def _calculate(self) -> None:
        self._interrupt()
        self._said.clear()
        self._answer.clear()
        self._stop.set_visibility(True)
        try:
            calculation = Calculation(self.question.matchup(), self._error.value)
            self._calculation = calculation
            with self._answer:
                ui.label("Working it out …").props("role=status")
            while calculation.running:
                await computed(calculation.advance, _SLICE)
                if self._calculation is not calculation:
                    return  # Another question was asked.
                self._show(calculation)
        except TripleDrawError as error:
            self._answer.clear()
            with self._answer:
                show_error(error)
        self._stop.set_visibility(False)

    def _show(self, calculation: Calculation) -> None:
        estimate = calculation.estimate
        if estimate is None:
            return
        self._answer.clear()
        with self._answer:
            _show_shares(calculation.matchup, estimate)
            effort = ui.label(_effort(calculation, estimate)).classes("quiet")
            if calculation.running:
                with ui.element("div").classes("bar-track").props("aria-hidden=true"):
                    width = 100 * calculation.share
                    ui.element("div").classes("week-bar").style(f"width:{width:.0f}%")
            else:
                effort.props("role=status")


class _Slot:
    """One hand, or the dead cards: name, cards, text, and how it draws."""

    def __init__(self, page: _EquityPage, place: int):
        self._page, self._place = page, place
        question = page.question
        hand = place != question.dead
        name = sentence(question.name(place))
        with ui.element("div").classes("slot") as self._slot:
            with ui.element("button").classes("slot-name") as self._name:
                ui.label(name)
            self._name.props("type=button").mark(f"place-{place}")
            self._name.on("click", lambda: page.choose(place))
            self._cards = ui.element("div").classes("slot-cards")
            if hand:
                self._show_policy(question, name)
            self._text = ui.input(f"{name} as text").props("dense").classes("slot-text")
            self._text.mark(f"text-{place}")
            for event in ("blur", "keydown.enter"):
                self._text.on(event, lambda: page.write(place, self._text.value or ""))
            if hand and len(question.hands) > 2:
                _button("Remove", lambda: page.remove(place), "flat dense").props(
                    f'aria-label="Remove {name.lower()}"'
                ).mark(f"remove-{place}")

    def _show_policy(self, question: EquityQuestion, name: str) -> None:
        policy = question.policies[self._place]
        kind = UNTIL if policy.startswith(UNTIL) else policy
        self._policy = ui.select(_POLICIES, value=kind, label=f"{name} draws")
        self._policy.props("dense").classes("slot-policy").mark(f"policy-{self._place}")
        target = policy.removeprefix(UNTIL) if kind == UNTIL else _TARGET
        self._target = ui.input("until at least", value=target).props("dense")
        self._target.classes("slot-target").mark(f"target-{self._place}")
        self._target.set_visibility(kind == UNTIL)
        for element in (self._policy, self._target):
            element.on_value_change(self._choose)

    def _choose(self) -> None:
        kind = self._policy.value
        self._target.set_visibility(kind == UNTIL)
        chosen = f"{UNTIL}{self._target.value}" if kind == UNTIL else kind
        self._page.question.policies[self._place] = chosen

    def show(self, question: EquityQuestion) -> None:
        """Show the cards, and whether the next one goes here."""
        cards = question.cards[self._place]
        active = question.place == self._place
        self._name.props(f"aria-pressed={str(active).lower()}")
        self._slot.classes(**{"add" if active else "remove": "slot-active"})
        self._text.set_value(format_cards(cards))
        self._cards.clear()
        with self._cards, ui.element("div").classes("cards"):
            for card in cards:
                show_card(card)
            if self._place != question.dead:
                for _ in range(HAND - len(cards)):
                    ui.element("div").classes("card card-small card-blank").props(
                        "aria-hidden=true"
                    )


def _show_shares(matchup: Matchup, estimate: Equity) -> None:
    """Share of each hand, as one bar for all and in figures."""
    with ui.element("div").classes("range-bar pot-bar").props("aria-hidden=true"):
        for player, share in enumerate(estimate.equity):
            ui.element("div").classes(f"kind-{player}").style(f"flex-grow:{share:.5f}")
    with ui.element("ul").classes("packs"):
        for player, share in enumerate(estimate.equity):
            with ui.element("li").classes("equity-line"):
                with ui.element("div").classes("equity-hand"):
                    ui.element("span").classes(f"dot kind-{player}")
                    ui.label(f"Hand {player + 1}")
                    show_cards(matchup.hands[player], "tiny")
                with ui.element("div").classes("equity-share"):
                    ui.label(f"{share:.2%}").classes("equity-figure number")
                    if estimate.standard_error is not None:
                        ui.label(f"± {estimate.standard_error[player]:.2%}").classes("number")
                ui.label(
                    f"wins {estimate.win[player]:.2%}, ties {estimate.tie[player]:.2%}; "
                    f"draws: {matchup.how(player)}"
                ).classes("quiet")


def _effort(calculation: Calculation, estimate: Equity) -> str:
    if estimate.exact:
        return f"Exact: all {estimate.outcomes:,} ways to deal the draws are counted."
    text = f"Simulated: {estimate.outcomes:,} deals; ± is one standard error."
    if calculation.running:
        return f"{text} Still at it …"
    return text if calculation.done else f"{text} Stopped early."


def _button(text: str, on_click: Any, look: str = "outline") -> ui.button:
    return ui.button(text, on_click=on_click).props(f"{look} no-caps")


PAGE = Page("/equity", "Equity", 70, build)
