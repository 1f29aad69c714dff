"""What holds of every solve: sums that are strategies, a falling trace, the same on any machine."""

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import numpy as np
import pytest
from naive import matched
from places import places
from plain_game import spots, start
from small_games import GAMES, TINY, TINY_CHAINS, random_chains, table_of

from solver.cfr import HAS_THREADS, RULES, Minimiser, default_threads
from solver.cfr.averages import average_strategy
from solver.cfr.kernels import BUILDS, make_walk, padded
from solver.cfr.memory import entries
from solver.errors import ConfigurationError
from solver.game import Game, PrivateChain, public_tree

BUCKETS = (11, 9, 17)
MIDDLING = Game(bets=(1, 1, 2), cap=2, draws=(2, 1))


def iterated(game, chains, iterations, threads=1, **settings):
    minimiser = Minimiser(public_tree(game), chains, threads=threads, **settings)
    for _ in range(iterations):
        minimiser.iterate()
    return minimiser


def numbers(minimiser):
    """All bits of a solve."""
    kept = [minimiser.regrets, minimiser.totals, minimiser.predicted or []]
    return b"".join(level.tobytes() for rows in kept for level in rows)


@pytest.mark.parametrize("bits", [16, 32])
@pytest.mark.parametrize("rule", ["DCFR", "PDCFR+"])
def test_builds_and_threads_change_no_bit(rule, bits):
    chains = random_chains(MIDDLING, BUCKETS)
    results = {}
    for build in BUILDS:
        for threads in (1, 2, 3):
            minimiser = iterated(
                MIDDLING, chains, 3, rule=RULES[rule], threads=threads, build=build, bits=bits
            )
            results[build, threads] = numbers(minimiser), minimiser.exploitability()
    first = results["portable", 1]
    for setting, result in results.items():
        assert result == first, setting


@pytest.mark.parametrize("bits", [16, 32])
def test_builds_change_no_bit_of_a_long_solve(bits):
    solves = [iterated(TINY, TINY_CHAINS, 500, build=build, bits=bits) for build in BUILDS]
    assert len({numbers(minimiser) for minimiser in solves}) == 1


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("game", ["antes", "two draws"])
def test_sums_are_weighted_realisation_plans(game, rule):
    """What comes into a decision goes out: sums over actions follow from the action before."""
    game = GAMES[game]
    chains = random_chains(game, BUCKETS, seed=1)
    minimiser = iterated(game, chains, 7, rule=RULES[rule])
    totals = table_of(minimiser.tree, chains, minimiser.totals)
    fresh = 4  # the average has started over in this iteration
    weight = sum((t / 7) ** RULES[rule].gamma for t in range(fresh, 8))
    incoming = {("", seat): weight * chains[seat].initial for seat in (0, 1)}
    for spot in spots(start(game)):
        if spot.over:
            continue
        seat, sums = spot.actor, totals[spot.history]
        assert (sums >= 0).all()
        np.testing.assert_allclose(
            sums.sum(axis=0), incoming[spot.history, seat], rtol=1e-5, atol=1e-6
        )
        for index, (action, child) in enumerate(zip(spot.actions(), spot.children(), strict=True)):
            after = sums[index]
            if spot.drawing:
                after = after @ chains[seat].draws[spot.round - 1][int(action)]
            incoming[child.history, seat] = after
            incoming[child.history, 1 - seat] = incoming[spot.history, 1 - seat]


@pytest.mark.parametrize("rule", ["CFR", "DCFR"])
def test_average_strategies_are_distributions(rule):
    chains = random_chains(MIDDLING, BUCKETS, seed=2)
    minimiser = iterated(MIDDLING, chains, 30, rule=RULES[rule])
    kept = average_strategy(minimiser.tree, minimiser.totals, minimiser.regrets)
    assert all(((level >= 0) & (level <= 1)).all() for level in kept)
    where = places(minimiser.tree)
    totals = table_of(minimiser.tree, chains, minimiser.totals)
    regrets = table_of(minimiser.tree, chains, minimiser.regrets)
    strategies = table_of(minimiser.tree, chains, kept)
    for history in where:
        np.testing.assert_allclose(strategies[history].sum(axis=0), 1, atol=2e-3)
        # Where no play leads there is no average, and the regrets decide.
        played = totals[history].sum(axis=0) > np.finfo(np.float32).tiny
        expected = np.where(played, matched(totals[history]), matched(regrets[history]))
        np.testing.assert_allclose(strategies[history], expected, atol=5e-4)


def test_padding_is_never_played():
    chains = random_chains(MIDDLING, BUCKETS, seed=3)
    minimiser = iterated(MIDDLING, chains, 5)
    for number, level in enumerate(minimiser.totals):
        buckets = BUCKETS[number // 2]
        assert level.shape[1] == padded(buckets) > buckets
        assert not level[:, buckets:].any()


@pytest.mark.parametrize("rule", ["DCFR", "CFR+"])
def test_trace_falls(rule):
    minimiser = iterated(MIDDLING, random_chains(MIDDLING, BUCKETS, seed=4), 0, rule=RULES[rule])
    trace = []
    for iterations in (4, 8, 16, 32, 64, 128):
        while minimiser.iteration < iterations:
            minimiser.iterate()
        trace.append(minimiser.exploitability().mbb)
    assert all(later < 0.8 * earlier for earlier, later in pairwise(trace))
    assert 0 < trace[-1] < trace[0] / 30


def test_exploitability_is_never_negative_and_values_cancel():
    minimiser = iterated(MIDDLING, random_chains(MIDDLING, BUCKETS, seed=5), 0)
    for _ in range(5):
        reached = minimiser.exploitability()
        assert reached.value[0] == -reached.value[1]
        for best, value in zip(reached.best_responses, reached.value, strict=True):
            assert best >= value - 1e-6
        minimiser.iterate()


def test_seats_can_be_told_apart():
    """The value to a seat is the other's loss also when measured from the other seat."""
    minimiser = iterated(MIDDLING, random_chains(MIDDLING, BUCKETS, seed=6), 4)
    walk = minimiser.walk
    values = [walk.value(seat, minimiser.totals, False, 1) for seat in (0, 1)]
    assert values[0] == pytest.approx(-values[1], abs=1e-6)
    assert abs(values[0]) > 0.01


def test_values_at_the_start_of_the_second_round():
    chains = random_chains(MIDDLING, BUCKETS, seed=7)
    minimiser = iterated(MIDDLING, chains, 4)
    tree, walk = minimiser.tree, minimiser.walk
    for seat in (0, 1):
        record = [np.zeros_like(level) for level in minimiser.totals]
        entering = np.zeros((tree.rounds[1].instances, padded(BUCKETS[1])), np.float32)
        walk.value(seat, minimiser.totals, True, 2, record, entering)
        # The value of seat 1's draw counts is what they lead to, seen through the draw.
        if seat == 1:
            draw = tree.draws[0]
            first, second = draw.choices[0]
            for count in range(second):
                expected = chains[1].draws[0][count] @ entering[count, : BUCKETS[1]]
                np.testing.assert_allclose(
                    record[1][first + count, : BUCKETS[0]], expected, rtol=1e-4, atol=1e-6
                )


def test_passes_at_the_same_time_do_not_disturb_each_other():
    chains = random_chains(MIDDLING, BUCKETS, seed=7)
    minimiser = iterated(MIDDLING, chains, 4)

    def value(seat):
        return [minimiser.walk.value(seat, minimiser.totals, True, 1) for _ in range(20)]

    alone = {seat: value(seat) for seat in (0, 1)}
    with ThreadPoolExecutor(4) as pool:
        for seat, values in zip((0, 1) * 8, pool.map(value, (0, 1) * 8), strict=True):
            assert values == alone[seat]


def test_rows_that_do_not_fit_the_tree_are_refused():
    chains = random_chains(MIDDLING, BUCKETS, seed=7)
    minimiser = iterated(MIDDLING, chains, 1)
    short = [level[:-1] for level in minimiser.totals]
    with pytest.raises(ValueError, match="slots"):
        minimiser.walk.value(0, short, False, 1)


def test_entries_are_counted_before_they_are_made():
    minimiser = iterated(MIDDLING, random_chains(MIDDLING, BUCKETS, seed=8), 0)
    assert minimiser.entries == entries(minimiser.tree.game, BUCKETS)
    assert minimiser.entries == sum(
        level.slots * width
        for level, width in zip(minimiser.tree.levels, (16, 16, 16, 16, 24), strict=True)
    )


def test_default_threads():
    assert default_threads() >= 1
    assert HAS_THREADS or default_threads() == 1
    assert Minimiser(public_tree(TINY), TINY_CHAINS).threads == default_threads()
    assert Minimiser(public_tree(TINY), TINY_CHAINS, threads=3).threads == 3


def still(buckets, counts):
    initial = np.full(buckets, 1 / buckets)
    return PrivateChain(initial, tuple((np.eye(buckets),) * count for count in counts))


@pytest.mark.parametrize(
    ("counts", "message"),
    [
        (((2, 3), (3, 2)), "seat 0 has matrices for 2 draw counts at draw 1; the game needs 3"),
        (((3, 2), (3, 1)), "seat 1 has matrices for 1 draw counts at draw 2; the game needs 2"),
        (((3,), (3, 2)), "seat 0 has 1 draws; the game has 2"),
        (((3, 2), (3, 2, 1)), "seat 1 has 3 draws; the game has 2"),
    ],
)
def test_chains_that_do_not_fit_the_game(counts, message):
    chains = [still(4, seat) for seat in counts]
    with pytest.raises(ConfigurationError, match=message):
        Minimiser(public_tree(MIDDLING), chains)


def test_chains_that_do_not_fit_each_other():
    chains = still(4, (3, 2)), still(5, (3, 2))
    with pytest.raises(ConfigurationError, match="both seats need the same numbers"):
        Minimiser(public_tree(MIDDLING), chains)


def test_rows_of_another_width_are_refused():
    tree = public_tree(MIDDLING)
    walk = make_walk(tree, random_chains(MIDDLING, BUCKETS))
    rows = [np.zeros((level.slots, 8), np.float32) for level in tree.levels]
    with pytest.raises(ValueError, match="level 0 has rows of 8 buckets"):
        walk.value(0, rows, False, 1)
