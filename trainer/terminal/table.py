"""How a spot, a verdict and a score look in a terminal."""

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from solver.cards import RANKS, SUITS
from solver.game import SEAT_NAMES, action_name
from solver.solution import Advice, describe_range
from trainer.grading.explanation import explain
from trainer.grading.grades import Grade, Rating
from trainer.grading.score import Score
from trainer.spots.spot import Answer, Spot
from trainer.spots.words import chips, figure, small_bets, story

_SYMBOLS = "♣♦♥♠"
_COLOURS = ("green", "bright_blue", "red", "default")
"""Of clubs, diamonds, hearts and spades: every suit has its own."""

RATING_STYLES = {
    Rating.BEST: "bold green",
    Rating.CORRECT: "green",
    Rating.INACCURACY: "yellow",
    Rating.MISTAKE: "bold yellow",
    Rating.BLUNDER: "bold red",
}


def cards_text(cards: tuple[int, ...], ascii_only: bool) -> Text:
    """Cards in a row, each in the colour of its suit."""
    suits = SUITS if ascii_only else _SYMBOLS
    return Text(" ").join(
        Text(RANKS[card // 4] + suits[card % 4], f"bold {_COLOURS[card % 4]}") for card in cards
    )


def hand_picture(hand: tuple[int, ...], ascii_only: bool, numbered: bool) -> Text:
    """The hand as cards side by side, with their places below if they can be discarded."""
    left, right, low_left, low_right, line, side = "++++-|" if ascii_only else "╭╮╰╯─│"
    top, middle, bottom, places = Text(), Text(), Text(), Text(style="dim")
    for place, card in enumerate(hand, 1):
        style = _COLOURS[card % 4]
        top.append(f"{left}{line * 4}{right} ", style)
        middle.append(f"{side} ", style)
        middle.append_text(cards_text((card,), ascii_only))
        middle.append(f" {side} ", style)
        bottom.append(f"{low_left}{line * 4}{low_right} ", style)
        places.append(f"  {place}    ")
    rows = [top, middle, bottom, places] if numbered else [top, middle, bottom]
    return Text("\n").join(rows)


def spot_picture(spot: Spot, ascii_only: bool) -> RenderableType:
    """All that the player knows at a spot."""
    state = spot.state
    facts = _notes()
    facts.add_row("you are", f"the {SEAT_NAMES[spot.seat]}")
    *earlier, (last, done) = story(spot)
    for name, words in earlier:
        facts.add_row(name, words)
    facts.add_row(last, ", ".join(filter(None, (done, "[bold]you to act[/bold]"))))
    pot = f"{chips(state.pot)}"
    if state.to_call:
        pot += f", [bold]{state.to_call:g} to call[/bold]"
    if not state.drawing:
        pot += f", bets of {state.tree.game.bets[state.round]:g}"
    facts.add_row("pot", pot)
    return Group(facts, "", hand_picture(spot.hand, ascii_only, numbered=state.drawing))


def verdict(
    advice: Advice, grade: Grade, thrown: Sequence[int], ascii_only: bool
) -> RenderableType:
    """Rating, all actions, why, and the opponent's range.

    Args:
        advice: what the solution says.
        grade: of the answer.
        thrown: cards that the player has thrown away before.
        ascii_only: whether the terminal knows no other signs.
    """
    lost = figure(grade.ev_lost)
    head = Text.assemble(
        (grade.rating.value.capitalize(), RATING_STYLES[grade.rating]),
        f": {small_bets(grade.ev_lost)} lost" if float(lost) else ": nothing lost",
    )
    notes = _notes()
    notes.add_row("why", "\n".join(explain(advice, grade, thrown)))
    notes.add_row("opponent", describe_range(advice))
    return Group(head, _actions(advice, grade, ascii_only), notes)


def _actions(advice: Advice, grade: Grade, ascii_only: bool) -> Table:
    """One row an action, and one more for a draw that keeps other cards than the best."""
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    table.add_column("action")
    if advice.state.drawing:
        table.add_column("discard")
    for heading in ("frequency", "EV (small bets)", "lost"):
        table.add_column(heading, justify="right")
    table.add_column("")
    for action in advice.actions:
        answer = Answer(action.code, action.discards(advice.hand))
        rows = [(answer, f"{action.frequency:.1%}", action.ev)]
        if grade.answer.code == action.code and grade.answer != answer:
            rows.append((grade.answer, "", grade.ev))
        for shown, frequency, ev in rows:
            mine, best = shown == grade.answer, shown is answer and action is grade.best
            notes = ("best",) * best + ("your answer",) * mine
            cells: list[RenderableType] = [action_name(action.code)]
            if advice.state.drawing:
                cells.append(cards_text(shown.discards, ascii_only))
            lost = figure(grade.best.ev - ev)
            cells += [frequency, figure(ev), lost if float(lost) else "", ", ".join(notes)]
            style = "green" if best else RATING_STYLES[grade.rating] if mine else None
            table.add_row(*cells, style=style)
    return table


def score_lines(session: Score, all_time: Score) -> RenderableType:
    """Running score of the session and of all time."""
    lines = _notes()
    for name, score in (("session", session), ("all time", all_time)):
        lines.add_row(
            name,
            f"{score.hits} of {score.decisions} right ({score.accuracy:.0%}), "
            f"{small_bets(score.mean_lost)} lost a decision",
        )
    return lines


def _notes() -> Table:
    """A grid of lines with a name in front."""
    notes = Table.grid(padding=(0, 2, 0, 0))
    notes.add_column(style="dim", no_wrap=True)
    notes.add_column()
    return notes


def summary(score: Score) -> RenderableType:
    """How a session went."""
    if not score.decisions:
        return "No spots answered."
    table = Table.grid(padding=(0, 2))
    table.add_column()
    table.add_column(justify="right")
    table.add_column(justify="right")
    for rating, style in RATING_STYLES.items():
        count = score.ratings.get(rating, 0)
        table.add_row(Text(rating.value, style), str(count), f"{count / score.decisions:.0%}")
    lost = f"{small_bets(score.ev_lost)} lost, {figure(score.mean_lost)} a decision"
    return Group(f"{score.decisions} {'spot' if score.decisions == 1 else 'spots'}", table, lost)
