"""A strategy for several seats: on disk, and how it is read."""

from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, field_validator

from solver.abstraction import Abstraction
from solver.abstraction.storage import load_abstraction, verify_abstraction, write_part
from solver.errors import SolutionError
from solver.multiway.configuration import MultiwayConfiguration
from solver.multiway.history import MultiwayState, read_history
from solver.multiway.learner import Cells, strategy
from solver.multiway.memory import Layout, decisions
from solver.solution.directories import SEVERAL_SEATS
from solver.storage import Manifest, Writing, read_array, read_manifest, verify_arrays

Codes = NDArray[np.uint8]

_FULL = 255
_STEP = 17
"""After the first round frequencies are kept in fifteenths: they are many, and packed."""


class LearnedManifest(Manifest):
    """What is written of all that was learned for several seats.

    Attributes:
        configuration: what was solved, and how.
        traversals: how many were made.
        seconds: time spent on them.
        won: what each seat won of late while learning, in small bets a hand.
    """

    configuration: MultiwayConfiguration
    traversals: int = Field(ge=0)
    seconds: float = Field(ge=0)
    won: tuple[float, ...]

    @field_validator("configuration", mode="before")
    @classmethod
    def _checked(cls, value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        return MultiwayConfiguration.from_table(value, "configuration")


class MultiwayManifest(LearnedManifest):
    """What is written of a strategy for several seats.

    Attributes:
        solver: version of the program that wrote it.
    """

    kind: ClassVar[str] = SEVERAL_SEATS
    remedy: ClassVar[str] = "make one with `tripledraw solve six-handed`"

    solver: str


@dataclass(frozen=True, eq=False)
class MultiwaySolution:
    """A strategy for several seats.

    Attributes:
        configuration: what was solved, and how.
        abstraction: buckets of all hands.
        layout: where the frequencies of every decision stand.
        codes: frequencies as bytes, by decision, bucket and action, shape (cells,); all nought
            where nothing was learned.
        traversals: how many were made.
        seconds: time spent on them.
        won: what each seat won of late while learning, in small bets a hand.
        finished: whether all traversals were made.
    """

    configuration: MultiwayConfiguration
    abstraction: Abstraction
    layout: Layout
    codes: Codes
    traversals: int
    seconds: float
    won: tuple[float, ...]
    finished: bool = True

    def state(self, history: str = "") -> MultiwayState:
        """Public state after a history (`solver.multiway.history`).

        Raises:
            HistoryError: it cannot happen, or the strategy leaves it out.
        """
        return read_history(self.layout, history)

    def strategy_at(self, state: MultiwayState) -> NDArray[np.float64]:
        """Frequencies of the actions, shape (buckets, actions), rows sum to one."""
        codes = self.codes[state.cells]
        return strategy(codes.astype(np.float32), len(state.actions))

    def learned_at(self, state: MultiwayState) -> NDArray[np.bool_]:
        """Of which buckets anything was learned at a state, shape (buckets,)."""
        rows = self.codes[state.cells].reshape(-1, len(state.actions))
        return np.asarray(rows.max(axis=1) > 0)

    def save(self, directory: str | Path) -> None:
        """Write it; the directory appears complete or not at all.

        Raises:
            SolutionError: it cannot be written there, or something else is in the place.
        """
        with Writing(directory, MultiwayManifest, packed=True) as writing:
            first = self.layout.opening.actions * self.layout.buckets[0]
            writing.array("opening", self.codes[:first])
            writing.array("later", self.codes[first:])
            write_part(self.abstraction, writing, "abstraction", packed=True)
            writing.facts = {
                "solver": metadata.version("tripledraw"),
                "configuration": self.configuration,
                "traversals": self.traversals,
                "seconds": self.seconds,
                "won": self.won,
            }


def layout_of(configuration: MultiwayConfiguration) -> Layout:
    """Where the numbers of a configuration stand."""
    buckets = [configuration.abstraction.buckets(left) for left in range(3, -1, -1)]
    return Layout(configuration.game, configuration.memory, buckets)


def open_multiway(directory: str | Path) -> MultiwaySolution:
    """Open a strategy for several seats; its arrays are checked.

    Raises:
        SolutionError: missing, damaged, or of another kind.
    """
    manifest = read_manifest(directory, MultiwayManifest)
    layout = layout_of(manifest.configuration)
    abstraction = load_abstraction(Path(directory) / "abstraction")
    if abstraction.config != manifest.configuration.abstraction:
        raise SolutionError(f"{directory} has an abstraction of other settings")
    first = layout.opening.actions * layout.buckets[0]
    codes = np.concatenate(
        [
            read_array(directory, manifest, "opening", (first,), np.uint8),
            read_array(directory, manifest, "later", (layout.cells - first,), np.uint8),
        ]
    )
    return MultiwaySolution(
        manifest.configuration,
        abstraction,
        layout,
        codes,
        manifest.traversals,
        manifest.seconds,
        manifest.won,
    )


def verify_multiway(directory: str | Path) -> int:
    """Compare every array with its checksum; returns how many there are.

    Raises:
        SolutionError: one is missing or has changed.
    """
    found = verify_arrays(directory, MultiwayManifest)
    return found + verify_abstraction(Path(directory) / "abstraction")


def encode(layout: Layout, sums: Cells) -> Codes:
    """Sums of strategies as bytes: in 255 steps in the first round, then in fifteen."""
    codes = np.zeros(layout.cells, np.uint8)
    both = zip(decisions(layout, sums), decisions(layout, codes), strict=True)
    for number, ((part, actions), (out, _)) in enumerate(both):
        step = 1 if number < layout.opening.decisions else _STEP
        rows = np.maximum(part.reshape(len(part), -1, actions), 0)
        whole = rows.sum(axis=2, keepdims=True)
        shares = rows / np.where(whole > 0, whole, 1)
        out[...] = (np.rint(shares * (_FULL / step)) * step).reshape(part.shape)
    return codes
