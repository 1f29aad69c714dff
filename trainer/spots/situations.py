"""What kind of decision it is: public features, classes of hands, and situations made of both.

A situation is coarse on purpose. Hands never repeat, but "after the third draw, button, facing a
bet, opponent stood pat, 8-low" does: that is what can be practised, scheduled and counted.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Self

import numpy as np
from numpy.typing import NDArray

from solver import Solution
from solver.abstraction import Abstraction, kind_names, kinds_of_hands
from solver.cards import hand_index, suit_classes
from solver.errors import ConfigurationError
from solver.game import BET, BUTTON, RAISE, SEAT_NAMES, PublicState, PublicTree
from trainer.spots.spot import Spot
from trainer.spots.words import street_name

PAT_CLASSES = ("pat 7", "pat 8", "pat 9", "pat ten", "pat jack", "pat queen or worse")
DRAW_CLASSES = ("one-card draw", "two-card draw", "three cards or more")
SNOW = "snow candidate"
MADE_CLASSES = (
    "7-low", "8-low", "9-low", "ten-low", "jack-low", "queen- to ace-low", "pair or worse",
)  # fmt: skip
HAND_CLASSES = (*PAT_CLASSES, *DRAW_CLASSES, SNOW, *MADE_CLASSES)
"""With draws left the first ten, at the last betting round the others."""

FACING = ("nothing", "bet", "raise")
"""What the opponent has done in a betting round: blinds count as nothing."""

DREW = ("not yet", "pat", "one", "two or more")
"""What a player drew last, as coarse as a situation takes it."""

_LOW_RANKS = 6
"""Deuce to seven."""


def class_names(draws_left: int) -> tuple[str, ...]:
    """The classes that hands can have with 0 to 3 draws left."""
    return (*PAT_CLASSES, *DRAW_CLASSES, SNOW) if draws_left else MADE_CLASSES


@lru_cache(maxsize=16)
def hand_classes(abstraction: Abstraction, draws_left: int) -> NDArray[np.int8]:
    """Class of every hand as an index into `HAND_CLASSES`, shape (134459,).

    With draws left a hand without pair, straight or flush is pat up to the jack, whether it should
    be broken or not. Four cards or more from deuce to seven, of three ranks at most, make a
    candidate for a snow: far from a hand, and holding what the opponent needs. All others go by
    the number of cards that the reference policy of the abstraction draws.

    Raises:
        ConfigurationError: no such number of draws left.
    """
    made = kinds_of_hands(abstraction, 0)
    names = kind_names(0)
    if not draws_left:
        merged = np.array([HAND_CLASSES.index(_merged(name)) for name in names], np.int8)
        return merged[made]
    drawn = kinds_of_hands(abstraction, draws_left)
    pats = len(PAT_CLASSES)
    classes = np.minimum(drawn, pats + len(DRAW_CLASSES) - 1).astype(np.int8)
    to_jack = made <= names.index("jack-low")
    classes[to_jack] = made[to_jack]
    classes[(classes < pats - 1) & ~to_jack] = pats - 1
    classes[_snow_candidates()] = HAND_CLASSES.index(SNOW)
    return classes


def _merged(kind: str) -> str:
    """Class of a made hand from its kind."""
    if kind in MADE_CLASSES:
        return kind
    return "pair or worse" if "pair" in kind else "queen- to ace-low"


def _snow_candidates() -> NDArray[np.bool_]:
    ranks = suit_classes(5).example >> 2
    counts = (ranks[:, :, None] == np.arange(_LOW_RANKS)).sum(axis=1)
    return np.asarray((counts.sum(axis=1) >= 4) & ((counts > 0).sum(axis=1) <= 3), np.bool_)


@dataclass(frozen=True)
class Features:
    """What both players see of some decisions of one level, one entry a decision.

    Attributes:
        round: betting round, or that before the draw, from 0.
        drawing: whether the decisions are draws.
        seat: seat to act.
        bets: bets of the round so far, a live blind included; at a draw 0.
        facing: index into `FACING`; at a draw 0.
        opponent_drew: cards that the opponent drew last, -1 before the first draw.
        own_drew: the same of the seat to act.
        pot: in small bets.
    """

    round: int
    drawing: bool
    seat: NDArray[np.int64]
    bets: NDArray[np.int64]
    facing: NDArray[np.int64]
    opponent_drew: NDArray[np.int64]
    own_drew: NDArray[np.int64]
    pot: NDArray[np.float64]


def public_features(
    tree: PublicTree, level: int, instance: NDArray[np.int64], decision: NDArray[np.int64]
) -> Features:
    """Features of decisions of one level.

    Args:
        tree: the public tree.
        level: place in ``tree.levels``.
        instance: instances at that level, shape (n,).
        decision: decision of each as in `PublicState`, shape (n,).
    """
    number = level // 2
    round_ = tree.rounds[number]
    betting = round_.betting
    if level % 2:
        closed = np.array(betting.closed)
        parent, leaf = np.divmod(instance, len(closed))
        seat = np.minimum(decision, 1)
        added = betting.added[closed[leaf]].sum(axis=1)
        bets = np.zeros_like(seat)
        last = round_.last_draws[parent].astype(np.int64)
        seen = np.where(seat == 1, decision - 1, last[:, 1])
        own = last[np.arange(len(seat)), seat]
        voluntary = bets
    else:
        parent = instance
        seat = betting.actor[decision].astype(np.int64)
        added = betting.decision_added[decision].sum(axis=1)
        made = [path.count(BET) + path.count(RAISE) for path in betting.decision_sequences]
        voluntary = np.array(made, np.int64)[decision]
        bets = voluntary + int(tree.game.live and number == 0)
        last = round_.last_draws[instance].astype(np.int64)
        rows = np.arange(len(seat))
        seen, own = last[rows, 1 - seat], last[rows, seat]
    pot = 2.0 * round_.stake[parent] + added
    return Features(
        number, bool(level % 2), seat, bets, np.minimum(voluntary, 2), seen, own,
        pot.astype(np.float64),
    )  # fmt: skip


def features_of(state: PublicState) -> Features:
    """Features of one decision, in arrays of one entry."""
    instance, decision = np.array([state.instance]), np.array([state.decision])
    return public_features(state.tree, state.level, instance, decision)


def hand_class(abstraction: Abstraction, hand: tuple[int, ...], draws_left: int) -> str:
    """Class of one hand of real cards."""
    return HAND_CLASSES[int(hand_classes(abstraction, draws_left)[hand_index(hand)])]


@dataclass(frozen=True, order=True)
class Situation:
    """A kind of decision that comes up again and again.

    Attributes:
        round: betting round, or that before the draw, from 0.
        drawing: whether it is a draw.
        seat: seat to act.
        facing: one of `FACING`.
        opponent_drew: one of `DREW`: what the opponent was last seen to draw.
        hand: one of `HAND_CLASSES`.
    """

    round: int
    drawing: bool
    seat: int
    facing: str
    opponent_drew: str
    hand: str

    @classmethod
    def of(cls, solution: Solution, spot: Spot) -> Self:
        """The situation of a spot; the abstraction of the solution names the hand."""
        return cls.at(solution, spot.state, spot.hand)

    @classmethod
    def at(cls, solution: Solution, state: PublicState, hand: tuple[int, ...]) -> Self:
        """The situation of a hand at a public state."""
        seen = features_of(state)
        return cls(
            seen.round,
            seen.drawing,
            int(seen.seat[0]),
            FACING[int(seen.facing[0])],
            drew(int(seen.opponent_drew[0])),
            hand_class(solution.abstraction, hand, state.draws_left),
        )

    @property
    def key(self) -> str:
        """Text that stays the same, for databases and addresses; `parse` reads it."""
        kind = "draw" if self.drawing else "bet"
        seat = SEAT_NAMES[self.seat]
        return f"{self.round}/{kind}/{seat}/{self.facing}/{self.opponent_drew}/{self.hand}"

    @classmethod
    def parse(cls, key: str) -> Self:
        """The situation of a key.

        Raises:
            ConfigurationError: no such situation.
        """
        parts = key.split("/")
        known = (("0", "1", "2", "3"), ("bet", "draw"), SEAT_NAMES, FACING, DREW, HAND_CLASSES)
        if len(parts) != len(known) or any(p not in k for p, k in zip(parts, known, strict=True)):
            raise ConfigurationError(
                f"{key!r} is no situation; expected such as '3/bet/button/bet/pat/8-low'"
            )
        return cls(int(parts[0]), parts[1] == "draw", SEAT_NAMES.index(parts[2]), *parts[3:])

    @property
    def street(self) -> str:
        """Name of the round or draw."""
        return street_name(self.round, self.drawing)

    @property
    def name(self) -> str:
        """In a player's words."""
        parts = [self.street, SEAT_NAMES[self.seat]]
        if not self.drawing:
            facing = {"nothing": "no bet yet", "bet": "facing a bet", "raise": "facing a raise"}
            if self.round == 0:
                unraised = "opening" if self.seat == BUTTON else "button called"
                facing = {
                    "nothing": unraised,
                    "bet": "facing a raise",
                    "raise": "facing a re-raise",
                }
            parts.append(facing[self.facing])
        if self.opponent_drew == "pat":
            parts.append("opponent stood pat")
        elif self.opponent_drew != "not yet":
            parts.append(f"opponent drew {self.opponent_drew}")
        return ", ".join((*parts, self.hand))


def drew(count: int) -> str:
    """A draw count as one of `DREW`; -1 is no draw yet."""
    return DREW[min(count, 2) + 1]
