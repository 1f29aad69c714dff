"""Learning a strategy for several seats, traversal by traversal."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field, model_validator

from solver.cfr.kernels import default_threads
from solver.game.betting import FOLD
from solver.multiway._learn import Traverser
from solver.multiway.betting import SeatTree
from solver.multiway.cards import DealtCards, card_facts, require_enough
from solver.multiway.memory import Layout, trees

Cells = NDArray[np.float32]

MOST_HANDS = 64

MOST_THREADS = 256

_UNIT = 1e5
"""Traversals after which what is added has weight one; weights grow linearly from nought."""


class Sampling(BaseModel):
    """How traversals are drawn.

    Attributes:
        hands: card sequences of a seat, at most.
        batch: traversals that read the same numbers; what they add is added after them.
        ahead: share of the traversals that begin where the first seats have folded, so that late
            seats learn as much as early ones.
        rounds: share of the traversals in which the learner tries all its actions in each betting
            round, in proportion to each other and to `draws`.
        draws: the same for each draw.
        even_others: share of even chances that is mixed into the actions drawn for the others.
        even_own: the same for the learner's own actions.
        rate: at which the known values of actions follow what is found.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    hands: int = Field(default=64, ge=1, le=MOST_HANDS)
    batch: int = Field(default=256, ge=1, le=65536)
    ahead: float = Field(default=0.5, ge=0, lt=1)
    rounds: tuple[float, ...] = (0.35, 0.15, 0.15, 0.1)
    draws: tuple[float, ...] = (0.1, 0.1, 0.05)
    even_others: float = Field(default=0.03, gt=0, le=1)
    even_own: float = Field(default=0.15, gt=0, le=1)
    rate: float = Field(default=0.02, ge=0, le=1)

    @model_validator(mode="after")
    def _check(self) -> "Sampling":
        if min((*self.rounds, *self.draws)) < 0 or sum((*self.rounds, *self.draws)) <= 0:
            raise ValueError("shares of the parts of a hand are not negative, and one is positive")
        return self

    def parts(self, rounds: int) -> NDArray[np.float64]:
        """Share of each part in the order of play."""
        shares = np.zeros(2 * rounds - 1)
        shares[::2] = self.rounds[:rounds]
        shares[1::2] = self.draws[: rounds - 1]
        return np.asarray(shares / shares.sum())


@dataclass(frozen=True)
class Batch:
    """What some traversals have found.

    Attributes:
        values: mean value of the learner's hands in each, in small bets.
        learners: seat that learned in each.
        starts: first seat that had not folded when it began.
    """

    values: NDArray[np.float64]
    learners: NDArray[np.int8]
    starts: NDArray[np.int8]


def facts(layout: Layout, cards: DealtCards, hands: int) -> dict[str, Any]:
    """A game as kernels take it.

    Args:
        layout: the game, and where its numbers stand.
        cards: the cards.
        hands: sequences of a seat, at most.

    Raises:
        ConfigurationError: a seat could run out of cards.
    """
    game, memory = layout.game, layout.memory
    require_enough(game, cards.deck, cards.hand, cards.separate)
    rounds = range(4)
    players = range(4)
    known = layout.players
    return {
        "seats": game.seats,
        "rounds": game.rounds,
        "count": hands,
        "limits": game.draws,
        "narrowing": game.draw_rule == "narrowing",
        "bets": game.bets,
        "buckets": cards.buckets,
        "trees": [_tree_facts(tree) for tree in trees(layout)],
        "histories": [
            [len(layout.histories[p][r]) if r < game.rounds and p in known else 1 for p in players]
            for r in rounds
        ],
        "history": layout.history_table,
        "steps": [
            [np.array(memory.steps(p, r) if r and p in known else (), np.float32) for p in players]
            for r in rounds
        ],
        "later_order": game.later_order,
        "first_in": layout.first_in or (0,),
        "groups": layout.groups,
        "round_at": layout.round_at,
        "draw_at": layout.draw_at,
        "before": layout.paths.before,
        "round_of": layout.paths.round_of,
        "drawn": layout.paths.drawn,
        "after": layout.paths.after,
        **card_facts(cards),
    }


def _tree_facts(tree: SeatTree) -> dict[str, Any]:
    return {
        "actor": tree.actor,
        "first": tree.first_action,
        "kind": np.array([0 if letter == FOLD else 1 for letter in tree.letters], np.int8),
        "target": tree.target,
        "alive": tree.alive,
        "aggressor": tree.aggressor,
        "added": tree.added,
    }


class Learner:
    """Regret minimisation for several seats by sampled traversals.

    With weights that grow linearly (Brown and Sandholm 2019); regrets and averages as in external
    sampling (Lanctot, Waugh, Zinkevich and Bowling 2009), for vectors of hands.

    Args:
        layout: the game, and where its numbers stand.
        cards: the deck and what is seen of hands.
        sampling: how traversals are drawn; as `Sampling` has it if left out.
        threads: how many; all processors if left out. The result does not depend on it.
        seed: of all random numbers.

    Attributes:
        traversals: how many have been made.
        regrets: cumulative regrets, shape (cells,).
        sums: sums of strategies, in proportion to the average strategy, shape (cells,).
        values: what actions have won of late, per unit of the others' reach, shape (cells,).
    """

    def __init__(
        self,
        layout: Layout,
        cards: DealtCards,
        sampling: Sampling | None = None,
        threads: int | None = None,
        seed: int = 0,
    ):
        self.layout = layout
        self.cards = cards
        self.sampling = sampling = sampling or Sampling()
        self.threads = threads or default_threads()
        self.seed = seed
        self.traversals = 0
        self.regrets: Cells = np.zeros(layout.cells, np.float32)
        self.sums: Cells = np.zeros(layout.cells, np.float32)
        self.values: Cells = np.zeros(layout.cells, np.float32)
        self._traverser = traverser(layout, cards, sampling, self.threads)
        self._parts = sampling.parts(layout.game.rounds)
        self._ahead = 0.0 if cards.separate or layout.game.ante else sampling.ahead

    def learn(self) -> Batch:
        """Make a batch of traversals."""
        found = run(
            self._traverser,
            self.sampling,
            own=self.regrets,
            others=self.regrets,
            values=self.values,
            regrets=self.regrets,
            sums=self.sums,
            first=self.traversals,
            seed=self.seed,
            weight=(self.traversals + self.sampling.batch) / _UNIT,
            ahead=self._ahead,
            parts=self._parts,
        )
        self.traversals += self.sampling.batch
        return found


def traverser(
    layout: Layout, cards: DealtCards, sampling: Sampling, threads: int | None
) -> Traverser:
    """The kernel of a game.

    Raises:
        ConfigurationError: a seat could run out of cards.
    """
    return Traverser(
        facts(layout, cards, sampling.hands), threads or default_threads(), sampling.batch
    )


def run(
    kernel: Traverser,
    sampling: Sampling,
    *,
    own: Cells,
    others: Cells,
    values: Cells,
    first: int,
    seed: int,
    fallback: Cells | None = None,
    regrets: Cells | None = None,
    sums: Cells | None = None,
    weight: float = 1.0,
    learner: int = -1,
    ahead: float = 0.0,
    parts: Sequence[float] | NDArray[np.float64] = (),
    best: bool = False,
) -> Batch:
    """Make one batch of traversals.

    Args:
        kernel: of the game.
        sampling: how actions are drawn.
        own: what the learner's strategy is matched from.
        others: what those of the others are matched from.
        values: what the learner's actions are known to win; changed where regrets are.
        first: number of the first traversal.
        seed: of the random numbers.
        fallback: what the learner's is matched from where `own` has nothing positive.
        regrets: where regrets are added; None: nothing is learned.
        sums: where strategies of the others are added; None: nowhere.
        weight: of what is added.
        learner: the seat that learns; -1: each in turn.
        ahead: share that begins where the first seats have folded.
        parts: share of each part of the hand; none: the learner draws all its actions.
        best: the learner takes its best action.
    """
    count = sampling.batch
    found = Batch(np.empty(count), np.empty(count, np.int8), np.empty(count, np.int8))
    kernel.run(
        own,
        others,
        fallback,
        values,
        regrets,
        sums,
        first,
        seed,
        weight,
        sampling.rate,
        learner,
        ahead,
        np.ascontiguousarray(parts, np.float64),
        best,
        sampling.even_others,
        sampling.even_own,
        found.values,
        found.learners,
        found.starts,
    )
    return found


def strategy(cells: Cells, actions: int) -> NDArray[np.float64]:
    """Frequencies at a decision from its regrets or sums.

    Args:
        cells: numbers of the decision, by bucket and action.
        actions: how many actions it has.

    Returns:
        Shape (buckets, actions), rows sum to one; even chances where nothing is positive.
    """
    positive = np.maximum(cells.reshape(-1, actions).astype(np.float64), 0)
    whole = positive.sum(axis=1, keepdims=True)
    return np.where(whole > 1e-20, positive / np.where(whole > 0, whole, 1), 1 / actions)
