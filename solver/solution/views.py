"""What terminals, notebooks and the trainer show of advice and solutions."""

from collections.abc import Iterable, Sequence
from html import escape

from solver.abstraction.report import shares_in_words
from solver.cards import format_hand
from solver.game import SEAT_NAMES
from solver.solution.advisor import Advice
from solver.solution.solution import Solution


def describe_range(advice: Advice) -> str:
    """The opponent's range by kinds of hands, the largest first, and whether it is a guess."""
    shares = shares_in_words(advice.opponent)
    if advice.guessed:
        return (
            f"{shares} (a guess: the solution never plays as the opponent did, so this is the "
            "range before that action)"
        )
    return shares


def advice_html(advice: Advice) -> str:
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


def solution_html(solution: Solution) -> str:
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


# Notebooks show both as tables; the model knows nothing of HTML.
setattr(Advice, "_repr_html_", advice_html)  # noqa: B010
setattr(Solution, "_repr_html_", solution_html)  # noqa: B010
