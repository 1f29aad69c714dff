"""`tripledraw evaluate`: how good a solution is."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table

from solver.abstraction import DRAWS, Abstraction, AbstractionConfig
from solver.cards import CLASSES, HANDS
from solver.cfr import default_threads
from solver.cfr.memory import require_memory
from solver.cfr.minimiser import Exploitability
from solver.cli.app import (
    INTERRUPTED,
    app,
    console,
    errors,
    example,
    print_json,
    progress_bar,
)
from solver.cli.buckets import build_with_progress
from solver.evaluation import (
    BASELINES,
    BestResponses,
    DrawLuck,
    ExploitabilityCheck,
    LocalBestResponse,
    MatchResult,
    Player,
    SolutionPlayer,
    baseline,
    every_hand,
    finer_buckets,
    own_buckets,
    play_match,
)
from solver.evaluation.exploitability import check_need
from solver.game import BUTTON, heads_up, public_tree
from solver.solution import Solution, open_solution
from solver.solution.directories import find_solution
from solver.solving.interrupt import Interrupt
from solver.solving.progress import clock
from solver.subgames import read_lock

evaluate = typer.Typer(
    no_args_is_help=True,
    help="Measure a solution: exploitability in its own and in finer buckets, matches.",
    epilog=example("tripledraw evaluate buckets", "tripledraw evaluate match quick call"),
)
app.add_typer(evaluate, name="evaluate")

SolutionArgument = Annotated[
    Path | None,
    typer.Argument(help="Directory or name of a solution; the newest one by default."),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
HandsOption = Annotated[
    int, typer.Option(min=2, help="An even number: every deck is played from both seats.")
]
SeedOption = Annotated[int, typer.Option(min=0, help="Of the decks and of all choices.")]
PlayerHelp = f"A solution (directory or name) or a baseline ({', '.join(BASELINES)})."


@evaluate.command(epilog=example("tripledraw evaluate abstraction quick"))
def abstraction(
    solution: SolutionArgument = None,
    lock: Annotated[
        list[str] | None,
        typer.Option(
            help="Fixed frequencies as for `tripledraw subgame`; the best response then replies to "
            "them."
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Exploitability inside the abstraction, from the stored probabilities."""
    directory = find_solution(solution)
    opened = open_solution(directory)
    if lock:
        opened = opened.locked([read_lock(text) for text in lock])
    check = own_buckets(opened)
    _print_measured(directory, opened, _measure(check, as_json), check.chain.buckets, as_json)


@evaluate.command(epilog=example("tripledraw evaluate buckets quick --final 160 --earlier 400"))
def buckets(
    solution: SolutionArgument = None,
    final: Annotated[int, typer.Option(min=2, help="Final buckets of the best response.")] = 160,
    earlier: Annotated[int, typer.Option(min=2, help="Its earlier buckets.")] = 400,
    as_json: JsonOption = False,
) -> None:
    """Exploitability against a best response that sees finer buckets."""
    directory = find_solution(solution)
    opened = open_solution(directory)
    settings = AbstractionConfig(
        final=final, earlier=(earlier,) * 3, draws=opened.abstraction.config.draws
    )
    # Before the buckets are built, which takes a while by itself.
    require_memory(check_need(opened.tree, [settings.buckets(left) for left in range(3, -1, -1)]))
    check = finer_buckets(opened, build_with_progress(settings))
    _print_measured(directory, opened, _measure(check, as_json), check.chain.buckets, as_json)


@evaluate.command(epilog=example("tripledraw evaluate hands quick"))
def hands(solution: SolutionArgument = None, as_json: JsonOption = False) -> None:
    """Exploitability against a best response that sees its whole hand."""
    directory = find_solution(solution)
    opened = open_solution(directory)
    check = every_hand(opened)
    threads = default_threads()
    if not as_json:
        errors.print(f"about {clock(check.estimate() / threads)} on {threads} threads")
    measured = _measured(check, threads)
    _print_measured(directory, opened, measured, None, as_json)


@evaluate.command(
    epilog=example(
        "tripledraw evaluate match quick rulebook",
        "tripledraw evaluate match standard quick --hands 100000 --json",
    )
)
def match(
    first: Annotated[str, typer.Argument(help=PlayerHelp)],
    second: Annotated[str, typer.Argument(help=PlayerHelp)],
    hands: HandsOption = 10_000,
    seed: SeedOption = 0,
    as_json: JsonOption = False,
) -> None:
    """Let two players play with real cards; Ctrl-C prints the result so far.

    The game has the smaller of the players' caps.
    """
    players, hand_values = _players(first, second)
    _play(players, hand_values, hands, seed, as_json)


@evaluate.command(epilog=example("tripledraw evaluate local quick --hands 20000 --rounds 1"))
def local(
    solution: SolutionArgument = None,
    hands: HandsOption = 10_000,
    rounds: Annotated[
        int,
        typer.Option(
            min=1, max=4, help="Betting rounds, the last ones, that it plays; before, the solution."
        ),
    ] = 1,
    seed: SeedOption = 0,
    as_json: JsonOption = False,
) -> None:
    """A lower bound of exploitability: a local best response wins so much with real cards.

    It knows the solution's range and takes the action that wins most if all is checked and called
    after it. Ctrl-C prints the result so far.
    """
    directory = find_solution(solution)
    opened = open_solution(directory)
    players = (LocalBestResponse(opened, rounds), SolutionPlayer(opened, directory.name))
    _play(players, opened.abstraction, hands, seed, as_json)


def _play(
    players: tuple[Player, Player],
    hand_values: Abstraction,
    hands: int,
    seed: int,
    as_json: bool,
) -> None:
    """Play a match with progress and print it."""
    with Interrupt() as interrupt, progress_bar("hands") as progress:
        task = progress.add_task("", total=hands)

        def report(decks: int, _: int) -> bool:
            progress.update(task, completed=2 * decks)
            return interrupt.requested

        result = play_match(players, hands, DrawLuck(hand_values), seed=seed, report=report)
    if as_json:
        print_json(_match_summary(result))
    else:
        _print_match(result)
    if not result.finished:
        raise typer.Exit(INTERRUPTED)


def _measure(check: ExploitabilityCheck, quiet: bool) -> Exploitability:
    """Measure with progress, saying first what it takes."""
    seconds = check.estimate()
    if not quiet:
        console.print(
            f"{check.entries / 1e6:.0f} million entries, {check.need / 1e9:.1f} GB of memory, "
            f"about {clock(seconds)} on one thread",
            soft_wrap=True,
        )
    return _measured(check)


def _measured(check: BestResponses, threads: int = 1) -> Exploitability:
    """Measure with a progress bar."""
    with progress_bar("subtrees") as progress:
        task = progress.add_task("", total=check.subtrees)
        return check.measure(lambda done, _: progress.update(task, completed=done), threads)


def _print_measured(
    directory: Path,
    solution: Solution,
    measured: Exploitability,
    seen: Sequence[int] | None,
    as_json: bool,
) -> None:
    """Print what was measured by a best response that sees so many buckets in each round."""
    *earlier, final = seen or (*(HANDS,) * DRAWS, CLASSES)
    if as_json:
        print_json(
            {
                "directory": str(directory),
                "final": final,
                "earlier": earlier,
                "exploitability_mbb": measured.mbb,
                "best_responses_sb": measured.best_responses,
                "button_value_sb": measured.value[BUTTON],
                "solve_exploitability_mbb": solution.exploitability,
            }
        )
        return
    big_blind, button = measured.best_responses
    sees = (
        f"{final} final and {'/'.join(map(str, earlier))} earlier buckets"
        if seen
        else f"every one of {HANDS:,} hands"
    )
    console.print(
        f"[bold]{escape(str(directory))}[/bold]: exploitability {measured.mbb:.1f} mbb/g against a "
        f"best response that sees {sees}. It wins {big_blind:+z.4f} small bets a hand as big "
        f"blind and {button:+z.4f} on the button; the solution against itself is worth "
        f"{measured.value[BUTTON]:+z.4f} to the button.",
        soft_wrap=True,
    )


def _players(first: str, second: str) -> tuple[tuple[Player, Player], Abstraction]:
    """Both players, and the abstraction that tells what hands are worth."""
    names = (first, second)
    solutions = {
        name: open_solution(find_solution(name)) for name in names if name not in BASELINES
    }
    known = next(iter(solutions.values()), None)
    tree = known.tree if known else public_tree(heads_up())
    hand_values = known.abstraction if known else build_with_progress(AbstractionConfig())
    one, two = (
        SolutionPlayer(solutions[name], Path(name).name)
        if name in solutions
        else baseline(name, tree, hand_values)
        for name in names
    )
    return (one, two), hand_values


def _match_summary(result: MatchResult) -> dict[str, Any]:
    score = result.score
    return {
        "players": result.players,
        "hands": score.hands,
        "cap": result.cap,
        "seed": result.seed,
        "finished": result.finished,
        "seconds": result.seconds,
        "mbb": score.adjusted.mean,
        "standard_error_mbb": score.adjusted.standard_error,
        "unadjusted_mbb": score.plain.mean,
        "unadjusted_standard_error_mbb": score.plain.standard_error,
        "big_blind_mbb": score.big_blind,
        "button_mbb": score.button,
    }


def _print_match(result: MatchResult) -> None:
    score = result.score
    first, second = map(escape, result.players)
    stopped = "" if result.finished else ", stopped early"
    console.print(
        f"{first} against {second}: {score.hands} hands{stopped}, cap {result.cap}, "
        f"seed {result.seed}, {clock(result.seconds)}",
        soft_wrap=True,
    )
    table = Table(f"{first} wins", box=None, pad_edge=False)
    table.add_column("mbb/g", justify="right")
    table.add_column("standard error", justify="right")
    for name, estimate in (
        ("luck of the draws taken out", score.adjusted),
        ("as the chips went", score.plain),
    ):
        table.add_row(name, f"{estimate.mean:+z.1f}", f"{estimate.standard_error:.1f}")
    table.add_row("  as big blind", f"{score.big_blind:+z.1f}", "")
    table.add_row("  on the button", f"{score.button:+z.1f}", "")
    console.print(table)
