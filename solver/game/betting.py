"""The tree of one betting round; all rounds of a kind share it."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.game.description import BUTTON, Game

FOLD, CHECK, CALL, BET, RAISE = "fkcbr"
"""Letters of the betting actions in a public history."""


@dataclass(frozen=True)
class BettingTree:
    """One betting round, decisions in depth-first order; 0 is the first.

    Attributes:
        actor: seat to act at each decision, shape (decisions,).
        first_action: place of each decision's first action, shape (decisions + 1,).
        letters: one letter for each action.
        target: where each action leads: a decision, or the leaf ``-1 - target``.
        folder: seat that folded at each leaf, -1 where the round closed without a fold.
        added: what each seat has put in during the round at each leaf, shape (leaves, 2),
            in small bets; in the first round with the forced bets.
        closed: leaves without a fold, in order.
        sequences: the letters that lead to each leaf.
        decision_sequences: the letters that lead to each decision.
        decision_added: what each seat has put in when a decision is reached, shape (decisions, 2).
    """

    actor: NDArray[np.int8]
    first_action: NDArray[np.int32]
    letters: str
    target: NDArray[np.int32]
    folder: NDArray[np.int8]
    added: NDArray[np.float32]
    closed: tuple[int, ...]
    sequences: tuple[str, ...]
    decision_sequences: tuple[str, ...]
    decision_added: NDArray[np.float32]

    @property
    def actions(self) -> int:
        """Actions over all decisions."""
        return len(self.letters)

    def choices(self, decision: int) -> str:
        """Letters of the actions at a decision."""
        return self.letters[self.first_action[decision] : self.first_action[decision + 1]]


class _Builder:
    """Walks all sequences of one round and writes them down."""

    def __init__(self, bet: float, cap: int):
        self.bet, self.cap = bet, cap
        self.actors: list[int] = []
        self.decision_sequences: list[str] = []
        self.decision_added: list[tuple[float, float]] = []
        self.moves: list[list[tuple[str, int]]] = []
        self.leaves: list[tuple[int, tuple[float, float], str]] = []

    def decision(
        self, actor: int, added: tuple[float, float], bets: int, waiting: int, path: str
    ) -> int:
        """Add a decision and all below it.

        Args:
            actor: seat to act.
            added: chips of both seats in this round.
            bets: bets so far, a live blind included.
            waiting: seats, this one included, that close the round if none of them raises.
            path: letters so far.
        """
        here = len(self.actors)
        self.actors.append(actor)
        self.decision_sequences.append(path)
        self.decision_added.append(added)
        moves: list[tuple[str, int]] = []
        self.moves.append(moves)
        facing = added[actor] < added[1 - actor]
        level = max(added)

        if facing:
            moves.append((FOLD, self.leaf(actor, added, path + FOLD)))
        letter = CALL if facing else CHECK
        matched = self._with(added, actor, level)
        if waiting == 1:
            moves.append((letter, self.leaf(-1, matched, path + letter)))
        else:
            follower = self.decision(1 - actor, matched, bets, waiting - 1, path + letter)
            moves.append((letter, follower))
        if bets < self.cap:
            letter = RAISE if bets else BET
            raised = self._with(added, actor, level + self.bet)
            moves.append((letter, self.decision(1 - actor, raised, bets + 1, 1, path + letter)))
        return here

    def leaf(self, folder: int, added: tuple[float, float], path: str) -> int:
        self.leaves.append((folder, added, path))
        return -len(self.leaves)

    @staticmethod
    def _with(added: tuple[float, float], seat: int, amount: float) -> tuple[float, float]:
        return (amount, added[1]) if seat == 0 else (added[0], amount)


def betting_tree(game: Game, round_: int) -> BettingTree:
    """Tree of a betting round of `game`; 0 is the round before the first draw."""
    builder = _Builder(game.bets[round_], game.cap)
    if round_ == 0 and game.live:
        builder.decision(BUTTON, game.forced_bets, 1, 2, "")
    else:
        builder.decision(0, game.forced_bets if round_ == 0 else (0.0, 0.0), 0, 2, "")
    moves = [move for decision in builder.moves for move in decision]
    counts = [len(decision) for decision in builder.moves]
    folders = [folder for folder, _, _ in builder.leaves]
    return BettingTree(
        actor=np.array(builder.actors, np.int8),
        first_action=np.cumsum([0, *counts], dtype=np.int32),
        letters="".join(letter for letter, _ in moves),
        target=np.array([target for _, target in moves], np.int32),
        folder=np.array(folders, np.int8),
        added=np.array([added for _, added, _ in builder.leaves], np.float32),
        closed=tuple(leaf for leaf, folder in enumerate(folders) if folder < 0),
        sequences=tuple(path for _, _, path in builder.leaves),
        decision_sequences=tuple(builder.decision_sequences),
        decision_added=np.array(builder.decision_added, np.float32),
    )
