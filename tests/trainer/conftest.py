"""Advice with made-up figures, so that every threshold can be met exactly."""

from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import pytest
from solved import solved

import solver
from solver.cards import parse_hand
from solver.game.public_state import action_name
from solver.solution import ActionAdvice, Advice

MakeAdvice = Callable[..., Advice]


@pytest.fixture(scope="session")
def one_bet_solution(cache_directory: Path) -> solver.Solution:
    """With one bet a round the big blind can only check after a call before the draw."""
    game = solver.heads_up(cap=1, draws=(1, 1, 1))
    buckets = solver.build_abstraction(final=4, earlier=8, draws=(1, 1, 1))
    return solved(game, buckets, iterations=10, progress=False)


@pytest.fixture
def bet_advice(small_solution: solver.Solution) -> MakeAdvice:
    """Makes advice for a bet from (frequency, EV) of every action."""

    def make(history: str, *figures: tuple[float, float], equity: float | None = None) -> Advice:
        state = small_solution.state(history)
        actions = tuple(
            ActionAdvice(code, action_name(code), frequency, ev)
            for code, (frequency, ev) in zip(state.actions, figures, strict=True)
        )
        opponent = {"pat 8": 0.6, "one-card draw": 0.397, "pat 7": 0.003}
        hand = tuple(sorted(parse_hand("8c7d5h4s2c"), reverse=True))
        return Advice(
            hand, state, 0, actions, opponent, equity, False, {}, small_solution.abstraction,
            small_solution.evaluator,
        )  # fmt: skip

    return make


@pytest.fixture
def draw_advice(small_solution: solver.Solution) -> MakeAdvice:
    """Makes advice for the button's first draw from frequencies and a value of every keep."""

    def make(
        hand: str, frequencies: tuple[float, ...], value: Callable[[tuple[int, ...]], float]
    ) -> Advice:
        state = small_solution.state("rc 2")
        cards = tuple(sorted(parse_hand(hand), reverse=True))
        keeps = {
            keep: value(keep)
            for count in range(len(state.actions))
            for keep in combinations(cards, 5 - count)
        }
        actions = []
        for code, frequency in zip(state.actions, frequencies, strict=True):
            best = max(combinations(cards, 5 - int(code)), key=keeps.__getitem__)
            actions.append(ActionAdvice(code, action_name(code), frequency, keeps[best], best))
        return Advice(
            cards, state, 0, tuple(actions), {"pat 8": 1.0}, None, False, keeps,
            small_solution.abstraction, small_solution.evaluator,
        )  # fmt: skip

    return make
