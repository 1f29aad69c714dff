"""The record of a solve: what had been reached when."""

from collections.abc import Sequence
from pathlib import Path
from typing import Self

from pydantic import BaseModel, ConfigDict

from solver.cfr.minimiser import Exploitability
from solver.errors import SolutionError
from solver.storage import reason


class Measurement(BaseModel):
    """Exploitability after some iterations, inside the abstraction.

    Attributes:
        iteration: iterations done.
        seconds: time spent on them, interruptions left out.
        exploitability: mean gain of a best response, in mbb/g.
        best_responses: what a best response wins from each seat, in small bets a hand.
        values: what the strategies win against each other, in small bets a hand.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    iteration: int
    seconds: float
    exploitability: float
    best_responses: tuple[float, float]
    values: tuple[float, float]

    @classmethod
    def of(cls, iteration: int, seconds: float, measured: Exploitability) -> Self:
        """Record a measurement."""
        return cls(
            iteration=iteration,
            seconds=round(seconds, 3),
            exploitability=measured.mbb,
            best_responses=measured.best_responses,
            values=measured.value,
        )


def write_trace(path: Path, measurements: Sequence[Measurement]) -> None:
    """Begin a trace on disk, one JSON line for each measurement.

    Raises:
        SolutionError: it cannot be written there.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(m.model_dump_json() + "\n" for m in measurements), "utf-8")
    except OSError as error:
        raise SolutionError(f"cannot write {path}: {reason(error)}") from error


def append_to_trace(path: Path, measurement: Measurement) -> None:
    """Add one JSON line to a trace on disk.

    Raises:
        SolutionError: it cannot be written there.
    """
    try:
        with path.open("a", encoding="utf-8") as file:
            file.write(measurement.model_dump_json() + "\n")
    except OSError as error:
        raise SolutionError(f"cannot write {path}: {reason(error)}") from error
