"""Feedback on an answer: grade, figures of every action as bars, cards to keep, and why."""

from collections.abc import Mapping, Sequence

from solver.abstraction import LEAST_TOLD
from solver.game import action_name
from solver.plots import ACTION_COLOURS
from solver.solution import Advice
from trainer.grading.grades import Grade
from trainer.spots.spot import Answer
from trainer.spots.words import SMALL_BETS, Unit, figure
from trainer.web.components.cards import still_cards
from trainer.web.components.still import Still, show_still, still

_KINDS = 11
"""Colours of the theme for kinds of hands."""


def show_feedback(
    advice: Advice, grade: Grade, why: Sequence[str], unit: Unit = SMALL_BETS
) -> None:
    """All that is to be said of an answer.

    Args:
        advice: what the solution said that graded it.
        grade: what it is worth.
        why: sentences of `trainer.grading.explanation.explain`.
        unit: how amounts are shown.
    """
    show_verdict(grade, unit)
    show_actions(advice, grade, unit)
    show_reasons(why)
    if grade.best.keep is not None:
        best = still_cards(grade.best.keep)
        show_still("div", "keep", still("div", "", "Best cards to keep"), best)
    show_range(advice.opponent, advice.guessed)


def show_reasons(sentences: Sequence[str]) -> None:
    """Why, a line a sentence."""
    show_still("ul", "why", *(still("li", "", still("div", "", one)) for one in sentences))


def show_verdict(grade: Grade, unit: Unit = SMALL_BETS) -> None:
    """The grade and what was lost, in one line; screen readers announce it."""
    lost = figure(grade.ev_lost)
    show_still(
        "div",
        f"verdict rating-{grade.rating}",
        still("div", "verdict-rating", grade.rating.value.capitalize()),
        still(
            "div",
            "verdict-lost",
            f"{unit.value(grade.ev_lost)} lost" if float(lost) else "nothing lost",
        ),
        role="status",
    )


def show_actions(advice: Advice, grade: Grade | None = None, unit: Unit = SMALL_BETS) -> None:
    """Frequency and EV of every action as bars, at a draw with the cards that go.

    An answer that threw away other cards than the best of as many has a row of its own.
    """
    span = max(abs(action.ev) for action in advice.actions)
    if grade is not None:
        span = max(span, abs(grade.ev))
    discard = ("discard",) if advice.state.drawing else ()
    names = ("action", *discard, "frequency", f"EV ({unit.name})")
    rows = []
    for action in advice.actions:
        answer = Answer(action.code, action.discards(advice.hand))
        mine = grade is not None and grade.answer == answer
        best = action is advice.best
        rows.append(_row(answer, action.frequency, action.ev, span, advice, mine, best, unit))
        if grade is not None and grade.answer.code == action.code and not mine:
            rows.append(_row(grade.answer, None, grade.ev, span, advice, True, False, unit))
    headings = (still("th", "", still("div", "", name), scope="col") for name in names)
    show_still(
        "table",
        "actions",
        still("thead", "", still("tr", "", *headings)),
        still("tbody", "", *rows),
    )


def _row(
    answer: Answer,
    frequency: float | None,
    ev: float,
    span: float,
    advice: Advice,
    mine: bool,
    best: bool,
    unit: Unit,
) -> Still:
    notes = [word for word, holds in (("best", best), ("you", mine)) if holds]
    tags = (still("div", f"tag tag-{note}", note) for note in notes)
    name = still("div", "", action_name(answer.code))
    cells = [still("th", "action-name", name, *tags, scope="row")]
    if advice.state.drawing:
        none = still("div", "quiet", "none")
        cells.append(
            still("td", "", still_cards(answer.discards, "tiny") if answer.discards else none)
        )
    colour = ACTION_COLOURS[answer.code]
    played = []
    if frequency is not None:
        played = [
            _bar("frequency-bar", 100 * frequency, colour),
            still("div", "number", f"{frequency:.1%}"),
        ]
    side = "loss-bar" if ev < 0 else "gain-bar"
    cells += [
        still("td", "action-frequency", *played),
        still(
            "td",
            "action-ev",
            _bar(side, 50 * abs(ev) / span if span else 0, colour),
            still("div", "number", unit.figure(ev, "+")),
        ),
    ]
    return still("tr", "action-mine" if mine else "", *cells)


def _bar(kind: str, width: float, colour: str) -> Still:
    filled = still("div", css=f"width:{width:.1f}%;background:{colour}")
    return still("div", f"bar-track {kind}", filled, aria_hidden="true")


def show_range(shares: Mapping[str, float], guessed: bool) -> None:
    """The opponent's range by kinds of hands, as one bar and in words."""
    told = [(kind, share) for kind, share in shares.items() if share >= LEAST_TOLD]
    colours = [f"kind-{place % _KINDS}" for place in range(len(told))]
    parts = (
        still("div", colour, css=f"flex-grow:{share:.4f}")
        for colour, (_, share) in zip(colours, told, strict=True)
    )
    kinds = (
        still("li", "", still("span", f"dot {colour}"), still("div", "", f"{kind} {share:.0%}"))
        for colour, (kind, share) in zip(colours, told, strict=True)
    )
    lines = [
        still("div", "range-title", "The opponent holds"),
        still("div", "range-bar", *parts, aria_hidden="true"),
        still("ul", "range-kinds", *kinds),
    ]
    if guessed:
        lines.append(
            still(
                "div",
                "quiet",
                "A guess: the solution never plays as the opponent did, so this is the range "
                "before that action.",
            )
        )
    show_still("section", "range", *lines, aria_label="Opponent's range")
