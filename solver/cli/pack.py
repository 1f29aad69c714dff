"""`tripledraw pack`: a solution small enough to be shipped."""

import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from solver.cli.app import app, console, errors, example, print_json
from solver.solution import open_solution, pack
from solver.solution.directories import find_solution
from solver.solution.packed import SUBGAME_BYTES
from solver.solving.saving import reserved
from solver.subgames.solving import ITERATIONS


@app.command(
    name="pack",
    epilog=example("tripledraw pack standard heads-up", "tripledraw evaluate abstraction heads-up"),
)
def pack_command(
    solution: Annotated[Path, typer.Argument(help="Directory or name of a solution.")],
    out: Annotated[Path, typer.Argument(help="Directory of the packed solution.")],
    made_by: Annotated[
        list[str] | None,
        typer.Option(help="Command that made the solution, for the manifest; more than once."),
    ] = None,
    resolving: Annotated[
        int, typer.Option(min=1, help="Updates of both seats where something is solved on demand.")
    ] = ITERATIONS,
    subgames: Annotated[
        int, typer.Option(min=0, help="Megabytes for the subgames that play comes to most often.")
    ] = SUBGAME_BYTES // 1_000_000,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Keep the first two rounds of a solution, and what follows as far as there is room.

    The other subgames are solved on demand.

    A packed solution is used like any other.
    """
    with reserved(out, restart=True):
        _pack(solution, out, made_by, resolving, subgames, as_json)


def _pack(
    solution: Path,
    out: Path,
    made_by: list[str] | None,
    resolving: int,
    subgames: int,
    as_json: bool,
) -> None:
    opened = open_solution(find_solution(solution))
    command = shlex.join(["tripledraw", *sys.argv[1:]])
    columns = (TextColumn("values on entering the third round"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=errors, transient=True) as progress:
        task = progress.add_task("")
        packed = pack(
            opened,
            resolving=resolving,
            subgame_bytes=1_000_000 * subgames,
            commands=(*(made_by or ()), command),
            report=lambda done, total: progress.update(task, completed=done, total=total),
        )
    packed.save(out)
    size = sum(path.stat().st_size for path in out.rglob("*") if path.is_file())
    if as_json:
        print_json(
            {
                "directory": str(out),
                "bytes": size,
                "resolving": resolving,
                "stored_subgames": len(packed.subgames.instances),
                "stored_share": packed.stored_share,
            }
        )
    else:
        console.print(
            f"Packed into {escape(str(out))}: {size / 1e6:.1f} MB; of the hands that reach the "
            f"third betting round {packed.stored_share:.1%} come to one of the "
            f"{len(packed.subgames.instances)} subgames that are stored.",
            soft_wrap=True,
        )
