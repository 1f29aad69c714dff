"""Regrets and sums of 16 bits: how they are read and written, and that nothing is lost by them."""

import numpy as np
import pytest
from small_games import GAMES, TINY, TINY_CHAINS, TINY_VALUE, random_chains

from solver.cfr import RULES, Minimiser
from solver.cfr.short_floats import decode, encode
from solver.game import Game, public_tree

SMALLEST, LARGEST = 2.0**-96, 2.0**32


def test_every_short_float_survives_reading_and_writing():
    kept = np.arange(1 << 16).astype(np.uint16)
    values = decode(kept)
    again = decode(encode(values))
    np.testing.assert_array_equal(again, values)
    assert (np.diff(values[: 1 << 15].astype(float)) > 0).all()
    np.testing.assert_array_equal(values[1 << 15 :], -values[: 1 << 15])
    assert values[0] == 0
    assert values[1] == pytest.approx(SMALLEST, rel=0.01)
    assert values[0x7FFF] == pytest.approx(LARGEST, rel=0.01)


def test_rounding_error_and_range():
    rng = np.random.default_rng(0)
    values = rng.choice([-1, 1], 10_000) * np.exp(rng.uniform(-66, 22, 10_000))
    assert np.abs(decode(encode(values)) / values - 1).max() < 2.0**-9
    extreme = np.array([0.0, 1e-35, -1e-35, 1e30, -1e30, np.inf])
    largest = float(decode(np.array([0x7FFF], np.uint16))[0])
    assert decode(encode(extreme)).tolist() == [0, 0, 0, largest, -largest, largest]


def test_single_precision_is_read_as_it_is():
    values = np.array([[0.1, -3.0]], np.float32)
    np.testing.assert_array_equal(decode(values), values)


def solved(game, chains, iterations, bits, rule="DCFR"):
    minimiser = Minimiser(public_tree(game), chains, RULES[rule], threads=1, bits=bits)
    for _ in range(iterations):
        minimiser.iterate()
    return minimiser


def test_the_kernel_rounds_without_bias():
    """Sums of strategies hardly move by rounding, however often a number is written."""
    game = GAMES["antes"]
    chains = random_chains(game, (5, 9), seed=1)
    short, single = (solved(game, chains, 12, bits, "CFR") for bits in (16, 32))
    for kept, exact in zip(short.totals, single.totals, strict=True):
        mass = exact.sum()
        assert decode(kept).sum() == pytest.approx(mass, rel=1e-3)


@pytest.mark.parametrize("rule", ["DCFR", "DCFR+"])
def test_the_tiny_game_is_solved(rule):
    reached = solved(TINY, TINY_CHAINS, 1500, 16, rule).exploitability()
    assert reached.value[0] == pytest.approx(TINY_VALUE, abs=2e-4)
    assert reached.mean < 3e-3


def test_exploitability_is_that_of_single_precision():
    """Rounding turns the path of a solve, a few percent up or down.

    With so few buckets it shows more than in real games (docs/performance.md).
    """
    game = Game(cap=2, draws=(2, 1, 1))
    ratios = []
    for seed in range(10):
        chains = random_chains(game, (16, 16, 16, 16), seed)
        short, single = (solved(game, chains, 40, bits).exploitability().mean for bits in (16, 32))
        ratios.append(np.log(short / single))
    assert abs(np.mean(ratios)) < 0.05
    assert np.std(ratios) < 0.1


def test_memory_is_halved():
    game = GAMES["antes"]
    chains = random_chains(game, (5, 9), seed=1)
    short, single = (Minimiser(public_tree(game), chains, bits=bits) for bits in (16, 32))
    for halved, whole in zip(short.regrets, single.regrets, strict=True):
        assert halved.nbytes * 2 == whole.nbytes
