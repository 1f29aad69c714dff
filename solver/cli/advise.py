"""`tripledraw advise`: what the solution does with a hand."""

from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from solver.cards import format_hand
from solver.cli.app import app, console, example, print_json
from solver.cli.seats import advise_seats, refuse_options, strategy_for
from solver.errors import ConfigurationError
from solver.game import SEAT_NAMES
from solver.solution import Advice, describe_range, open_solution
from solver.solution.directories import SEVERAL_SEATS, find_solution
from solver.storage import kind_of

SolutionOption = Annotated[
    Path | None,
    typer.Option(help="Directory or name of a solution; the newest one by default."),
]


@app.command(
    epilog=example(
        'tripledraw advise --hand 2c3d4h7sKc --history "rc 2"',
        'tripledraw advise --solution six-handed --seats 6 --hand 2c3d4h7sKc --history "HJ raise"',
        'tripledraw advise --hand 8c6d4h3s2c --discards "Kc Qd 8d" --history "rc 21 bc 11 kk 11 b"',
    ),
)
def advise(
    hand: Annotated[str, typer.Option(help="Five cards, for example 2c3d4h7sKc.")],
    history: Annotated[
        str,
        typer.Option(
            help="Rounds separated by spaces: bets as f k c b r in order, a draw as two digits, "
            "the big blind's first. Nothing is the button's first decision."
        ),
    ] = "",
    discards: Annotated[
        str | None,
        typer.Option(
            help="All your discards; from the third betting round on the answer counts them."
        ),
    ] = None,
    solution: SolutionOption = None,
    seats: Annotated[
        int | None,
        typer.Option(
            help="Seats of the table. For more than two, histories name the seats: "
            '"HJ raise, BB call / BB 2, HJ 1 / BB check".'
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Tell frequency and value of every action, the cards to keep and the opponent's range.

    The value (EV) of an action is what it wins from here on, in small bets: a fold is worth 0.
    """
    directory = find_solution(strategy_for(solution, seats))
    if kind_of(directory) == SEVERAL_SEATS:
        refuse_options(["discards"] if discards is not None else [])
        advise_seats(directory, hand, history, seats, as_json)
        return
    if seats not in (None, 2):
        raise ConfigurationError(
            f"{directory} is a strategy for two seats; {seats} asked for with --seats"
        )
    opened = open_solution(directory)
    advice = (
        opened.advise(hand, history)
        if discards is None
        else opened.advise_with_real_cards(hand, history, discards)
    )
    if as_json:
        print_json(advice.to_json())
    else:
        print_advice(advice)


def print_advice(advice: Advice) -> None:
    """Print an advice as a table and a line on the opponent."""
    state = advice.state
    seat = SEAT_NAMES[state.seat]
    call = f", {state.to_call:g} to call" if state.to_call else ""
    console.print(
        f"[bold]{format_hand(advice.hand, ' ')}[/bold] on the {seat}, pot {state.pot:g} small bets"
        f"{call}"
    )
    table = Table("action", box=None, pad_edge=False)
    for heading in ("frequency", "EV (small bets)"):
        table.add_column(heading, justify="right")
    if state.drawing:
        table.add_column("keep")
        table.add_column("discard")
    for action in advice.actions:
        cells = [action.name, f"{action.frequency:.1%}", f"{action.ev:+z.3f}"]
        if action.keep is not None:
            cells += [format_hand(action.keep, " "), format_hand(action.discards(advice.hand), " ")]
        table.add_row(*cells, style="bold" if action is advice.best else None)
    console.print(table)
    console.print(f"Opponent: {escape(describe_range(advice))}", soft_wrap=True)
    if advice.equity is not None:
        console.print(f"Chance to win the showdown: {advice.equity:.1%}")
