"""`tripledraw equity`: how often hands win when they draw to the showdown."""

import time
from collections.abc import Iterator
from typing import Annotated

import typer
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from solver.abstraction import AbstractionConfig, ReferencePolicy
from solver.cards import format_cards, format_hand
from solver.cli.app import INTERRUPTED, app, console, errors, example, print_json
from solver.cli.buckets import build_with_progress
from solver.equity import DrawPolicy, Equity, Matchup, estimates, parse_policy
from solver.equity.calculation import DEFAULT_TRIALS

SLOW = 2.0
"""Seconds from which on a calculation shows its progress."""


@app.command(
    epilog=example(
        "tripledraw equity 2c3d4h7s --vs Td8c6h4c2d --draws 1",
        "tripledraw equity 2c3d7h --vs 2d3h4s7c --draws 2 --policy until:86432 --dead 2hKc",
    )
)
def equity(
    hand: Annotated[
        str,
        typer.Argument(
            help="Five cards: the hand stands pat. Four: it has thrown one away and draws one, "
            "three: two, and so on."
        ),
    ],
    *,
    versus: Annotated[
        list[str], typer.Option("--vs", help="Hand of an opponent; up to five times.")
    ],
    draws: Annotated[int, typer.Option(help="Draws left, 0 to 3.")] = 1,
    policy: Annotated[
        list[str] | None,
        typer.Option(
            help="How a player draws, first given for the hand, then for the opponents in order: "
            "`pat`, `draw:2` (two at every draw, keeping the best three), `until:86432` (pat "
            "with that or better, else the draw with the best chance to get there), `reference` "
            "(as the player whom the buckets of the solver are fitted to), or `auto`: "
            "five cards stand pat, fewer draw until they match the best hand that stands pat, "
            "or reach a ten low if none does. Cards missing are drawn first in any case."
        ),
    ] = None,
    dead: Annotated[str, typer.Option(help="Cards out of the deck until a reshuffle.")] = "",
    trials: Annotated[
        int | None,
        typer.Option(help=f"Deals, if it has to be simulated. [default: {DEFAULT_TRIALS:,}]"),
    ] = None,
    standard_error: Annotated[
        float | None,
        typer.Option(help="Simulate until this is reached; 0.001 is 0.1 % of the pot."),
    ] = None,
    seed: Annotated[int, typer.Option(help="Seed of the simulation.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Equity of a hand against one to five others, with draws to come and nobody folding.

    Exact with one draw left (three and more players: while there are at most 300 million ways to
    deal it), otherwise simulated with a standard error. Ctrl-C ends a simulation early.
    """
    policies = [_read_policy(text) for text in policy or []]
    matchup = Matchup.of([hand, *versus], draws, dead, policies)
    series = estimates(matchup, trials=trials, standard_error=standard_error, seed=seed)
    result, interrupted = _follow(series, trials or DEFAULT_TRIALS, standard_error)
    if as_json:
        _print_json(matchup, result, seed, interrupted)
    else:
        _print_table(matchup, result, seed, interrupted)
    if interrupted:
        raise typer.Exit(INTERRUPTED)


def _read_policy(text: str) -> DrawPolicy | None:
    if text == "reference":
        return ReferencePolicy(build_with_progress(AbstractionConfig()))
    return None if text == "auto" else parse_policy(text)


def _follow(
    series: Iterator[Equity], trials: int, standard_error: float | None
) -> tuple[Equity, bool]:
    """The last estimate, and whether Ctrl-C came before the end."""
    progress = Progress(
        BarColumn(),
        TextColumn("{task.completed:,.0f} of {task.total:,.0f} deals, {task.description}"),
        TimeRemainingColumn(),
        console=errors,
        transient=True,
    )
    task = progress.add_task("", total=trials)
    result = next(series)
    begun, already = time.monotonic(), result.outcomes
    try:
        for result in series:
            largest = max(result.standard_error or ())
            # The error falls with the square root of the number of deals.
            fall = 1.0 if standard_error is None else max(largest / standard_error, 1.0)
            total = trials if standard_error is None else result.outcomes * fall**2
            pace = (time.monotonic() - begun) / (result.outcomes - already)
            progress.update(
                task,
                completed=result.outcomes,
                total=total,
                description=f"standard error {largest:.3%}",
            )
            if pace * (total - result.outcomes) > SLOW:
                progress.start()
    except KeyboardInterrupt:
        return result, True
    finally:
        progress.stop()
    return result, False


def _print_json(matchup: Matchup, result: Equity, seed: int, interrupted: bool) -> None:
    print_json(
        {
            "hands": [format_hand(hand) for hand in matchup.hands],
            "policies": [str(policy) for policy in matchup.policies],
            "draws": matchup.draws,
            "dead": format_cards(matchup.dead),
            "equity": result.equity,
            "win": result.win,
            "tie": result.tie,
            "standard_error": result.standard_error,
            "exact": result.exact,
            "outcomes": result.outcomes,
            "seed": None if result.exact else seed,
            "interrupted": interrupted,
        }
    )


def _print_table(matchup: Matchup, result: Equity, seed: int, interrupted: bool) -> None:
    table = Table("hand", "draws", box=None, pad_edge=False)
    for column in ("equity", "win", "tie", *(() if result.exact else ("standard error",))):
        table.add_column(column, justify="right")
    for player, hand in enumerate(matchup.hands):
        figures = [result.equity[player], result.win[player], result.tie[player]]
        cells = [f"{figure:.2%}" for figure in figures]
        if result.standard_error is not None:
            cells.append(f"{result.standard_error[player]:.3%}")
        table.add_row(format_hand(hand, " "), matchup.how(player), *cells)
    console.print(table)
    if result.exact:
        console.print(f"Exact: {result.outcomes:,} outcomes.")
    else:
        early = ", stopped early" if interrupted else ""
        console.print(f"Simulated: {result.outcomes:,} deals, seed {seed}{early}.")
