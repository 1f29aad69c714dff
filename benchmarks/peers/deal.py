"""A game dealt out hand by hand: the extensive form that general solvers work on.

An information set is a public decision with all buckets that its seat has held, so the game has
perfect recall, as those solvers require. Ours forgets the older buckets, which loses nothing while
they form a Markov chain. Both seats' cards fall in one chance node after both have chosen what to
draw: this makes the smallest tree.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.game import Game, PrivateChain, PublicTree, public_tree

WHOLE = 10**12
"""Parts in a chance of one. Chances are whole numbers of parts, so that they sum to one exactly in
decimals, whoever reads them."""


class Chance(NamedTuple):
    """Cards fall; for each branch the probability in parts of `WHOLE`."""

    parts: tuple[int, ...]

    @property
    def branches(self) -> int:
        """Number of children."""
        return len(self.parts)


class Decision(NamedTuple):
    """A seat acts; `information_set` counts from 0 within the seat."""

    seat: int
    information_set: int
    letters: str

    @property
    def branches(self) -> int:
        """Number of children."""
        return len(self.letters)


class Leaf(NamedTuple):
    """The end of a hand; seat 0 has won `won` small bets."""

    won: float
    branches: int = 0


Node = Chance | Decision | Leaf


class InformationSet(NamedTuple):
    """What a seat knows at a decision, by where our solver keeps its numbers."""

    level: int
    slot: int
    bucket: int
    letters: str


@dataclass
class DealtGame:
    """The whole tree.

    Attributes:
        nodes: depth first, the root first.
        information_sets: of each seat, every one after those that its seat comes through.
    """

    nodes: list[Node] = field(default_factory=list)
    information_sets: tuple[list[InformationSet], list[InformationSet]] = field(
        default_factory=lambda: ([], [])
    )

    def walk(self) -> Iterator[tuple[int, int, int]]:
        """Number, parent and branch of every node; the root is branch 0 of -1."""
        open_nodes = [(-1, -1, 1)]  # number, next branch, branches
        for number, node in enumerate(self.nodes):
            while open_nodes[-1][1] == open_nodes[-1][2]:
                open_nodes.pop()
            parent, branch, branches = open_nodes[-1]
            yield number, parent, branch
            open_nodes[-1] = parent, branch + 1, branches
            open_nodes.append((number, 0, node.branches))


Path = tuple[int, ...]
Paths = tuple[Path, Path]
"""Buckets that each seat has held, the present one last."""


def deal_out(game: Game, chain: PrivateChain) -> DealtGame:
    """Deal out all hands of a game in which both seats have the same chain."""
    dealer = _Dealer(public_tree(game), chain)
    dealer.fall(((), ()), chain.initial, chain.initial, 0, 0)
    return dealer.dealt


class _Dealer:
    def __init__(self, tree: PublicTree, chain: PrivateChain):
        self.tree, self.chain = tree, chain
        self.dealt = DealtGame()
        self._known: tuple[dict[tuple[int, int, Path], int], ...] = ({}, {})

    def fall(
        self,
        paths: Paths,
        first: NDArray[np.float64],
        second: NDArray[np.float64],
        round_: int,
        instance: int,
    ) -> None:
        """Give both seats a bucket, and go on with a betting round."""
        joint = np.outer(first, second)
        parts = _parts(joint.ravel())
        fallen = [np.unravel_index(int(place), joint.shape) for place in np.flatnonzero(parts)]
        if len(fallen) > 1:
            self.dealt.nodes.append(Chance(tuple(int(part) for part in parts[parts > 0])))
        for bucket, other in fallen:
            after = (*paths[0], int(bucket)), (*paths[1], int(other))
            self._bet(after, round_, instance, 0)

    def _bet(self, paths: Paths, round_: int, instance: int, decision: int) -> None:
        level = self.tree.rounds[round_]
        betting = level.betting
        slot = level.first_slot(instance) + int(betting.first_action[decision])
        seat = int(betting.actor[decision])
        self._decide(seat, 2 * round_, slot, paths[seat], betting.choices(decision))
        first, last = betting.first_action[decision : decision + 2]
        for target in betting.target[first:last]:
            if target >= 0:
                self._bet(paths, round_, instance, int(target))
            else:
                self._end_of_round(paths, round_, instance, -1 - int(target))

    def _end_of_round(self, paths: Paths, round_: int, instance: int, leaf: int) -> None:
        level = self.tree.rounds[round_]
        betting, folder = level.betting, int(level.betting.folder[leaf])
        paid = level.stake[instance] + betting.added[leaf]
        if folder >= 0:
            self.dealt.nodes.append(Leaf(float(-paid[0] if folder == 0 else paid[1])))
        elif round_ == len(self.tree.draws):
            sign = np.sign(paths[1][-1] - paths[0][-1])  # the lower bucket wins
            self.dealt.nodes.append(Leaf(float(sign * paid[0])))
        else:
            closed = len(betting.closed)
            self._draw(paths, round_, instance * closed + betting.closed.index(leaf))

    def _draw(self, paths: Paths, number: int, instance: int) -> None:
        level, matrices = self.tree.draws[number], self.chain.draws[number]
        n0, n1 = (int(count) for count in level.choices[instance])
        start, child = level.first_slot(instance), int(level.first_child[instance])
        self._decide(0, 2 * number + 1, start, paths[0], "012345"[:n0])
        for count in range(n0):
            slot = start + n0 + count * n1
            self._decide(1, 2 * number + 1, slot, paths[1], "012345"[:n1])
            for other in range(n1):
                rows = matrices[count][paths[0][-1]], matrices[other][paths[1][-1]]
                self.fall(paths, *rows, number + 1, child + count * n1 + other)

    def _decide(self, seat: int, level: int, slot: int, path: Path, letters: str) -> None:
        known, key = self._known[seat], (level, slot, path)
        if key not in known:
            known[key] = len(known)
            information_set = InformationSet(level, slot, path[-1], letters)
            self.dealt.information_sets[seat].append(information_set)
        self.dealt.nodes.append(Decision(seat, known[key], letters))


def _parts(probabilities: NDArray[np.float64]) -> NDArray[np.int64]:
    """Probabilities in parts of `WHOLE`; the largest takes what rounding leaves."""
    parts = np.rint(probabilities * WHOLE).astype(np.int64)
    parts[np.argmax(parts)] += WHOLE - parts.sum()
    return parts


def counts(dealt: DealtGame) -> dict[str, int]:
    """Nodes, hands (leaves) and information sets."""
    return {
        "nodes": len(dealt.nodes),
        "leaves": sum(isinstance(node, Leaf) for node in dealt.nodes),
        "information sets": sum(map(len, dealt.information_sets)),
    }
