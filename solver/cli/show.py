"""`tripledraw show`: what is in a solution."""

from contextlib import suppress
from dataclasses import asdict
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from solver.abstraction import GROUPINGS, Abstraction
from solver.abstraction.report import blur, describe_buckets, report_text
from solver.cli.advise import SolutionOption
from solver.cli.app import app, console, example, print_json
from solver.cli.seats import refuse_options, show_seats
from solver.cli.solve import solution_summary
from solver.errors import HistoryError
from solver.game import BUTTON, SEAT_NAMES
from solver.game.public_state import action_name
from solver.solution import PackedSolution, Solution, open_solution, verify
from solver.solution.directories import SEVERAL_SEATS, find_solution
from solver.solution.summaries import Summary
from solver.solving.progress import clock
from solver.storage import kind_of, tidy

_FIRST_DECISIONS = {"The button, first to act": "", "The big blind against a raise": "r"}
"""What is shown of how a solution plays unless something else is asked for."""


@app.command(
    epilog=example(
        "tripledraw show", 'tripledraw show --history "rc 2"', "tripledraw show --buckets 3"
    )
)
def show(
    solution: SolutionOption = None,
    history: Annotated[
        str | None, typer.Option(help="Show the strategy at this public history.")
    ] = None,
    by: Annotated[
        str, typer.Option(help=f"How to group hands with --history: {', '.join(GROUPINGS)}.")
    ] = "kind",
    buckets: Annotated[
        int | None,
        typer.Option(min=0, max=3, help="Show the buckets with this many draws left."),
    ] = None,
    made: Annotated[
        bool, typer.Option("--made", help="Show how it was made, and how it converged.")
    ] = False,
    check: Annotated[
        bool, typer.Option("--verify", help="Compare all arrays with their checksums.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Show a solution: how it plays, how strong it is, and how it was made."""
    directory = find_solution(solution)
    tidy(directory.parent)
    if kind_of(directory) == SEVERAL_SEATS:
        refuse_options(["buckets"] if buckets is not None else [])
        show_seats(directory, history, by, check, as_json)
        return
    opened = open_solution(directory)
    if check:
        verified = verify(directory)
        if not as_json:
            console.print(f"All {verified} arrays are as they were written.")
    if as_json:
        values = solution_summary(opened, directory)
        if isinstance(opened, PackedSolution):
            values["packed"] = {
                "resolving": opened.resolving,
                "stored_subgames": len(opened.subgames.instances),
                "stored_share": opened.stored_share,
                "commands": opened.commands,
            }
        if check:
            values["verified_arrays"] = verified
        if buckets is not None:
            values["buckets"] = _bucket_values(opened.abstraction, buckets)
        values["trace"] = [measured.model_dump(mode="json") for measured in opened.trace]
        if history is not None:
            values["state"] = state_values(opened.summary(history, by))
        print_json(values)
    elif buckets is not None:
        console.print(report_text(opened.abstraction, buckets), soft_wrap=True)
    elif history is not None:
        print_state(opened.summary(history, by))
    elif made:
        _print_making(opened)
    else:
        _print_overview(opened, str(directory))


def _print_overview(solution: Solution, directory: str) -> None:
    settings, game = solution.configuration, solution.configuration.game
    console.print(f"[bold]{escape(directory)}[/bold]", soft_wrap=True)
    wins = "wins" if solution.button_value >= 0 else "loses"
    console.print(
        f"Heads-up limit 2-7 triple draw, at most {game.cap} bets a round, draws of up to "
        f"{', '.join(map(str, game.draws))} cards. The button {wins} "
        f"{abs(solution.button_value):.4f} small bets a hand; a perfect opponent would win "
        f"{solution.exploitability:.2f} mbb/g against it, as hands are grouped here: "
        f"{settings.abstraction.final} final and "
        f"{'/'.join(map(str, settings.abstraction.earlier))} earlier buckets.",
        soft_wrap=True,
    )
    for title, history in _FIRST_DECISIONS.items():
        with suppress(HistoryError):  # A game without raises before the draw.
            summary = solution.summary(history)
            console.print(f"\n[bold]{title}[/bold]")
            print_state(summary)
    console.print(
        '\nAny other decision: tripledraw show --history "rc 2"; one hand: tripledraw advise; how '
        "it was made: tripledraw show --made",
        soft_wrap=True,
    )


def _print_making(solution: Solution) -> None:
    """How it was made, and how it converged."""
    last = solution.trace[-1]
    console.print(
        f"{solution.configuration.learning.rule}, {solution.iterations} iterations in "
        f"{clock(last.seconds)}",
        soft_wrap=True,
    )
    table = Table("iteration", box=None, pad_edge=False)
    for heading in ("seconds", "exploitability (mbb/g)", "button (small bets)"):
        table.add_column(heading, justify="right")
    for measured in solution.trace:
        table.add_row(
            str(measured.iteration),
            f"{measured.seconds:.1f}",
            f"{measured.exploitability:.2f}",
            f"{measured.values[BUTTON]:+z.4f}",
        )
    console.print(table)
    console.print("Exploitability is inside the abstraction; real cards allow more.")
    if isinstance(solution, PackedSolution):
        console.print(
            f"Packed: {solution.stored_share:.1%} of the hands that reach the third betting "
            "round are stored from there on; other subgames are solved on demand, "
            f"{solution.resolving} iterations for each seat; made by",
            soft_wrap=True,
        )
        for command in solution.commands:
            console.print(f"  {escape(command)}", soft_wrap=True)


def print_state(summary: Summary) -> None:
    """Print what a range does at a state, group by group."""
    state = summary.state
    console.print(f"{SEAT_NAMES[state.seat]} to act, pot {state.pot:g} small bets")
    table = Table("hands", box=None, pad_edge=False)
    table.add_column("share", justify="right")
    for action in state.actions:
        table.add_column(action_name(action), justify="right")
    table.add_column("EV (small bets)", justify="right")
    for group in (*summary.groups, summary.whole):
        cells = [f"{frequency:.0%}" for frequency in group.frequencies.values()]
        style = "bold" if group is summary.whole else None
        cells = [escape(group.name), f"{group.share:.1%}", *cells, f"{group.ev:+z.2f}"]
        table.add_row(*cells, style=style)
    console.print(table)


def _bucket_values(abstraction: Abstraction, draws_left: int) -> dict[str, object]:
    return {
        "draws_left": draws_left,
        "within": asdict(blur(abstraction, draws_left)),
        "each": [asdict(report) for report in describe_buckets(abstraction, draws_left)],
    }


def state_values(summary: Summary) -> dict[str, object]:
    """The same for `--json`."""
    return {
        "history": summary.state.history,
        "seat": SEAT_NAMES[summary.state.seat],
        "by": summary.by,
        "groups": [asdict(group) for group in summary.groups],
        "all": asdict(summary.whole),
    }
