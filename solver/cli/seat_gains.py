"""`tripledraw evaluate seats`: what one seat gains against the others of a strategy."""

from dataclasses import asdict
from typing import Annotated

import typer
from rich.table import Table

from solver.cli.app import console, example, print_json, progress_bar
from solver.cli.evaluate import JsonOption, evaluate
from solver.errors import ConfigurationError
from solver.multiway.deviator import Gain, deviators_gain
from solver.multiway.solution import MultiwaySolution, open_multiway
from solver.solution.directories import find_solution


@evaluate.command(epilog=example("tripledraw evaluate seats six-handed --seat BTN"))
def seats(
    solution: Annotated[
        str, typer.Argument(help="A strategy for several seats (directory or name).")
    ] = "six-handed",
    seat: Annotated[
        str | None, typer.Option(help="Position of one seat, such as BTN; all by default.")
    ] = None,
    training: Annotated[
        int, typer.Option(min=1, help="Traversals from which a seat learns its answer.")
    ] = 1_000_000,
    test: Annotated[
        int, typer.Option(min=1, help="Traversals on other deals on which it is tested.")
    ] = 500_000,
    seed: Annotated[int, typer.Option(min=0, help="Of the deals.")] = 0,
    threads: Annotated[int | None, typer.Option(min=1, help="All processors by default.")] = None,
    as_json: JsonOption = False,
) -> None:
    """What a seat gains that learns an answer to the others, who keep to the strategy.

    It sees and remembers as much as the strategy does; its answer is learned on some deals and
    tested on others. A lower bound of what could be gained.
    """
    directory = find_solution(solution)
    opened = open_multiway(directory)
    names = opened.layout.game.names
    if seat is not None and seat.upper() not in names:
        raise ConfigurationError(
            f"there is no seat {seat!r} at this table; expected {', '.join(names)}"
        )
    chosen = range(len(names)) if seat is None else [names.index(seat.upper())]
    gains = []
    for number in chosen:
        gains.append(_gain(opened, number, training, test, threads, seed))
    if as_json:
        print_json({"solution": str(directory), "gains": [asdict(gain) for gain in gains]})
        return
    table = Table("seat", box=None, pad_edge=False)
    table.add_column("wins (small bets a hand)", justify="right")
    table.add_column("gains by leaving (thousandths of one)", justify="right")
    for gain in gains:
        table.add_row(gain.position, f"{gain.value:+z.3f}", f"{gain.mean:.1f} +- {gain.error:.1f}")
    console.print(table)


def _gain(
    solution: MultiwaySolution,
    seat: int,
    training: int,
    test: int,
    threads: int | None,
    seed: int,
) -> Gain:
    """One seat's gain, with a bar."""
    with progress_bar(f"{solution.layout.game.names[seat]} learns and plays") as bar:
        task = bar.add_task("", total=training + test)
        return deviators_gain(
            solution,
            seat,
            training=training,
            test=test,
            threads=threads,
            seed=seed,
            report=lambda made, total: bar.update(task, completed=made, total=total),
        )
