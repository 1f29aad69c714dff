"""Advice and solutions as small HTML tables, for notebooks."""

from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING

from solver.cards import format_hand
from solver.game import SEAT_NAMES
from solver.solution.words import describe_range

if TYPE_CHECKING:
    from solver.solution.advisor import Advice
    from solver.solution.solution import Solution


def advice_html(advice: "Advice") -> str:
    """Every action with its frequency and value, and the opponent's range."""
    state = advice.state
    drawing = state.drawing
    rows = [
        (
            action.name,
            f"{action.frequency:.1%}",
            f"{action.ev:+z.3f}",
            *((format_hand(action.discards(advice.hand), " ") or "nothing",) if drawing else ()),
        )
        for action in advice.actions
    ]
    header = ("action", "frequency", "EV (small bets)", *(("discards",) if drawing else ()))
    after = f" after {state.history}" if state.history else ""
    lines = [
        f"<b>{format_hand(advice.hand, ' ')}</b>, {SEAT_NAMES[state.seat]}{after}: "
        f"pot {state.pot:g} small bets, {state.to_call:g} to call",
        _table(header, rows),
        f"The opponent holds: {escape(describe_range(advice))}.",
    ]
    if advice.equity is not None:
        lines.append(f"Chance to win a showdown: {advice.equity:.1%}.")
    return "".join(f"<div>{line}</div>" for line in lines)


def solution_html(solution: "Solution") -> str:
    """What was solved, and how well."""
    game, config = solution.configuration.game, solution.configuration.abstraction
    learning = solution.configuration.learning
    draws = ", ".join(str(limit) for limit in game.draws)
    earlier = ", ".join(str(size) for size in config.earlier)
    return _table(
        ("solution", ""),
        [
            ("game", f"heads-up, at most {game.cap} bets a round, draws of up to {draws} cards"),
            ("buckets", f"{config.final} at the showdown, {earlier} before the draws"),
            ("iterations", f"{solution.iterations:,} of {learning.rule}"),
            ("exploitability", f"{solution.exploitability:.1f} mbb/g inside the abstraction"),
            ("value of the button", f"{solution.button_value:+z.4f} small bets a hand"),
        ],
    )


def _table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    def line(cells: Sequence[str], tag: str) -> str:
        inside = "".join(
            f'<{tag} style="text-align: left; padding: 2px 16px 2px 0">{escape(cell)}</{tag}>'
            for cell in cells
        )
        return f"<tr>{inside}</tr>"

    return f"<table>{line(header, 'th')}{''.join(line(row, 'td') for row in rows)}</table>"
