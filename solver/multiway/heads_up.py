"""A strategy learned for two seats, played on the whole tree of the heads-up game.

What the strategy does depends on what it remembers; the public tree of `solver.game` remembers all.
At every decision of that tree the strategy of the situation stands in, so that a best response that
remembers everything can be computed by `solver.evaluation.exploitability`.
"""

from functools import cached_property
from itertools import product

import numpy as np
from numpy.typing import NDArray

from solver.cfr.kernels import padded
from solver.errors import ConfigurationError
from solver.game import DrawLevel, Game, PublicTree, RoundLevel
from solver.game.public_state import PublicState
from solver.multiway.learner import Cells, strategy
from solver.multiway.memory import Layout

_PLAYERS = 2


class WholeTree:
    """The strategy as `solver.evaluation.exploitability.ExploitabilityCheck` reads it.

    Args:
        tree: of the heads-up game.
        layout: of the same game for two seats.
        cells: sums of strategies (or regrets), shape (cells,).

    Raises:
        ConfigurationError: they are not the same game.
    """

    def __init__(self, tree: PublicTree, layout: Layout, cells: Cells):
        if tree.game != as_heads_up(layout):
            raise ConfigurationError("the strategy was learned for another game than the tree's")
        self.tree = tree
        self._layout = layout
        self._cells = cells

    def rows(self, level: int, first: int, last: int) -> NDArray[np.float32]:
        """Probabilities of the slots from `first` up to `last`, shape (slots, padded buckets)."""
        of_level = self.tree.levels[level]
        if last <= first:
            return np.zeros((0, padded(self._layout.buckets[level // 2])), np.float32)
        table, situations = self._tables[level], self._situations[level]
        if isinstance(of_level, RoundLevel):
            instance, action = np.divmod(np.arange(first, last), of_level.betting.actions)
            return table[situations[instance], action]
        instance, order, action = _draw_slots(of_level, first, last)
        return table[situations[instance], order, action]

    def frequencies(self, state: PublicState) -> NDArray[np.float64]:
        """Probabilities of the actions of a decision, shape (actions, buckets)."""
        rows = self.rows(state.level, state.first_slot, state.first_slot + len(state.actions))
        return rows[:, : self._layout.buckets[state.round]].astype(np.float64)

    @cached_property
    def _tables(self) -> list[NDArray[np.float32]]:
        """For every level the strategies of all its situations."""
        return [
            self._draw_table(number // 2) if number % 2 else self._round_table(number // 2)
            for number in range(len(self.tree.levels))
        ]

    def _round_table(self, round_: int) -> NDArray[np.float32]:
        """Shape (situations, actions, padded buckets)."""
        layout, buckets = self._layout, self._layout.buckets[round_]
        tree = layout.later[_PLAYERS] if round_ else layout.opening
        count = layout.situations(round_, _PLAYERS, False) if round_ else 1
        base = int(layout.round_at[round_, _PLAYERS])
        cells = self._cells[base : base + count * tree.actions * buckets].reshape(count, -1)
        table = np.zeros((count, tree.actions, padded(buckets)), np.float32)
        for decision in range(tree.decisions):
            first, last = tree.first_action[decision : decision + 2]
            part = cells[:, first * buckets : last * buckets]
            found = strategy(part, last - first).reshape(count, buckets, last - first)
            table[:, first:last, :buckets] = found.swapaxes(1, 2)
        return table

    def _draw_table(self, draw: int) -> NDArray[np.float32]:
        """Shape (situations, orders, draw counts, padded buckets)."""
        layout, buckets = self._layout, self._layout.buckets[draw]
        game = layout.game
        choices, orders = game.draws[draw] + 1, layout.orders(draw, _PLAYERS)
        count = layout.situations(draw, _PLAYERS, True)
        base = int(layout.draw_at[draw, _PLAYERS])
        size = count * orders * choices * buckets
        cells = self._cells[base : base + size].reshape(count, orders, choices * buckets)
        table = np.zeros((count, orders, choices, padded(buckets)), np.float32)
        histories = list(layout.histories[_PLAYERS][draw])
        each = len(histories) ** _PLAYERS
        for here, drawn in enumerate(product(histories, repeat=_PLAYERS)):
            for order in range(orders):
                n = game.draw_choices(draw, drawn[min(order, 1)][-1] if draw else None)
                part = cells[here::each, order, : n * buckets]
                found = strategy(part, n).reshape(-1, buckets, n).swapaxes(1, 2)
                table[here::each, order, :n, :buckets] = found
        return table

    @cached_property
    def _situations(self) -> list[NDArray[np.int64]]:
        """For every level the situation of each of its instances."""
        tree = self.tree
        found = [np.zeros(1, np.int64)]
        aggressor = np.full(1, _PLAYERS)
        for number, draw in enumerate(tree.draws):
            above = tree.rounds[number]
            betting = above.betting
            closed = list(betting.closed)
            bettor = np.array([_aggressor(tree, number, leaf) for leaf in closed])
            aggressor = np.tile(bettor, above.instances)
            pot = 2 * (above.stake[:, None] + betting.added[closed, 0]).ravel()
            found.append(self._numbers(number, True, pot, aggressor, draw.paths))
            below = tree.rounds[number + 1]
            parent = np.repeat(np.arange(draw.instances), np.diff(draw.first_child))
            found.append(
                self._numbers(number + 1, False, 2 * below.stake, aggressor[parent], below.paths)
            )
        return found

    def _numbers(
        self,
        number: int,
        drawing: bool,
        pot: NDArray[np.float32],
        aggressor: NDArray[np.int64],
        paths: tuple[NDArray[np.int32], NDArray[np.int32]],
    ) -> NDArray[np.int64]:
        """`Layout.situation` for many situations of two seats at once."""
        layout = self._layout
        steps = np.array(layout.memory.steps(_PLAYERS, number + drawing))
        found = np.searchsorted(steps, pot, side="left").astype(np.int64)
        found = found * (_PLAYERS + 1) + aggressor
        history = np.array([layout.history(p, _PLAYERS) for p in self._draws[number]], np.int64)
        for path in paths:
            found = found * len(layout.histories[_PLAYERS][number]) + history[path]
        return found

    @cached_property
    def _draws(self) -> list[list[tuple[int, ...]]]:
        """Cards drawn along every own path, by betting round."""
        found: list[list[tuple[int, ...]]] = [[()]]
        for paths in self.tree.draw_paths[1:]:
            found.append([(*found[-1][before], int(count)) for before, count in paths])
        return found


def _aggressor(tree: PublicTree, round_: int, leaf: int) -> int:
    """Place of who bet last before a leaf; the big blind by posting, 2 for nobody."""
    letters = tree.rounds[round_].betting.sequences[leaf]
    for place in range(len(letters) - 1, -1, -1):
        if letters[place] in "br":
            first = 1 if round_ == 0 else 0
            return (first + place) % 2
    return 0 if round_ == 0 else _PLAYERS


def _draw_slots(
    level: DrawLevel, first: int, last: int
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Instance, decision and draw count of the slots from `first` up to `last`."""
    slots = np.arange(first, last)
    instance = np.searchsorted(level.slot_starts, slots, side="right") - 1
    within = slots - level.slot_starts[instance]
    ahead, behind = level.choices[instance].astype(np.int64).T
    second = within >= ahead
    order = np.where(second, 1 + (within - ahead) // behind, 0)
    action = np.where(second, (within - ahead) % behind, within)
    return instance, order, action


def as_heads_up(layout: Layout) -> Game:
    """The same game as `solver.game` describes it.

    Raises:
        ConfigurationError: it has no two seats with blinds.
    """
    game = layout.game
    if game.seats != _PLAYERS or game.ante:
        raise ConfigurationError(
            f"a game of {game.seats} seats has no heads-up tree; expected two seats with blinds"
        )
    return Game(
        forced_bets=game.blinds[::-1],
        bets=game.bets,
        cap=game.cap,
        draws=game.draws,
        draw_rule=game.draw_rule,
    )
