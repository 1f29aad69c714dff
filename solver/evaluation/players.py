"""Who can play a match: anything with the methods of `Player`, and solutions."""

from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache
from typing import Generic, Protocol, TypeVar

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from solver.abstraction import Abstraction
from solver.bridge import nearest
from solver.game import PublicState, PublicTree, start
from solver.solution import Solution

T = TypeVar("T")
Hand = tuple[int, ...]

_STATES = 50_000
"""Public states of which a player keeps what it has worked out."""

_HANDS = 1_000
"""Hands of which it does: enough for those of one deck, which come up again and again."""


class Player(Protocol):
    """Decides from its own cards and what both players have seen.

    Attributes:
        name: what a result calls it.
        tree: the public tree that it thinks in; the states that it is asked about are of this
            tree.
    """

    name: str
    tree: PublicTree

    def act(
        self, hand: Hand, state: PublicState, random: Generator, thrown: Hand | None = None
    ) -> str:
        """Letter of a betting action, one of ``state.actions``.

        Args:
            hand: own cards.
            state: what both players have seen.
            random: for choices.
            thrown: own cards thrown away so far, None if they are not known.
        """

    def discard(
        self, hand: Hand, state: PublicState, random: Generator, thrown: Hand | None = None
    ) -> Hand:
        """Cards to throw away; their number is one of ``state.actions``. Arguments as above."""


class Memory(Generic[T]):
    """The latest values of a function of public histories.

    Args:
        size: how many are kept.
    """

    def __init__(self, size: int = _STATES):
        self._size = size
        self._known: OrderedDict[str, T] = OrderedDict()

    def get(self, key: str, compute: Callable[[], T]) -> T:
        """What is known under a key, computed when it is first asked for."""
        value = self._known.get(key)
        if value is None:
            value = self._known[key] = compute()
            if len(self._known) > self._size:
                self._known.popitem(last=False)
        return value


class TreeView:
    """A hand as it looks in the tree of one player.

    Draws that the tree does not hold are seen as the nearest that it holds: the largest.

    Args:
        player: whose tree.

    Attributes:
        start: the state before the first action.
    """

    def __init__(self, player: Player):
        self.start = start(player.tree)
        self._memory: Memory[PublicState] = Memory()

    def follow(self, state: PublicState, action: str) -> PublicState:
        """State after an action of either player."""
        return self._memory.get(f"{state.history}>{action}", lambda: self._next(state, action))

    @staticmethod
    def _next(state: PublicState, action: str) -> PublicState:
        return state.play(nearest(state, action))


class BestDiscards:
    """Which cards an abstraction throws away.

    Args:
        abstraction: says what is kept.
    """

    def __init__(self, abstraction: Abstraction):
        self._keep = lru_cache(_HANDS)(abstraction.best_keep)

    def __call__(self, hand: Hand, draws_left: int, count: int) -> Hand:
        """The cards of a hand to throw away when drawing `count`."""
        kept = self._keep(hand, draws_left, count) if count else hand
        return tuple(card for card in hand if card not in kept)


class SolutionPlayer:
    """Plays the frequencies of a solution.

    Args:
        solution: the solution.
        name: what a result calls it.
    """

    def __init__(self, solution: Solution, name: str):
        self.name = name
        self.tree = solution.tree
        self._solution = solution
        self._buckets = lru_cache(_HANDS)(solution.buckets)
        self._discards = BestDiscards(solution.abstraction)
        self._memory: Memory[NDArray[np.float32]] = Memory()

    def act(
        self, hand: Hand, state: PublicState, random: Generator, thrown: Hand | None = None
    ) -> str:
        """A betting action as often as the solution takes it; see `Player`."""
        return state.actions[self._choose(hand, state, random, thrown)]

    def discard(
        self, hand: Hand, state: PublicState, random: Generator, thrown: Hand | None = None
    ) -> Hand:
        """A draw count as often as the solution chooses it, and the abstraction's best keep."""
        count = self._choose(hand, state, random, thrown)
        return self._discards(hand, state.draws_left, count)

    def _choose(
        self, hand: Hand, state: PublicState, random: Generator, thrown: Hand | None
    ) -> int:
        buckets = self._buckets(hand, state.draws_left, thrown)
        limits = self._memory.get(state.history, lambda: self._limits(state))
        mean = limits[buckets, :].mean(axis=0)
        return int(np.searchsorted(mean, random.random(), side="right"))

    def _limits(self, state: PublicState) -> NDArray[np.float32]:
        """Cumulative probabilities of all but the last action, shape (buckets, actions - 1)."""
        shares = self._solution.strategy_at(state)[:-1]
        return np.ascontiguousarray(np.cumsum(shares, axis=0).T, np.float32)
