"""Safe subgames of a small game: nobody gains by going there."""

import numpy as np
import pytest
from small_games import random_chains

import solver
from solver.cfr import Minimiser
from solver.cfr.averages import average_strategy
from solver.game import Game, public_tree
from solver.game.public_state import state_at
from solver.game.subtree import subtree
from solver.solution import Evaluator
from solver.subgames import chains_from, solve_subgame
from solver.subgames.resolving import _chance
from solver.subgames.safe import solve_safely

GAME = Game(bets=(1, 1, 2), cap=2, draws=(2, 1))
BUCKETS = (6, 7, 5)
CUT = 2


@pytest.fixture(scope="module")
def whole() -> Evaluator:
    tree, chains = public_tree(GAME), random_chains(GAME, BUCKETS, 2)
    minimiser = Minimiser(tree, chains, threads=1)
    for _ in range(1000):
        minimiser.iterate()
    return Evaluator(tree, chains, average_strategy(tree, minimiser.totals, minimiser.regrets))


def mbb(evaluator: Evaluator, strategy) -> float:
    rows = [np.asarray(level, np.float32) for level in strategy]
    return 500 * sum(evaluator.walk.value(seat, rows, True, 1) for seat in (0, 1))


def replaced(evaluator: Evaluator, solve) -> list:
    """The strategy with everything from the second round on solved again."""
    strategy = [np.array(level) for level in evaluator.strategy]
    for instance in range(evaluator.tree.levels[CUT].instances):
        state = state_at(evaluator.tree, CUT, instance)
        spans = evaluator.tree.below(CUT, instance)
        found = solve(evaluator, state)
        for number in range(CUT, len(strategy)):
            level = evaluator.tree.levels[number]
            first, last = (level.first_slot(place) for place in spans[number])
            strategy[number][first:last] = found[number - CUT]
    return strategy


def known(evaluator: Evaluator, state):
    """Ranges, and what every bucket is worth against the strategy of the whole."""
    reach = evaluator.ranges(state).reach
    worth = [
        evaluator.entering_values(state.level, state.instance, seat, reach[1 - seat], False)
        / reach[1 - seat].sum()
        + state.contributed[seat]
        for seat in (0, 1)
    ]
    draws = [chain.draws[state.round :] for chain in evaluator.chains]
    return draws, reach, worth


def safely(evaluator: Evaluator, state):
    draws, reach, worth = known(evaluator, state)
    chance = _chance(evaluator.chains, state)
    return solve_safely(state, draws, reach, chance, worth, iterations=600)


def unsafely(evaluator: Evaluator, state):
    draws, reach, _ = known(evaluator, state)
    return solve_subgame(subtree(state), chains_from(state, draws, reach), iterations=600).strategy


def test_safe_subgames_cost_little(whole: Evaluator) -> None:
    before = mbb(whole, whole.strategy)
    assert before < 1
    assert mbb(whole, replaced(whole, safely)) < before + 1


def test_in_the_real_game_a_range_taken_for_granted_is_exploited(
    small_solution: solver.Solution,
) -> None:
    """By hands that would not have come here; safe strategies give them nothing more."""
    evaluator = small_solution.evaluator
    state = small_solution.state("crc 32 kk 21")
    draws, reach, worth = known(evaluator, state)
    chains = chains_from(state, draws, reach)
    chance = _chance(evaluator.chains, state)
    for seat in (0, 1):
        gains = []
        for solve in (safely, unsafely):
            part = Evaluator(subtree(state).tree, chains, solve(evaluator, state))
            other = chains[1 - seat].initial
            best = part.entering_values(0, 0, seat, other, False) + state.contributed[seat]
            gains.append(np.maximum(best - worth[seat], 0) @ chance[seat] / chance[seat].sum())
        assert gains[0] < 0.002
        assert gains[1] > 0.01


@pytest.mark.parametrize("instance", [0, 4, 11])
def test_no_bucket_gains_against_a_safe_strategy(whole: Evaluator, instance: int) -> None:
    state = state_at(whole.tree, CUT, instance)
    draws, reach, worth = known(whole, state)
    strategy = safely(whole, state)
    part = Evaluator(subtree(state).tree, chains_from(state, draws, reach), strategy)
    for seat in (0, 1):
        other = part.chains[1 - seat].initial
        found = part.entering_values(0, 0, seat, other, False) + state.contributed[seat]
        assert (found < worth[seat] + 0.02).all()


def test_safe_strategies_are_distributions(whole: Evaluator) -> None:
    state = state_at(whole.tree, CUT, 3)
    tree = subtree(state).tree
    for level, rows in zip(tree.levels, safely(whole, state), strict=True):
        assert rows.shape[0] == level.slots
        starts = level.decision_starts(0, level.instances)
        sums = np.add.reduceat(rows.astype(float), starts, axis=0)
        np.testing.assert_allclose(sums[:, :5], 1, atol=2e-3)
