"""What is remembered of a hand in public, and where its numbers stand.

The first betting round is kept in full. Afterwards a situation is what still matters of the past:

* which seats are left, as far as `Memory` tells them apart,
* the pot, in steps,
* who bet or raised last in the round before,
* how many cards everybody drew last, as many draws back as `Memory` says,

and inside a betting round or a draw everything since it began. Situations of one kind have the same
decisions, so that numbers stand side by side: for each situation, decision, bucket and action one.
A strategy that forgets has no guarantee to come near equilibrium (imperfect recall); how much it
loses with two seats is measured (docs/multiway.md).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, pairwise, product
from typing import Self, TypeVar

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field, model_validator

from solver.multiway.betting import SeatTree, first_in, later_tree, opening_tree
from solver.multiway.game import MultiwayGame
from solver.multiway.paths import OwnPaths

Steps = tuple[tuple[float, ...], ...]

T = TypeVar("T", bound=np.generic)


class Memory(BaseModel):
    """How much of the past is remembered after the first draw.

    Attributes:
        pots_of_two: for every round after a draw the pots, in small bets, above which a pot of two
            players is another one, ascending.
        pots_of_three: the same for three players.
        draws_of_two: how many draws back a pot of two players remembers, its last one included.
        draws_of_three: the same for three players. Counts of three that limit nothing any more
            are not told apart.
        seats: whether a pot of two remembers which seats they are; with three never.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    pots_of_two: Steps = Field(
        default=(
            (3, 5, 7, 9),
            (3, 5, 7, 9, 11, 13, 16),
            (3, 5, 7, 9, 11, 13, 15, 17, 20, 24, 30),
        )
    )
    pots_of_three: Steps = Field(default=((7, 10), (7, 10, 14, 19), (8, 12, 16, 22, 30)))
    draws_of_two: int = Field(default=2, ge=1, le=3)
    draws_of_three: int = Field(default=1, ge=1, le=3)
    seats: bool = False

    @model_validator(mode="after")
    def _check(self) -> Self:
        for steps in (*self.pots_of_two, *self.pots_of_three):
            if any(b <= a for a, b in pairwise(steps)):
                raise ValueError(f"steps of the pot must ascend; got {steps}")
        return self

    def steps(self, players: int, round_: int) -> tuple[float, ...]:
        """Pots that divide the situations of a round after a draw, 1 for the first of them."""
        every = self.pots_of_two if players == 2 else self.pots_of_three
        return every[round_ - 1] if round_ <= len(every) else ()


@dataclass(frozen=True)
class Situation:
    """What is remembered at the start of a betting round after a draw, or of a draw.

    Attributes:
        seats: seats of the table that are left, in order of action.
        pot: in small bets.
        aggressor: place of who bet last in the round before, -1 for nobody who is left.
        drawn: cards that each has drawn at every draw before the one that is under way.
    """

    seats: tuple[int, ...]
    pot: float
    aggressor: int
    drawn: tuple[tuple[int, ...], ...]


class Layout:
    """Where the numbers of every decision stand.

    A decision has, for every bucket one after the other, one number for each action.

    Args:
        game: the game.
        memory: what is remembered.
        buckets: how many there are in each betting round.

    Attributes:
        paths: own draw paths.
        opening: tree of the first round.
        later: trees of the rounds after it by number of players.
        round_at: by round and players where its numbers begin, shape (4, 4).
        draw_at: the same by draw.
        cells: how many numbers there are in all.
    """

    def __init__(self, game: MultiwayGame, memory: Memory, buckets: Sequence[int]):
        self.game = game
        self.memory = memory
        self.buckets = tuple(buckets)
        self.paths = OwnPaths.of(game)
        self.opening = opening_tree(game)
        self.later = {players: later_tree(game, players) for players in self.players}
        self.round_at = np.zeros((4, 4), np.int64)
        self.draw_at = np.zeros((4, 4), np.int64)
        self.cells = self.opening.actions * self.buckets[0]
        for draw in range(game.rounds - 1):
            for players in self.players:
                self.draw_at[draw, players] = self.cells
                width = self.buckets[draw] * (game.draws[draw] + 1)
                self.cells += (
                    self.situations(draw, players, True) * self.orders(draw, players) * width
                )
        for round_ in range(1, game.rounds):
            for players in self.players:
                self.round_at[round_, players] = self.cells
                width = self.buckets[round_] * self.later[players].actions
                self.cells += self.situations(round_, players, False) * width

    @property
    def players(self) -> tuple[int, ...]:
        """How many seats can be left after the first round, one apart."""
        return tuple(range(2, min(self.game.most_in, self.game.seats) + 1))

    @cached_property
    def first_in(self) -> tuple[int, ...]:
        """Decision of each seat but the big blind where all before it have folded."""
        return first_in(self.game, self.opening)

    @cached_property
    def groups(self) -> NDArray[np.int32]:
        """Which seats are told apart, by the set of those left as bits, shape (64,)."""
        groups = np.zeros(64, np.int32)
        if self.memory.seats:
            for number, pair in enumerate(combinations(range(self.game.seats), 2)):
                groups[sum(1 << seat for seat in pair)] = number
        return groups

    def seat_groups(self, players: int) -> int:
        """How many sets of seats are told apart."""
        pairs = self.game.seats * (self.game.seats - 1) // 2
        return pairs if players == 2 and self.memory.seats else 1

    def _remembered(self, draws: tuple[int, ...], players: int) -> tuple[int, ...]:
        """What is remembered of the draws of one seat."""
        limits = self.game.draws
        back = self.memory.draws_of_two if players == 2 else self.memory.draws_of_three
        first = max(0, len(draws) - back)
        kept = []
        for number in range(first, len(draws)):
            most = limits[number]
            if players > 2 and number + 1 < len(limits):
                most = max(limits[number + 1], 1)
            kept.append(min(draws[number], most))
        return tuple(kept)

    @cached_property
    def histories(self) -> dict[int, list[dict[tuple[int, ...], int]]]:
        """By players and number of draws made: what may be remembered of one seat, numbered."""
        return {
            players: [
                {
                    kept: number
                    for number, kept in enumerate(
                        sorted(
                            {
                                self._remembered(path, players)
                                for path in self.paths.draws
                                if len(path) == made
                            }
                        )
                    )
                }
                for made in range(self.game.rounds)
            ]
            for players in self.players
        }

    def history(self, draws: tuple[int, ...], players: int) -> int:
        """Number of what is remembered of the draws of one seat."""
        return self.histories[players][len(draws)][self._remembered(draws, players)]

    @property
    def history_table(self) -> NDArray[np.int32]:
        """The same for every own path, shape (4, paths); rows by players."""
        table = np.zeros((4, len(self.paths.draws)), np.int32)
        for players in self.players:
            table[players] = [self.history(path, players) for path in self.paths.draws]
        return table

    def situations(self, number: int, players: int, drawing: bool) -> int:
        """How many situations there are in a draw (0 the first) or in a round (1 after it)."""
        pots = len(self.memory.steps(players, number + drawing)) + 1
        histories = len(self.histories[players][number]) ** players
        return int(self.seat_groups(players) * pots * (players + 1) * histories)

    def orders(self, draw: int, players: int) -> int:
        """How many decisions a draw has: one for each way in which those before have drawn."""
        choices = self.game.draws[draw] + 1
        return int(sum(choices**place for place in range(players)))

    def situation(self, number: int, now: Situation, drawing: bool) -> int:
        """Number of a situation among those of its draw or round."""
        players, round_ = len(now.seats), number + drawing
        found = int(self.groups[sum(1 << seat for seat in now.seats)]) if players == 2 else 0
        steps = self.memory.steps(players, round_)
        found = found * (len(steps) + 1) + sum(now.pot > step for step in steps)
        found = found * (players + 1) + (now.aggressor if now.aggressor >= 0 else players)
        for draws in now.drawn:
            found = found * len(self.histories[players][number]) + self.history(draws, players)
        return found

    def of_opening(self, decision: int) -> slice:
        """Numbers of a decision of the first round."""
        first, last = self.opening.first_action[decision : decision + 2]
        return slice(int(first) * self.buckets[0], int(last) * self.buckets[0])

    def of_round(self, round_: int, now: Situation, decision: int) -> slice:
        """Numbers of a decision of a round after a draw."""
        tree, width = self.later[len(now.seats)], self.buckets[round_]
        base = int(self.round_at[round_, len(now.seats)])
        base += self.situation(round_, now, False) * tree.actions * width
        first, last = tree.first_action[decision : decision + 2]
        return slice(base + int(first) * width, base + int(last) * width)

    def of_draw(self, draw: int, now: Situation, counts: Sequence[int]) -> slice:
        """Numbers of a decision of a draw.

        Args:
            draw: 0 for the first.
            now: the situation; the seat to draw is the one after those that have drawn.
            counts: of those that have drawn at this draw.
        """
        choices, place = self.game.draws[draw] + 1, len(counts)
        order = sum(choices**before for before in range(place))
        order += sum(count * choices**power for power, count in enumerate(reversed(counts)))
        decisions = self.orders(draw, len(now.seats))
        width = self.buckets[draw] * choices
        base = int(self.draw_at[draw, len(now.seats)])
        base += (self.situation(draw, now, True) * decisions + order) * width
        last = now.drawn[place][-1] if draw > 0 else None
        return slice(base, base + self.buckets[draw] * self.game.draw_choices(draw, last))


def trees(layout: Layout) -> list[SeatTree]:
    """The tree of the first round and those of later rounds by players, as kernels take them."""
    return [layout.opening, *(layout.later[players] for players in layout.players)]


def decisions(layout: Layout, cells: NDArray[T]) -> Iterator[tuple[NDArray[T], int]]:
    """The numbers of all decisions, those of alike situations together.

    Args:
        layout: where they stand.
        cells: all of them, shape (cells,).

    Yields:
        A view of shape (situations, buckets x actions), and the number of actions; decisions of the
        first round first.
    """
    for decision in range(layout.opening.decisions):
        yield cells[layout.of_opening(decision)][None], len(layout.opening.choices(decision))
    for round_ in range(1, layout.game.rounds):
        for players in layout.players:
            yield from _of_round(layout, cells, round_, players)
    for draw in range(layout.game.rounds - 1):
        for players in layout.players:
            yield from _of_draw(layout, cells, draw, players)


def _of_round(
    layout: Layout, cells: NDArray[T], round_: int, players: int
) -> Iterator[tuple[NDArray[T], int]]:
    tree, width = layout.later[players], layout.buckets[round_]
    count = layout.situations(round_, players, False)
    base = int(layout.round_at[round_, players])
    block = cells[base : base + count * tree.actions * width].reshape(count, -1)
    for first, last in pairwise(tree.first_action.tolist()):
        yield block[:, first * width : last * width], last - first


def _of_draw(
    layout: Layout, cells: NDArray[T], draw: int, players: int
) -> Iterator[tuple[NDArray[T], int]]:
    game, width = layout.game, layout.buckets[draw]
    count, orders = layout.situations(draw, players, True), layout.orders(draw, players)
    choices = game.draws[draw] + 1
    base = int(layout.draw_at[draw, players])
    block = cells[base : base + count * orders * choices * width].reshape(count, orders, -1)
    place_of = np.searchsorted(
        np.cumsum([choices**place for place in range(players)]), np.arange(orders), side="right"
    )
    histories = list(layout.histories[players][draw])
    each = len(histories) ** players
    for here, drawn in enumerate(product(histories, repeat=players)):
        for order in range(orders):
            last = drawn[place_of[order]][-1] if draw else None
            actions = game.draw_choices(draw, last)
            yield block[here::each, order, : width * actions], actions
