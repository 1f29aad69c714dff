"""Play over cuts of one deck: two strategies against each other, and opponents trained to exploit.

Given a cut, what two strategies win from each other is computed in full, range against range, so
that only the cuts are drawn at random. Hands are buckets and forget what buckets forget: a draw
never brings back the cards thrown away in it, later draws may.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from solver.cfr import RULES, Minimiser, default_threads
from solver.cfr.cut_learning import CutLearning
from solver.cfr.iteration import Rows
from solver.cfr.kernels import make_walk, set_chains
from solver.cfr.memory import OVERHEAD, entries, require_memory
from solver.cfr.short_floats import encode
from solver.cuts import Cuts, SharedDeck
from solver.errors import ConfigurationError
from solver.evaluation.score import MILLI, Estimate
from solver.game import BIG_BLIND, BUTTON, PublicTree, private_chain
from solver.solution import Solution
from solver.solution.packed import PackedSolution
from solver.solution.values import Rows as StrategyRows

Report = Callable[[int, int], bool]
"""Called with the steps behind and all steps; True ends the work there."""

Strategy = Sequence[StrategyRows]
"""For each level probabilities of shape (slots, padded buckets)."""

TEST_SEED, TRAINING_SEED = 1_000_003, 2_000_003
"""Cuts that are played are not those that anybody learned on; solves have seed 0."""

FADING = 2.0
"""Fading exponent of the average of a trained opponent."""

_CHUNK = 1 << 14
"""Slots that are turned into short floats at a time."""


@dataclass(frozen=True)
class CutScore:
    """What one side wins from the other with real cards, up to what buckets forget; in mbb/g.

    Attributes:
        cuts: cuts played, each with its mirror; standard errors are over such pairs.
        overall: mean over both seats.
        big_blind: in the big blind.
        button: on the button.
    """

    cuts: int
    overall: Estimate
    big_blind: Estimate
    button: Estimate


class CutTable:
    """Plays strategies against each other over cuts of one deck.

    Args:
        solution: says which game and which buckets.
        seed: of the cuts.
        threads: how many; all processors if left out.

    Raises:
        MemoryNeedError: it does not fit.
    """

    def __init__(self, solution: Solution, seed: int = TEST_SEED, threads: int | None = None):
        self.tree = solution.tree
        chain = private_chain(solution.abstraction)
        self._threads = threads or default_threads()
        require_memory(2 * entries(self.tree.game, chain.buckets) + OVERHEAD)
        self._walk = make_walk(self.tree, (chain, chain))
        self._deck = SharedDeck(solution.abstraction, self.tree.game, Cuts(seed))

    def won(self, rows: Rows, cuts: int, arrived: Callable[[], bool]) -> list[float]:
        """What the big blind wins in each cut, in small bets.

        Args:
            rows: strategies of both seats.
            cuts: how many cuts.
            arrived: called after each cut; True ends there.
        """
        found: list[float] = []
        for number in range(cuts):
            set_chains(self._walk, self._deck(number))
            found.append(self._walk.value(BIG_BLIND, rows, False, self._threads))
            if arrived():
                break
        return found


def play_over_cuts(
    first: Solution,
    second: Solution,
    cuts: int,
    *,
    seed: int = TEST_SEED,
    threads: int | None = None,
    report: Report | None = None,
) -> CutScore | None:
    """What the first of two solutions wins from the second, both in both seats of every cut.

    Args:
        first: a solution.
        second: another of the same game and abstraction.
        cuts: how many cuts, an even number: every cut is played with its mirror.
        seed: of the cuts.
        threads: how many; all processors if left out.
        report: told how far it is; may end it.

    Returns:
        The score; None if it was ended before any cut could be played in both seats.

    Raises:
        ConfigurationError: the solutions do not have the same game and buckets, one is packed, or
            the number of cuts is odd or too small.
        MemoryNeedError: it does not fit.
    """
    _require_pairs(cuts)
    if first.tree.game != second.tree.game or first.abstraction.digest != second.abstraction.digest:
        raise ConfigurationError(
            "strategies play over cuts only if they have the same game and the same buckets; let "
            "others play with real cards: tripledraw evaluate match"
        )
    _require_whole(first, second)
    table = CutTable(first, seed, threads)
    steps = _Steps(2 * cuts, report)
    rows = mixed(first.tree, first.strategy, second.strategy)
    big_blind = table.won(rows, cuts, steps.arrived)
    if steps.ended:
        return None
    rows = mixed(first.tree, second.strategy, first.strategy)
    return _score(big_blind, [-won for won in table.won(rows, cuts, steps.arrived)])


class TrainedOpponent:
    """An opponent who learns on cuts how to exploit a strategy.

    What it wins on other cuts is a lower bound of what a best response with real cards wins, as
    far as buckets are real cards.

    Args:
        solution: whose strategy is exploited.
        seat: seat of the opponent.
        threads: how many; all processors if left out.

    Raises:
        MemoryNeedError: it does not fit.
    """

    def __init__(self, solution: Solution, seat: int, threads: int | None = None):
        tree, chain = solution.tree, private_chain(solution.abstraction)
        require_memory(4 * entries(tree.game, chain.buckets) + OVERHEAD)
        rule = replace(RULES["LCFR"], gamma=FADING)
        self._minimiser = Minimiser(tree, (chain, chain), rule, threads, bits=16)
        # Both begin with the strategy; only the rows of the opponent will change.
        for into in (self._minimiser.regrets, self._minimiser.totals):
            _fill(tree, into, solution.strategy, solution.strategy)
        deck = SharedDeck(solution.abstraction, tree.game, Cuts(TRAINING_SEED))
        self._learning = CutLearning(self._minimiser, deck, rule, seats=(seat,))

    @property
    def rows(self) -> Rows:
        """What the opponent has learned, in its seat, and the strategy in the other."""
        return self._minimiser.totals

    def train(self, cuts: int, arrived: Callable[[], bool]) -> None:
        """Learn on so many cuts, unless `arrived` ends it."""
        for _ in range(cuts):
            self._learning.iterate()
            if arrived():
                break


def exploit_on_cuts(
    solution: Solution,
    training: int,
    cuts: int,
    *,
    threads: int | None = None,
    report: Report | None = None,
) -> CutScore | None:
    """What opponents trained against a solution win from it.

    The mean over both seats is a lower bound of exploitability with real cards, up to what buckets
    forget; better opponents than those of the same buckets there may be.

    Args:
        solution: is exploited.
        training: cuts on which each opponent learns.
        cuts: other cuts on which it is tested, an even number.
        threads: how many; all processors if left out.
        report: told how far it is; may end it.

    Returns:
        The opponents' winnings; None if it was ended before both were tested.

    Raises:
        ConfigurationError: the solution is packed, or the number of cuts is odd or too small.
        MemoryNeedError: it does not fit.
    """
    _require_pairs(cuts)
    _require_whole(solution)
    steps = _Steps(2 * (training + cuts), report)
    won = []
    for seat in (BIG_BLIND, BUTTON):
        if steps.ended:
            return None
        opponent = TrainedOpponent(solution, seat, threads)
        opponent.train(training, steps.arrived)
        if steps.ended:
            return None
        table = CutTable(solution, threads=threads)
        found = table.won(opponent.rows, cuts, steps.arrived)
        won.append(found if seat == BIG_BLIND else [-value for value in found])
        del opponent, table
    return _score(*won)


class _Steps:
    """Counts the steps of several loops as one."""

    def __init__(self, steps: int, report: Report | None):
        self._steps, self._report, self._done = steps, report, 0
        self.ended = False

    def arrived(self) -> bool:
        """Count a step; whether to end."""
        self._done += 1
        self.ended = self._report is not None and self._report(self._done, self._steps)
        return self.ended


def mixed(tree: PublicTree, big_blind: Strategy, button: Strategy) -> Rows:
    """Strategies of two players as the kernel reads them, each in its seat."""
    widths = [big_blind[number][:1].shape[1] for number in range(len(tree.levels))]
    rows: Rows = [
        np.empty((level.slots, width), np.uint16)
        for level, width in zip(tree.levels, widths, strict=True)
    ]
    _fill(tree, rows, big_blind, button)
    return rows


def _fill(tree: PublicTree, into: Rows, big_blind: Strategy, button: Strategy) -> None:
    for level, rows, first, second in zip(tree.levels, into, big_blind, button, strict=True):
        seats = level.owners()
        for begin in range(0, len(rows), _CHUNK):
            part = slice(begin, begin + _CHUNK)
            chosen = np.where(seats[part, None] == BIG_BLIND, first[part], second[part])
            rows[part] = encode(chosen)


def paired(results: Sequence[float]) -> Estimate:
    """Mean in mbb/g of the results of cuts in small bets; a cut and its mirror are one sample."""
    pairs = MILLI * np.reshape(results, (-1, 2)).mean(axis=1)
    error = pairs.std(ddof=1) / np.sqrt(len(pairs)) if len(pairs) > 1 else np.inf
    return Estimate(float(pairs.mean()), float(error))


def _score(big_blind: Sequence[float], button: Sequence[float]) -> CutScore | None:
    """Of the pairs of cuts that were played in both seats."""
    cuts = min(len(big_blind), len(button)) // 2 * 2
    if not cuts:
        return None
    both = (np.array(big_blind[:cuts]) + np.array(button[:cuts])) / 2
    return CutScore(cuts, paired(both), paired(big_blind[:cuts]), paired(button[:cuts]))


def _require_pairs(cuts: int) -> None:
    if cuts < 4 or cuts % 2:
        raise ConfigurationError(
            f"{cuts} cuts asked for; every cut is played with its mirror, so give an even number "
            "of at least 4"
        )


def _require_whole(*solutions: Solution) -> None:
    if any(isinstance(solution, PackedSolution) for solution in solutions):
        raise ConfigurationError(
            "a packed solution stores no strategies of the later rounds, and cuts need them all; "
            "give a solution of `tripledraw solve`"
        )
