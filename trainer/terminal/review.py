"""`tripledraw review`: own hand histories, graded."""

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from solver.cards import format_cards
from solver.cli.app import app, console, example, print_json
from solver.game import SEAT_NAMES
from solver.game.history import action_name
from solver.solution import open_solution
from solver.solution.places import find_solution
from trainer.grading import DEFAULT, Grade
from trainer.history import History
from trainer.practice import Practice
from trainer.review import Review, ReviewedDecision, review
from trainer.spots import Answer
from trainer.terminal.quiz import Quiz
from trainer.terminal.table import RATING_STYLES
from trainer.words import figure, small_bets


@app.command(
    "review",
    epilog=example(
        "tripledraw review HandHistory/", "tripledraw review session.txt --player Ann --drill"
    ),
)
def review_histories(
    paths: Annotated[
        list[Path],
        typer.Argument(help="Files of PokerStars, Full Tilt or PHH hands, or folders of them."),
    ],
    solution: Annotated[
        Path | None,
        typer.Option(help="Directory or name of a solution; the newest one by default."),
    ] = None,
    player: Annotated[
        str | None,
        typer.Option(help="Whose decisions; by default those of who is dealt face up."),
    ] = None,
    top: Annotated[int, typer.Option(min=0, help="How many of the dearest to show.")] = 20,
    drill: Annotated[
        bool, typer.Option("--drill", help="Ask the mistakes again, the dearest first.")
    ] = False,
    data_dir: Annotated[
        Path | None,
        typer.Option(help="Where the score of --drill is kept; the user's data directory."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Grade the decisions of your own hands, the dearest first.

    Heads-up hands are graded. Hands with three players or more, other stakes, all-ins and bets
    above the cap of the solution are counted and not graded from there on; draws of more cards
    than the solution knows are read as its largest, and marked.
    """
    directory = find_solution(solution)
    opened = open_solution(directory)
    found = review(opened, paths, player=player)
    if as_json:
        print_json(_to_json(found))
        return
    _print(found, top)
    if drill:
        with History(data_dir) as history:
            practice = Practice(opened, history, "review")
            Quiz(practice, found.spots(DEFAULT.correct), console).run(None)


def _print(found: Review, top: int) -> None:
    graded = sum(hand.graded for hand in found.hands)
    console.print(
        f"{_hands(len(found.hands))} read, {found.graded_hands} of them graded with {graded} "
        f"decisions: {small_bets(found.ev_lost)} lost."
    )
    counted = {
        "seen before": found.duplicates,
        **found.skipped,
        "cannot be read": len(found.refused),
    }
    for reason, count in counted.items():
        if count:
            console.print(f"  left out: {_hands(count)}, {escape(reason)}", soft_wrap=True)
    for path, note in found.notes:
        console.print(f"  note: {escape(f'{path}, line {note.line}: {note.text}')}", soft_wrap=True)
    for reason, count in found.not_graded.most_common():
        console.print(f"  not graded: {count}, {escape(reason)}", soft_wrap=True)
    dear = [one for one in found.decisions(least_lost=DEFAULT.best) if one.ev_lost > 0][:top]
    if not dear:
        return
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    for heading in ("lost", "", "hand", "situation", "cards", "you", "best"):
        table.add_column(heading, justify="right" if heading == "lost" else "left")
    for one in dear:
        row = _row(one)
        style = RATING_STYLES[_grade(one).rating]
        table.add_row(row["lost"], Text(row["rating"], style), *list(row.values())[2:])
    console.print(table)


def _hands(count: int) -> str:
    return f"{count} hand" if count == 1 else f"{count} hands"


def _grade(one: ReviewedDecision) -> Grade:
    grade = one.judged.grade
    assert grade is not None
    return grade


def _row(one: ReviewedDecision) -> dict[str, str]:
    grade, situation = _grade(one), one.judged.situation
    hand = one.hand.steps[one.judged.step].hand
    best = Answer(grade.best.code, grade.best.discards(hand))
    mark = "*" if one.judged.notes else ""
    return {
        "lost": figure(grade.ev_lost),
        "rating": grade.rating.value,
        "hand": one.hand.name + mark,
        "situation": "" if situation is None else situation.name,
        "cards": format_cards(hand, " "),
        "you": _words(grade.answer),
        "best": _words(best),
    }


def _words(answer: Answer) -> str:
    thrown = f" ({format_cards(answer.discards, ' ')})" if answer.discards else ""
    return action_name(answer.code) + thrown


def _to_json(found: Review) -> dict[str, Any]:
    return {
        "hands": len(found.hands),
        "graded_hands": found.graded_hands,
        "duplicates": found.duplicates,
        "skipped": dict(found.skipped),
        "refused": [
            {"path": str(path), "line": refusal.line, "reason": refusal.reason}
            for path, refusal in found.refused
        ],
        "notes": [
            {"path": str(path), "line": note.line, "text": note.text} for path, note in found.notes
        ],
        "not_graded": dict(found.not_graded),
        "ev_lost": round(found.ev_lost, 4),
        "decisions": [
            _row(one)
            | {
                "seat": SEAT_NAMES[one.judged.seat],
                "ev_lost": round(one.ev_lost, 4),
                "notes": list(one.judged.notes),
            }
            for one in found.decisions()
        ],
    }
