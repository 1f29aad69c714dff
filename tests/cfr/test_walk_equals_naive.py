"""The kernel beside its plain twin: learning, measuring, responding, and values below a node."""

from functools import partial

import naive
import numpy as np
import pytest
from places import places
from plain_game import spots, start
from small_games import GAMES, random_chains, table_of

from solver.cfr import RULES, Minimiser
from solver.cfr.kernels import BUILDS, make_walk, padded
from solver.game import public_tree

BUCKETS = (5, 9, 3, 8)

games = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
builds = pytest.mark.parametrize("build", BUILDS)

ONE_PASS = 2e-6
"""Rounding of float32, in parts of the largest number."""
SOME_ITERATIONS = 1e-4
"""Strategies are ratios of regrets; where these are small, rounding grows along the way."""


def assert_same(tree, chains, rows, table, tolerance=ONE_PASS):
    """Rows of the kernel equal the arrays of the twin, measured by the largest number."""
    where = places(tree)
    largest = max(1, *(np.abs(numbers).max() for numbers in table.values()))
    for history, numbers in table.items():
        place = where[history]
        found = rows[place.level][place.rows, : numbers.shape[1]]
        np.testing.assert_allclose(
            found, numbers, rtol=tolerance, atol=tolerance * largest, err_msg=repr(history)
        )


def random_rows(tree, chains, seed):
    """Numbers of both signs for every slot; nothing positive in some places."""
    rng = np.random.default_rng(seed)
    out = []
    for number, level in enumerate(tree.levels):
        shape = level.slots, padded(chains[0].buckets[number // 2])
        out.append((rng.normal(size=shape) - 0.5).astype(np.float32))
    return out


@builds
@pytest.mark.parametrize("rule", RULES)
def test_iterations_of_every_rule(rule, build):
    game = GAMES["antes"]
    chains = random_chains(game, BUCKETS, seed=1)
    tree = public_tree(game)
    minimiser = Minimiser(tree, chains, RULES[rule], threads=2, build=build)
    twin = naive.NaiveMinimiser(game, chains, rule)
    for _ in range(6):
        minimiser.iterate()
        twin.iterate()
        assert_same(tree, chains, minimiser.regrets, twin.regrets, SOME_ITERATIONS)
        assert_same(tree, chains, minimiser.totals, twin.totals, SOME_ITERATIONS)
        if minimiser.predicted is not None:
            assert_same(tree, chains, minimiser.predicted, twin.source, SOME_ITERATIONS)


@games
@pytest.mark.parametrize("rule", ["DCFR", "PDCFR+"])
def test_iterations_of_every_game(game, rule):
    chains = random_chains(game, BUCKETS, seed=2)
    tree = public_tree(game)
    minimiser = Minimiser(tree, chains, RULES[rule], threads=1)
    twin = naive.NaiveMinimiser(game, chains, rule)
    for _ in range(3):
        minimiser.iterate()
        twin.iterate()
    assert_same(tree, chains, minimiser.regrets, twin.regrets, SOME_ITERATIONS)
    assert_same(tree, chains, minimiser.totals, twin.totals, SOME_ITERATIONS)


@builds
@games
def test_a_pass_returns_the_value_of_the_old_strategy(game, build):
    chains = random_chains(game, BUCKETS, seed=3)
    tree = public_tree(game)
    minimiser = Minimiser(tree, chains, RULES["CFR"], build=build)
    twin = naive.NaiveMinimiser(game, chains, "CFR")
    for seat in (0, 1, 0, 1):
        value = minimiser.walk.learn(
            seat,
            minimiser.regrets,
            minimiser.regrets,
            minimiser.totals,
            keep_positive=1,
            keep_negative=1,
            keep_predicted=1,
            keep_total=1,
            clip=False,
            predict=False,
            iteration=1,
            threads=1,
        )
        assert value == pytest.approx(twin.learn(seat, t=10**9), abs=1e-6)
    assert_same(tree, chains, minimiser.regrets, twin.regrets, SOME_ITERATIONS)


@builds
@games
@pytest.mark.parametrize("seat", [0, 1])
def test_where_the_other_seat_never_comes(game, build, seat):
    """The kernel leaves the other seat out there; the twin does not."""
    chains = random_chains(game, BUCKETS, seed=8)
    tree = public_tree(game)
    rows = random_rows(tree, chains, seed=9)
    for level, numbers in zip(tree.levels, rows, strict=True):
        starts = level.decision_starts(0, level.instances)
        choices = np.diff(starts, append=level.slots)
        others = starts[(level.owners()[starts] == 1 - seat) & (choices > 1)]
        numbers[others], numbers[others + 1] = -1, 1
    minimiser = Minimiser(tree, chains, RULES["DCFR"], build=build)
    twin = naive.NaiveMinimiser(game, chains, "DCFR")
    for kept, numbers in zip(minimiser.regrets, rows, strict=True):
        kept[:] = numbers
    for table in (twin.regrets, twin.source):
        table.update(table_of(tree, chains, rows))
    minimiser.learn(RULES["DCFR"], 7, seats=(seat,))
    twin.learn(seat, t=7)
    assert_same(tree, chains, minimiser.regrets, twin.regrets)
    assert_same(tree, chains, minimiser.totals, twin.totals)


@builds
@games
@pytest.mark.parametrize("respond", [False, True])
def test_values_and_records(game, build, respond):
    chains = random_chains(game, BUCKETS, seed=4)
    tree = public_tree(game)
    walk = make_walk(tree, chains, build)
    rows = random_rows(tree, chains, seed=5)
    table = table_of(tree, chains, rows)
    strategies = {history: naive.matched(numbers) for history, numbers in table.items()}
    record = [np.full_like(level, np.nan) for level in rows]
    for seat in (0, 1):
        value = walk.value(seat, rows, respond, 1, record)
        expected, actions = naive.measure(game, chains, strategies, seat, respond)
        assert value == pytest.approx(expected, abs=1e-6)
        assert walk.value(seat, rows, respond, 1) == value
        assert_same(tree, chains, record, actions)
    # Both seats together have written all rows.
    assert not any(np.isnan(level).any() for level in record)


def subtree(tree, rows, level, instance):
    """First slot of a subtree in each level, and copies of its rows."""
    firsts, part = [], []
    spans = tree.below(level, instance)
    for below, (begin, end), numbers in zip(tree.levels, spans, rows, strict=True):
        firsts.append(below.first_slot(begin))
        part.append(numbers[firsts[-1] : below.first_slot(end)].copy())
    return firsts, part


@games
@pytest.mark.parametrize("respond", [False, True])
def test_values_below_every_decision(game, respond):
    """The kernel gets the rows of the subtree below the instance, and nothing else."""
    chains = random_chains(game, BUCKETS, seed=6)
    tree = public_tree(game)
    walk = make_walk(tree, chains)
    rows = random_rows(tree, chains, seed=7)
    strategies = {
        history: naive.matched(numbers) for history, numbers in table_of(tree, chains, rows).items()
    }
    where, rng = places(tree), np.random.default_rng(8)
    betting = [spot for spot in spots(start(game)) if not spot.over and not spot.drawing]
    for number in {*range(0, len(betting), 1 + len(betting) // 60), len(betting) - 1}:
        spot = betting[number]
        level, instance, slot, _ = where[spot.history]
        firsts, part = subtree(tree, rows, level, instance)
        of_round = tree.rounds[level // 2].betting.first_action
        decision = of_round.tolist().index(slot - firsts[level])
        for seat in (0, 1):
            buckets = chains[1 - seat].buckets[level // 2]
            other = np.zeros(padded(buckets), np.float32)
            other[:buckets] = rng.random(buckets)
            record = [np.full_like(level_rows, np.nan) for level_rows in part]
            found = walk.value_below(
                level // 2, instance, decision, seat, other, part, firsts, record, respond
            )
            actions = {}
            expected = naive.values(
                spot,
                seat,
                np.ones(buckets),
                other[:buckets].astype(float),
                strategies,
                chains,
                partial(naive.best if respond else naive.expected, strategies, actions),
            )
            np.testing.assert_allclose(found[:buckets], expected, rtol=1e-4, atol=1e-5)
            for history, numbers in actions.items():
                place = where[history]
                begin = place.slot - firsts[place.level]
                np.testing.assert_allclose(
                    record[place.level][begin : begin + place.actions, : numbers.shape[1]],
                    numbers,
                    rtol=1e-4,
                    atol=1e-5,
                )
            written = sum(np.isfinite(level_rows).all(axis=1).sum() for level_rows in record)
            assert written == sum(len(numbers) for numbers in actions.values())
