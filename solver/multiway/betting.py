"""Trees of betting rounds for several seats."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.game.betting import BET, CALL, CHECK, FOLD, RAISE
from solver.multiway.game import MultiwayGame


@dataclass(frozen=True)
class SeatTree:
    """One betting round, decisions in depth-first order; 0 is the first.

    Players are the seats of the table in the first round, afterwards the places 0, 1, ... of those
    who are left, in order of action.

    Attributes:
        actor: player to act at each decision, shape (decisions,).
        first_action: place of each decision's first action, shape (decisions + 1,).
        letters: one letter for each action.
        target: where each action leads: a decision, or the leaf ``-1 - target``.
        alive: players left at each leaf, bit i for player i.
        aggressor: who bet or raised last at each leaf, the big blind by posting; -1 for nobody.
        added: what each player has put in during the round at each leaf, shape (leaves, players),
            in small bets; in the first round with the forced bets.
        decision_added: the same at each decision, shape (decisions, players).
    """

    actor: NDArray[np.int8]
    first_action: NDArray[np.int32]
    letters: str
    target: NDArray[np.int32]
    alive: NDArray[np.int32]
    aggressor: NDArray[np.int8]
    added: NDArray[np.float32]
    decision_added: NDArray[np.float32]

    @property
    def actions(self) -> int:
        """Actions over all decisions."""
        return len(self.letters)

    @property
    def decisions(self) -> int:
        """Number of decisions."""
        return len(self.actor)

    def choices(self, decision: int) -> str:
        """Letters of the actions at a decision."""
        return self.letters[self.first_action[decision] : self.first_action[decision + 1]]

    def follow(self, decision: int, letter: str) -> int:
        """Where an action leads: a decision, or the leaf ``-1 - target``."""
        place = int(self.first_action[decision]) + self.choices(decision).index(letter)
        return int(self.target[place])


@dataclass(frozen=True)
class _Moment:
    """One moment of a round."""

    added: tuple[float, ...]
    bets: int
    aggressor: int
    folded: frozenset[int] = frozenset()
    acted: frozenset[int] = frozenset()  # since the last bet or raise
    entered: frozenset[int] = frozenset()  # has put in more than a forced bet


class _Builder:
    """Walks all sequences of one round and writes them down."""

    def __init__(self, bet: float, cap: int, most_in: int, limpers: frozenset[int] | None):
        self.bet, self.cap, self.most_in, self.limpers = bet, cap, most_in, limpers
        self.actors: list[int] = []
        self.decision_added: list[tuple[float, ...]] = []
        self.moves: list[list[tuple[str, int]]] = []
        self.leaves: list[_Moment] = []

    def go_on(self, now: _Moment, player: int) -> int:
        """The decision of the next who has to act from `player` on, or a leaf."""
        players, level = len(now.added), max(now.added)
        if players - len(now.folded) > 1:
            for step in range(players):
                one = (player + step) % players
                done = one in now.acted and now.added[one] == level
                if one not in now.folded and not done:
                    return self._decision(now, one)
        self.leaves.append(now)
        return -len(self.leaves)

    def _decision(self, now: _Moment, player: int) -> int:
        here, level = len(self.actors), max(now.added)
        moves: list[tuple[str, int]] = []
        self.actors.append(player)
        self.decision_added.append(now.added)
        self.moves.append(moves)
        facing = now.added[player] < level
        may_enter = player in now.entered or len(now.entered) < self.most_in
        acted, entered = now.acted | {player}, now.entered | {player}
        if facing:
            folded = _Moment(
                now.added,
                now.bets,
                now.aggressor,
                now.folded | {player},
                acted,
                now.entered - {player},
            )
            moves.append((FOLD, self.go_on(folded, player + 1)))
        limp = now.bets == 1 and self.limpers is not None and player not in self.limpers
        if not facing or (may_enter and not limp):
            matched = (*now.added[:player], level, *now.added[player + 1 :])
            paying = entered if facing else now.entered
            after = _Moment(matched, now.bets, now.aggressor, now.folded, acted, paying)
            moves.append((CALL if facing else CHECK, self.go_on(after, player + 1)))
        if may_enter and now.bets < self.cap:
            raised = (*now.added[:player], level + self.bet, *now.added[player + 1 :])
            after = _Moment(raised, now.bets + 1, player, now.folded, frozenset({player}), entered)
            moves.append((RAISE if now.bets else BET, self.go_on(after, player + 1)))
        return here

    def tree(self) -> SeatTree:
        """What was found."""
        moves = [move for decision in self.moves for move in decision]
        counts = [len(decision) for decision in self.moves]
        everybody = (1 << len(self.leaves[0].added)) - 1
        return SeatTree(
            actor=np.array(self.actors, np.int8),
            first_action=np.cumsum([0, *counts], dtype=np.int32),
            letters="".join(letter for letter, _ in moves),
            target=np.array([target for _, target in moves], np.int32),
            alive=np.array(
                [everybody & ~sum(1 << one for one in leaf.folded) for leaf in self.leaves],
                np.int32,
            ),
            aggressor=np.array([leaf.aggressor for leaf in self.leaves], np.int8),
            added=np.array([leaf.added for leaf in self.leaves], np.float32),
            decision_added=np.array(self.decision_added, np.float32),
        )


def opening_tree(game: MultiwayGame) -> SeatTree:
    """The round before the first draw; players are seats."""
    blinds = frozenset({game.seats - 2, game.seats - 1})
    limpers = None if game.limps == "all" or game.ante else blinds
    builder = _Builder(game.bets[0], game.cap, game.most_in, limpers)
    if game.ante:
        builder.go_on(_Moment(game.forced, 0, -1), 0)
    else:
        builder.go_on(_Moment(game.forced, 1, game.seats - 1), 0)
    return builder.tree()


def later_tree(game: MultiwayGame, players: int) -> SeatTree:
    """A later round of so many players with bets of one; sizes are multiplied in where it is read.

    Every later round of as many players has this tree.
    """
    builder = _Builder(1.0, game.cap, players, None)
    builder.go_on(_Moment((0.0,) * players, 0, -1), 0)
    return builder.tree()


def first_in(game: MultiwayGame, tree: SeatTree) -> tuple[int, ...]:
    """The decision of each seat but the big blind where all before it have folded."""
    found: list[int] = []
    decision = 0
    while decision >= 0 and len(found) < game.seats - 1 and not game.ante:
        found.append(decision)
        decision = tree.follow(decision, FOLD)
    return tuple(found)
