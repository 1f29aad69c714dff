"""What a solve tells while it runs."""

from collections.abc import Callable
from dataclasses import dataclass

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

    >>> def watch(state):
    ...     print(state.iteration, "of", state.iterations)
    >>> configuration = solver.Configuration.of(
    ...     solver.heads_up(cap=1, draws=(1, 1, 1)),
    ...     solver.AbstractionConfig(final=4, earlier=8, draws=(1, 1, 1)),
    ...     iterations=2,
    ... )
    >>> solution = solver.solve(configuration, progress=watch)
    1 of 2
    2 of 2
    """

    iteration: int
    iterations: int
    seconds: float
    seconds_left: float
    measured: Measurement | None


Report = Callable[[SolveProgress], None]


def clock(seconds: float) -> str:
    """``0:45``, ``12:03``, ``3:20:00``."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
