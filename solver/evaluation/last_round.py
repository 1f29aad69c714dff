"""The last betting round with real cards: what a best response wins that knows the strategy.

At the start of a last betting round both seats' ranges are particles. For a hand of the exploiter
the opponents that it can meet are those that share no card with all it has held; the round goes on
by buckets, so they are counted by bucket and by who wins, and the rest is exact.
"""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from solver.evaluation._exploiter import reply
from solver.game.public_state import PublicState
from solver.sequences import Opponents, ParticleRange, Strategy
from solver.sequences.tables import card_sets

Vector = NDArray[np.float64]


class Sight(StrEnum):
    """What the exploiter knows to be no card of the opponent."""

    NOTHING = "hand"
    HAND = "cards"
    DISCARDS = "discards"


@dataclass(frozen=True)
class RoundRows:
    """What both seats do in one instance of a betting round.

    Attributes:
        states: all decisions of the round.
        actions: probabilities, shape (actions of the round, buckets).
        folds: for each seat what it wins by folds, times the reach of the other seat, shape
            (leaves, buckets); in small bets.
        showdowns: for each seat the chips that it wins or loses at showdowns, times that reach.
    """

    states: tuple[PublicState, ...]
    actions: Vector
    folds: tuple[Vector, Vector]
    showdowns: tuple[Vector, Vector]

    @property
    def buckets(self) -> int:
        """Buckets that are told apart."""
        return int(self.actions.shape[1])


def round_rows(strategy: Strategy, state: PublicState) -> RoundRows:
    """Read off a strategy what it does in a last betting round.

    Args:
        strategy: what both seats play.
        state: at the start of the round.
    """
    betting = state.tree.rounds[-1].betting
    places: dict[int, PublicState] = {0: state}
    rows: list[Vector] = []
    reach: dict[int, list[Vector]] = {}
    leaves: dict[int, tuple[PublicState, list[Vector]]] = {}
    for decision, seat in enumerate(betting.actor):
        here = places[decision]
        probabilities = strategy.strategy_at(here)
        rows.append(probabilities)
        mine = reach.setdefault(decision, [np.ones(probabilities.shape[1])] * 2)
        for choice, action in enumerate(here.actions):
            after, both = here.play(action), list(mine)
            both[seat] = mine[seat] * probabilities[choice]
            target = int(betting.target[betting.first_action[decision] + choice])
            if target >= 0:
                places[target], reach[target] = after, both
            else:
                leaves[-1 - target] = after, both
    folds, showdowns = [], []
    for seat in (0, 1):
        won = np.zeros((2, len(leaves), rows[0].shape[1]))
        for leaf, (after, both) in leaves.items():
            folded = after.folded is not None
            chips = after.won_by_fold(seat) if folded else after.contributed[seat]
            won[0 if folded else 1, leaf] = chips * both[1 - seat]
        folds.append(won[0])
        showdowns.append(won[1])
    states = tuple(places[decision] for decision in range(len(betting.actor)))
    return RoundRows(
        states, np.concatenate(rows), (folds[0], folds[1]), (showdowns[0], showdowns[1])
    )


@dataclass(frozen=True, eq=False)
class Replies:
    """What hands of the exploiter do in a last betting round, and what they win more by it.

    Attributes:
        chosen: action of each hand at each decision, -1 where its own choices do not lead or the
            other seat acts; shape (hands, decisions).
        gained: what each of them wins more, in small bets times opponents, in the same shape.
        opponents: how many opponents each hand was measured with, shape (hands,).
    """

    chosen: NDArray[np.int8]
    gained: Vector
    opponents: NDArray[np.int64]


def best_replies(
    rows: RoundRows,
    seat: int,
    hands: ParticleRange,
    reckoned: Opponents,
    measured: Opponents,
    sight: Sight = Sight.DISCARDS,
) -> Replies:
    """Choose the best actions against one sample of the opponent's range, measure with another.

    Args:
        rows: what the solution does in this round.
        seat: of the exploiter.
        hands: its hands.
        reckoned: opponents by whom it chooses.
        measured: opponents by whom its gain is measured; independent of the others.
        sight: which cards it knows the opponent not to have when it chooses.
    """
    known = {
        Sight.NOTHING: np.zeros(len(hands.hands), np.uint64),
        Sight.HAND: card_sets(hands.hands),
        Sight.DISCARDS: hands.used,
    }[sight]
    classes = hands.low_classes
    number, ahead = reckoned.compared(known, classes)
    true_number, true_ahead = measured.compared(hands.used, classes)
    betting = rows.states[0].tree.rounds[-1].betting
    shape = len(classes), len(betting.actor)
    chosen, gained = np.empty(shape, np.int8), np.empty(shape)
    reply(
        seat,
        betting.actor,
        betting.first_action,
        betting.target,
        rows.folds[seat],
        rows.showdowns[seat],
        np.ascontiguousarray(rows.actions),
        hands.buckets,
        number,
        ahead,
        true_number,
        true_ahead,
        chosen,
        gained,
    )
    return Replies(chosen, gained, true_number.sum(axis=1, dtype=np.int64))
