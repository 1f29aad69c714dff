"""Results of whole hands: one hand taken apart, a session in figures and as two lines."""

from collections.abc import Sequence

import numpy as np
from nicegui import ui
from numpy.typing import NDArray

from trainer.hands.play import HandResult
from trainer.hands.play_session import PlaySummary, running
from trainer.records.practice_log import HandRecord
from trainer.spots.words import Unit, counted

_WIDTH, _HEIGHT = 300.0, 90.0

_MEANINGS = {
    "seat": "what it wins without mistakes, on average",
    "decisions": "what yours lost",
    "luck of the draws": "cards that both drew",
    "other luck": "the deal, and what the opponent happened to do",
}


def show_result(result: HandResult, unit: Unit) -> None:
    """What a hand won, and what that was made of."""
    sign = "good" if result.won > 0 else "bad" if result.won < 0 else "even"
    with ui.element("div").classes(f"result result-{sign}").props("role=status"):
        verb = "You win" if result.won > 0 else "You lose" if result.won < 0 else "You come out"
        ui.label(f"{verb} {unit.chips(abs(result.won))}" if result.won else f"{verb} even")
    span = max(abs(amount) for amount in result.parts.values())
    with ui.element("table").classes("actions"):
        with ui.element("thead"), ui.element("tr"):
            for heading in ("made of", unit.name):
                with ui.element("th").props("scope=col"):
                    ui.label(heading)
        with ui.element("tbody"):
            for name, amount in result.parts.items():
                _part(name, amount, span, unit)
    count = result.decisions
    ui.label(
        f"{count} decision{'' if count == 1 else 's'} graded. Only that row is yours; luck "
        "evens out in the long run."
    ).classes("quiet")


def _part(name: str, amount: float, span: float, unit: Unit) -> None:
    with ui.element("tr"):
        with ui.element("th").props("scope=row"):
            ui.label(name)
            ui.label(_MEANINGS[name]).classes("quiet")
        with ui.element("td").classes("part-amount"):
            side = "loss-bar" if amount < 0 else "gain-bar"
            with ui.element("div").classes(f"bar-track {side}").props("aria-hidden=true"):
                colour = "var(--bad)" if amount < 0 else "var(--good)"
                width = 50 * abs(amount) / span if span else 0
                ui.element("div").style(f"width:{width:.1f}%;background:{colour}")
            ui.label(unit.figure(amount, "+")).classes("number")


def show_summary(
    name: str, summary: PlaySummary, hands: Sequence[HandResult | HandRecord], unit: Unit
) -> None:
    """A session: what it won, the same without luck, and what the decisions were worth."""
    with ui.element("div").classes("score-block"):
        ui.label(name).classes("score-name")
        if not summary.hands:
            ui.label("no hand finished yet")
            return
        total = summary.hands * summary.won
        ui.label(f"{counted(summary.hands, 'hand')}, {unit.chips(total, '+')}")
        with ui.element("dl").classes("figures"):
            for word, amount in (
                ("won a hand", _with_error(summary.won, summary.won_error, unit)),
                (
                    "without luck of the draws",
                    _with_error(summary.adjusted, summary.adjusted_error, unit),
                ),
                ("lost by decisions", unit.figure(summary.ev_lost)),
                ("skill: such play wins", unit.figure(summary.skill, "+")),
            ):
                with ui.element("dt"):
                    ui.label(word)
                with ui.element("dd").classes("number"):
                    ui.label(amount)
        ui.label(f"in {unit.name} a hand, ± one standard error").classes("quiet")
        _lines(*running(hands), unit)


def _with_error(amount: float, error: float, unit: Unit) -> str:
    around = f" ± {unit.figure(error)}" if np.isfinite(error) else ""
    return unit.figure(amount, "+") + around


def _lines(won: NDArray[np.float64], skill: NDArray[np.float64], unit: Unit) -> None:
    """Both totals, hand by hand, as a small picture."""
    low, high = min(won.min(), skill.min(), -1.0), max(won.max(), skill.max(), 1.0)
    across = np.linspace(0, _WIDTH, len(won))

    def points(values: NDArray[np.float64]) -> str:
        heights = _HEIGHT * (high - values) / (high - low)
        return " ".join(f"{x:.1f},{y:.1f}" for x, y in zip(across, heights, strict=True))

    nought = _HEIGHT * high / (high - low)
    picture = ui.element("svg").classes("lines")
    picture.props(
        f'viewBox="0 0 {_WIDTH:g} {_HEIGHT:g}" preserveAspectRatio=none role=img '
        f'aria-label="won {unit.value(won[-1])} in all, skill {unit.value(skill[-1])}"'
    )
    with picture:
        ui.element("line").classes("line-nought").props(
            f"x1=0 x2={_WIDTH:g} y1={nought:.1f} y2={nought:.1f}"
        )
        for style, values in (("won", won), ("skill", skill)):
            ui.element("polyline").classes(f"line-{style}").props(f'points="{points(values)}"')
    with ui.element("ul").classes("range-kinds"):
        for style, word in (("won", "won in all"), ("skill", "skill in all")):
            with ui.element("li"):
                ui.element("span").classes(f"dot dot-{style}")
                ui.label(word)
