"""What a solve tells while it runs, and a live line for terminals and notebooks."""

from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from solver.cfr.trace import Measurement


@dataclass(frozen=True)
class SolveProgress:
    """State of a solve after an iteration.

    Attributes:
        iteration: iterations done.
        iterations: iterations to do.
        seconds: time spent.
        seconds_left: time still needed, at the pace so far.
        measured: last measurement of exploitability, None before the first.
    """

    iteration: int
    iterations: int
    seconds: float
    seconds_left: float
    measured: Measurement | None


Report = Callable[[SolveProgress], None]


class LiveProgress:
    """A progress line; use as a context manager and as a `Report`."""

    def __init__(self, console: Console | None = None):
        self._progress = Progress(
            TextColumn("solving"),
            BarColumn(),
            TextColumn("iteration {task.completed:.0f}/{task.total:.0f}"),
            TextColumn("exploitability {task.fields[exploitability]}"),
            TimeElapsedColumn(),
            TextColumn("left {task.fields[left]}"),
            console=console or Console(stderr=True),
        )
        self._task = self._progress.add_task("", total=1, exploitability="...", left="...")

    def __enter__(self) -> "LiveProgress":
        self._progress.start()
        return self

    def __call__(self, state: SolveProgress) -> None:
        """Show a state."""
        measured = state.measured
        self._progress.update(
            self._task,
            completed=state.iteration,
            total=state.iterations,
            exploitability=f"{measured.exploitability:.1f} mbb/g" if measured else "...",
            left=clock(state.seconds_left),
        )

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._progress.stop()


def clock(seconds: float) -> str:
    """``0:45``, ``12:03``, ``3:20:00``."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
