"""A solution: strategies for both seats, and everything that is needed to read them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.abstraction import DRAWS, Abstraction, load_abstraction
from solver.abstraction.storage import write_part
from solver.cards import parse_cards, parse_hand
from solver.cfr.kernels import padded
from solver.cfr.trace import Measurement
from solver.configuration import Configuration
from solver.errors import SolutionError
from solver.game import BUTTON, PublicTree, private_chain, public_tree
from solver.game.public_state import PublicState, read_history, start, state_at
from solver.sequences import DrawPaths, HandTables, hand_tables
from solver.solution.advisor import Advice, advice_with_real_cards
from solver.solution.checks import finite, strategies
from solver.solution.detail import DetailedRows, bucket_strategy
from solver.solution.manifest import SolutionManifest
from solver.solution.readable import Readable
from solver.solution.subgame import GivenRange, Subgame, solve_from
from solver.solution.values import (
    STORED_LEVELS,
    Evaluator,
    Rows,
    StoredValues,
    frequencies_at,
)
from solver.storage import Writing, read_array, read_manifest, read_rows
from solver.subgames import NodeLock
from solver.subgames.card_answers import answer
from solver.subgames.real_cards import CardSubgame, require_late, solve_with_real_cards
from solver.subgames.resolving import CUT

ABSTRACTION = "abstraction"
SEATS = ("big_blind", "button")


CARD_SUBGAMES = 24
"""Late subgames solved with real cards that are remembered, those asked for last."""


@dataclass(frozen=True, eq=False, repr=False)
class Solution(Readable):
    """Near-equilibrium strategies of an abstracted game.

    Attributes:
        configuration: what it was made from.
        abstraction: buckets of all hands.
        tree: the public tree.
        strategy: for each level probabilities of shape (slots, padded buckets).
        stored: values near the root; computed on demand if there are none.
        trace: exploitability as the solve went on, separate decks for both seats.
        finished: whether all iterations were done, or the target reached.
        detailed: the strategy with every bucket split by dead cards, as `tables` says; empty if
            nothing but parts of it is stored.
        deals: iterations on deals of one deck.

    >>> solution = solver.load("heads-up")
    >>> round(solution.exploitability), round(solution.button_value, 2)
    (3, 0.13)
    >>> solution.state("rc 2").actions
    ('0', '1', '2', '3', '4')
    """

    configuration: Configuration
    abstraction: Abstraction
    tree: PublicTree
    strategy: Sequence[Rows]
    stored: StoredValues | None
    trace: tuple[Measurement, ...]
    finished: bool = True
    detailed: Sequence[DetailedRows] = ()
    deals: int = 0

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

    @cached_property
    def tables(self) -> HandTables:
        """Buckets of all hands of real cards, split by dead cards as the detailed strategy is."""
        tables = hand_tables(self.abstraction)
        if not self.detailed:
            return tables
        return tables.split(DrawPaths.of(self.tree), self.configuration.learning.classes)

    @cached_property
    def locked_at(self) -> frozenset[str]:
        """Public histories at which frequencies were fixed."""
        return frozenset(self.state(lock.history).history for lock in self.configuration.locks)

    def strategy_at(self, state: PublicState) -> NDArray[np.float64]:
        """Probability of every action by bucket and dead cards as `tables` number them.

        Returns:
            Shape (actions, buckets of all classes, padded).
        """
        rows = self.detailed or self.strategy
        return frequencies_at(rows, state, self.tables.widths[state.draws_left])

    def buckets(
        self, hand: Sequence[int], draws_left: int, thrown: Sequence[int] | None = None
    ) -> tuple[int, ...]:
        """Columns of `strategy_at` that a hand may stand in.

        Args:
            hand: five cards.
            draws_left: 0 to 3.
            thrown: own cards thrown away so far; None if they are not known.

        Returns:
            One column, or without the discards one for every class of dead cards.

        Raises:
            CardError: not five different cards, or a card that was thrown away is still held.
        """
        bucket = self.abstraction.bucket(hand, draws_left)
        classes = self.tables.classes[draws_left] if self.detailed else 1
        if classes == 1:
            return (bucket,)
        if thrown is None:
            stride = self.tables.widths[draws_left] // classes
            return tuple(bucket + number * stride for number in range(classes))
        return (self.tables.bucket_of(hand, thrown, draws_left),)

    def state(self, history: str = "") -> PublicState:
        """Public state after a history.

        Raises:
            HistoryError: it cannot happen in this game.
        """
        return read_history(self.tree, history) if history else start(self.tree)

    def subgame(
        self,
        history: str | PublicState = "",
        *,
        buckets: Abstraction | None = None,
        by_hand: bool = False,
        ranges: tuple[GivenRange, GivenRange] = (None, None),
        locks: Sequence[NodeLock] = (),
        iterations: int | None = None,
        threads: int = 1,
    ) -> Subgame:
        """Solve the rest of a hand from a public state on.

        Both seats are taken to have played as this solution up to there, or to hold what is given.

        Args:
            history: the public history, as text or state.
            buckets: how hands are seen in place of the own buckets; ranges are carried over hand
                by hand.
            by_hand: in the last betting round, see all 7,462 low classes.
            ranges: what the big blind and the button hold: weights of all hands, or of groups of
                hands by name (`solver.abstraction.GROUPINGS`); None is what the solution holds.
            locks: decisions with fixed frequencies, by history from the deal on.
            iterations: updates of both seats; 200, or 100 in the last round, if left out.
            threads: how many; the result does not depend on it.

        Raises:
            HistoryError: the history cannot happen, or the hand is over.
            ConfigurationError: a range or a lock that makes no sense, or hand by hand before the
                last round.
        """
        return solve_from(
            self,
            self._state(history),
            buckets=buckets,
            by_hand=by_hand,
            ranges=ranges,
            locks=locks,
            iterations=iterations,
            threads=threads,
        )

    @cached_property
    def _solve_with_real_cards(self) -> Callable[[int], CardSubgame]:
        """Solves what follows an instance of the third round, and remembers it."""

        @lru_cache(CARD_SUBGAMES)
        def solve(instance: int) -> CardSubgame:
            state = state_at(self.tree, CUT, instance)
            return solve_with_real_cards(self, self.tables, state)

        return solve

    def card_subgame(self, history: str | PublicState) -> CardSubgame:
        """What follows the third betting round or later, solved with real cards.

        Both seats are taken to have played as this solution up to the third round. It takes some
        seconds of processor time, and is remembered.

        Args:
            history: the public history, as text or state; the subgame begins with its third round.

        Raises:
            HistoryError: the history cannot happen.
            ConfigurationError: it does not lead to the third betting round.
        """
        state = self._state(history)
        require_late(state)
        while state.level > CUT and state.before is not None:
            state = state.before
        return self._solve_with_real_cards(state.instance)

    def advise_with_real_cards(
        self,
        hand: str | Sequence[int],
        history: str | PublicState,
        thrown: str | Sequence[int] | None = None,
    ) -> Advice:
        """What to do with a hand from the third betting round on, counting real cards.

        What follows the third round is solved with real cards (`card_subgame`).

        Args:
            hand: five cards, as text or numbers.
            history: the public history, as text or state.
            thrown: all own cards thrown away, as text or numbers; None if they are not known: the
                answer is then the mean over what may have been thrown away.

        Raises:
            CardError: not five different cards, or other discards than the draws of the history.
            HistoryError: the history cannot happen, or nobody is to act.
            ConfigurationError: it does not lead to the third betting round.
        """
        state = self._state(history)
        cards = parse_hand(hand) if isinstance(hand, str) else tuple(hand)
        gone = parse_cards(thrown) if isinstance(thrown, str) else thrown
        found = answer(self.card_subgame(state), cards, gone, state)
        return advice_with_real_cards(self.abstraction, self.evaluator, cards, state, found)

    def locked(self, locks: Sequence[NodeLock]) -> "Solution":
        """The same strategies with some frequencies fixed, for a best reply.

        Nothing is solved again: the values of actions are those of whoever knows all this and
        replies as well as possible. Levels of the tree in which there are locks are copied.

        Raises:
            HistoryError: a history cannot happen.
            ConfigurationError: a lock that makes no sense.
        """
        strategy = list(self.strategy)
        fixed = [lock.at(self.abstraction, self.state(lock.history)) for lock in locks]
        for number in {lock.state.level for lock in fixed}:
            rows = np.array(strategy[number][:])
            for lock in fixed:
                if lock.state.level == number:
                    lock.write(rows)
            strategy[number] = rows
        known = (*self.configuration.locks, *locks)
        configuration = self.configuration.model_copy(update={"locks": known})
        return replace(
            self, configuration=configuration, strategy=strategy, stored=None, detailed=()
        )

    def save(self, directory: str | Path) -> None:
        """Write to a directory, which appears complete or not at all.

        Raises:
            SolutionError: it cannot be written, or its frequencies were fixed by `locked`.
        """
        if self.stored is None:
            raise SolutionError(
                "strategies with fixed frequencies are no solution; solve with locks to save them"
            )
        with Writing(directory, SolutionManifest) as writing:
            write_part(self.abstraction, writing, ABSTRACTION)
            names = level_names(self.tree)
            for name, rows in zip(names, self.detailed or self.strategy, strict=True):
                writing.array(f"strategy_{name}", rows[:])
            for seat, seat_name in enumerate(SEATS):
                for name, values in zip(names, self.stored.actions[seat], strict=False):
                    writing.array(f"values_{seat_name}_{name}", values)
                writing.array(f"entering_{seat_name}", self.stored.entering[seat])
            writing.facts = self.facts()

    def facts(self) -> dict[str, Any]:
        """What a manifest says of this solution."""
        return {
            "solver": metadata.version("tripledraw"),
            "configuration": self.configuration,
            "abstraction": self.abstraction.hash,
            "iterations": self.iterations,
            "deals": self.deals,
            "exploitability_mbb": self.exploitability,
            "button_value_sb": self.button_value,
            "trace": self.trace,
        }


def read_solution(directory: str | Path) -> Solution:
    """Open a solution of `Solution.save`; its arrays are checked.

    Large strategies are mapped, and checked block by block as they are read.

    Raises:
        SolutionError: it is missing, damaged, or of another version.
    """
    manifest = read_manifest(directory, SolutionManifest)
    configuration = manifest.configuration
    abstraction = matching_abstraction(directory, manifest)
    tree = public_tree(configuration.game)
    names = level_names(tree)
    sizes = [abstraction.size(DRAWS - number // 2) for number in range(len(names))]

    classes = (1, *configuration.learning.classes)
    detailed = tuple(
        read_rows(
            directory,
            manifest,
            f"strategy_{name}",
            (level.slots, padded(sizes[number]) * classes[number // 2]),
            np.float16,
            strategies(level, sizes[number]),
        )
        for number, (name, level) in enumerate(zip(names, tree.levels, strict=True))
    )

    def read(name: str, number: int, rows: int) -> NDArray[Any]:
        shape = (rows, padded(sizes[number]))
        return read_array(directory, manifest, name, shape, np.float32, finite)

    second = STORED_LEVELS - 1
    stored = StoredValues(
        tuple(
            tuple(
                read(f"values_{seat}_{names[number]}", number, tree.levels[number].slots)
                for number in range(STORED_LEVELS)
            )
            for seat in SEATS
        ),
        tuple(read(f"entering_{seat}", second, tree.levels[second].instances) for seat in SEATS),
    )
    return Solution(
        configuration,
        abstraction,
        tree,
        bucket_strategy(detailed, abstraction),
        stored,
        manifest.trace,
        detailed=detailed,
        deals=manifest.deals,
    )


def matching_abstraction(directory: str | Path, manifest: SolutionManifest) -> Abstraction:
    """The abstraction beside a solution.

    Raises:
        SolutionError: it is missing, damaged, or not the one that was solved with.
    """
    path = Path(directory) / ABSTRACTION
    if path.is_symlink():
        raise SolutionError(f"{path} is a link; {manifest.remedy}")
    abstraction = load_abstraction(path)
    if not manifest.configuration.abstraction.hash == manifest.abstraction == abstraction.hash:
        raise SolutionError(f"the abstraction in {directory} is not the one it was solved with")
    return abstraction


def level_names(tree: PublicTree) -> tuple[str, ...]:
    """``betting1, draw1, betting2, ...``, one for each level."""
    return tuple(
        f"{'draw' if number % 2 else 'betting'}{number // 2 + 1}"
        for number in range(len(tree.levels))
    )
