"""Best responses as a recursion over public states, down to subtrees that somebody else values."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from threading import Event

import numpy as np
from numpy.typing import NDArray

from solver.cfr._walk import Walk
from solver.cfr.kernels import pad, padded
from solver.cfr.minimiser import Exploitability
from solver.evaluation.lifting import LiftedStrategy
from solver.game import BIG_BLIND, BUTTON, PublicTree
from solver.game.public_state import PublicState, start
from solver.stopping import Report, Stopped, tell

Vector = NDArray[np.float64]
Below = Callable[[PublicState, list[Vector]], list[Vector]]
"""From a state and the reach of both seats to its values, one vector for each of the tasks."""

FORK = 2
"""Level whose instances may be worked on side by side: the second betting round."""

TASKS = ((BIG_BLIND, True), (BUTTON, True), (BIG_BLIND, False))
"""What is computed in one pass: whose values, and whether that seat takes its best actions."""


class BestResponses(ABC):
    """Best responses to a strategy, and its value.

    A private state is whatever the vectors run over: a bucket, or a hand.

    Attributes:
        tree: the public tree.
        strategy: what both seats play, over the private states.
        initial: probability of every private state at the deal.
        cut: level at which subtrees begin.
    """

    tree: PublicTree
    strategy: LiftedStrategy
    initial: Vector
    cut: int

    @property
    def subtrees(self) -> int:
        """Number of subtrees."""
        return self.tree.levels[self.cut].instances

    @abstractmethod
    def below(self, instance: int, reach: Sequence[Vector]) -> list[Vector]:
        """Counterfactual values at the start of a subtree, one vector for each of the tasks."""

    def values_from_round(
        self,
        walk: Walk,
        instance: int,
        reach: Sequence[Vector],
        rows: list[NDArray[np.float32]],
        firsts: list[int],
    ) -> list[Vector]:
        """Counterfactual values at the start of a betting round at the cut, one for each task.

        Args:
            walk: kernel of what lies below.
            instance: of the round at the cut.
            reach: of both seats there.
            rows: probabilities of the subtree, level by level.
            firsts: first slot of the subtree in each level.
        """
        buckets = len(reach[0])
        record: list[NDArray[np.float32] | None] = [None] * len(rows)
        values = []
        for seat, respond in TASKS:
            other = pad(reach[1 - seat], padded(buckets))
            found = walk.value_below(
                self.cut // 2, instance, 0, seat, other, rows, firsts, record, respond
            )
            values.append(found[:buckets].astype(np.float64))
        return values

    @abstractmethod
    def forward(self, draw: int, count: int, reach: Vector) -> Vector:
        """Reach after draw 0, 1 or 2 of that many cards."""

    @abstractmethod
    def backward(self, draw: int, count: int, values: Vector) -> Vector:
        """Mean over the draw of the values after it."""

    def measure(self, report: Report | None = None, threads: int = 1) -> Exploitability:
        """Best responses from both seats and the value of the strategy, in small bets a hand.

        Args:
            report: told after every subtree how far it is; may stop it.
            threads: how many; the result does not depend on it, what each works on is in memory.

        Raises:
            Stopped: the report said so.
        """
        done, stopped = count(1), Event()

        def arrived() -> None:
            if stopped.is_set():
                raise Stopped
            try:
                tell(report, next(done), self.subtrees)
            except Stopped:
                stopped.set()
                raise

        branches: list[tuple[PublicState, list[Vector]]] = []

        def note(state: PublicState, reach: list[Vector]) -> list[Vector]:
            branches.append((state, reach))
            return [np.zeros_like(reach[owner]) for owner, _ in TASKS]

        root, initial = start(self.tree), self.initial
        self._above(root, [initial, initial], note)
        with ThreadPoolExecutor(threads) as pool:
            found = pool.map(lambda branch: self.visit(branch[0], branch[1], arrived), branches)
            try:
                first, second, value = self._above(root, [initial, initial], lambda *_: next(found))
            except BaseException:
                stopped.set()  # nobody waits for the others
                pool.shutdown(wait=False, cancel_futures=True)
                raise
        won = float(initial @ value)
        return Exploitability((float(initial @ first), float(initial @ second)), (won, -won))

    def visit(
        self, state: PublicState, reach: list[Vector], arrived: Callable[[], None]
    ) -> list[Vector]:
        """Counterfactual values at a state from the second betting round on, one for each task.

        Args:
            state: a place above the cut, an end of the hand, or the start of a subtree.
            reach: reach of both seats over their private states, chance included.
            arrived: called whenever a subtree is done.
        """
        if state.level == self.cut and state.ended is None:
            values = self.below(state.instance, reach)
            arrived()
            return values
        return self._played(state, reach, lambda after, held: self.visit(after, held, arrived))

    def _above(self, state: PublicState, reach: list[Vector], branch: Below) -> list[Vector]:
        """The same before the second betting round, whose values come from `branch`."""
        if state.level == FORK and state.ended is None:
            return branch(state, reach)
        return self._played(state, reach, lambda after, held: self._above(after, held, branch))

    def _played(self, state: PublicState, reach: list[Vector], below: Below) -> list[Vector]:
        """Values at a state from those after each of its actions."""
        if state.ended is not None:
            return [_payoff(state, seat, reach) for seat, _ in TASKS]
        seat = state.seat
        frequencies = self.strategy.frequencies(state)
        children = []
        for choice, action in enumerate(state.actions):
            after = list(reach)
            after[seat] = reach[seat] * frequencies[choice]
            if state.drawing:
                after[seat] = self.forward(state.round, choice, after[seat])
            values = below(state.play(action), after)
            if state.drawing:
                values = [
                    self.backward(state.round, choice, vector) if owner == seat else vector
                    for (owner, _), vector in zip(TASKS, values, strict=True)
                ]
            children.append(values)
        combined = []
        for task, (owner, respond) in enumerate(TASKS):
            choices = np.stack([values[task] for values in children])
            if owner != seat:
                combined.append(choices.sum(axis=0))
            elif respond:
                combined.append(choices.max(axis=0))
            else:
                combined.append((frequencies * choices).sum(axis=0))
        return combined


def _payoff(state: PublicState, seat: int, reach: Sequence[Vector]) -> Vector:
    """Values of a seat where the hand ended by a fold."""
    return np.full(len(reach[seat]), state.won_by_fold(seat) * reach[1 - seat].sum())
