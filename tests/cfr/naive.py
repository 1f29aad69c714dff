"""Counterfactual regret minimisation as it is defined: the plain twin of solver/cfr/_walk.pyx.

Everything is kept by public history (plain_game.py), as float64 arrays (actions, buckets). What an
update rule does in iteration t is written out rule by rule, as its paper has it.
"""

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray
from plain_game import Spot, spots, start

from solver.game import Game, PrivateChain

Vector = NDArray[np.float64]
Table = dict[str, NDArray[np.float64]]
"""For every decision an array (actions, buckets of the seat to act)."""

AtOwnDecision = Callable[[Spot, Vector, NDArray[np.float64]], Vector]
"""From a decision, the own reach and the values of all actions to the value of the decision."""


def matched(numbers: NDArray[np.float64]) -> NDArray[np.float64]:
    """Regret matching: in proportion to what is positive, uniform where nothing is."""
    positive = np.maximum(numbers, 0)
    whole = positive.sum(axis=0)
    uniform = np.full_like(positive, 1 / len(positive))
    return np.divide(positive, whole, out=uniform, where=whole > 0)


def end_value(spot: Spot, seat: int, other: Vector) -> Vector:
    """What the seat wins in each of its buckets at the end of a hand, times the other's reach."""
    if spot.folded is not None:
        wins = -spot.paid[seat] if spot.folded == seat else spot.paid[1 - seat]
        return np.full(len(other), wins * other.sum())
    bucket = np.arange(len(other))
    outcome = np.sign(bucket[None, :] - bucket[:, None])  # own bucket in rows; the lower wins
    return spot.paid[seat] * (outcome @ other)


def values(
    spot: Spot,
    seat: int,
    own: Vector,
    other: Vector,
    strategies: Table,
    chains: Sequence[PrivateChain],
    decide: AtOwnDecision,
) -> Vector:
    """Counterfactual values of a seat from a spot on, one for each of its buckets.

    Args:
        spot: where the hand is.
        seat: whose values.
        own: probability that the seat itself, chance included, comes here in each bucket.
        other: the same for the other seat.
        strategies: of both seats.
        chains: of both seats.
        decide: called after each decision of the seat.
    """
    if spot.over:
        return end_value(spot, seat, other)
    mine = spot.actor == seat
    found = []
    for index, (action, child) in enumerate(zip(spot.actions(), spot.children(), strict=True)):
        chosen = strategies[spot.history][index]
        reach = (own if mine else other) * chosen
        change = np.eye(len(reach))
        if spot.drawing:
            change = chains[spot.actor].draws[spot.round - 1][int(action)]
        both = (reach @ change, other) if mine else (own, reach @ change)
        after = values(child, seat, *both, strategies, chains, decide)
        found.append(change @ after if mine else after)
    if mine:
        return decide(spot, own, np.array(found))
    return np.sum(found, axis=0)


def expected(
    strategies: Table, record: Table, spot: Spot, own: Vector, action_values: NDArray[np.float64]
) -> Vector:
    """Follow the strategy, and write down the values of all actions."""
    record[spot.history] = action_values
    return (strategies[spot.history] * action_values).sum(axis=0)


def best(
    strategies: Table, record: Table, spot: Spot, own: Vector, action_values: NDArray[np.float64]
) -> Vector:
    """Take the best action, and write down the values of all."""
    record[spot.history] = action_values
    return action_values.max(axis=0)


def measure(
    game: Game, chains: Sequence[PrivateChain], strategies: Table, seat: int, respond: bool
) -> tuple[float, Table]:
    """What a seat wins, and the counterfactual values of all its actions."""
    record: Table = {}
    decide = partial(best if respond else expected, strategies, record)
    own, other = chains[seat].initial, chains[1 - seat].initial
    root = values(start(game), seat, own, other, strategies, chains, decide)
    return float(own @ root), record


def keep(t: int, exponent: float) -> float:
    """Discount of DCFR and its relatives, ``t**a / (t**a + 1)``."""
    return t**exponent / (t**exponent + 1)


def accumulated(
    rule: str, t: int, regret: NDArray[np.float64], new: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Cumulative regrets after iteration t.

    CFR: Zinkevich and others 2007; CFR+: Tammelin 2014; LCFR, DCFR: Brown and Sandholm 2019;
    PCFR+: Farina and others 2021; DCFR+, PDCFR+: Xu and others 2024.
    """
    match rule:
        case "CFR":
            return regret + new
        case "LCFR":
            return regret * (t - 1) / t + new
        case "DCFR":
            return np.where(regret > 0, regret * keep(t - 1, 1.5), regret / 2) + new
        case "CFR+" | "PCFR+":
            return np.maximum(regret + new, 0)
        case "DCFR+":
            return np.maximum(regret * keep(t - 1, 1.5) + new, 0)
        case "PDCFR+":
            return np.maximum(regret * keep(t - 1, 2.3) + new, 0)
    raise ValueError(rule)


def next_source(
    rule: str, t: int, regret: NDArray[np.float64], new: NDArray[np.float64]
) -> NDArray[np.float64]:
    """What the strategy of iteration t + 1 is matched from."""
    match rule:
        case "PCFR+":
            return regret + new
        case "PDCFR+":
            return regret * keep(t, 2.3) + new
    return regret


AVERAGING = {"CFR": 0, "LCFR": 1, "CFR+": 1, "DCFR": 2, "PCFR+": 2, "DCFR+": 4, "PDCFR+": 5}
"""Exponents of the weights of the average: iteration t counts in proportion to ``t**g``, and
what came before iterations 4 and 16 is forgotten there."""


class NaiveMinimiser:
    """Regret minimisation with alternating updates.

    Attributes:
        regrets: cumulative regrets.
        source: what current strategies are matched from.
        totals: weighted sums of own reach times strategy.
    """

    def __init__(self, game: Game, chains: Sequence[PrivateChain], rule: str):
        self.game, self.chains, self.rule = game, chains, rule
        self.regrets: Table = {}
        for spot in spots(start(game)):
            if not spot.over:
                buckets = chains[spot.actor].buckets[spot.round - spot.drawing]
                self.regrets[spot.history] = np.zeros((len(spot.actions()), buckets))
        self.source = {history: table.copy() for history, table in self.regrets.items()}
        self.totals = {history: table.copy() for history, table in self.regrets.items()}
        self.iteration = 0

    def strategies(self) -> Table:
        """Current strategies of both seats."""
        return {history: matched(table) for history, table in self.source.items()}

    def learn(self, seat: int, t: int) -> float:
        """Update a seat in iteration t; returns what its old strategy wins."""
        strategies = self.strategies()

        def update(spot: Spot, own: Vector, action_values: NDArray[np.float64]) -> Vector:
            at, strategy = spot.history, strategies[spot.history]
            value = (strategy * action_values).sum(axis=0)
            new = action_values - value
            self.regrets[at] = accumulated(self.rule, t, self.regrets[at], new)
            self.source[at] = next_source(self.rule, t, self.regrets[at], new)
            fading = 0.0 if t in (4, 16) else ((t - 1) / t) ** AVERAGING[self.rule]
            self.totals[at] = self.totals[at] * fading + own * strategy
            return value

        own, other = self.chains[seat].initial, self.chains[1 - seat].initial
        root = values(start(self.game), seat, own, other, strategies, self.chains, update)
        return float(own @ root)

    def iterate(self) -> None:
        """One iteration: seat 0, then seat 1 against its new strategy."""
        self.iteration += 1
        for seat in (0, 1):
            self.learn(seat, self.iteration)
