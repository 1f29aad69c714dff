"""Strategies of the third betting round and all after it, solved when somebody asks for them.

Every instance of the third round is a subgame by itself, solved safely (`solver.subgames.safe`)
from the ranges that the strategies above lead to. The results look like the levels of a solution
that holds everything.
"""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Lock as Mutex
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.cfr.kernels import padded
from solver.game import PrivateChain, PublicTree, RoundLevel
from solver.game.public_state import PublicState, state_at
from solver.subgames.safe import solve_safely
from solver.subgames.solving import ITERATIONS

CUT = 4
"""Level of the third betting round, at which subgames begin."""

CACHE_BYTES = 256_000_000

Levels = tuple[NDArray[np.float16], ...]
Both = tuple[NDArray[np.float64], NDArray[np.float64]]
Known = Callable[[PublicState], tuple[Both, Both]]
"""At the start of a third round the ranges of both seats over their buckets, and what each bucket
is worth from there on (`solver.subgames.safe.solve_safely`)."""


Stored = Callable[[int, Sequence[tuple[int, int]]], Levels | None]
"""From an instance and the shapes of its levels to its probabilities, if they are known."""


class Resolver:
    """Reads or solves the subgames that begin with the third betting round, and remembers them.

    May be used by several threads.

    Args:
        tree: the whole tree.
        chains: private chains of both seats.
        known: ranges and worth at the start of a subgame.
        stored: subgames that need not be solved; None for the others.
        iterations: updates of both seats in a subgame.
        threads: how many subgames are solved at the same time, where many are needed.
        cache_bytes: most that is remembered; what has not been asked for longest is forgotten.
    """

    def __init__(
        self,
        tree: PublicTree,
        chains: Sequence[PrivateChain],
        known: Known,
        stored: Stored,
        *,
        iterations: int = ITERATIONS,
        threads: int = 1,
        cache_bytes: int = CACHE_BYTES,
    ):
        self.tree = tree
        self.chains = tuple(chains)
        self.known = known
        self.stored = stored
        self.iterations = iterations
        self.threads = threads
        self.cache_bytes = cache_bytes
        self.starts = slot_starts(tree)
        self._solved: OrderedDict[int, Levels] = OrderedDict()
        self._bytes = 0
        self._mutex = Mutex()

    @property
    def levels(self) -> list["ResolvedLevel"]:
        """The levels from the third betting round on."""
        return [ResolvedLevel(self, number) for number in range(CUT, len(self.tree.levels))]

    def subgame(self, instance: int) -> Levels:
        """Probabilities below one instance of the third betting round, level by level."""
        with self._mutex:
            if instance in self._solved:
                self._solved.move_to_end(instance)
                return self._solved[instance]
        solved = self._solve(instance)
        with self._mutex:
            if instance not in self._solved:
                self._solved[instance] = solved
                self._bytes += sum(level.nbytes for level in solved)
            while self._bytes > self.cache_bytes and len(self._solved) > 1:
                _, forgotten = self._solved.popitem(last=False)
                self._bytes -= sum(level.nbytes for level in forgotten)
        return solved

    def subgames(self, first: int, last: int) -> list[Levels]:
        """The same for the instances from `first` up to `last`."""
        if self.threads == 1 or last - first == 1:
            return [self.subgame(instance) for instance in range(first, last)]
        with ThreadPoolExecutor(self.threads) as pool:
            return list(pool.map(self.subgame, range(first, last)))

    def _solve(self, instance: int) -> Levels:
        widths = [padded(self.chains[0].buckets[n // 2]) for n in range(CUT, len(self.tree.levels))]
        shapes = [
            (int(starts[instance + 1] - starts[instance]), width)
            for starts, width in zip(self.starts, widths, strict=True)
        ]
        if (stored := self.stored(instance, shapes)) is not None:
            return stored
        state = state_at(self.tree, CUT, instance)
        draws = [chain.draws[state.round :] for chain in self.chains]
        reach, worth = self.known(state)
        chance = _chance(self.chains, state)
        solved = solve_safely(state, draws, reach, chance, worth, iterations=self.iterations)
        return tuple(solved)


class ResolvedLevel:
    """One level of a strategy; rows are solved when they are asked for."""

    def __init__(self, resolver: Resolver, level: int):
        self._resolver = resolver
        self._level = level

    def __getitem__(
        self, places: slice | tuple[NDArray[np.integer], NDArray[np.integer]], /
    ) -> NDArray[np.floating[Any]]:
        """Probabilities; see `solver.solution.values.Rows`."""
        starts = self._resolver.starts[self._level - CUT]
        if isinstance(places, tuple):
            return self._scattered(starts, *np.broadcast_arrays(*places))
        begin, end, _ = places.indices(int(starts[-1]))
        if end <= begin:
            buckets = self._resolver.chains[0].buckets[self._level // 2]
            return np.empty((0, padded(buckets)), np.float16)
        first = int(np.searchsorted(starts, begin, side="right")) - 1
        last = int(np.searchsorted(starts, end))
        parts = self._resolver.subgames(first, last)
        rows = np.concatenate([levels[self._level - CUT] for levels in parts])
        return rows[begin - starts[first] : end - starts[first]]

    def _scattered(
        self, starts: NDArray[np.int64], slots: NDArray[np.integer], buckets: NDArray[np.integer]
    ) -> NDArray[np.floating[Any]]:
        """Probabilities of single buckets, subgame by subgame."""
        out = np.empty(slots.shape, np.float16)
        instance = np.searchsorted(starts, slots, side="right") - 1
        for number in np.unique(instance):
            here = instance == number
            rows = self._resolver.subgame(int(number))[self._level - CUT]
            out[here] = rows[slots[here] - starts[number], buckets[here]]
        return out


def _chance(chains: Sequence[PrivateChain], state: PublicState) -> Both:
    """Ranges of seats that always take the actions that lead to a state."""
    reach = [chain.initial for chain in chains]
    for before, action in state.path:
        if before.drawing:
            reach[before.seat] = (
                reach[before.seat] @ chains[before.seat].draws[before.round][action]
            )
    return reach[0], reach[1]


def slot_starts(tree: PublicTree) -> list[NDArray[np.int64]]:
    """First slot of every subgame in each level from the third round on, and one past the last."""
    bounds = np.arange(tree.levels[CUT].instances + 1)
    starts = []
    for level in tree.levels[CUT:]:
        if isinstance(level, RoundLevel):
            starts.append(bounds * level.betting.actions)
            bounds = bounds * len(level.betting.closed)
        else:
            starts.append(level.slot_starts[bounds])
            bounds = level.first_child[bounds]
    return starts
