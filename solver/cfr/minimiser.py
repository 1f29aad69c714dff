"""Regret minimisation with alternating updates, and what it has reached so far."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.cfr.kernels import default_threads, make_walk, padded
from solver.cfr.locks import Lock
from solver.cfr.rules import RULES, UpdateRule
from solver.cfr.short_floats import Kept
from solver.errors import ConfigurationError
from solver.game.chains import PrivateChain
from solver.game.tree import PublicTree

MOST_THREADS = 256

Rows = list[Kept]
"""For each level of a tree an array (slots, padded buckets)."""

CELLS: dict[int, type[np.generic]] = {16: np.uint16, 32: np.float32}
"""How numbers are kept, by bits: as short floats or in single precision."""


@dataclass(frozen=True)
class Exploitability:
    """How far a pair of strategies is from equilibrium, in small bets a hand.

    Attributes:
        best_responses: what a best response wins from each seat.
        value: what the strategies win for each seat against each other.
    """

    best_responses: tuple[float, float]
    value: tuple[float, float]

    @property
    def mean(self) -> float:
        """Mean over both seats of what a best response gains, in small bets a hand."""
        return sum(self.best_responses) / 2

    @property
    def mbb(self) -> float:
        """The same in thousandths of a big blind (= small bet) a hand."""
        return 1000 * self.mean


def side_by_side(
    tree: PublicTree, buckets: Sequence[int], kinds: int, bits: int = 32
) -> list[Rows]:
    """Zeros for every slot of a tree, several kinds of numbers beside each other in memory.

    Args:
        tree: the public tree.
        buckets: buckets in each betting round.
        kinds: how many numbers there are for each slot and bucket.
        bits: of each number.

    Returns:
        For each kind views of the levels, shape (slots, padded buckets).
    """
    together = [
        np.zeros((level.slots, kinds, padded(buckets[number // 2])), CELLS[bits])
        for number, level in enumerate(tree.levels)
    ]
    return [[level[:, kind] for level in together] for kind in range(kinds)]


class Minimiser:
    """Counterfactual regret minimisation on one tree.

    Attributes:
        tree: the public tree.
        chains: private states of both seats.
        rule: the update rule.
        threads: how many are used; results do not depend on it.
        iteration: iterations done.
        regrets: cumulative regrets.
        totals: reach-weighted sums of strategies; in proportion to the average strategies.
        predicted: predicted regrets of a predictive rule, otherwise None.
        locks: decisions with fixed frequencies.

    Args:
        build: of the kernel.
        bits: of each number kept, 16 (`solver.cfr.short_floats`) or 32.
    """

    def __init__(
        self,
        tree: PublicTree,
        chains: Sequence[PrivateChain],
        rule: UpdateRule = RULES["DCFR"],
        threads: int | None = None,
        build: str | None = None,
        bits: int = 32,
        locks: Sequence[Lock] = (),
    ):
        self.tree = tree
        self.chains = tuple(chains)
        self.rule = rule
        self.threads = threads or default_threads()
        if not 1 <= self.threads <= MOST_THREADS:
            raise ConfigurationError(
                f"{self.threads} threads asked for; expected 1 to {MOST_THREADS}"
            )
        self.iteration = 0
        self.walk = make_walk(tree, chains, build)
        rows = side_by_side(tree, chains[0].buckets, 3 if rule.predict else 2, bits)
        self.regrets, self.totals = rows[0], rows[1]
        self.predicted = rows[2] if rule.predict else None
        self.locks = tuple(locks)
        self._write_locks()

    @property
    def entries(self) -> int:
        """Numbers of (slot, padded bucket): the unit in which speed is measured."""
        return sum(rows.size for rows in self.regrets)

    def iterate(self) -> None:
        """Do one iteration: first seat 0, then seat 1 against its new strategy."""
        self.learn(self.rule, self.iteration + 1)

    def learn(
        self,
        rule: UpdateRule,
        t: int,
        weights: Sequence[list[NDArray[np.float32]] | None] = (None, None),
        seats: Sequence[int] = (0, 1),
    ) -> None:
        """Do one iteration by a rule of the caller's.

        Args:
            rule: the rule.
            t: iteration by the count of the rule.
            weights: for each seat and level factors on the new regrets by own draw path and
                bucket, shape (paths, padded buckets); None for all one.
            seats: which seats are updated.
        """
        self.iteration += 1
        for seat in seats:
            self.walk.learn(
                seat,
                self.regrets,
                self.predicted if rule.predict and self.predicted is not None else self.regrets,
                self.totals,
                keep_positive=rule.keep_positive(t),
                keep_negative=rule.keep_negative(t),
                keep_predicted=rule.keep_predicted(t),
                keep_total=rule.keep_total(t),
                clip=rule.clip,
                predict=rule.predict,
                iteration=self.iteration,
                threads=self.threads,
                weights=weights[seat],
            )
            self._after_pass(seat, t)

    def _after_pass(self, seat: int, t: int) -> None:
        """Put fixed frequencies back in place; `seat` has learnt in iteration `t`."""
        self._write_locks()

    def _write_locks(self) -> None:
        for lock in self.locks:
            lock.write(self.regrets[lock.state.level])
            if self.predicted is not None:
                lock.write(self.predicted[lock.state.level])

    def exploitability(self) -> Exploitability:
        """Best responses to the average strategies, and their value, inside the abstraction."""
        best = [self.walk.value(seat, self.totals, True, self.threads) for seat in (0, 1)]
        value = self.walk.value(0, self.totals, False, self.threads)
        return Exploitability((best[0], best[1]), (value, -value))
