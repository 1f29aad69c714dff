"""A solution: strategies for both seats, and everything that is needed to read them."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import metadata
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from solver.abstraction import Abstraction, load_abstraction, save_abstraction
from solver.cfr.trace import Measurement
from solver.configuration import Configuration
from solver.errors import ConfigurationError, SolutionError
from solver.game import BUTTON, PublicTree, private_chain, public_tree
from solver.game.history import PublicState, read_history, start
from solver.solution.advisor import Advice, advise
from solver.solution.html import solution_html
from solver.solution.store import Writing, read_array, read_manifest
from solver.solution.summaries import Summary, range_of, summarise
from solver.solution.values import STORED_LEVELS, Evaluator, StoredValues

ABSTRACTION = "abstraction"
SEATS = ("big_blind", "button")


@dataclass(frozen=True, eq=False)
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
            by: ``"kind"``, ``"low cards"``, ``"kept cards"`` or ``"bucket"``; see
                `solver.abstraction.groupings`.

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

    def _state(self, history: str | PublicState) -> PublicState:
        return self.state(history) if isinstance(history, str) else history

    def _repr_html_(self) -> str:
        return solution_html(self)

    def save(self, directory: str | Path) -> None:
        """Write to a directory, which appears complete or not at all.

        Raises:
            SolutionError: it cannot be written.
        """
        with Writing(directory) as writing:
            save_abstraction(self.abstraction, writing.folder / ABSTRACTION)
            names = level_names(self.tree)
            for name, rows in zip(names, self.strategy, strict=True):
                writing.array(f"strategy_{name}", rows)
            for seat, seat_name in enumerate(SEATS):
                for name, values in zip(names, self.stored.actions[seat], strict=False):
                    writing.array(f"values_{seat_name}_{name}", values)
                writing.array(f"entering_{seat_name}", self.stored.entering[seat])
            writing.manifest = {
                "solver": metadata.version("tripledraw"),
                "configuration": self.configuration.model_dump(mode="json"),
                "abstraction": self.abstraction.hash,
                "iterations": self.iterations,
                "exploitability_mbb": self.exploitability,
                "button_value_sb": self.button_value,
                "trace": [measurement.model_dump(mode="json") for measurement in self.trace],
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
    manifest = read_manifest(directory)
    try:
        configuration = Configuration.from_table(manifest["configuration"], str(directory))
        trace = tuple(Measurement(**entry) for entry in manifest["trace"])
    except (ConfigurationError, KeyError, TypeError, ValueError) as error:
        raise SolutionError(f"the manifest of {directory} is damaged ({error})") from None
    abstraction = load_abstraction(Path(directory) / ABSTRACTION)
    if abstraction.hash != manifest["abstraction"]:
        raise SolutionError(f"the abstraction in {directory} is not the one it was solved with")
    tree = public_tree(configuration.game)
    names = level_names(tree)
    strategy = tuple(read_array(directory, manifest, f"strategy_{name}") for name in names)
    stored = StoredValues(
        tuple(
            tuple(
                read_array(directory, manifest, f"values_{seat}_{name}")
                for name in names[:STORED_LEVELS]
            )
            for seat in SEATS
        ),
        tuple(read_array(directory, manifest, f"entering_{seat}") for seat in SEATS),
    )
    return Solution(configuration, abstraction, tree, strategy, stored, trace)


def level_names(tree: PublicTree) -> tuple[str, ...]:
    """``betting1, draw1, betting2, ...``, one for each level."""
    return tuple(
        f"{'draw' if number % 2 else 'betting'}{number // 2 + 1}"
        for number in range(len(tree.levels))
    )
