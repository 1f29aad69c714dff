"""Learning with real cards: regret minimisation over card sequences of one deck.

Every iteration cuts the deck at random into a share for each seat and draws n card sequences
from each (`solver.sequences`). Given the cut the hands of both seats are independent, so that a
pass with rows of n numbers plays n times n deals of real cards, and what it adds to the regrets is
an unbiased sample of the game with one deck, under whatever the buckets can tell apart.

Samples call for linear weights (Brown and Sandholm 2019): a rule that forgets negative regrets, or
cuts them at zero, takes noise for news. Learning begins with the regrets of a solve on separate
decks. Subtrees that play hardly ever comes to are visited at random, their values standing in as
baselines (Schmid and others 2019), which does not change the mean of what is learned.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.cfr.kernels import default_threads, make_sequence_walk, pad
from solver.cfr.minimiser import Minimiser, Rows, side_by_side
from solver.cfr.short_floats import decode, encode
from solver.game.chains import PrivateChain
from solver.game.tree import DrawLevel, PublicTree, RoundLevel

Buckets = Sequence[list[NDArray[np.int32]]]
"""For each seat and round the buckets of all sequences after each own draw path."""

BucketsOfDeal = Callable[[int], Buckets]
"""From the number of a deal, from 0, to the buckets of both seats."""

_UNIT = 1000
"""Weights in the sums are divided by so many iterations, to stay in the range of numbers."""

_CHUNK = 1 << 22
"""Numbers that are turned at a time, so that memory stays small beside the regrets."""


@dataclass(frozen=True)
class Sampling:
    """How deals are turned into regrets.

    Attributes:
        head_start: iterations that the regrets of separate decks count for.
        fading: exponent with which the weight of an iteration grows in the average.
        certain: reach of a subtree (the root of the product of both seats') from which on it is
            always visited; 0 visits all.
        least: least chance of a visit.
        rate: at which baselines follow what is seen.
        all_visited: first iterations in which everything is visited, so that baselines are known.
    """

    head_start: float = 1000
    fading: float = 2
    certain: float = 0.01
    least: float = 0.125
    rate: float = 0.1
    all_visited: int = 2


class SequenceLearning:
    """Learns on card sequences, one deal after the other.

    Args:
        tree: the public tree.
        widths: padded buckets in each betting round.
        strides: the same for one class of dead cards.
        buckets_of_deal: called for one deal after the other.
        sampling: how deals are turned into regrets.
        threads: how many; the result does not depend on it.
        build: of the kernel.
        bits: of every number kept, 16 or 32.
        seats: which seats learn; the others play what their regrets say.

    Attributes:
        iteration: deals learned from.
        regrets: cumulative regrets.
        totals: sums of strategies.
        values: what the strategy won for each of these seats in the last deal, in small bets.
    """

    def __init__(
        self,
        tree: PublicTree,
        widths: Sequence[int],
        strides: Sequence[int],
        buckets_of_deal: BucketsOfDeal,
        *,
        sampling: Sampling = Sampling(),
        threads: int | None = None,
        build: str | None = None,
        bits: int = 16,
        seats: Sequence[int] = (0, 1),
    ):
        self.tree = tree
        self.widths = tuple(widths)
        self.strides = tuple(strides)
        self.sampling = sampling
        self.threads = threads or default_threads()
        self.bits = bits
        self.seats = tuple(seats)
        self.iteration = 0
        self.values: tuple[float, ...] = ()
        self.regrets, self.totals = side_by_side(tree, widths, 2, bits)
        self.walk = make_sequence_walk(tree, widths, strides, build)
        self._buckets_of_deal = buckets_of_deal
        self._baselines = [self._empty_baselines() for _ in (0, 1)]

    def _empty_baselines(self) -> list[NDArray[np.float32] | None]:
        """Rows for the starts of the third and later rounds, if subtrees are to be left out."""
        if not self.sampling.certain:
            return [None] * len(self.strides)
        return [
            np.zeros((level.instances, stride), np.float32) if number > 1 else None
            for number, (level, stride) in enumerate(
                zip(self.tree.rounds, self.strides, strict=True)
            )
        ]

    def baseline_rows(self) -> Rows:
        """Values that stand in where a subtree is left out, by seat and betting round."""
        return [rows for of_seat in self._baselines for rows in of_seat if rows is not None]

    def begin_with(self, minimiser: Minimiser) -> None:
        """Take over what was learned on separate decks.

        Sums over the sequences of a bucket contain the chance to be dealt them, the regrets of
        separate decks do not: they are multiplied by it. With weights 1 to n, n iterations add up
        to n / 2 times their plain sum.

        Args:
            minimiser: of buckets without classes of dead cards; its regrets and sums are given up
                level by level, to make room.
        """
        reach = [chance_reach(self.tree, chain) for chain in minimiser.chains]
        factor = self.sampling.head_start**2 / (2 * max(1, minimiser.iteration))
        for number, level in enumerate(self.tree.levels):
            stride = self.strides[number // 2]
            classes = self.widths[number // 2] // stride
            seats = [of_seat[number // 2] for of_seat in reach]
            chance = np.concatenate([pad(seat, len(seat), stride) for seat in seats])
            chance *= factor / classes
            own_path = _rows_of_slots(level, len(seats[0]))
            step = max(1, _CHUNK // (stride * classes))
            for first in range(0, level.slots, step):
                part = slice(first, first + step)
                scaled = decode(minimiser.regrets[number][part]) * chance[own_path[part]]
                many = np.tile(scaled, (1, classes))
                self.regrets[number][part] = encode(many) if self.bits == 16 else many
            minimiser.regrets[number] = minimiser.totals[number] = np.empty((0, 0), np.float32)

    def iterate(self) -> None:
        """Learn from the next deal: first seat 0, then seat 1 against its new strategy."""
        sampling, t = self.sampling, self.iteration + 1
        buckets = self._buckets_of_deal(self.iteration)
        visit_all = self.iteration < sampling.all_visited
        values = [
            self.walk.learn_deal(
                seat,
                buckets,
                self.regrets,
                self.totals,
                regret_scale=t + sampling.head_start,
                total_scale=(t / _UNIT) ** sampling.fading,
                iteration=t,
                threads=self.threads,
                baselines=self._baselines[seat],
                certain=1e-9 if visit_all else sampling.certain,
                least=sampling.least,
                rate=1.0 if t == 1 else sampling.rate,
                random=2 * self.iteration + seat,
            )
            for seat in self.seats
        ]
        self.iteration = t
        self.values = tuple(values)


def _rows_of_slots(level: RoundLevel | DrawLevel, paths: int) -> NDArray[np.int32]:
    """For every slot the own draw path of its seat, those of seat 1 after all those of seat 0."""
    counts = (
        np.full(level.instances, level.betting.actions)
        if isinstance(level, RoundLevel)
        else np.diff(level.slot_starts)
    )
    first, second = (np.repeat(of_seat, counts) for of_seat in level.paths)
    return np.where(level.owners() == 0, first, second + paths).astype(np.int32)


def chance_reach(tree: PublicTree, chain: PrivateChain) -> list[NDArray[np.float64]]:
    """Chance of each bucket after each path of own draws, whatever is done.

    Returns:
        For each betting round an array (paths, buckets), paths as in ``tree.draw_paths``.
    """
    reach = [chain.initial[None, :]]
    for draws, paths in zip(chain.draws, tree.draw_paths[1:], strict=True):
        reach.append(np.stack([reach[-1][before] @ draws[count] for before, count in paths]))
    return reach
