"""`tripledraw evaluate deals` and `opponent`: play over deals of one deck."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table

from solver.cli.app import INTERRUPTED, console, example, print_json, progress_bar
from solver.cli.evaluate import JsonOption, SolutionArgument, evaluate
from solver.evaluation.deals import DealScore, exploit_on_deals, play_over_deals
from solver.solution import open_solution
from solver.solution.directories import find_solution
from solver.solving.interrupt import Interrupt
from solver.stopping import Report

DealsOption = Annotated[
    int,
    typer.Option("--deals", min=4, help="An even number: every deal is played with its mirror."),
]
ThreadsOption = Annotated[int | None, typer.Option(min=1, help="All processors by default.")]


@evaluate.command(epilog=example("tripledraw evaluate deals my-solution quick --deals 200"))
def deals(
    first: Annotated[str, typer.Argument(help="A solution (directory or name).")],
    second: Annotated[
        str, typer.Argument(help="Another of the same game; its buckets may be others.")
    ],
    number: DealsOption = 100,
    threads: ThreadsOption = None,
    as_json: JsonOption = False,
) -> None:
    """What one solution wins from another with real cards, range against range.

    Deals of one deck are drawn at random, many hands for each seat at a time, and played in full.
    Ctrl-C prints the result of the deals that are complete in both seats.
    """
    one, other = find_solution(first), find_solution(second)
    with _watched() as report:
        score = play_over_deals(
            open_solution(one),
            open_solution(other),
            number,
            threads=threads,
            report=report,
        )
    names = {"players": (one.name, other.name)}
    _print(score, f"{one.name} against {other.name}", f"{one.name} wins", names, number, as_json)


@evaluate.command(epilog=example("tripledraw evaluate opponent quick --training 200 --deals 400"))
def opponent(
    solution: SolutionArgument = None,
    training: Annotated[
        int, typer.Option(min=1, help="Deals on which an opponent learns in each seat.")
    ] = 200,
    number: DealsOption = 400,
    threads: ThreadsOption = None,
    as_json: JsonOption = False,
) -> None:
    """A lower bound of exploitability with one deck.

    In each seat an opponent with the solution's buckets learns on random deals how to exploit it,
    and is tested on other deals.
    """
    directory = find_solution(solution)
    with _watched() as report:
        score = exploit_on_deals(
            open_solution(directory), training, number, threads=threads, report=report
        )
    title = f"{directory.name} against opponents trained on {training} deals"
    facts = {"directory": str(directory), "training_deals": training}
    _print(score, title, "they win more", facts, number, as_json)


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
    score: DealScore | None,
    title: str,
    heading: str,
    facts: dict[str, Any],
    wanted: int,
    as_json: bool,
) -> None:
    if score is None:
        console.print("Stopped before any deal was played in both seats.")
        raise typer.Exit(INTERRUPTED)
    finished = score.deals == wanted
    if as_json:
        estimates = {"": score.overall, "big_blind_": score.big_blind, "button_": score.button}
        figures = {f"{name}mbb": estimate.mean for name, estimate in estimates.items()}
        figures |= {
            f"{name}standard_error_mbb": estimate.standard_error
            for name, estimate in estimates.items()
        }
        print_json({**facts, "deals": score.deals, "finished": finished, **figures})
    else:
        stopped = "" if finished else ", stopped early"
        console.print(f"{escape(title)}: {score.deals} deals{stopped}", soft_wrap=True)
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
