"""Subgames of small games: their value in the whole game, linear programs, fixed frequencies."""

import numpy as np
import pytest
from extensive import ExtensiveForm
from small_games import random_chains, table_of

from solver.cfr import Minimiser, update_rule
from solver.cfr.averages import average_strategy
from solver.cfr.locks import Lock
from solver.errors import ConfigurationError
from solver.game import Game, public_tree
from solver.game.public_state import read_history, start
from solver.game.subtree import subtree
from solver.solution import Evaluator
from solver.subgames import chains_from, solve_subgame

GAME = Game(bets=(1, 1, 2), cap=2, draws=(2, 1))
BUCKETS = (4, 5, 3)


@pytest.fixture(scope="module")
def whole() -> Evaluator:
    tree, chains = public_tree(GAME), random_chains(GAME, BUCKETS, 1)
    minimiser = Minimiser(tree, chains, threads=1)
    for _ in range(3000):
        minimiser.iterate()
    return Evaluator(tree, chains, average_strategy(tree, minimiser.totals, minimiser.regrets))


def rest(evaluator: Evaluator, history: str, iterations: int) -> Evaluator:
    """What follows, solved from the ranges that the whole solution has there."""
    state = read_history(evaluator.tree, history)
    draws = [chain.draws[state.round :] for chain in evaluator.chains]
    chains = chains_from(state, draws, evaluator.ranges(state).reach)
    solved = solve_subgame(subtree(state), chains, iterations=iterations)
    return Evaluator(solved.root.tree, solved.chains, solved.strategy)


@pytest.mark.parametrize(
    "history",
    ["", "r", "rc", "rc 1", "rc 12", "rc 12 b", "rc 21 bc", "rc 21 bc 1", "rc 11 kk 1", "rc 22 k"],
)
def test_the_rest_is_worth_what_it_is_worth_in_the_whole_game(
    whole: Evaluator, history: str
) -> None:
    """To every hand of the seat to act, when both ranges are those of the equilibrium."""
    state = read_history(whole.tree, history)
    part = rest(whole, history, 1500)
    root = subtree(state)
    expected = whole.action_values(state).max(axis=0)
    found = part.action_values(root).max(axis=0)[: len(expected)]
    own = whole.ranges(state).reach[state.seat]
    np.testing.assert_allclose(found[own > 1e-3], expected[own > 1e-3], atol=5e-3)
    assert own @ found / own.sum() == pytest.approx(own @ expected / own.sum(), abs=5e-4)


@pytest.mark.parametrize(("history", "paid"), [("rc 12 kk 01", 2), ("rc 12 bc 11", 3)])
def test_the_last_round_is_worth_what_a_linear_program_says(
    whole: Evaluator, history: str, paid: float
) -> None:
    part = rest(whole, history, 1500)
    alone = Game(forced_bets=(paid, paid), live=False, bets=GAME.bets[2:], cap=GAME.cap, draws=())
    value = ExtensiveForm(alone, part.chains).value()
    rows = [np.asarray(level, np.float32) for level in part.strategy]
    assert part.walk.value(0, rows, False, 1) == pytest.approx(value, abs=1e-3)
    assert part.walk.value(0, rows, True, 1) == pytest.approx(value, abs=1e-3)


def test_ranges_that_are_none_are_refused(whole: Evaluator) -> None:
    state = read_history(whole.tree, "rc 11")
    draws = [chain.draws[1:] for chain in whole.chains]
    with pytest.raises(ConfigurationError, match="range of the big blind is empty"):
        chains_from(state, draws, (np.zeros(5), np.ones(5)))
    with pytest.raises(ConfigurationError, match="range of the button is empty, or not"):
        chains_from(state, draws, (np.ones(5), np.array([1, 1, 1, 1, -1.0])))


# --- locks --------------------------------------------------------------------------------------

ALONE = Game(forced_bets=(1, 1), live=False, bets=(1,), cap=3, draws=())


def all_locked(tree, seat: int, buckets: int, seed: int) -> list[Lock]:
    """Every decision of a seat in a game of one round, with random frequencies."""
    rng = np.random.default_rng(seed)
    states, locks = [start(tree)], []
    while states:
        state = states.pop()
        states += [after for a in state.actions if (after := state.play(a)).ended is None]
        if state.seat == seat:
            frequencies = rng.dirichlet(np.ones(len(state.actions)), buckets).T
            locks.append(Lock(state, frequencies, np.ones(buckets, bool)))
    return locks


@pytest.mark.parametrize("rule", ["DCFR", "PCFR+"])
@pytest.mark.parametrize("seat", [0, 1])
def test_against_a_locked_seat_the_other_finds_the_best_reply(seat: int, rule: str) -> None:
    tree, chains = public_tree(ALONE), random_chains(ALONE, (7,), 5)
    locks = all_locked(tree, seat, 7, seed=6)
    minimiser = Minimiser(tree, chains, update_rule(rule), 1, locks=locks)
    for _ in range(400):
        minimiser.iterate()
    table = table_of(tree, chains, average_strategy(tree, minimiser.totals, minimiser.regrets))
    for lock in locks:
        np.testing.assert_allclose(table[lock.state.history], lock.frequencies, atol=1e-3)
    exact = table | {lock.state.history: lock.frequencies for lock in locks}
    best = ExtensiveForm(ALONE, chains).best_response(1 - seat, exact)
    assert minimiser.exploitability().value[1 - seat] == pytest.approx(best, abs=1e-3)


def test_a_lock_of_some_buckets_leaves_the_others_free() -> None:
    tree, chains = public_tree(ALONE), random_chains(ALONE, (7,), 5)
    best = np.arange(7) < 2
    checks = np.vstack([np.ones(7), np.zeros(7)])
    free = Minimiser(tree, chains, threads=1)
    locked = Minimiser(tree, chains, threads=1, locks=[Lock(start(tree), checks, best)])
    for _ in range(200):
        free.iterate()
        locked.iterate()
    betting = [average_strategy(tree, m.totals, m.regrets)[0][1, :7] for m in (free, locked)]
    assert betting[0][0] > 0.1  # the best hand, when it is free
    assert (betting[1][best] == 0).all() and betting[1][~best].any()
    # Who is told what to do wins no more than who is free.
    assert locked.exploitability().value[0] <= free.exploitability().value[0] + 1e-4


def test_locks_that_make_no_sense_are_refused() -> None:
    tree, chains = public_tree(ALONE), random_chains(ALONE, (7,), 5)
    everywhere = np.ones(7, bool)
    with pytest.raises(ConfigurationError, match="sum to 1"):
        Lock(start(tree), np.full((2, 7), 0.4), everywhere)
    with pytest.raises(ConfigurationError, match=r"shape \(3, 7\); expected \(2, 7\)"):
        Lock(start(tree), np.full((3, 7), 1 / 3), everywhere)
    wide = Lock(start(tree), np.full((2, 9), 0.5), np.ones(9, bool))
    with pytest.raises(ConfigurationError, match="is for 9 buckets"):
        Minimiser(tree, chains, threads=1, locks=[wide])
