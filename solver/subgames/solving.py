"""Solving what can follow a public state, given what both seats hold."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from solver.cfr import RULES, Minimiser
from solver.cfr.averages import average_strategy
from solver.cfr.kernels import padded
from solver.cfr.locks import Lock
from solver.cfr.memory import require_memory
from solver.cfr.rules import UpdateRule
from solver.game import PrivateChain
from solver.game.public_state import PublicState
from solver.stopping import stop_if_asked

RULE = replace(RULES["DCFR"], gamma=5)
"""A fast fading average, which pays off in the first hundred iterations."""

ITERATIONS = 200

LAST_ROUND_ITERATIONS = 100
"""Enough where no draw follows."""


_BYTES = 4 + 4 + 2
"""Of each number of a slot and bucket: regret, sum, and what is kept."""


@dataclass(frozen=True, eq=False)
class SolvedSubgame:
    """Strategies from a public state on.

    Attributes:
        root: the state, in a tree of its own.
        chains: of both seats from there on.
        strategy: for each level probabilities of shape (slots, padded buckets).
        iterations: iterations done.
        seconds: what they took.
    """

    root: PublicState
    chains: tuple[PrivateChain, PrivateChain]
    strategy: list[NDArray[np.float16]]
    iterations: int
    seconds: float


def solve_subgame(
    root: PublicState,
    chains: tuple[PrivateChain, PrivateChain],
    *,
    iterations: int | None = None,
    locks: Sequence[Lock] = (),
    rule: UpdateRule = RULE,
    threads: int = 1,
) -> SolvedSubgame:
    """Solve a subgame.

    Args:
        root: of `solver.game.subtree`.
        chains: of `solver.subgames.chains_from`.
        iterations: updates of both seats; `ITERATIONS` or `LAST_ROUND_ITERATIONS` if left out.
        locks: decisions of the tree of `root` with fixed frequencies.
        rule: the update rule.
        threads: how many; the result does not depend on it.

    Raises:
        MemoryNeedError: it does not fit; nothing has been allocated.
        Stopped: it is not wanted any more (`solver.stopping`).
    """
    levels = zip(root.tree.levels, (n // 2 for n in range(len(root.tree.levels))), strict=True)
    cells = sum(level.slots * padded(chains[0].buckets[number]) for level, number in levels)
    require_memory(_BYTES * cells, "begin later in the hand")
    begin = time.perf_counter()
    if iterations is None:
        iterations = ITERATIONS if root.tree.draws else LAST_ROUND_ITERATIONS
    minimiser = Minimiser(root.tree, chains, rule, threads, locks=locks)
    for _ in range(iterations):
        stop_if_asked()
        minimiser.iterate()
    strategy = average_strategy(root.tree, minimiser.totals, minimiser.regrets)
    return SolvedSubgame(root, chains, strategy, iterations, time.perf_counter() - begin)
