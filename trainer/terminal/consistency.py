"""`tripledraw consistency`: whether the trainer's answers contradict themselves."""

from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import Progress, TaskID
from rich.table import Table

from solver.cli.app import app, console, example, print_json, progress_bar
from solver.solution import find_solution, open_solution
from trainer.drills.consistency import FAR, NEAR, OFTEN, Consistency, check_drill
from trainer.drills.packs import PACKS


@app.command(
    "consistency",
    epilog=example("tripledraw consistency", "tripledraw consistency quick --spots 200"),
)
def consistency(
    solution: Annotated[
        Path | None,
        typer.Argument(help="Directory or name of a solution; the newest one by default."),
    ] = None,
    spots: Annotated[int, typer.Option(min=1, help="Of every pack.")] = 2_000,
    seed: Annotated[int, typer.Option(min=0, help="Of the spots.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Hold frequencies, values and grades of every answer against each other, pack by pack."""
    opened = open_solution(find_solution(solution))
    found: dict[str, Consistency] = {}
    with progress_bar("spots") as progress:
        task = progress.add_task("", total=spots * len(PACKS))
        for number, (name, drill) in enumerate(PACKS.items()):
            found[name] = check_drill(
                opened,
                drill,
                spots,
                seed=seed,
                report=partial(_show, progress, task, number * spots),
            )
    if as_json:
        print_json({name: asdict(here) for name, here in found.items()})
    else:
        console.print(_table(found))
        console.print(
            f"[dim]Own loss: what the solution's play loses by its own values, thousandths of a "
            f"small bet a decision. Near: spots whose most frequent action loses less than "
            f"{1000 * NEAR:g}. Punished: actions taken {OFTEN:.0%} or more, graded worse than "
            f"correct. Excused: answers that lose more than {1000 * FAR:g}, graded correct. "
            "Astray: answers graded best that are not.[/dim]",
            soft_wrap=True,
        )


def _show(progress: Progress, task: TaskID, before: int, done: int, steps: int) -> None:
    progress.update(task, completed=before + done)


def _table(found: dict[str, Consistency]) -> Table:
    table = Table("pack", box=None, pad_edge=False)
    for heading in ("spots", "own loss", "near", "most", "punished", "excused", "astray"):
        table.add_column(heading, justify="right")
    for name, here in found.items():
        table.add_row(
            name,
            f"{here.spots:,}",
            f"{1000 * here.own_loss:.2f}",
            f"{here.near:.2%}",
            f"{1000 * here.most_lost:.0f}",
            str(here.punished),
            str(here.excused),
            str(here.astray),
        )
    return table
