"""What is written of a solve beside its arrays, finished or not."""

from typing import Any, ClassVar

from pydantic import Field, field_validator

from solver.cfr.trace import Measurement
from solver.configuration import Configuration
from solver.storage import Manifest


class SolveManifest(Manifest):
    """What a solution and a checkpoint have in common.

    Attributes:
        configuration: what is solved, and how.
        trace: exploitability as the solve went on.
    """

    configuration: Configuration
    trace: tuple[Measurement, ...]

    @field_validator("configuration", mode="before")
    @classmethod
    def _checked(cls, value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        learning = value.get("learning")
        if isinstance(learning, dict) and "cuts" in learning:  # written before card sequences
            if learning.get("deck") == "shared":
                raise ValueError("learned on chains of half a deck, which this version cannot read")
            learning = {name: set_to for name, set_to in learning.items() if name != "cuts"}
            value = {**value, "learning": learning}
        return Configuration.from_table(value, "configuration")


class SolutionManifest(SolveManifest):
    """What is written of a solution.

    Attributes:
        solver: version of the program that wrote it.
        abstraction: hash of the abstraction's settings.
        iterations: iterations done on separate decks.
        deals: iterations done on deals of one deck.
        exploitability_mbb: mean gain of a best response inside the abstraction, in mbb/g.
        button_value_sb: what the button wins, in small bets a hand.
        trace: at least one measurement, the last of the solution itself.
    """

    kind: ClassVar[str] = "solution"
    remedy: ClassVar[str] = "make one with `tripledraw solve`"

    solver: str
    abstraction: str
    iterations: int = Field(ge=0)
    deals: int = Field(default=0, ge=0)
    exploitability_mbb: float
    button_value_sb: float
    trace: tuple[Measurement, ...] = Field(min_length=1)


class CheckpointManifest(SolveManifest):
    """What is written of a solve that was stopped.

    Attributes:
        iteration: iterations done.
        separate: how many of them were on separate decks, None if all were.
        seconds: time spent on them.
    """

    kind: ClassVar[str] = "checkpoint"
    remedy: ClassVar[str] = "start again with --restart"

    iteration: int = Field(ge=0)
    separate: int | None = Field(default=None, ge=0)
    seconds: float = Field(ge=0)
