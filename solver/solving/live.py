"""A live line of a solve for terminals and notebooks; needs the extra `app`."""

from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from solver.solving.progress import SolveProgress, clock


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


def can_show() -> bool:
    """Whether errors go to a terminal or a notebook."""
    console = Console(stderr=True)
    return console.is_terminal or console.is_jupyter
