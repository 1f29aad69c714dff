"""The public tree as flat arrays, one level for each betting round and each draw.

All betting rounds of a level have the same tree (`BettingTree`), so a level is only a list of
*instances* of it: the instance of round k + 1 is the child of a draw instance, and the draw
instance is the child of a round instance, always parent by parent. What lies below one instance is
therefore a contiguous range in every deeper level: a subtree.

A *slot* is one action at one decision of one instance; a solver keeps a row of numbers, one a
bucket, for every slot of a level.
"""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from itertools import product

import numpy as np
from numpy.typing import NDArray

from solver.errors import ConfigurationError
from solver.game.betting import BettingTree, betting_tree
from solver.game.description import Game


@dataclass(frozen=True)
class RoundLevel:
    """All instances of one betting round.

    Attributes:
        betting: the tree that they share.
        stake: what each seat put in before this round, shape (instances,), in small bets.
        last_draws: cards drawn last by each seat, shape (instances, 2); -1 before the first draw.
        paths: number of each seat's own draws so far, shape (instances,) each; see
            `PublicTree.draw_paths`.
    """

    betting: BettingTree
    stake: NDArray[np.float32]
    last_draws: NDArray[np.int8]
    paths: tuple[NDArray[np.int32], NDArray[np.int32]]

    @property
    def instances(self) -> int:
        """Number of instances."""
        return len(self.stake)

    @property
    def slots(self) -> int:
        """Actions over all instances; those of instance i start at ``i * betting.actions``."""
        return self.instances * self.betting.actions

    def first_slot(self, instance: int) -> int:
        """First slot of an instance; `instance` may be one past the last."""
        return instance * self.betting.actions

    def owners(self) -> NDArray[np.int8]:
        """Seat that acts, for every slot."""
        actions = np.diff(self.betting.first_action)
        return np.tile(np.repeat(self.betting.actor, actions), self.instances)

    def decision_starts(self, first: int, last: int) -> NDArray[np.int64]:
        """First slot of every decision of the instances from `first` up to `last`."""
        starts = np.arange(first, last, dtype=np.int64) * self.betting.actions
        return (starts[:, None] + self.betting.first_action[None, :-1]).ravel()


@dataclass(frozen=True)
class DrawLevel:
    """All instances of one draw; the instance after leaf j of a round is ``i * closed + j``.

    Seat 0 chooses first; its slots come first, then those of seat 1 for each choice of seat 0.

    Attributes:
        choices: draw counts (from 0) open to each seat, shape (instances, 2).
        first_child: instance of the next round after (0, 0), shape (instances + 1,); the child
            after counts (c0, c1) is ``first_child + c0 * choices[1] + c1``.
        slot_starts: first slot of each instance, shape (instances + 1,).
        paths: number of each seat's own draws before this one, shape (instances,) each.
    """

    choices: NDArray[np.int8]
    first_child: NDArray[np.int64]
    slot_starts: NDArray[np.int64]
    paths: tuple[NDArray[np.int32], NDArray[np.int32]]

    @property
    def instances(self) -> int:
        """Number of instances."""
        return len(self.choices)

    @property
    def slots(self) -> int:
        """Actions over all instances."""
        return int(self.slot_starts[-1])

    def first_slot(self, instance: int) -> int:
        """First slot of an instance; `instance` may be one past the last."""
        return int(self.slot_starts[instance])

    def owners(self) -> NDArray[np.int8]:
        """Seat that acts, for every slot."""
        first, second = self.choices.astype(np.int64).T
        counts = np.stack([first, first * second], axis=1).ravel()
        return np.repeat(np.tile(np.array([0, 1], np.int8), self.instances), counts)

    def decision_starts(self, first: int, last: int) -> NDArray[np.int64]:
        """First slot of every decision of the instances from `first` up to `last`."""
        n0, n1 = self.choices[first:last].astype(np.int64).T
        instance = np.repeat(np.arange(last - first), 1 + n0)
        decision = np.arange(len(instance)) - np.concatenate([[0], np.cumsum(1 + n0)])[instance]
        offset = np.where(decision > 0, n0[instance] + (decision - 1) * n1[instance], 0)
        return self.slot_starts[first:last][instance] + offset


@dataclass(frozen=True, repr=False, eq=False)
class PublicTree:
    """The public tree of a game.

    Attributes:
        game: the description it was made from.
        rounds: one level for each betting round.
        draws: one level for each draw.
        draw_paths: for every round the own draws that a seat may have made: each path as the
            number of the path in the round before and the cards drawn since, shape (paths, 2);
            one path (-1, -1) before the first draw. The same for both seats.
    """

    game: Game
    rounds: tuple[RoundLevel, ...]
    draws: tuple[DrawLevel, ...]
    draw_paths: tuple[NDArray[np.int32], ...]

    def __repr__(self) -> str:
        instances = ", ".join(str(level.instances) for level in self.levels)
        return f"PublicTree({self.game!r}, instances {instances})"

    @cached_property
    def levels(self) -> tuple[RoundLevel | DrawLevel, ...]:
        """Round, draw, round, ... in the order of play."""
        order: list[RoundLevel | DrawLevel] = []
        for round_, draw in zip(self.rounds, self.draws, strict=False):
            order += [round_, draw]
        return (*order, self.rounds[-1])

    def below(self, level: int, instance: int) -> list[tuple[int, int]]:
        """First and one-past-last instance of a subtree in every level.

        Args:
            level: place in `levels` of the root of the subtree.
            instance: the root.

        Returns:
            One pair for each level; empty ranges (0, 0) above `level`.
        """
        spans = [(0, 0)] * level + [(instance, instance + 1)]
        for here in self.levels[level:-1]:
            first, last = spans[-1]
            if isinstance(here, RoundLevel):
                closed = len(here.betting.closed)
                spans.append((first * closed, last * closed))
            else:
                spans.append((int(here.first_child[first]), int(here.first_child[last])))
        return spans


def level_slots(game: Game) -> list[int]:
    """Slots of each level of the public tree, counted without building it."""
    slots = []
    arrivals = Counter({(-1, -1): 1})  # instances by the cards that each seat drew last
    for number in range(game.rounds):
        betting = betting_tree(game, number)
        slots.append(arrivals.total() * betting.actions)
        if number == game.rounds - 1:
            break
        after: Counter[tuple[int, int]] = Counter()
        drawing = 0
        for last, instances in arrivals.items():
            first, second = (game.draw_choices(number, n if n >= 0 else None) for n in last)
            draws = instances * len(betting.closed)
            drawing += draws * (first + first * second)
            for counts in product(range(first), range(second)):
                after[counts] += draws
        slots.append(drawing)
        arrivals = after
    return slots


MOST_SLOTS = 100_000_000
"""A tree with more slots takes seconds to build, and hours to walk once."""


def require_countable(game: Game) -> None:
    """Refuse games whose tree is too large for anything to be done with it.

    Raises:
        ConfigurationError: it has more than `MOST_SLOTS` slots.
    """
    slots = sum(level_slots(game))
    if slots > MOST_SLOTS:
        raise ConfigurationError(
            f"with a cap of {game.cap} and draws of up to {', '.join(map(str, game.draws))} cards "
            f"the public tree has {slots:,} actions, at most {MOST_SLOTS:,} can be counted; choose "
            "a lower cap or lower draw limits"
        )


def public_tree(game: Game) -> PublicTree:
    """Build the public tree of a game, level by level.

    Raises:
        ConfigurationError: it is too large.

    >>> tree = solver.public_tree(solver.heads_up(cap=1, draws=(1, 1, 1)))
    >>> [level.instances for level in tree.levels]
    [1, 1, 4, 12, 48, 144, 576]
    """
    require_countable(game)
    rounds: list[RoundLevel] = []
    draws: list[DrawLevel] = []
    stake = np.zeros(1, np.float32)
    last = np.full((1, 2), -1, np.int8)
    paths = np.zeros((2, 1), np.int32)
    draw_paths = [np.full((1, 2), -1, np.int32)]
    for number in range(game.rounds):
        betting = betting_tree(game, number)
        rounds.append(RoundLevel(betting, stake, last, (paths[0], paths[1])))
        if number == game.rounds - 1:
            break
        added = betting.added[list(betting.closed), 0]
        stake = (stake[:, None] + added[None, :]).ravel()
        last = np.repeat(last, len(added), axis=0)
        paths = np.repeat(paths, len(added), axis=1)
        table = np.array(
            [game.draw_choices(number, count if count >= 0 else None) for count in range(-1, 6)],
            np.int8,
        )
        choices = table[last + 1]
        first, second = choices[:, 0].astype(np.int64), choices[:, 1].astype(np.int64)
        children = first * second
        first_child = np.concatenate([[0], np.cumsum(children)])
        slot_starts = np.concatenate([[0], np.cumsum(first + children)])
        draws.append(DrawLevel(choices, first_child, slot_starts, (paths[0], paths[1])))
        parent = np.repeat(np.arange(len(choices)), children)
        place = np.arange(len(parent)) - first_child[parent]
        last = np.stack([place // second[parent], place % second[parent]], axis=1).astype(np.int8)
        stake = stake[parent]
        steps = 8 * paths[:, parent] + last.T
        known, found = np.unique(steps, return_inverse=True)
        draw_paths.append(np.stack([known // 8, known % 8], axis=1).astype(np.int32))
        paths = found.reshape(steps.shape).astype(np.int32)
    return PublicTree(game, tuple(rounds), tuple(draws), tuple(draw_paths))
