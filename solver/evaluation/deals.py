"""Play over deals of one deck: two strategies against each other, and opponents trained to exploit.

In a deal each seat holds one of many card sequences (`solver.sequences`). What two strategies win
from each other in it is computed in full, every sequence of one seat against every one of the
other, with real cards, own discards and exact low classes; only the deals are drawn at random.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.cfr import default_threads
from solver.cfr.averages import average_strategy
from solver.cfr.kernels import level_arrays, padded
from solver.cfr.memory import learning_need, require_memory
from solver.cfr.sequence_learning import Sampling, SequenceLearning
from solver.cfr.short_floats import encode
from solver.errors import ConfigurationError
from solver.evaluation.score import MILLI, Estimate
from solver.game import BIG_BLIND, BUTTON, PublicTree
from solver.sequences import Cuts, Deals, DrawPaths, HandTables, Sequences
from solver.sequences._play import DealTable
from solver.solution import Solution
from solver.stopping import Report

Strategy = Sequence[NDArray[np.float16]]
"""For each level probabilities of shape (slots, padded buckets of all classes)."""

TEST_SEED, TRAINING_SEED = 1_000_003, 2_000_003
"""Deals that are played are not those that anybody learned on; solves have seed 0."""

SEQUENCES = 256
"""Card sequences of each seat in a deal."""

CERTAIN = 1e-6
"""Share of the deals from which on a subtree is always visited."""

_OPPONENT = Sampling(head_start=0, fading=2)

_FAITH = 1e-6
"""Regrets with which an opponent begins, for an action that the strategy always takes."""

_CHUNK = 1 << 14
"""Slots that are turned into short floats at a time."""


@dataclass(frozen=True)
class DealScore:
    """What one side wins from the other with real cards; in mbb/g.

    Attributes:
        deals: deals played, each with its mirror; standard errors are over such pairs.
        overall: mean over both seats.
        big_blind: in the big blind.
        button: on the button.
    """

    deals: int
    overall: Estimate
    big_blind: Estimate
    button: Estimate


@dataclass(frozen=True, eq=False)
class Side:
    """A strategy by buckets and dead cards, and the tables that it is read with."""

    strategy: Strategy
    tables: HandTables

    @classmethod
    def of(cls, solution: Solution) -> "Side":
        """The strategy of a solution.

        Raises:
            ConfigurationError: it is packed.
        """
        if not solution.detailed:
            raise ConfigurationError(
                "a packed solution stores no strategies of the later rounds, and deals need them "
                "all; give a solution of `tripledraw solve`"
            )
        return cls([np.asarray(rows[:], np.float16) for rows in solution.detailed], solution.tables)


class Table:
    """Plays strategies against each other over deals of one deck.

    Args:
        tree: the public tree of both.
        seed: of the deals.
        threads: how many; all processors if left out.
    """

    def __init__(self, tree: PublicTree, seed: int = TEST_SEED, threads: int | None = None):
        self._paths = DrawPaths.of(tree)
        self._seed = seed
        self._threads = threads or default_threads()
        self._kernel = DealTable(*level_arrays(tree))

    def won(
        self, big_blind: Side, button: Side, deals: int, arrived: Callable[[], bool]
    ) -> list[float]:
        """What the big blind wins in each deal, in small bets.

        Args:
            big_blind: strategy of the big blind.
            button: that of the button.
            deals: how many deals.
            arrived: called after each deal; True ends there.
        """
        dealt = [
            Deals(s.tables, self._paths, SEQUENCES, Cuts(self._seed)) for s in (big_blind, button)
        ]
        found: list[float] = []
        for number in range(deals):
            hands = dealt[BIG_BLIND][number][BIG_BLIND], dealt[BUTTON][number][BUTTON]
            low = tuple(self._low_classes(sequences) for sequences in hands)
            won = self._kernel.won(
                (big_blind.strategy, button.strategy),
                tuple(sequences.buckets(self._paths) for sequences in hands),
                low,
                tuple(np.argsort(rows, axis=1, kind="stable").astype(np.int32) for rows in low),
                certain=CERTAIN,
                seed=number,
                threads=self._threads,
            )
            found.append(won)
            if arrived():
                break
        return found

    def _low_classes(self, sequences: Sequences) -> NDArray[np.int16]:
        last = self._paths.of_round(len(self._paths.first) - 2)
        return np.ascontiguousarray(sequences.low_class[last])


def play_over_deals(
    first: Solution,
    second: Solution,
    deals: int,
    *,
    seed: int = TEST_SEED,
    threads: int | None = None,
    report: Report | None = None,
) -> DealScore | None:
    """What the first of two solutions wins from the second, both in both seats of every deal.

    Args:
        first: a solution.
        second: another of the same game; its buckets may be others.
        deals: how many deals, an even number: every deal is played with its mirror.
        seed: of the deals.
        threads: how many; all processors if left out.
        report: told how far it is; may end it.

    Returns:
        The score; None if it was ended before any deal could be played in both seats.

    Raises:
        ConfigurationError: the solutions do not have the same game, one is packed, or the number
            of deals is odd or too small.
    """
    _require_pairs(deals)
    if first.tree.game != second.tree.game:
        raise ConfigurationError(
            "solutions play over deals only if they have the same game; let others play on the "
            "rules engine: tripledraw evaluate match"
        )
    one, other = Side.of(first), Side.of(second)
    table, steps = Table(first.tree, seed, threads), _Steps(2 * deals, report)
    big_blind = table.won(one, other, deals, steps.arrived)
    if steps.ended:
        return None
    return _score(big_blind, [-won for won in table.won(other, one, deals, steps.arrived)])


def train_opponent(
    solution: Solution,
    seat: int,
    deals: int,
    arrived: Callable[[], bool],
    threads: int | None = None,
) -> Side:
    """An opponent of the same buckets who learns on deals how to exploit a solution.

    What it wins on other deals is a lower bound of what a best response with real cards wins.

    Args:
        solution: is exploited.
        seat: seat of the opponent.
        deals: how many it learns on.
        arrived: called after each deal; True ends there.
        threads: how many; all processors if left out.

    Raises:
        ConfigurationError: the solution is packed.
        MemoryNeedError: it does not fit.
    """
    side, tree = Side.of(solution), solution.tree
    widths = side.tables.widths[::-1]
    require_memory(learning_need(tree.game, widths))
    learning = SequenceLearning(
        tree,
        widths,
        [padded(size) for size in side.tables.sizes[::-1]],
        Deals(side.tables, DrawPaths.of(tree), SEQUENCES, Cuts(TRAINING_SEED)).buckets,
        sampling=_OPPONENT,
        threads=threads,
        seats=(seat,),
    )
    # Both begin with the strategy, the opponent with next to no faith in it.
    for into, rows in zip(learning.regrets, side.strategy, strict=True):
        for begin in range(0, len(rows), _CHUNK):
            into[begin : begin + _CHUNK] = encode(_FAITH * rows[begin : begin + _CHUNK])
    for _ in range(deals):
        learning.iterate()
        if arrived():
            break
    learned = average_strategy(tree, learning.totals, learning.regrets, give_up=True)
    return Side(learned, side.tables)


def exploit_on_deals(
    solution: Solution,
    training: int,
    deals: int,
    *,
    threads: int | None = None,
    report: Report | None = None,
) -> DealScore | None:
    """What opponents trained against a solution win more from it than it wins from itself.

    The mean over both seats is a lower bound of exploitability with real cards; better opponents
    than those of the same buckets there may be.

    Args:
        solution: is exploited.
        training: deals on which each opponent learns.
        deals: other deals on which it is tested, an even number.
        threads: how many; all processors if left out.
        report: told how far it is; may end it.

    Returns:
        The opponents' gains; None if it was ended before both were tested.

    Raises:
        ConfigurationError: the solution is packed, or the number of deals is odd or too small.
        MemoryNeedError: it does not fit.
    """
    _require_pairs(deals)
    steps = _Steps(2 * training + 3 * deals, report)
    side, table = Side.of(solution), Table(solution.tree, threads=threads)
    itself = table.won(side, side, deals, steps.arrived)
    gains = []
    for seat, sign in ((BIG_BLIND, 1), (BUTTON, -1)):
        if steps.ended:
            return None
        opponent = train_opponent(solution, seat, training, steps.arrived, threads)
        if steps.ended:
            return None
        sides = (opponent, side) if seat == BIG_BLIND else (side, opponent)
        found = table.won(*sides, deals, steps.arrived)
        gains.append([sign * (won - own) for won, own in zip(found, itself, strict=False)])
    return _score(*gains)


class _Steps:
    """Counts the steps of several loops as one."""

    def __init__(self, steps: int, report: Report | None):
        self._steps, self._report, self._done = steps, report, 0
        self.ended = False

    def arrived(self) -> bool:
        """Count a step; whether to end."""
        self._done += 1
        self.ended = self._report is not None and bool(self._report(self._done, self._steps))
        return self.ended


def paired(results: Sequence[float]) -> Estimate:
    """Mean in mbb/g of the results of deals in small bets; a deal and its mirror are one sample."""
    pairs = MILLI * np.reshape(results, (-1, 2)).mean(axis=1)
    error = pairs.std(ddof=1) / np.sqrt(len(pairs)) if len(pairs) > 1 else np.inf
    return Estimate(float(pairs.mean()), float(error))


def _score(big_blind: Sequence[float], button: Sequence[float]) -> DealScore | None:
    """Of the pairs of deals that were played in both seats."""
    deals = min(len(big_blind), len(button)) // 2 * 2
    if not deals:
        return None
    both = (np.array(big_blind[:deals]) + np.array(button[:deals])) / 2
    return DealScore(deals, paired(both), paired(big_blind[:deals]), paired(button[:deals]))


def _require_pairs(deals: int) -> None:
    if deals < 4 or deals % 2:
        raise ConfigurationError(
            f"{deals} deals asked for; every deal is played with its mirror, so give an even "
            "number of at least 4"
        )
