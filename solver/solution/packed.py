"""Solutions that are small enough to be shipped: the first two rounds and draws are stored.

Of what follows the subgames that play comes to most often are stored, too; the others are solved
again when somebody asks (`solver.subgames.resolving`). So that the values of
actions before it need none of that, the values of both seats on entering the second and the third
betting round are stored, too, as winnings from there on against the range that the other seat has.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from solver.abstraction import DRAWS, Abstraction
from solver.abstraction.storage import write_part
from solver.cfr import default_threads
from solver.cfr.kernels import padded
from solver.cfr.trace import Measurement
from solver.configuration import Configuration
from solver.errors import ConfigurationError
from solver.game import PrivateChain, PublicTree, private_chain, public_tree
from solver.game.public_state import PublicState, state_at
from solver.solution.checks import ROUNDING, ascending, finite, strategies
from solver.solution.codes import DecodedRows, StoredCodes, encode
from solver.solution.manifest import SolutionManifest
from solver.solution.solution import (
    ABSTRACTION,
    SEATS,
    Solution,
    level_names,
    matching_abstraction,
)
from solver.solution.stored_subgames import StoredSubgames, store_subgames
from solver.solution.values import Evaluator, Rows, follow
from solver.stopping import Report, tell
from solver.storage import (
    MOST_UNPACKED,
    CheckedRows,
    UnpackedRows,
    Writing,
    read_array,
    read_manifest,
    read_rows,
)
from solver.subgames import NodeLock
from solver.subgames.resolving import CUT, Resolver, slot_starts
from solver.subgames.solving import ITERATIONS

Vector = NDArray[np.float64]
Values = NDArray[np.float16] | CheckedRows | UnpackedRows
Entering = dict[int, tuple[Values, Values]]
"""For the levels of the second and the third round and both seats the values on entering every
instance: winnings from there on in small bets, shape (instances, buckets)."""
MOST_ITERATIONS = 1_000_000
"""Of a subgame that is solved on demand."""

SUBGAME_BYTES = 11_000_000
"""Room for subgames, so that a whole solution stays below 40 MB."""

ENTERED = (2, CUT)
"""Levels at whose start values are stored."""


class PackedManifest(SolutionManifest):
    """What is written of a packed solution; figures are those of the solution that was packed.

    Attributes:
        commands: what made it.
        resolving: iterations of the subgames that are solved on demand.
        stored_subgames: how many subgames are stored.
        stored_share: share of the hands that reach the third betting round and come to them.
    """

    kind: ClassVar[str] = "packed solution"
    remedy: ClassVar[str] = "make one with `tripledraw pack`"

    commands: tuple[str, ...]
    resolving: int = Field(ge=1, le=MOST_ITERATIONS)
    stored_subgames: int = Field(ge=0)
    stored_share: float = Field(ge=0, le=1 + ROUNDING)


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class PackedSolution(Solution):
    """A solution whose third and fourth betting rounds are stored in part, else solved on demand.

    Attributes:
        codes: probabilities of the levels before them as bytes (`DecodedRows`).
        entering: values on entering the second and the third round.
        subgames: subgames that begin with the third round and are stored.
        stored_share: share of the hands that reach the third round and come to one of them.
        resolving: iterations of the subgames that are solved on demand.
        commands: what made it.
    """

    codes: tuple[StoredCodes, ...]
    entering: Entering
    subgames: StoredSubgames
    stored_share: float
    resolving: int
    commands: tuple[str, ...]

    @cached_property
    def evaluator(self) -> "PackedEvaluator":
        """Ranges and values at any public state."""
        chain = private_chain(self.abstraction)
        return PackedEvaluator(self.tree, (chain, chain), self.strategy, self.entering)

    def save(self, directory: str | Path) -> None:
        """Write to a directory, which appears complete or not at all.

        Raises:
            SolutionError: it cannot be written.
        """
        with Writing(directory, PackedManifest, packed=True) as writing:
            write_part(self.abstraction, writing, ABSTRACTION, packed=True)
            names = level_names(self.tree)
            for name, codes in zip(names, self.codes, strict=False):
                writing.array(f"strategy_{name}", codes[:])
            for level, values in self.entering.items():
                for seat, name in enumerate(SEATS):
                    writing.array(f"entering_{name}_{names[level]}", values[seat][:])
            writing.array("subgames_instances", self.subgames.instances)
            writing.array("subgames_starts", self.subgames.starts)
            writing.array("subgames_data", self.subgames.data[:])
            writing.facts = {
                **self.facts(),
                "commands": self.commands,
                "resolving": self.resolving,
                "stored_subgames": len(self.subgames.instances),
                "stored_share": self.stored_share,
            }

    def locked(self, locks: Sequence[NodeLock]) -> Solution:
        """Not here: what follows a lock is not stored.

        Raises:
            ConfigurationError: always.
        """
        raise ConfigurationError(
            "a packed solution has no strategies to be fixed where it stores none; solve a "
            "subgame with locks, or use a solution of `tripledraw solve`"
        )


class PackedEvaluator(Evaluator):
    """Ranges and values of a packed solution.

    Before the third betting round values come from those on entering it, without any solving.
    """

    def __init__(
        self,
        tree: PublicTree,
        chains: Sequence[PrivateChain],
        strategy: Sequence[Rows],
        entering: Entering,
    ):
        super().__init__(tree, chains, strategy)
        self.entering = entering

    def entering_values(
        self, level: int, instance: int, seat: int, reach: Vector, known: bool
    ) -> Vector:
        """Counterfactual values at the start of a round; see `Evaluator.entering_values`.

        Stored values are for the range that the strategies lead to, or the one before an action
        that they never take: the range that `reach` is made from in both cases.
        """
        if level not in self.entering:
            return super().entering_values(level, instance, seat, reach, known)
        paid = self.tree.rounds[level // 2].stake[instance]
        won = _entry(self.entering[level][seat], instance)
        return np.asarray((won - paid) * reach.sum(), np.float64)

    def _values_of_actions(self, state: PublicState, reach: Vector) -> NDArray[np.floating]:
        if state.level >= CUT:
            return super()._values_of_actions(state, reach)
        choices = range(len(state.actions))
        return np.stack([self._after(state, choice, state.seat, reach) for choice in choices])

    def _at(self, state: PublicState, seat: int, reach: Vector) -> Vector:
        """Counterfactual values at a fold, on entering a round, or at a decision."""
        if state.folded is not None:
            return np.full(self.buckets(state.level), state.won_by_fold(seat) * reach.sum())
        if state.level in self.entering and state.decision == 0:
            return self.entering_values(state.level, state.instance, seat, reach, True)
        return self.value_at(state, seat, reach)

    def value_at(self, state: PublicState, seat: int, reach: Vector) -> Vector:
        """Counterfactual values at a decision of a seat that goes on as well as possible.

        Args:
            state: a decision before the third betting round.
            seat: whose values.
            reach: range of the other seat.
        """
        choices = range(len(state.actions))
        if state.seat == seat:
            mine = [self._after(state, choice, seat, reach) for choice in choices]
            return np.asarray(np.max(mine, axis=0))
        mix = self.strategy_at(state)
        his = [self._after(state, choice, seat, reach * mix[choice]) for choice in choices]
        return np.asarray(np.sum(his, axis=0))

    def _after(self, state: PublicState, choice: int, seat: int, reach: Vector) -> Vector:
        """The same after an action."""
        after = state.play(state.actions[choice])
        if not state.drawing:
            return self._at(after, seat, reach)
        matrix = self.chains[state.seat].draws[state.round][choice]
        if state.seat == seat:
            return np.asarray(matrix @ self._at(after, seat, reach))
        return self._at(after, seat, reach @ matrix)


def _entry(values: Values, instance: int) -> Vector:
    """Values on entering an instance."""
    return np.asarray(values[instance : instance + 1][0], np.float64)


def pack(
    solution: Solution,
    *,
    resolving: int = ITERATIONS,
    subgame_bytes: int = SUBGAME_BYTES,
    commands: Sequence[str] = (),
    report: Report | None = None,
) -> PackedSolution:
    """Keep of a solution what a packed one holds.

    Args:
        solution: what to pack.
        resolving: iterations of the subgames that are solved on demand.
        subgame_bytes: room for the subgames that are stored.
        commands: what made it, for the manifest.
        report: told after every instance of the third round how far it is; may stop it.

    Raises:
        ConfigurationError: it is packed already, or has fixed frequencies.
        Stopped: the report said so.
    """
    if isinstance(solution, PackedSolution) or solution.stored is None:
        raise ConfigurationError(
            "only a solution of `tripledraw solve` can be packed; this one is packed already, or "
            "has fixed frequencies"
        )
    codes = tuple(encode(rows[:]) for rows in solution.strategy[:CUT])
    subgames, share = _most_reached(solution, subgame_bytes)
    packed = _assembled(
        solution.configuration,
        solution.abstraction,
        solution.tree,
        codes,
        {},
        subgames,
        share,
        trace=solution.trace,
        resolving=resolving,
        commands=tuple(commands),
    )
    evaluator = packed.evaluator
    # From the deepest on, so that each is built on the one below.
    for level, source in ((CUT, solution.evaluator), (2, evaluator)):
        evaluator.entering[level] = _entering(evaluator, source, level, report)
    return packed


def _entering(
    packed: PackedEvaluator, source: Evaluator, level: int, report: Report | None
) -> tuple[NDArray[np.float16], NDArray[np.float16]]:
    """Values on entering every instance of a level against the ranges of the packed strategies.

    Those at the cut come from the whole solution, those above from the values at the cut.
    """
    instances = packed.tree.levels[level].instances
    found = np.empty((2, instances, packed.buckets(level)), np.float16)
    for instance in range(instances):
        state = state_at(packed.tree, level, instance)
        ranges = packed.ranges(state).reach
        for seat in (0, 1):
            reach = ranges[1 - seat] / ranges[1 - seat].sum()
            if level == CUT:
                values = source.entering_values(level, instance, seat, reach, False)
            else:
                values = packed.value_at(state, seat, reach)
            found[seat, instance] = values + state.contributed[seat]
        if level == CUT:
            tell(report, instance + 1, instances)
    return found[0], found[1]


def _most_reached(solution: Solution, most: int) -> tuple[StoredSubgames, float]:
    """Subgames in the order in which play comes to them, and the share of play that they hold."""
    tree, evaluator = solution.tree, solution.evaluator
    reach = np.empty(tree.levels[CUT].instances)
    for instance in range(len(reach)):
        ranges = evaluator.ranges(state_at(tree, CUT, instance))
        both = ranges.reach[0].sum() * ranges.reach[1].sum()
        reach[instance] = 0 if ranges.guessed else both
    starts = slot_starts(tree)

    def levels_of(instance: int) -> list[NDArray[np.floating]]:
        return [
            rows[int(start[instance]) : int(start[instance + 1])]
            for rows, start in zip(solution.strategy[CUT:], starts, strict=True)
        ]

    order = np.argsort(-reach, kind="stable")[: int((reach > 0).sum())]
    subgames = store_subgames(order.tolist(), levels_of, most)
    return subgames, float(reach[subgames.instances].sum() / reach.sum())


def _assembled(
    configuration: Configuration,
    abstraction: Abstraction,
    tree: PublicTree,
    codes: tuple[StoredCodes, ...],
    entering: Entering,
    subgames: StoredSubgames,
    stored_share: float,
    *,
    trace: tuple[Measurement, ...],
    resolving: int,
    commands: tuple[str, ...],
) -> PackedSolution:
    """A packed solution from what is stored of it."""
    chain = private_chain(abstraction)
    chains, upper = (chain, chain), [DecodedRows(level) for level in codes]

    def known(state: PublicState) -> tuple[tuple[Vector, Vector], tuple[Vector, Vector]]:
        big_blind, button = (_entry(values, state.instance) for values in entering[state.level])
        return follow(chains, upper, state).reach, (big_blind, button)

    resolver = Resolver(
        tree, chains, known, subgames.read, iterations=resolving, threads=default_threads()
    )
    return PackedSolution(
        configuration,
        abstraction,
        tree,
        [*upper, *resolver.levels],
        None,
        trace,
        codes=codes,
        entering=entering,
        subgames=subgames,
        stored_share=stored_share,
        resolving=resolving,
        commands=commands,
    )


def read_packed(directory: str | Path) -> PackedSolution:
    """Open a packed solution.

    Raises:
        SolutionError: it is missing, damaged, or of another version.
    """
    manifest = read_manifest(directory, PackedManifest)
    abstraction = matching_abstraction(directory, manifest)
    tree = public_tree(manifest.configuration.game)
    names, sizes = level_names(tree), [abstraction.size(DRAWS - n // 2) for n in range(CUT + 1)]

    codes = tuple(
        read_rows(
            directory,
            manifest,
            f"strategy_{name}",
            (level.slots, padded(size)),
            np.uint8,
            strategies(level, size),
        )
        for name, level, size in zip(names[:CUT], tree.levels[:CUT], sizes[:CUT], strict=True)
    )

    def values(level: int, seat: str) -> Values:
        shape = (tree.levels[level].instances, sizes[level])
        name = f"entering_{seat}_{names[level]}"
        return read_rows(directory, manifest, name, shape, np.float16, finite)

    entering = {level: (values(level, SEATS[0]), values(level, SEATS[1])) for level in ENTERED}
    subgames = _read_subgames(directory, manifest, tree.levels[CUT].instances)
    return _assembled(
        manifest.configuration,
        abstraction,
        tree,
        codes,
        entering,
        subgames,
        manifest.stored_share,
        trace=manifest.trace,
        resolving=manifest.resolving,
        commands=manifest.commands,
    )


def _read_subgames(
    directory: str | Path, manifest: PackedManifest, instances: int
) -> StoredSubgames:
    """The subgames that are stored, of so many that there are."""
    count = manifest.stored_subgames
    starts = read_array(
        directory, manifest, "subgames_starts", (count + 1,), np.int64, ascending(MOST_UNPACKED)
    )
    stored = read_array(
        directory,
        manifest,
        "subgames_instances",
        (count,),
        np.int32,
        ascending(instances - 1),
    )
    data = read_rows(directory, manifest, "subgames_data", (int(starts[-1]),), np.uint8)
    return StoredSubgames(stored, starts, data)
