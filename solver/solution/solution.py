"""A solution: strategies for both seats, and everything that is needed to read them."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.abstraction import (
    DRAWS,
    Abstraction,
    load_abstraction,
    save_abstraction,
    verify_abstraction,
)
from solver.cfr.kernels import padded
from solver.cfr.trace import Measurement
from solver.configuration import Configuration
from solver.errors import SolutionError
from solver.game import BUTTON, PublicTree, private_chain, public_tree
from solver.game.history import PublicState, read_history, start
from solver.solution.advisor import Advice, advise
from solver.solution.html import solution_html
from solver.solution.manifest import SolutionManifest
from solver.solution.summaries import GroupSummary, Summary, hands_of_group, range_of, summarise
from solver.solution.values import STORED_LEVELS, Evaluator, StoredValues
from solver.storage import Writing, read_array, read_manifest, verify_arrays

ABSTRACTION = "abstraction"
SEATS = ("big_blind", "button")


@dataclass(frozen=True, eq=False, repr=False)
class Solution:
    """Near-equilibrium strategies of an abstracted game.

    Attributes:
        configuration: what it was made from.
        abstraction: buckets of all hands.
        tree: the public tree.
        strategy: for each level probabilities of shape (slots, padded buckets).
        stored: values near the root.
        trace: exploitability as the solve went on.
        finished: whether all iterations were done, or the target reached.
    """

    configuration: Configuration
    abstraction: Abstraction
    tree: PublicTree
    strategy: Sequence[NDArray[np.floating]]
    stored: StoredValues
    trace: tuple[Measurement, ...]
    finished: bool = True

    def __repr__(self) -> str:
        return (
            f"Solution({self.configuration.game!r}, {self.iterations} iterations, "
            f"exploitability {self.exploitability:.1f} mbb/g)"
        )

    @cached_property
    def evaluator(self) -> Evaluator:
        """Ranges and values at any public state."""
        chain = private_chain(self.abstraction)
        return Evaluator(self.tree, (chain, chain), self.strategy, self.stored)

    @property
    def exploitability(self) -> float:
        """Mean gain of a best response inside the abstraction, in mbb/g."""
        return self.trace[-1].exploitability

    @property
    def iterations(self) -> int:
        """Iterations done."""
        return self.trace[-1].iteration

    @property
    def button_value(self) -> float:
        """What the button wins, in small bets a hand."""
        return self.trace[-1].values[BUTTON]

    def state(self, history: str = "") -> PublicState:
        """Public state after a history.

        Raises:
            HistoryError: it cannot happen in this game.
        """
        return read_history(self.tree, history) if history else start(self.tree)

    def advise(self, hand: str | Sequence[int], history: str | PublicState = "") -> Advice:
        """What to do with a hand: frequencies, values, cards to keep, the opponent's range.

        Args:
            hand: five cards, as text or numbers.
            history: the public history, as text or state.

        Raises:
            CardError: not five different cards.
            HistoryError: the history cannot happen, or nobody is to act.
        """
        return advise(self.abstraction, self.evaluator, hand, self._state(history))

    def summary(self, history: str | PublicState = "", by: str = "kind") -> Summary:
        """What the seat to act does with its whole range, group by group.

        Args:
            history: the public history, as text or state.
            by: ``"kind"``, ``"smoothness"``, ``"low cards"``, ``"kept cards"`` or ``"bucket"``;
                see `solver.abstraction.groupings`.

        Raises:
            HistoryError: the history cannot happen, or nobody is to act.
            ConfigurationError: no such grouping.
        """
        return summarise(self.abstraction, self.evaluator, self._state(history), by)

    def ranges(
        self, history: str | PublicState = "", by: str = "kind"
    ) -> tuple[dict[str, float], dict[str, float]]:
        """Share of every group of hands in the range of the big blind and of the button.

        Arguments as in `summary`; the hand may also be over.

        Raises:
            HistoryError: the history cannot happen.
            ConfigurationError: no such grouping.
        """
        state = self._state(history)
        big_blind, button = (
            range_of(self.abstraction, self.evaluator, state, seat, by)
            for seat in range(len(SEATS))
        )
        return big_blind, button

    def hands_of(
        self, group: str, history: str | PublicState = "", by: str = "kind", most: int = 40
    ) -> tuple[GroupSummary, ...]:
        """What the seat to act does with the hands of one group, by the ranks that they keep.

        Args:
            group: a name of the grouping.
            history: the public history, as text or state.
            by: as in `summary`.
            most: so many of the likeliest are told.

        Raises:
            HistoryError: the history cannot happen, or nobody is to act.
            ConfigurationError: no such grouping or group.
        """
        state = self._state(history)
        return hands_of_group(self.abstraction, self.evaluator, state, by, group, most)

    def _state(self, history: str | PublicState) -> PublicState:
        return self.state(history) if isinstance(history, str) else history

    def _repr_html_(self) -> str:
        return solution_html(self)

    def save(self, directory: str | Path) -> None:
        """Write to a directory, which appears complete or not at all.

        Raises:
            SolutionError: it cannot be written.
        """
        with Writing(directory, SolutionManifest) as writing:
            save_abstraction(self.abstraction, writing.folder / ABSTRACTION)
            names = level_names(self.tree)
            for name, rows in zip(names, self.strategy, strict=True):
                writing.array(f"strategy_{name}", rows)
            for seat, seat_name in enumerate(SEATS):
                for name, values in zip(names, self.stored.actions[seat], strict=False):
                    writing.array(f"values_{seat_name}_{name}", values)
                writing.array(f"entering_{seat_name}", self.stored.entering[seat])
            writing.facts = {
                "solver": metadata.version("tripledraw"),
                "configuration": self.configuration,
                "abstraction": self.abstraction.hash,
                "iterations": self.iterations,
                "exploitability_mbb": self.exploitability,
                "button_value_sb": self.button_value,
                "trace": self.trace,
            }

    def frequencies(self, hand: Sequence[int], state: PublicState) -> NDArray[np.float64]:
        """How often a hand takes each action of a state; sums to one.

        Raises:
            HistoryError: nobody is to act.
        """
        bucket = self.abstraction.bucket(hand, state.draws_left)
        return self.evaluator.strategy_at(state)[:, bucket]


def open_solution(directory: str | Path) -> Solution:
    """Open a solution; its arrays are mapped, not read.

    Raises:
        SolutionError: it is missing, damaged, or of another version.
    """
    manifest = read_manifest(directory, SolutionManifest)
    configuration = manifest.configuration
    abstraction = load_abstraction(Path(directory) / ABSTRACTION)
    if not configuration.abstraction.hash == manifest.abstraction == abstraction.hash:
        raise SolutionError(f"the abstraction in {directory} is not the one it was solved with")
    tree = public_tree(configuration.game)
    names = level_names(tree)
    widths = [padded(abstraction.size(DRAWS - number // 2)) for number in range(len(names))]

    def read(name: str, rows: int, width: int) -> NDArray[Any]:
        return read_array(directory, manifest, name, (rows, width))

    def read_levels(prefix: str, count: int) -> tuple[NDArray[Any], ...]:
        levels = zip(names[:count], tree.levels[:count], widths[:count], strict=True)
        return tuple(read(f"{prefix}_{name}", level.slots, width) for name, level, width in levels)

    strategy = read_levels("strategy", len(names))
    second = STORED_LEVELS - 1
    stored = StoredValues(
        tuple(read_levels(f"values_{seat}", STORED_LEVELS) for seat in SEATS),
        tuple(
            read(f"entering_{seat}", tree.levels[second].instances, widths[second])
            for seat in SEATS
        ),
    )
    return Solution(configuration, abstraction, tree, strategy, stored, manifest.trace)


def verify(directory: str | Path) -> int:
    """Compare every array of a solution and of its abstraction with its checksum.

    Returns:
        Number of arrays.

    Raises:
        SolutionError: one is missing or has changed.
    """
    own = verify_arrays(directory, SolutionManifest)
    return own + verify_abstraction(Path(directory) / ABSTRACTION)


def level_names(tree: PublicTree) -> tuple[str, ...]:
    """``betting1, draw1, betting2, ...``, one for each level."""
    return tuple(
        f"{'draw' if number % 2 else 'betting'}{number // 2 + 1}"
        for number in range(len(tree.levels))
    )
