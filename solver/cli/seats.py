"""What `solve`, `show` and `advise` do with strategies for several seats."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from solver.cards import format_hand
from solver.cfr import default_threads
from solver.cfr.memory import peak_memory, require_memory
from solver.cli.app import INTERRUPTED, console, errors, print_json
from solver.cli.buckets import build_with_progress
from solver.errors import ConfigurationError
from solver.game.public_state import action_name
from solver.multiway.advice import MultiwayAdvice, advise
from solver.multiway.configuration import MultiwayConfiguration, read_multiway
from solver.multiway.game import require_seats
from solver.multiway.opening import OpeningRange, first_decision, opening_ranges
from solver.multiway.solution import (
    MultiwaySolution,
    layout_of,
    open_multiway,
    verify_multiway,
)
from solver.multiway.solving import (
    MultiwayCheckpointManifest,
    MultiwayProgress,
    memory_of,
    solve_multiway,
)
from solver.solving.checkpoint import checkpoint_directory
from solver.solving.progress import clock
from solver.solving.saving import Saver, reserved
from solver.storage import require_place

_NAMES = {3: "three-handed", 6: "six-handed"}
"""Names under which the presets save, by seats."""

_EVERY = 60
"""Seconds between two lines of progress where no line can be redrawn."""


def refuse_options(given: Iterable[str]) -> None:
    """Refuse options that mean nothing for several seats.

    Raises:
        ConfigurationError: one was given.
    """
    for name in given:
        raise ConfigurationError(f"--{name} is for heads-up strategies; leave it out here")


def strategy_for(solution: Path | None, seats: int | None) -> Path | None:
    """The strategy that is meant: the one named, or the preset's for so many seats.

    Raises:
        ConfigurationError: there is no table of so many seats, or no preset for it.
    """
    if seats is None or (solution is not None and 2 <= seats <= max(_NAMES)):
        return solution
    require_seats(seats)
    if seats == 2:
        return None
    if seats not in _NAMES:
        raise ConfigurationError(
            f"there is no preset for {seats} seats; name a strategy of your own with --solution"
        )
    return Path(_NAMES[seats])


# --- solve ----------------------------------------------------------------------------------------


def solve_seats(
    name: str,
    directory: Path,
    *,
    traversals: int | None,
    threads: int | None,
    resume: bool,
    restart: bool,
    keep_checkpoint: bool,
    saver: Saver,
    as_json: bool,
) -> None:
    """Learn a strategy for several seats and save it; arguments as of `tripledraw solve`."""
    configuration = read_multiway(name).changed(traversals)
    require_place(directory)
    require_memory(memory_of(configuration))
    if not as_json:
        told = _described(configuration, threads or default_threads())
        console.print(f"[bold]{escape(name)}[/bold]: {told}", soft_wrap=True)
    claimed = reserved(directory, resume=resume, restart=restart, kind=MultiwayCheckpointManifest)
    with claimed, _Progress(errors) as progress:
        abstraction = build_with_progress(configuration.abstraction)
        progress.start()
        solution = solve_multiway(
            configuration,
            abstraction,
            threads=threads,
            progress=progress,
            directory=directory,
            resume=resume,
            restart=restart,
            keep_checkpoint=keep_checkpoint,
            saver=saver,
        )
    place = saver.saved("learned", directory)
    if as_json:
        print_json(_summary(solution, place))
    elif solution.finished:
        console.print(
            f"{solution.traversals:,} traversals in {clock(solution.seconds)}. Peak memory "
            f"{peak_memory() / 1e9:.2f} GB. Saved in {escape(str(place))}.",
            soft_wrap=True,
        )
    else:
        console.print(
            f"Stopped after {solution.traversals:,} traversals. Saved in "
            f"{escape(str(checkpoint_directory(place)))}; the same command with --resume "
            "goes on.",
            soft_wrap=True,
        )
    if not solution.finished:
        raise SystemExit(INTERRUPTED)


def _described(configuration: MultiwayConfiguration, threads: int) -> str:
    game, abstraction = configuration.game, configuration.abstraction
    return (
        f"{game.seats} seats, cap {game.cap}, draws of up to "
        f"{', '.join(map(str, game.draws))} cards, at most {game.most_in} in a pot, "
        f"{abstraction.final} final and {'/'.join(map(str, abstraction.earlier))} earlier "
        f"buckets: {layout_of(configuration).cells / 1e6:.0f} million entries, "
        f"{memory_of(configuration) / 1e9:.1f} GB of memory, {threads} "
        f"thread{'s' if threads > 1 else ''}, {configuration.learning.traversals:,} traversals"
    )


def _summary(solution: MultiwaySolution, directory: Path) -> dict[str, object]:
    return {
        "directory": str(directory),
        "finished": solution.finished,
        "configuration": solution.configuration.model_dump(mode="json"),
        "traversals": solution.traversals,
        "seconds": solution.seconds,
        "won_sb": dict(zip(solution.layout.game.names, solution.won, strict=True)),
    }


class _Progress:
    """A line that is redrawn in terminals, else a line a minute."""

    def __init__(self, to: Console):
        self._to = to
        self._due = 0.0
        self._line = Progress(
            TextColumn("learning"),
            BarColumn(),
            TextColumn("{task.completed:,.0f}/{task.total:,.0f} traversals"),
            TimeElapsedColumn(),
            TextColumn("left {task.fields[left]}"),
            console=to,
        )

    def __enter__(self) -> "_Progress":
        return self

    def start(self) -> None:
        """Show the line, now that nothing else is shown."""
        self._task = self._line.add_task("", total=1, left="...")
        if self._to.is_terminal:
            self._line.start()

    def __call__(self, state: MultiwayProgress) -> None:
        """Show a state."""
        left = clock(state.seconds_left)
        if self._to.is_terminal:
            self._line.update(self._task, completed=state.traversals, total=state.total, left=left)
        elif state.seconds >= self._due:
            self._due = state.seconds + _EVERY
            self._to.print(
                f"{state.traversals:,}/{state.total:,} traversals, {clock(state.seconds)} "
                f"elapsed, {left} left"
            )

    def __exit__(self, *error: object) -> None:
        self._line.stop()


# --- show -----------------------------------------------------------------------------------------


def show_seats(directory: Path, history: str | None, by: str, check: bool, as_json: bool) -> None:
    """Show opening ranges by seat, or what a seat does after a history of the first round."""
    verified = verify_multiway(directory) if check else None
    solution = open_multiway(directory)
    found = (
        list(opening_ranges(solution, by))
        if history is None
        else [first_decision(solution, history, by)]
    )
    if as_json:
        print_json(
            {
                **_summary(solution, directory),
                **({} if verified is None else {"verified_arrays": verified}),
                "history": history,
                "by": by,
                "ranges": [asdict(one) for one in found],
            }
        )
        return
    if verified is not None:
        console.print(f"All {verified} arrays are as they were written.")
    if history is None:
        _print_overview(solution, directory)
        _print_openings(found)
    else:
        _print_decision(found[0])


def _print_overview(solution: MultiwaySolution, directory: Path) -> None:
    console.print(f"[bold]{escape(str(directory))}[/bold]", soft_wrap=True)
    won = ", ".join(
        f"{name} {value:+z.3f}"
        for name, value in zip(solution.layout.game.names, solution.won, strict=True)
    )
    console.print(
        f"{solution.traversals:,} traversals in {clock(solution.seconds)}; small bets a hand of "
        f"late: {won}. No equilibrium is claimed (docs/multiway.md).",
        soft_wrap=True,
    )
    console.print("\n[bold]First in, all before having folded: raises (calls)[/bold]")


def _print_openings(found: Sequence[OpeningRange]) -> None:
    """One column for each seat."""
    table = Table("hands", box=None, pad_edge=False)
    table.add_column("dealt", justify="right")
    for one in found:
        table.add_column(one.position, justify="right")
    names = {group.name: group.share for one in found for group in one.groups}
    rows = [*names.items(), (found[0].whole.name, 1.0)]
    for name, share in rows:
        cells = []
        for one in found:
            group = next(g for g in (*one.groups, one.whole) if g.name == name)
            called = group.by_action.get("c", 0.0)
            cells.append(
                f"{group.by_action.get('r', 0.0):.0%}" + (f" ({called:.0%})" if called else "")
            )
        style = "bold" if name == found[0].whole.name else None
        table.add_row(escape(name), f"{share:.1%}", *cells, style=style)
    console.print(table)


def _print_decision(found: OpeningRange) -> None:
    console.print(f"{found.position} to act, with all hands that can be dealt")
    table = Table("hands", box=None, pad_edge=False)
    table.add_column("dealt", justify="right")
    for action in found.whole.by_action:
        table.add_column(action_name(action), justify="right")
    for group in (*found.groups, found.whole):
        cells = [f"{frequency:.0%}" for frequency in group.by_action.values()]
        style = "bold" if group is found.whole else None
        table.add_row(escape(group.name), f"{group.share:.1%}", *cells, style=style)
    console.print(table)


# --- advise ---------------------------------------------------------------------------------------


def advise_seats(
    directory: Path, hand: str, history: str, seats: int | None, as_json: bool
) -> None:
    """Tell what a strategy for several seats does with a hand."""
    solution = open_multiway(directory)
    table = solution.layout.game.seats
    if seats not in (None, table):
        raise ConfigurationError(
            f"{directory} is a strategy for {table} seats; {seats} asked for with --seats"
        )
    advice = advise(solution, hand, history)
    if as_json:
        print_json(advice.to_json())
    else:
        _print_advice(advice)


def _print_advice(advice: MultiwayAdvice) -> None:
    state = advice.state
    call = f", {state.to_call:g} to call" if state.to_call else ""
    console.print(
        f"[bold]{format_hand(advice.hand, ' ')}[/bold] {state.position}, pot {state.pot:g} small "
        f"bets{call}"
    )
    table = Table("action", box=None, pad_edge=False)
    table.add_column("frequency", justify="right")
    if state.drawing:
        table.add_column("keep")
    most = max(advice.actions, key=lambda one: one.frequency)
    for one in advice.actions:
        cells = [one.name, f"{one.frequency:.1%}"]
        if one.keep is not None:
            cells.append(format_hand(one.keep, " "))
        table.add_row(*cells, style="bold" if one is most else None)
    console.print(table)
    if not advice.learned:
        console.print("Nothing was learned of such a hand here: these are even chances.")
