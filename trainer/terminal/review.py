"""`tripledraw review`: own hand histories, graded."""

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from solver.cards import format_cards
from solver.cli.app import app, console, errors, example, print_json
from solver.game import SEAT_NAMES, action_name
from trainer.grading.grades import Grade
from trainer.hands.review import Review, ReviewedDecision, review
from trainer.options import DataDirectoryOption, SolutionOption
from trainer.records.settings import Settings
from trainer.spots.spot import Answer
from trainer.spots.words import counted, figure
from trainer.terminal.quiz import Quiz
from trainer.terminal.table import RATING_STYLES
from trainer.workspace import Workspace


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
    solution: SolutionOption = None,
    player: Annotated[
        str | None,
        typer.Option(help="Whose decisions; by default those of who is dealt face up."),
    ] = None,
    top: Annotated[int, typer.Option(min=0, help="How many of the dearest to show.")] = 20,
    drill: Annotated[
        bool, typer.Option("--drill", help="Ask the mistakes again, the dearest first.")
    ] = False,
    data_dir: DataDirectoryOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Grade the decisions of your own hands, the dearest first.

    Heads-up hands are graded. Hands with three players or more, other stakes, all-ins and bets
    above the cap of the solution are counted and not graded from there on; draws of more cards
    than the solution knows are read as its largest, and marked. Solution, grades and money are
    those of the settings, as on the page.
    """
    with Workspace(solution, data_dir) as workspace:
        for notice in workspace.notices:
            errors.print(f"[yellow]{escape(notice)}[/yellow]", soft_wrap=True)
        settings = workspace.settings
        thresholds = settings.thresholds
        found = review(workspace.solution, paths, player=player, thresholds=thresholds)
        if as_json:
            print_json(_to_json(found))
            return
        _print(found, settings, top)
        if drill:
            Quiz(workspace.practice("review"), found.spots(thresholds.correct), console).run(None)


def _print(found: Review, settings: Settings, top: int) -> None:
    unit = settings.unit
    graded = sum(hand.graded for hand in found.hands)
    console.print(
        f"{_hands(len(found.hands))} read, {found.graded_hands} of them graded with "
        f"{counted(graded, 'decision')}: {unit.value(found.ev_lost)} lost."
    )
    left_out = {
        "seen before": found.duplicates,
        **found.skipped,
        "cannot be read": len(found.refused),
    }
    for reason, count in left_out.items():
        if count:
            console.print(f"  left out: {_hands(count)}, {escape(reason)}", soft_wrap=True)
    for path, note in found.notes:
        console.print(f"  note: {escape(f'{path}, line {note.line}: {note.text}')}", soft_wrap=True)
    for reason, count in found.not_graded.most_common():
        console.print(f"  not graded: {count}, {escape(reason)}", soft_wrap=True)
    dear = found.decisions(least_lost=settings.thresholds.best)
    if not dear or not top:
        return
    # Lines below each other rather than columns: a hand's number and its situation stay whole.
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(justify="right", no_wrap=True)
    table.add_column()
    for one in dear[:top]:
        row, rating = _row(one), _grade(one).rating
        table.add_row(
            unit.figure(one.ev_lost),
            Text.assemble((row["rating"], RATING_STYLES[rating]), f"  {row['hand']}"),
        )
        table.add_row("", f"{row['cards']}: you {row['you']}, best {row['best']}")
        table.add_row("", Text(row["situation"], "dim"))
        for reason in one.judged.notes:
            table.add_row("", Text(f"* {reason}", "dim"))
    console.print(f"Lost, in {unit.name}, the dearest first:")
    console.print(table)
    if len(dear) > top:
        lost = unit.value(sum(one.ev_lost for one in dear[top:]))
        console.print(f"and {counted(len(dear) - top, 'more decision')} with {lost} lost")


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
