"""`tripledraw play`: hands that a solution plays against itself."""

from itertools import islice
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from solver.cli.app import INTERRUPTED, app, console, example, print_json, progress_bar
from solver.cli.evaluate import JsonOption, SeedOption, SolutionArgument
from solver.evaluation.self_play import PLAYERS, self_play
from solver.solution import open_solution
from solver.solution.directories import find_solution
from solver.solving.interrupt import Interrupt
from solver.table.histories.writing import HandFile


@app.command(
    epilog=example(
        "tripledraw play --hands 1000 --out hands.phhs",
        "tripledraw play quick --hands 200 --seed 7 --out hands.txt",
    ),
)
def play(
    out: Annotated[
        Path,
        typer.Option(help="The file: .phhs is PHH, .txt is text as PokerStars writes it."),
    ],
    solution: SolutionArgument = None,
    hands: Annotated[int, typer.Option(min=1, help="How many.")] = 1_000,
    seed: SeedOption = 0,
    as_json: JsonOption = False,
) -> None:
    """Let the solution play against itself and write the hands; Ctrl-C keeps those that are over.

    PHH tells the cards of both players; the text tells those of Player 1 and what is shown.
    `tripledraw review` grades either, `tripledraw import` reads them.
    """
    directory = find_solution(solution)
    file = HandFile(out)
    opened = open_solution(directory)
    with Interrupt() as interrupt, progress_bar("hands") as progress, file:
        task = progress.add_task("", total=hands)
        for hand in islice(self_play(opened, directory.name, seed), hands):
            file.add(hand)
            progress.update(task, completed=file.hands)
            if interrupt.requested:
                break
    finished = file.hands == hands
    if as_json:
        print_json(
            {
                "directory": str(directory),
                "path": str(out),
                "hands": file.hands,
                "seed": seed,
                "hero": PLAYERS[0],
                "finished": finished,
            }
        )
    else:
        count = "1 hand" if file.hands == 1 else f"{file.hands:,} hands"
        console.print(
            f"{count}{'' if finished else ', stopped early,'} of {escape(directory.name)} against "
            f"itself, seed {seed}: {escape(str(out))}",
            soft_wrap=True,
        )
    if not finished:
        raise typer.Exit(INTERRUPTED)
