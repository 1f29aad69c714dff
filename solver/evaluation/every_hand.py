"""Exploitability against a best response that sees its whole hand: no buckets on its side.

Down to the last draw vectors run over all 134,459 hands, after it over the 7,462 low classes. The
strategy is read through its own buckets, which every hand has one of. Cards are kept as in the
abstraction, and neither seat's cards take cards from the other: what is measured is just what
buckets lose.
"""

import time
from collections.abc import Sequence

import numpy as np

from solver.abstraction import DRAWS, Abstraction
from solver.abstraction.draws import HandDraws
from solver.abstraction.reference import deal
from solver.cards import CLASSES, low_class, suit_classes
from solver.cfr.kernels import make_walk
from solver.evaluation.best_responses import BestResponses, Vector
from solver.evaluation.lifting import LiftedStrategy
from solver.game import PrivateChain, PublicTree
from solver.game.public_state import PublicState
from solver.solution import Solution
from solver.solution.values import Rows


class EveryHandCheck(BestResponses):
    """Best responses that see every hand, and the value of a strategy.

    Args:
        tree: the public tree.
        abstraction: the buckets of the strategy, and the cards that hands keep.
        strategy: for each level probabilities of shape (slots, padded buckets).
    """

    def __init__(self, tree: PublicTree, abstraction: Abstraction, strategy: Sequence[Rows]):
        self.tree = tree
        self.initial = deal()
        self.cut = len(tree.levels) - 1
        self._class = low_class(suit_classes(5).example).astype(np.intp) - 1
        of_class = np.empty(CLASSES, np.intp)
        of_class[self._class] = abstraction.buckets[0]
        earlier = (abstraction.buckets[left].astype(np.intp) for left in range(DRAWS, 0, -1))
        self.strategy = LiftedStrategy(strategy, (*earlier, of_class))
        self._draws = HandDraws(abstraction.keeps, abstraction.config.draws)
        chain = _showdown_chain()
        self._walk = make_walk(tree, (chain, chain))

    def estimate(self) -> float:
        """Seconds that one thread will take, from doing the first instance of the third round."""
        level = self.cut - 2
        state = PublicState(self.tree, "", level, 0, 0)
        begin = time.perf_counter()
        self.visit(state, [self.initial, self.initial], lambda: None)
        seconds = time.perf_counter() - begin
        first, last = self.tree.below(level, 0)[-1]
        return seconds * self.subtrees / (last - first)

    def forward(self, draw: int, count: int, reach: Vector) -> Vector:
        """Reach after a draw; over low classes after the last."""
        after = self._draws.forward(DRAWS - draw, count, reach)
        if draw == DRAWS - 1:
            after = np.bincount(self._class, after, CLASSES).astype(np.float64)
        return after

    def backward(self, draw: int, count: int, values: Vector) -> Vector:
        """Mean over the draw of the values after it."""
        after = values if draw < DRAWS - 1 else values[self._class]
        return self._draws.backward(DRAWS - draw, count, after)

    def below(self, instance: int, reach: Sequence[Vector]) -> list[Vector]:
        """Counterfactual values at the start of a last betting round."""
        last = self.cut
        level = self.tree.levels[last]
        first = level.first_slot(instance)
        rows = [np.empty((0, width), np.float32) for width in self._walk.widths[:last]]
        rows.append(self.strategy.rows(last, first, level.first_slot(instance + 1)))
        firsts = [0] * last + [first]
        return self.values_from_round(self._walk, instance, reach, rows, firsts)


def _showdown_chain() -> PrivateChain:
    """A chain that is all low classes in the last round; only that round is played with it."""
    one = (np.ones((1, 1)),) * 6
    return PrivateChain(np.ones(1), (one, one, (np.full((1, CLASSES), 1 / CLASSES),) * 6))


def every_hand(solution: Solution) -> EveryHandCheck:
    """Check of a solution against a best response that sees every hand."""
    return EveryHandCheck(solution.tree, solution.abstraction, solution.strategy)
