"""Drills: filters on decisions, ready-made packs of them, and spots that pass.

drill = PACKS["catch the snow"]
dealer = DrillDealer(solution, drill, seed=1)
spot = dealer.spot()
"""

from collections.abc import Iterator
from typing import Annotated, Literal, Self

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator

from solver import Solution, TripleDrawError
from solver.errors import ConfigurationError
from solver.evaluation import Decisions
from solver.game import SEAT_NAMES
from solver.solution import Advice
from solver.stopping import stop_if_asked
from solver.validation import Fault
from trainer.spots.self_play import SelfPlay, features_of_decisions
from trainer.spots.situations import (
    FACING,
    HAND_CLASSES,
    PAT_CLASSES,
    Situation,
    class_names,
    hand_classes,
)
from trainer.spots.spot import Spot

GROUPS = {"pat": PAT_CLASSES}
"""Names that stand for several classes of hands in a filter."""

BLUR = 0.1
"""Small bets: how well the player that difficulty is measured by tells values apart."""

_CANDIDATES = 4
"""Spots of which a drill weighted to difficulty takes one."""

_FIRST_BATCH, _LARGEST_BATCH = 128, 32_768
SEARCHED = 1_000_000
"""Hands that are played in search of a spot before a drill is given up: some six seconds."""

STORED_ONLY = 20_000
"""Hands that are played in search of a spot before those of a packed solution that come to what it
would have to solve first may give one, too."""

Seat = Literal["big blind", "button"]
Facing = Literal["nothing", "bet", "raise"]
Count = Annotated[int, Field(ge=0, le=5)]


class DrillError(TripleDrawError):
    """A drill of which the solution's play brings up no spot."""


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


class SpotFilter(_Model):
    """Which decisions are asked; whatever is left out may be anything.

    Attributes:
        streets: betting rounds from 0, or the draws after them: 0 is before the first draw or the
            first draw, 3 after the last draw.
        kind: bets or draws.
        seat: seat to act.
        facing: what the opponent has done in the betting round; blinds count as nothing. No draw
            passes.
        bets: bets of the round so far, a live blind included. No draw passes.
        opponent_drew: cards that the opponent drew last.
        own_drew: cards that the player to act drew last.
        hands: classes of hands (`trainer.spots.situations.HAND_CLASSES`), or ``"pat"`` for all pat
            ones.
        least_pot: smallest pot in small bets.
        most_pot: largest pot in small bets.
    """

    streets: tuple[Annotated[int, Field(ge=0, le=3)], ...] = ()
    kind: Literal["bet", "draw"] | None = None
    seat: Seat | None = None
    facing: tuple[Facing, ...] = ()
    bets: tuple[Annotated[int, Field(ge=0)], ...] = ()
    opponent_drew: tuple[Count, ...] = ()
    own_drew: tuple[Count, ...] = ()
    hands: tuple[str, ...] = ()
    least_pot: float = Field(default=0.0, ge=0)
    most_pot: float | None = Field(default=None, gt=0)

    @model_validator(mode="after")
    def _check(self) -> Self:
        known = (*HAND_CLASSES, *GROUPS)
        for name in self.hands:
            if name not in known:
                raise ValueError(f"{name!r} is no class of hands; expected of {', '.join(known)}")
        if self.most_pot is not None and self.most_pot < self.least_pot:
            raise ValueError(
                f"a pot of at least {self.least_pot:g} and at most {self.most_pot:g} small bets"
            )
        return self

    @classmethod
    def of_situation(cls, situation: Situation) -> Self:
        """The filter that lets the spots of a situation pass and no others."""
        drew = {"pat": (0,), "one": (1,), "two or more": (2, 3, 4, 5)}
        return cls.model_validate(
            {
                "streets": (situation.round,),
                "kind": "draw" if situation.drawing else "bet",
                "seat": SEAT_NAMES[situation.seat],
                "facing": () if situation.drawing else (situation.facing,),
                "opponent_drew": drew.get(situation.opponent_drew, ()),
                "hands": (situation.hand,),
            }
        )

    def at_level(self, level: int) -> bool:
        """Whether decisions of a level of the public tree can pass."""
        if self.streets and level // 2 not in self.streets:
            return False
        if level % 2:
            return self.kind != "bet" and not self.facing and not self.bets
        return self.kind != "draw"

    def passes(self, solution: Solution, decisions: Decisions) -> NDArray[np.bool_]:
        """Which decisions pass, shape (n,)."""
        seen = features_of_decisions(solution.tree, decisions)
        passing = np.full(len(decisions.game), self.at_level(decisions.level))
        if self.seat is not None:
            passing &= seen.seat == SEAT_NAMES.index(self.seat)
        if self.facing:
            passing &= np.isin(seen.facing, [FACING.index(name) for name in self.facing])
        if self.bets:
            passing &= np.isin(seen.bets, self.bets)
        if self.opponent_drew:
            passing &= np.isin(seen.opponent_drew, self.opponent_drew)
        if self.own_drew:
            passing &= np.isin(seen.own_drew, self.own_drew)
        passing &= seen.pot >= self.least_pot
        if self.most_pot is not None:
            passing &= seen.pot <= self.most_pot
        if self.hands:
            names = [part for name in self.hands for part in GROUPS.get(name, (name,))]
            left = len(solution.tree.draws) - seen.round
            possible = [HAND_CLASSES.index(name) for name in names if name in class_names(left)]
            held = hand_classes(solution.abstraction, left)[decisions.number]
            passing &= np.isin(held, possible)
        return passing


def _in_one_line(name: object) -> object:
    """A name without line breaks and other signs that are not printed."""
    if not isinstance(name, str):
        return name
    return " ".join("".join(c if c.isprintable() else " " for c in name).split())


class Drill(_Model):
    """What to practise.

    Attributes:
        name: what it is called.
        text: one sentence on what it is about.
        filters: decisions that pass any of them are asked; all decisions if there are none.
        weighting: ``"play"``: spots come up as often as in play; ``"difficulty"``: the likelier,
            the more a player loses there who tells values apart only roughly.
    """

    name: Annotated[str, Field(min_length=1, max_length=60), BeforeValidator(_in_one_line)]
    text: str = ""
    filters: tuple[SpotFilter, ...] = ()
    weighting: Literal["play", "difficulty"] = "play"

    @classmethod
    def of_situation(cls, situation: Situation) -> Self:
        """The drill of one situation."""
        return cls(
            name=situation.name[:60],
            text=situation.name,
            filters=(SpotFilter.of_situation(situation),),
        )

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Read what `to_json` writes.

        Raises:
            ConfigurationError: it is no drill; why.
        """
        try:
            return cls.model_validate_json(text)
        except ValidationError as error:
            raise ConfigurationError(f"no drill: {Fault.of(error).reason}") from None

    def to_json(self) -> str:
        """The drill as JSON; what is left at its default is left out."""
        return self.model_dump_json(exclude_defaults=True)

    def at_level(self, level: int) -> bool:
        """Whether decisions of a level of the public tree can be asked."""
        return not self.filters or any(one.at_level(level) for one in self.filters)

    def passes(self, solution: Solution, decisions: Decisions) -> NDArray[np.bool_]:
        """Which decisions may be asked, shape (n,); those with one action only never."""
        passing = np.full(len(decisions.game), not self.filters)
        for one in self.filters:
            passing |= one.passes(solution, decisions)
        return passing & (decisions.choices > 1)


class DrillDealer:
    """Finds spots of a drill in hands between two players who follow a solution.

    Hands are played in batches (`trainer.spots.self_play`) and give at most one spot each; every
    decision that passes is equally likely to be taken.

    Args:
        solution: what both players follow.
        drill: what to look for.
        seed: the same seed gives the same spots; a generator is used as it is.
        hands: how many are played at most in search of a spot.
    """

    def __init__(
        self,
        solution: Solution,
        drill: Drill,
        seed: int | np.random.Generator | None = None,
        hands: int = SEARCHED,
    ):
        self.solution = solution
        self.drill = drill
        self._hands = hands
        self._random = np.random.default_rng(seed)
        self._waiting: Iterator[Spot] = iter(())
        self._batch = _FIRST_BATCH
        levels = [n for n in range(len(solution.tree.levels)) if drill.at_level(n)]
        self._last_level = max(levels, default=-1)

    def spot(self) -> Spot:
        """A spot of the drill.

        Raises:
            DrillError: the hands played brought up none.
        """
        if self.drill.weighting == "play":
            return self._next()
        candidates = [self._next() for _ in range(_CANDIDATES)]
        weights = np.array(
            [difficulty(self.solution.advise(spot.hand, spot.state)) for spot in candidates]
        )
        total = weights.sum()
        shares = weights / total if total > 0 else None
        return candidates[int(self._random.choice(len(candidates), p=shares))]

    def _next(self) -> Spot:
        played = 0
        while (spot := next(self._waiting, None)) is None:
            if played >= self._hands or self._last_level < 0:
                raise DrillError(
                    f"{played:,} hands between two players who follow the solution brought up no "
                    f"spot of the drill {self.drill.name!r}; widen its filter"
                )
            stop_if_asked()
            # What is stored is there at once; only what it never comes to is solved for.
            self._waiting = self._search(self._batch, stored_only=played < STORED_ONLY)
            played += self._batch
            self._batch = min(4 * self._batch, _LARGEST_BATCH)
        return spot

    def _search(self, hands: int, stored_only: bool) -> Iterator[Spot]:
        """Spots of a new batch of hands, in random order."""
        play = SelfPlay(self.solution, hands, self._random, stored_only=stored_only)
        found = [
            (decisions, np.flatnonzero(self.drill.passes(self.solution, decisions)))
            for decisions in play.play(self._last_level)
            if self.drill.at_level(decisions.level)
        ]
        if not any(rows.size for _, rows in found):
            return
        games = np.concatenate([decisions.game[rows] for decisions, rows in found])
        groups = np.repeat(np.arange(len(found)), [len(rows) for _, rows in found])
        places = np.concatenate([rows for _, rows in found])
        # Made one by one as they are asked for: most of a batch may never be.
        for place in one_each(games, self._random):
            yield play.spot(found[groups[place]][0], int(places[place]))


def one_each(games: NDArray[np.int64], random: np.random.Generator) -> NDArray[np.intp]:
    """At most one entry of every game, in random order, each entry equally likely.

    The game with the most entries gives one for sure, others in proportion.

    Args:
        games: number of the game of every entry, shape (n,).
        random: chooses.
    """
    order = random.permutation(len(games))
    _, first, counts = np.unique(games[order], return_index=True, return_counts=True)
    kept = first[random.random(len(first)) * counts.max() < counts]
    return random.permutation(order[kept])


def difficulty(advice: Advice) -> float:
    """What a player loses here who takes an action the oftener, the better it looks to him.

    The chance of each action is proportional to exp(EV / `BLUR`) (quantal response, McKelvey and
    Palfrey 1995), so close decisions and clear ones cost little, and those in between the more,
    the larger the pot.

    Returns:
        Expected loss in small bets.
    """
    evs = np.array([action.ev for action in advice.actions])
    behind = evs.max() - evs
    chances = np.exp(-behind / BLUR)
    return float(chances @ behind / chances.sum())
