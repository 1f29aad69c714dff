"""`tripledraw evaluate cuts` and `opponent`: play over cuts of one deck."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table

from solver.cli.app import INTERRUPTED, console, example, print_json
from solver.cli.evaluate import JsonOption, SolutionArgument, evaluate, progress_bar
from solver.evaluation.cuts import CutScore, Report, exploit_on_cuts, play_over_cuts
from solver.solution import open_solution
from solver.solution.places import find_solution
from solver.solving.interrupt import Interrupt

CutsOption = Annotated[
    int, typer.Option("--cuts", min=4, help="An even number: every cut is played with its mirror.")
]
ThreadsOption = Annotated[int | None, typer.Option(min=1, help="All processors by default.")]


@evaluate.command(epilog=example("tripledraw evaluate cuts my-solution quick --cuts 200"))
def cuts(
    first: Annotated[str, typer.Argument(help="A solution (directory or name).")],
    second: Annotated[str, typer.Argument(help="Another of the same game and buckets.")],
    number: CutsOption = 100,
    threads: ThreadsOption = None,
    as_json: JsonOption = False,
) -> None:
    """What one solution wins from another with one deck, range against range.

    Cuts of the deck are drawn at random, all else is computed in full. Ctrl-C prints the result of
    the cuts that are complete in both seats.
    """
    one, other = find_solution(first), find_solution(second)
    with _watched() as report:
        score = play_over_cuts(
            open_solution(one),
            open_solution(other),
            number,
            threads=threads,
            report=report,
        )
    names = {"players": (one.name, other.name)}
    _print(score, f"{one.name} against {other.name}", f"{one.name} wins", names, number, as_json)


@evaluate.command(epilog=example("tripledraw evaluate opponent quick --training 200 --cuts 400"))
def opponent(
    solution: SolutionArgument = None,
    training: Annotated[
        int, typer.Option(min=1, help="Cuts on which an opponent learns in each seat.")
    ] = 200,
    number: CutsOption = 400,
    threads: ThreadsOption = None,
    as_json: JsonOption = False,
) -> None:
    """A lower bound of exploitability with one deck.

    In each seat an opponent with the solution's buckets learns on random cuts of the deck how to
    exploit it, and is tested on other cuts.
    """
    directory = find_solution(solution)
    with _watched() as report:
        score = exploit_on_cuts(
            open_solution(directory), training, number, threads=threads, report=report
        )
    title = f"{directory.name} against opponents trained on {training} cuts"
    facts = {"directory": str(directory), "training_cuts": training}
    _print(score, title, "they win", facts, number, as_json)


@contextmanager
def _watched() -> Iterator[Report]:
    """A progress bar that Ctrl-C ends."""
    with Interrupt() as interrupt, progress_bar("passes") as progress:
        task = progress.add_task("", total=1)

        def show(done: int, steps: int) -> bool:
            progress.update(task, completed=done, total=steps)
            return interrupt.requested

        yield show


def _print(
    score: CutScore | None,
    title: str,
    heading: str,
    facts: dict[str, Any],
    wanted: int,
    as_json: bool,
) -> None:
    if score is None:
        console.print("Stopped before any cut was played in both seats.")
        raise typer.Exit(INTERRUPTED)
    finished = score.cuts == wanted
    if as_json:
        estimates = {"": score.overall, "big_blind_": score.big_blind, "button_": score.button}
        figures = {f"{name}mbb": estimate.mean for name, estimate in estimates.items()}
        figures |= {
            f"{name}standard_error_mbb": estimate.standard_error
            for name, estimate in estimates.items()
        }
        print_json({**facts, "cuts": score.cuts, "finished": finished, **figures})
    else:
        stopped = "" if finished else ", stopped early"
        console.print(f"{escape(title)}: {score.cuts} cuts{stopped}", soft_wrap=True)
        table = Table(escape(heading), box=None, pad_edge=False)
        table.add_column("mbb/g", justify="right")
        table.add_column("standard error", justify="right")
        for name, estimate in (
            ("in both seats", score.overall),
            ("  as big blind", score.big_blind),
            ("  on the button", score.button),
        ):
            table.add_row(name, f"{estimate.mean:+z.1f}", f"{estimate.standard_error:.1f}")
        console.print(table)
    if not finished:
        raise typer.Exit(INTERRUPTED)
