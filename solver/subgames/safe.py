"""Solving a subgame so that neither seat gains by going there.

A subgame solved from the ranges alone takes the other seat's range for granted. He may hold other
hands than that, if the new strategy gives them more than the old one did. So he is given a choice
at the start: to go on, or to take what each of his hands was worth against the old strategy. A
strategy that is best against this chooser gives none of his hands more than before, as far as that
is possible, and it is: the old strategy does it (Burch, Johanson and Bowling 2014).
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from solver.cfr import Minimiser
from solver.cfr.averages import average_strategy
from solver.cfr.kernels import padded
from solver.cfr.rules import UpdateRule
from solver.game import BettingTree, PrivateChain, PublicTree
from solver.game.betting import CALL, FOLD
from solver.game.public_state import PublicState
from solver.game.subtree import subtree
from solver.stopping import stop_if_asked
from solver.subgames.chains import Draws, chains_from
from solver.subgames.solving import ITERATIONS, RULE

_TAKE, _GO_ON = 0, 1

LIKELY = 0.9
"""Share of the chooser's buckets that counts as often as his strategy brings them there; the rest
as often as his cards do, whatever he does with them. Of 0, 0.5 and 0.9 the last lost least."""

Vector = NDArray[np.float64]
Both = Sequence[Vector]
"""One vector a seat."""


def solve_safely(
    state: PublicState,
    draws: Sequence[Draws],
    reach: Both,
    chance: Both,
    worth: Both,
    *,
    iterations: int = ITERATIONS,
    rule: UpdateRule = RULE,
) -> list[NDArray[np.float16]]:
    """Strategies of both seats from the start of a betting round on, each safe against the other.

    Args:
        state: the start of a betting round after the first, in the whole tree.
        draws: what draws do to the buckets of both seats, from the next draw on.
        reach: ranges of both seats over their buckets.
        chance: the same if a seat always took the actions that lead here; may be small but not 0
            where a bucket can be.
        worth: what each bucket of a seat is worth to it against the old strategy of the other, from
            here on, in small bets.
        iterations: updates of both seats, for each of the two strategies.
        rule: the update rule.

    Returns:
        For each level probabilities of shape (slots, padded buckets).

    Raises:
        Stopped: they are not wanted any more (`solver.stopping`).
    """
    root = subtree(state)
    found: list[NDArray[np.float16]] = []
    for seat, chooser in ((0, 1), (1, 0)):
        mixed = list(reach)
        mixed[chooser] = LIKELY * _share(reach[chooser]) + (1 - LIKELY) * _share(chance[chooser])
        chains = chains_from(state, draws, mixed)
        tree = _with_choice(root.tree, chooser)
        value = worth[chooser] - state.contributed[chooser]
        minimiser = _ChoiceMinimiser(tree, chains, rule, chooser, value)
        for _ in range(iterations):
            stop_if_asked()
            minimiser.iterate()
        strategy = average_strategy(tree, minimiser.totals, minimiser.regrets)
        strategy[0] = strategy[0][2:]
        if not found:
            found = strategy
            continue
        for level, ours, theirs in zip(root.tree.levels, found, strategy, strict=True):
            own = level.owners() == seat
            ours[own] = theirs[own]
    return found


def _share(vector: Vector) -> Vector:
    return np.asarray(vector / vector.sum(), np.float64)


class _ChoiceMinimiser(Minimiser):
    """Learns a tree that begins with the choice, whose values and regrets are kept here.

    The kernel plays the choice from two rows of regrets like any other decision. What it adds to
    them tells the value of going on; they are then overwritten with the frequencies to be played.
    """

    def __init__(
        self,
        tree: PublicTree,
        chains: tuple[PrivateChain, PrivateChain],
        rule: UpdateRule,
        chooser: int,
        worth: Vector,
    ):
        super().__init__(tree, chains, rule, 1)
        self.chooser = chooser
        self.worth = np.zeros(padded(len(worth)), np.float32)
        self.worth[: len(worth)] = worth
        # What the kernel takes for the value of taking: a fold, of a range that sums to 1.
        self.fold = -float(tree.rounds[0].stake[0])
        self.choice_regrets = np.zeros((2, len(self.worth)), np.float32)
        self.frequencies = np.full((2, len(self.worth)), 0.5, np.float32)
        self.regrets[0][:2] = self.frequencies

    def _after_pass(self, seat: int, t: int) -> None:
        if seat == self.chooser:
            rows = self.regrets[0]
            kept = self.rule.keep_positive(t) * (self.frequencies[_GO_ON] - self.frequencies[_TAKE])
            value = rows[_GO_ON] - rows[_TAKE] - kept + self.fold
            options = np.stack([self.worth, value])
            old = self.choice_regrets
            keep = np.where(old > 0, self.rule.keep_positive(t), self.rule.keep_negative(t))
            self.choice_regrets = old * keep + options - (self.frequencies * options).sum(axis=0)
            positive = np.maximum(self.choice_regrets, 0)
            whole = positive.sum(axis=0)
            self.frequencies = np.where(whole > 0, positive / np.where(whole > 0, whole, 1), 0.5)
        self.regrets[0][:2] = self.frequencies


def _with_choice(tree: PublicTree, chooser: int) -> PublicTree:
    """A tree that begins with the choice of a seat; taking looks like a fold."""
    betting = tree.rounds[0].betting
    target = np.where(betting.target >= 0, betting.target + 1, betting.target)
    first = BettingTree(
        actor=np.concatenate([[chooser], betting.actor]).astype(np.int8),
        first_action=np.concatenate([[0], betting.first_action + 2]).astype(np.int32),
        letters=FOLD + CALL + betting.letters,
        target=np.concatenate([[-1 - len(betting.folder), 1], target]).astype(np.int32),
        folder=np.concatenate([betting.folder, [chooser]]).astype(np.int8),
        added=np.concatenate([betting.added, [[0, 0]]]).astype(np.float32),
        closed=betting.closed,
        sequences=(*betting.sequences, FOLD),
        decision_sequences=("", *betting.decision_sequences),
        decision_added=np.concatenate([[[0, 0]], betting.decision_added]).astype(np.float32),
    )
    rounds = (replace(tree.rounds[0], betting=first), *tree.rounds[1:])
    return PublicTree(tree.game, rounds, tree.draws, tree.draw_paths)
