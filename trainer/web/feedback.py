"""Feedback on an answer: grade, figures of every action as bars, cards to keep, and why."""

from collections.abc import Mapping, Sequence

from nicegui import ui

from solver.abstraction.report import LEAST_TOLD
from solver.game.history import action_name
from solver.plots.theme import ACTION_COLOURS
from solver.solution import Advice
from trainer.grading import Grade
from trainer.spots import Answer
from trainer.web.cards import show_cards
from trainer.words import SMALL_BETS, Unit, figure

_KINDS = 11
"""Colours of the theme for kinds of hands."""


def show_feedback(
    advice: Advice, grade: Grade, why: Sequence[str], unit: Unit = SMALL_BETS
) -> None:
    """All that is to be said of an answer.

    Args:
        advice: what the solution said that graded it.
        grade: what it is worth.
        why: sentences of `trainer.explanation.explain`.
        unit: how amounts are shown.
    """
    show_verdict(grade, unit)
    show_actions(advice, grade, unit)
    show_reasons(why)
    if grade.best.keep is not None:
        with ui.element("div").classes("keep"):
            ui.label("Best cards to keep")
            show_cards(grade.best.keep)
    show_range(advice.opponent, advice.guessed)


def show_reasons(sentences: Sequence[str]) -> None:
    """Why, a line a sentence."""
    with ui.element("ul").classes("why"):
        for one in sentences:
            with ui.element("li"):
                ui.label(one)


def show_verdict(grade: Grade, unit: Unit = SMALL_BETS) -> None:
    """The grade and what was lost, in one line; screen readers announce it."""
    lost = figure(grade.ev_lost)
    with ui.element("div").classes(f"verdict rating-{grade.rating}").props("role=status"):
        ui.label(grade.rating.value.capitalize()).classes("verdict-rating")
        ui.label(f"{unit.value(grade.ev_lost)} lost" if float(lost) else "nothing lost").classes(
            "verdict-lost"
        )


def show_actions(advice: Advice, grade: Grade | None = None, unit: Unit = SMALL_BETS) -> None:
    """Frequency and EV of every action as bars, at a draw with the cards that go.

    An answer that threw away other cards than the best of as many has a row of its own.
    """
    span = max(abs(action.ev) for action in advice.actions)
    if grade is not None:
        span = max(span, abs(grade.ev))
    with ui.element("table").classes("actions"):
        discard = ("discard",) if advice.state.drawing else ()
        _headings("action", *discard, "frequency", f"EV ({unit.name})")
        with ui.element("tbody"):
            for action in advice.actions:
                answer = Answer(action.code, action.discards(advice.hand))
                mine = grade is not None and grade.answer == answer
                best = action is advice.best
                _row(answer, action.frequency, action.ev, span, advice, mine, best, unit)
                if grade is not None and grade.answer.code == action.code and not mine:
                    _row(grade.answer, None, grade.ev, span, advice, True, False, unit)


def _headings(*names: str) -> None:
    with ui.element("thead"), ui.element("tr"):
        for name in names:
            with ui.element("th").props("scope=col"):
                ui.label(name)


def _row(
    answer: Answer,
    frequency: float | None,
    ev: float,
    span: float,
    advice: Advice,
    mine: bool,
    best: bool,
    unit: Unit,
) -> None:
    row = ui.element("tr").classes("action-mine" if mine else "")
    with row:
        with ui.element("th").props("scope=row").classes("action-name"):
            ui.label(action_name(answer.code))
            notes = [word for word, holds in (("best", best), ("you", mine)) if holds]
            for note in notes:
                ui.label(note).classes(f"tag tag-{note}")
        if advice.state.drawing:
            with ui.element("td"):
                if answer.discards:
                    show_cards(answer.discards, "tiny")
                else:
                    ui.label("none").classes("quiet")
        colour = ACTION_COLOURS[answer.code]
        with ui.element("td").classes("action-frequency"):
            if frequency is not None:
                _bar("frequency-bar", 100 * frequency, colour)
                ui.label(f"{frequency:.1%}").classes("number")
        with ui.element("td").classes("action-ev"):
            side = "loss-bar" if ev < 0 else "gain-bar"
            _bar(side, 50 * abs(ev) / span if span else 0, colour)
            ui.label(unit.figure(ev, "+")).classes("number")


def _bar(style: str, width: float, colour: str) -> None:
    with ui.element("div").classes(f"bar-track {style}").props("aria-hidden=true"):
        ui.element("div").style(f"width:{width:.1f}%;background:{colour}")


def show_range(shares: Mapping[str, float], guessed: bool) -> None:
    """The opponent's range by kinds of hands, as one bar and in words."""
    told = [(kind, share) for kind, share in shares.items() if share >= LEAST_TOLD]
    with ui.element("section").classes("range").props('aria-label="Opponent\'s range"'):
        ui.label("The opponent holds").classes("range-title")
        with ui.element("div").classes("range-bar").props("aria-hidden=true"):
            for place, (_, share) in enumerate(told):
                ui.element("div").classes(f"kind-{place % _KINDS}").style(f"flex-grow:{share:.4f}")
        with ui.element("ul").classes("range-kinds"):
            for place, (kind, share) in enumerate(told):
                with ui.element("li"):
                    ui.element("span").classes(f"dot kind-{place % _KINDS}")
                    ui.label(f"{kind} {share:.0%}")
        if guessed:
            ui.label(
                "A guess: the solution never plays as the opponent did, so this is the range "
                "before that action."
            ).classes("quiet")
