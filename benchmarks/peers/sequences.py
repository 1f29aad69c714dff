"""The common yardstick: exploitability of any solver's strategies in the dealt game.

Sequence form of von Stengel (1996): a sequence is what a seat has done so far; the empty one has
number 0, those of an information set follow each other.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array, csr_array, load_npz, save_npz

from benchmarks.peers.deal import WHOLE, Chance, DealtGame, Decision, InformationSet

Weights = tuple[NDArray[np.float64], NDArray[np.float64]]
"""For each seat a weight of every sequence but the empty one, in proportion to the probability of
the action in its information set."""


@dataclass(frozen=True)
class SequenceForm:
    """A game in sequence form.

    Attributes:
        payoff: what seat 0 wins, chance included, shape (sequences of seat 0, of seat 1).
        first: first sequence of every information set, for each seat.
        before: the sequence that leads to every information set, for each seat.
    """

    payoff: csr_array
    first: tuple[NDArray[np.int64], NDArray[np.int64]]
    before: tuple[NDArray[np.int64], NDArray[np.int64]]

    @classmethod
    def of(cls, dealt: DealtGame) -> Self:
        """Sequence form of a dealt game."""
        first = [_starts(sets) for sets in dealt.information_sets]
        before = [np.zeros(len(sets), np.int64) for sets in dealt.information_sets]
        reached: list[tuple[float, tuple[int, int]]] = []
        rows, columns, won = [], [], []
        for number, parent, branch in dealt.walk():
            chance, sequences = reached[parent] if parent >= 0 else (1.0, (0, 0))
            above = dealt.nodes[parent] if parent >= 0 else None
            if isinstance(above, Chance):
                chance *= above.parts[branch] / WHOLE
            elif isinstance(above, Decision):
                chosen = int(first[above.seat][above.information_set]) + branch
                sequences = (chosen, sequences[1]) if above.seat == 0 else (sequences[0], chosen)
            reached.append((chance, sequences))
            node = dealt.nodes[number]
            if isinstance(node, Decision):
                before[node.seat][node.information_set] = sequences[node.seat]
            elif not isinstance(node, Chance):
                rows.append(sequences[0])
                columns.append(sequences[1])
                won.append(chance * node.won)
        shape = tuple(1 + sum(len(one.letters) for one in sets) for sets in dealt.information_sets)
        payoff = csr_array(coo_array((won, (rows, columns)), shape=shape))
        return cls(payoff, (first[0], first[1]), (before[0], before[1]))

    def save(self, folder: Path) -> None:
        """Write to a folder."""
        save_npz(folder / "payoff.npz", self.payoff)
        (first0, first1), (before0, before1) = self.first, self.before
        np.savez(
            folder / "sequences.npz", first0=first0, first1=first1, before0=before0, before1=before1
        )

    @classmethod
    def load(cls, folder: Path) -> Self:
        """Read what `save` wrote."""
        with np.load(folder / "sequences.npz") as arrays:
            first = arrays["first0"], arrays["first1"]
            before = arrays["before0"], arrays["before1"]
        return cls(csr_array(load_npz(folder / "payoff.npz")), first, before)

    def exploitability(self, weights: Weights) -> float:
        """Mean over both seats of what a best response gains, in small bets a hand."""
        plans = [self._plan(seat, weights[seat]) for seat in (0, 1)]
        best = self._best_response(0, self.payoff @ plans[1])
        return (best + self._best_response(1, -(self.payoff.T @ plans[0]))) / 2

    def value(self, weights: Weights) -> float:
        """What seat 0 wins, in small bets a hand."""
        plans = [self._plan(seat, weights[seat]) for seat in (0, 1)]
        return float(plans[0] @ (self.payoff @ plans[1]))

    def _plan(self, seat: int, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """Realisation plan; uniform in an information set without any weight."""
        first = self.first[seat]
        counts = np.diff(first, append=len(weights) + 1)
        whole = np.repeat(np.add.reduceat(weights, first - 1), counts)
        plan = np.concatenate([[1.0], np.repeat(1 / counts, counts)])
        np.divide(weights, whole, out=plan[1:], where=whole > 0)
        for start, count, before in zip(first, counts, self.before[seat], strict=True):
            plan[start : start + count] *= plan[before]
        return plan

    def _best_response(self, seat: int, wins: NDArray[np.float64]) -> float:
        """Most that a seat can win, given what each of its sequences wins at the leaves."""
        first = self.first[seat]
        ends = np.append(first[1:], len(wins))
        for which in range(len(first) - 1, -1, -1):  # what comes after is settled first
            wins[self.before[seat][which]] += wins[first[which] : ends[which]].max()
        return float(wins[0])


def _starts(sets: list[InformationSet]) -> NDArray[np.int64]:
    """First sequence of every information set."""
    return np.cumsum([1] + [len(one.letters) for one in sets[:-1]])
