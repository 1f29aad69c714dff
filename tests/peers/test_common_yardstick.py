"""Exploitability in the dealt game beside the kernel's own, and beside OpenSpiel's where it is."""

import numpy as np
import pytest
from small_games import TINY_VALUE, random_chain

from benchmarks.peers.deal import deal_out
from benchmarks.peers.measure import GAMES, TARGETS, measure, prepare
from benchmarks.peers.sequences import SequenceForm
from benchmarks.peers.solvers import SOLVERS, Ours, Solver
from solver.cfr import Minimiser
from solver.game import Game, public_tree

DRAWS = {
    "blinds": (Game(bets=(1, 2), cap=2, draws=(2,)), (3, 4)),
    "two draws": (Game(bets=(1, 1, 2), cap=1, draws=(1, 1)), (2, 1, 2)),
}


@pytest.fixture(scope="module")
def tiny(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tiny")
    prepare("tiny-draw", folder)
    return folder


@pytest.mark.parametrize(("game", "buckets"), DRAWS.values(), ids=DRAWS)
@pytest.mark.parametrize("iterations", [1, 30])
def test_exploitability_is_that_of_the_kernel(game, buckets, iterations):
    chain = random_chain(np.random.default_rng(3), game, buckets)
    dealt = deal_out(game, chain)
    running = Ours("DCFR")
    running.minimiser = Minimiser(public_tree(game), (chain, chain), threads=1)
    running.iterate(iterations)
    weights, sequences = running.average(dealt.information_sets), SequenceForm.of(dealt)
    expected = running.minimiser.exploitability()
    assert sequences.exploitability(weights) == pytest.approx(expected.mean, abs=2e-6)
    assert sequences.value(weights) == pytest.approx(expected.value[0], abs=2e-6)


def test_sequence_form_is_the_same_from_disk(tiny):
    dealt = deal_out(*GAMES["tiny-draw"]())
    before, after = SequenceForm.of(dealt), SequenceForm.load(tiny)
    rng = np.random.default_rng(4)
    weights = tuple(rng.random(size - 1) for size in before.payoff.shape)
    assert after.exploitability(weights) == before.exploitability(weights) > 0


def test_a_run_ends_at_the_last_target(tiny):
    run = measure("tiny-draw", "tripledraw DCFR", tiny, limit=60)
    assert [one.target for one in run.reached] == list(TARGETS)
    assert all(one.exploitability <= one.target for one in run.reached)
    assert run.exploitability <= TARGETS[-1]
    times = [one.seconds for one in run.reached]
    assert 0 < times[0] < times[1] < times[2] == run.seconds


def test_a_run_ends_at_the_limit(tiny):
    run = measure("tiny-draw", "tripledraw DCFR", tiny, limit=0)
    assert (run.iterations, run.reached) == (1, [])
    assert run.exploitability > TARGETS[0]


@pytest.mark.parametrize("name", SOLVERS)
def test_every_solver_comes_near_equilibrium(name, tiny):
    adapter, algorithm = SOLVERS[name]
    running = solver_or_skip(adapter, algorithm)
    running.load(tiny)
    running.iterate(40)
    game, sequences = deal_out(*GAMES["tiny-draw"]()), SequenceForm.load(tiny)
    weights = running.average(game.information_sets)
    assert sequences.exploitability(weights) < 0.18  # that of uniform play is 1.85
    assert sequences.value(weights) == pytest.approx(TINY_VALUE, abs=0.07)


def test_exploitability_is_that_of_openspiel(tiny):
    pyspiel = pytest.importorskip("pyspiel")
    adapter, algorithm = SOLVERS["OpenSpiel CFR+"]
    running = adapter(algorithm)
    running.load(tiny)
    running.iterate(5)
    game = pyspiel.load_game(f"efg_game(filename={tiny / 'game.efg'})")
    dealt, sequences = deal_out(*GAMES["tiny-draw"]()), SequenceForm.load(tiny)
    expected = pyspiel.exploitability(game, running.solver.average_policy())
    found = sequences.exploitability(running.average(dealt.information_sets))
    assert found == pytest.approx(expected, abs=1e-9)


def solver_or_skip(adapter: type[Solver], algorithm: str) -> Solver:
    try:
        return adapter(algorithm)
    except ModuleNotFoundError as missing:
        pytest.skip(f"{missing.name} is not installed")
