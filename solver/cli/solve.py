"""`tripledraw solve`: compute a solution."""

import shlex
import sys
from pathlib import Path
from typing import Annotated

import psutil
import typer
from rich.markup import escape

from solver.cfr import HAS_THREADS, default_threads
from solver.cfr.memory import entries, memory_need, peak_memory, require_memory
from solver.cli.app import INTERRUPTED, app, console, errors, example, print_json
from solver.cli.buckets import build_with_progress
from solver.cli.seats import refuse_options, solve_seats
from solver.configuration import Configuration, preset_names, read_configuration
from solver.errors import SolutionError
from solver.multiway.configuration import is_multiway, multiway_preset_names
from solver.solution import Solution, open_solution
from solver.solution.directories import (
    SEVERAL_SEATS,
    shipped_solutions,
    solutions_directory,
    stored_solutions,
)
from solver.solution.opening import require_readable
from solver.solving import solve as solve_game
from solver.solving.checkpoint import checkpoint_directory
from solver.solving.progress import SolveProgress, clock
from solver.solving.saving import Saver, reserved
from solver.storage import kind_of, require_place, settle, tidy
from solver.subgames import read_lock


def solution_summary(solution: Solution, directory: Path) -> dict[str, object]:
    """What `--json` prints of a solution."""
    last = solution.trace[-1]
    return {
        "directory": str(directory),
        "finished": solution.finished,
        "configuration": solution.configuration.model_dump(mode="json"),
        "iterations": solution.iterations,
        "seconds": last.seconds,
        "exploitability_mbb": last.exploitability,
        "button_value_sb": solution.button_value,
    }


def _need(configuration: Configuration) -> int:
    """Bytes that a solve takes at its peak."""
    learning, abstraction = configuration.learning, configuration.abstraction
    buckets = [abstraction.buckets(left) for left in range(3, -1, -1)]
    return memory_need(configuration.game, buckets, learning.update_rule, learning.bits)


def _nearest_that_fits(need: int) -> str:
    """The largest preset that takes less than `need` and fits, as advice."""
    free = psutil.virtual_memory().available
    needs = {name: _need(read_configuration(name)) for name in preset_names()}
    fitting = {name: size for name, size in needs.items() if size < need and size <= free}
    if not fitting:
        return "choose fewer buckets or lower draw limits in a TOML file"
    nearest = max(fitting, key=fitting.__getitem__)
    return (
        f"take the nearest preset that fits: tripledraw solve {nearest} "
        f"({fitting[nearest] / 1e9:.1f} GB)"
    )


def describe_need(configuration: Configuration, threads: int) -> str:
    """Size of a solve in words, before anything is allocated.

    Raises:
        MemoryNeedError: it does not fit; says what does.
    """
    game, abstraction = configuration.game, configuration.abstraction
    buckets = [abstraction.buckets(left) for left in range(3, -1, -1)]
    need = _need(configuration)
    require_memory(need, _nearest_that_fits(need))
    note = "" if HAS_THREADS else " (built without OpenMP)"
    return (
        f"cap {game.cap}, draws of up to "
        f"{', '.join(str(n) for n in game.draws)} cards, {abstraction.final} final "
        f"and {'/'.join(str(n) for n in abstraction.earlier)} earlier buckets: "
        f"{entries(game, buckets) / 1e6:.0f} million entries, {need / 1e9:.1f} GB of memory, "
        f"{threads} thread{'s' if threads > 1 else ''}{note}"
    )


@app.command(
    epilog=example(
        "tripledraw solve",
        "tripledraw solve my.toml --out my-solution",
        "tripledraw solve --resume",
    )
)
def solve(
    configuration: Annotated[
        str,
        typer.Argument(
            help=f"A preset ({', '.join((*preset_names(), *multiway_preset_names()))}) or a TOML "
            "file."
        ),
    ] = "quick",
    out: Annotated[
        Path | None,
        typer.Option(
            help="Directory of the solution; by default one named after the configuration in "
            "the user's data directory."
        ),
    ] = None,
    iterations: Annotated[
        int | None,
        typer.Option(min=1, help="In place of the setting; traversals for several seats."),
    ] = None,
    target: Annotated[
        float | None, typer.Option(help="Stop at this exploitability in mbb/g.")
    ] = None,
    rule: Annotated[str | None, typer.Option(help="Update rule, in place of the setting.")] = None,
    deck: Annotated[
        str | None,
        typer.Option(
            help="separate: each seat has a whole deck of its own; shared: goes on with deals "
            "of one deck. In place of the setting."
        ),
    ] = None,
    deals: Annotated[
        int | None,
        typer.Option(min=1, help="Iterations on deals of one deck, in place of the setting."),
    ] = None,
    threads: Annotated[int | None, typer.Option(min=1, help="All processors by default.")] = None,
    lock: Annotated[
        list[str] | None,
        typer.Option(
            help="Fixed frequencies: 'HISTORY | ACTION=FREQUENCY, ...', or with '| HANDS' at the "
            "end for one group of hands. May be given more than once."
        ),
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on after Ctrl-C.")] = False,
    restart: Annotated[
        bool,
        typer.Option("--restart", help="Start again, giving up what --resume would go on with."),
    ] = False,
    keep_checkpoint: Annotated[
        bool, typer.Option("--keep-checkpoint", help="So that iterations can be added later.")
    ] = False,
    if_missing: Annotated[
        bool,
        typer.Option(
            "--if-missing",
            help="Do nothing if a solution that opens is there: that of --out, or any without it.",
        ),
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Compute a strategy near equilibrium and save it; for several seats one that has learned.

    Ctrl-C ends after the iteration that is running and saves; --resume goes on with the same
    numbers as if it had not stopped.
    """
    directory = out or solutions_directory() / Path(configuration).stem
    if if_missing and (found := _readable_solution(out)):
        if as_json:
            print_json(solution_summary(open_solution(found), found))
        else:
            console.print(f"Using the solution in {escape(str(found))}.", soft_wrap=True)
        return
    if is_multiway(configuration):
        heads_up = {"target": target, "rule": rule, "deck": deck, "deals": deals, "lock": lock}
        refuse_options(name for name, value in heads_up.items() if value is not None)
        solve_seats(
            configuration,
            directory,
            traversals=iterations,
            threads=threads,
            resume=resume,
            restart=restart,
            keep_checkpoint=keep_checkpoint,
            saver=_Saver(),
            as_json=as_json,
        )
        return
    settings = read_configuration(configuration)
    require_place(directory)
    learning = settings.learning.changed(
        rule=rule, iterations=iterations, target=target, deck=deck, deals=deals
    )
    if rule is not None:
        learning = learning.model_copy(update={"gamma": None})  # a rule brings its own
    locks = (*settings.locks, *(read_lock(text) for text in lock or ()))
    settings = settings.model_copy(update={"learning": learning, "locks": locks})
    needed = describe_need(settings, threads or default_threads())
    if not as_json:
        console.print(f"[bold]{escape(configuration)}[/bold]: {needed}", soft_wrap=True)
    saver = _Saver()
    # Before buckets are built, which may take long.
    with reserved(directory, resume=resume, restart=restart):
        abstraction = build_with_progress(settings.abstraction)
        solution = solve_game(
            settings,
            abstraction,
            threads=threads,
            progress=True if errors.is_terminal else _log_lines,
            directory=directory,
            resume=resume,
            restart=restart,
            keep_checkpoint=keep_checkpoint,
            saver=saver,
        )
    place = saver.saved("solved", directory)
    if as_json:
        print_json(solution_summary(solution, place))
    else:
        _print_result(solution, place, place != directory)
    if not solution.finished:
        raise typer.Exit(INTERRUPTED)


class _Saver(Saver):
    """Tells on the error stream what goes wrong, and asks at a terminal."""

    def say(self, text: str) -> None:
        """Print a warning."""
        errors.print(f"[yellow]Warning:[/yellow] {escape(text)}", soft_wrap=True)

    def another_place(self) -> Path | None:
        """Ask for a directory."""
        if not (sys.stdin is not None and sys.stdin.isatty()):
            return None
        typed = errors.input("Another directory to save in (nothing gives up): ").strip()
        return Path(typed).expanduser() if typed else None


def _readable_solution(out: Path | None) -> Path | None:
    """The solution at `out`, or else the newest of this version or the shipped one.

    Others are told and passed over.
    """
    if out is not None:
        settle(out)
        return out if kind_of(out) not in (None, SEVERAL_SEATS) and _opens(out) else None
    tidy(solutions_directory())
    found = (*stored_solutions(), *shipped_solutions())
    return next((directory for directory in found if _opens(directory)), None)


def _opens(directory: Path) -> bool:
    """Whether a solution is of this version; tells why not."""
    try:
        require_readable(directory)
    except SolutionError as error:
        errors.print(f"Passed over: {escape(str(error))}", soft_wrap=True)
        return False
    return True


def _log_lines(state: SolveProgress) -> None:
    """Progress where no line can be redrawn: one line for every measurement."""
    if state.measured is not None and state.measured.iteration == state.iteration:
        errors.print(
            f"iteration {state.iteration}/{state.iterations}: exploitability "
            f"{state.measured.exploitability:.1f} mbb/g, {clock(state.seconds)} elapsed, "
            f"{clock(state.seconds_left)} left"
        )


def _print_result(solution: Solution, directory: Path, elsewhere: bool) -> None:
    if not solution.finished:
        saved = escape(str(checkpoint_directory(directory)))
        out = f"--out {escape(shlex.quote(str(directory)))} " if elsewhere else ""
        console.print(
            f"Stopped after {solution.iterations} iterations at "
            f"{solution.exploitability:.1f} mbb/g. Saved in {saved}; "
            f"the same command with {out}--resume goes on.",
            soft_wrap=True,
        )
        return
    console.print(
        f"{solution.iterations} iterations in {clock(solution.trace[-1].seconds)}: exploitability "
        f"{solution.exploitability:.1f} mbb/g inside the abstraction{_said_of_decks(solution)}, "
        "value to the button "
        f"{solution.button_value:+z.3f} small bets a hand. Peak memory {peak_memory() / 1e9:.2f} "
        f"GB. Saved in {escape(str(directory))}.",
        soft_wrap=True,
    )


def _said_of_decks(solution: Solution) -> str:
    """What the exploitability of separate decks is not."""
    if solution.configuration.learning.deck == "separate":
        return ""
    return " if each seat had a deck of its own (with real cards: tripledraw evaluate exploiter)"
