"""What actions win with real cards when both seats play on by a strategy, by playing them out."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from threading import Lock
from typing import Protocol

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from solver.evaluation._rollouts import Strategies
from solver.game import PublicTree, RoundLevel
from solver.game.public_state import PublicState
from solver.sequences import HandTables, ParticleRange

CUT = 4
"""Level of the third betting round. What follows is read when it is asked for, since packed
solutions have to solve it."""

WHOLE = 65_535
"""What stands for a probability of one."""


class SlotRows(Protocol):
    """One level of a strategy, read by consecutive slots."""

    def __getitem__(self, places: slice, /) -> NDArray[np.floating]:
        """Probabilities, shape (slots, padded buckets)."""


@dataclass(frozen=True, eq=False)
class ComparedActions:
    """What every action of some hands wins more than the strategy's own mix of actions.

    Attributes:
        mean: in small bets, shape (hands, actions).
        error: standard error of each mean.
        met: rollouts of each action of every hand; 0 where no opponent was found that shares no
            card with the hand.
    """

    mean: NDArray[np.float64]
    error: NDArray[np.float64]
    met: NDArray[np.int32]


class Rollouts:
    """Plays hands out by a strategy of triple draw. May be used by several threads.

    Args:
        strategy: for each level probabilities of shape (slots, padded buckets); or for the last
            ones only, if hands begin there.
        tree: the public tree.
        tables: of the buckets that the strategy is for.
    """

    def __init__(self, strategy: Sequence[SlotRows], tree: PublicTree, tables: HandTables):
        self.tree = tree
        self._strategy, self._tables = strategy, tables
        self._first = len(tree.levels) - len(strategy)
        self._buckets = list(reversed(tables.widths))
        self._lock = Lock()
        rounds = []
        for level in tree.rounds:
            betting = level.betting
            closed = np.full(len(betting.folder), -1, np.int32)
            closed[list(betting.closed)] = np.arange(len(betting.closed))
            rounds.append(
                (
                    betting.actor,
                    betting.first_action,
                    betting.target,
                    betting.folder,
                    closed,
                    betting.added,
                )
            )
        draws = [
            (
                np.ascontiguousarray(level.choices),
                np.ascontiguousarray(level.first_child, np.int64),
                np.ascontiguousarray(level.slot_starts, np.int64),
            )
            for level in tree.draws
        ]
        self._strategies = Strategies(
            rounds,
            [np.ascontiguousarray(level.stake) for level in tree.rounds],
            draws,
            self._buckets,
            [
                np.zeros(1, np.uint16)  # nobody reads it
                if n < self._first
                else self._shares(n, 0, tree.levels[n].instances)
                for n in range(CUT)
            ],
        )

    def compare(
        self,
        state: PublicState,
        hands: NDArray[np.uint8],
        used: NDArray[np.uint64],
        opponents: ParticleRange,
        rollouts: int,
        random: Generator,
    ) -> ComparedActions:
        """Play out all actions of the seat to act, each with the same opponents and cards.

        Args:
            state: where it acts, before the last betting round.
            hands: its hands, ascending cards, shape (hands, 5).
            used: all cards that each has held, shape (hands,).
            opponents: range of the other seat, of equal weights.
            rollouts: of every action of every hand.
            random: seeds the rollouts.
        """
        shape = len(hands), len(state.actions)
        mean, error = np.empty(shape), np.empty(shape)
        met = np.empty(len(hands), np.int32)
        left = np.array([state.draws_left_of(seat) for seat in (0, 1)], np.int32)
        seed = int(random.integers(2**63))
        missing = np.zeros(self.tree.rounds[2].instances, np.uint8)
        if state.level >= CUT:
            closed = len(self.tree.rounds[2].betting.closed)
            self._load(state.instance if state.level == CUT else state.instance // closed)
        while True:
            self._strategies.compare_actions(
                self._tables.view,
                state.seat,
                state.level,
                state.instance,
                state.decision,
                left,
                np.ascontiguousarray(hands),
                np.ascontiguousarray(used),
                opponents.hands,
                opponents.used,
                self._tables.outside,
                rollouts,
                seed,
                mean,
                error,
                met,
                missing,
            )
            if not missing.any():
                break
            for block in np.flatnonzero(missing):
                self._load(int(block))
            missing[:] = 0
        return ComparedActions(
            mean, np.sqrt(np.maximum(error, 0) / np.maximum(met[:, None], 1)), met
        )

    def _load(self, block: int) -> None:
        """Read what is below an instance of the third round, once."""
        if self._strategies.has_block(block):
            return
        spans = self.tree.below(CUT, block)
        rows = [self._shares(n, *spans[n]) for n in range(CUT, len(spans))]
        with self._lock:
            if not self._strategies.has_block(block):
                self._strategies.add_block(block, rows)

    def _shares(self, number: int, first: int, last: int) -> NDArray[np.uint16]:
        """Probabilities of some instances of a level, bucket by bucket, in parts of `WHOLE`."""
        level, buckets = self.tree.levels[number], self._buckets[number // 2]
        begin, end = level.first_slot(first), level.first_slot(last)
        rows = np.asarray(self._strategy[number - self._first][begin:end], np.float32)[:, :buckets]
        starts = level.decision_starts(first, last) - begin
        counts = np.diff([*starts, end - begin])
        # Rounding to 16 bits leaves sums a little off one.
        whole = np.repeat(np.add.reduceat(rows, starts, axis=0), counts, axis=0)
        even = np.broadcast_to(1 / np.repeat(counts, counts)[:, None], rows.shape)
        shares = np.divide(rows, whole, out=even.astype(np.float32), where=whole > 0)
        found = np.rint(shares * WHOLE).astype(np.uint16)
        if isinstance(level, RoundLevel):
            each = found.reshape(last - first, level.betting.actions, buckets)
            return np.ascontiguousarray(each.transpose(0, 2, 1)).ravel()
        bounds = level.slot_starts[first : last + 1] - begin
        parts = [found[a:b].T.ravel() for a, b in pairwise(bounds)]
        return np.concatenate(parts)
