"""Play over cuts: what is won is lost, itself is no opponent, and trained opponents win."""

from dataclasses import replace

import numpy as np
import pytest

import solver
from solver.cfr.short_floats import decode
from solver.errors import ConfigurationError
from solver.evaluation.cuts import (
    TrainedOpponent,
    exploit_on_cuts,
    mixed,
    paired,
    play_over_cuts,
)
from solver.game import BIG_BLIND, BUTTON
from solver.game.history import start
from solver.solution.packed import pack

CUTS = 8


@pytest.fixture(scope="module")
def careless(one_card_solution: solver.Solution) -> solver.Solution:
    """Plays every action as often as any other."""
    even = [np.ones_like(level) for level in one_card_solution.strategy]
    return replace(one_card_solution, strategy=even)


def test_owners_are_the_seats_to_act(one_card_solution: solver.Solution) -> None:
    state = start(one_card_solution.tree)
    for action in "ck11kbc01kk00k":
        seats = one_card_solution.tree.levels[state.level].owners()
        mine = slice(state.first_slot, state.first_slot + len(state.actions))
        assert (seats[mine] == state.seat).all()
        state = state.play(action)
    assert state.level == 6
    for level in one_card_solution.tree.levels:
        assert level.owners().shape == (level.slots,)


def test_strategies_are_mixed_seat_by_seat(
    one_card_solution: solver.Solution, careless: solver.Solution
) -> None:
    tree = one_card_solution.tree
    rows = mixed(tree, one_card_solution.strategy, careless.strategy)
    for level, row, one, other in zip(
        tree.levels, rows, one_card_solution.strategy, careless.strategy, strict=True
    ):
        seats, found = level.owners(), decode(row)
        for seat, strategy in ((BIG_BLIND, one), (BUTTON, other)):
            expected = np.asarray(strategy, np.float32)[seats == seat]
            np.testing.assert_allclose(found[seats == seat], expected, rtol=2e-3, atol=1e-11)


def test_a_solution_against_itself(one_card_solution: solver.Solution) -> None:
    score = play_over_cuts(one_card_solution, one_card_solution, CUTS)
    assert score is not None and score.cuts == CUTS
    assert score.overall.mean == pytest.approx(0, abs=1e-3)
    assert score.overall.standard_error == pytest.approx(0, abs=1e-3)
    assert score.button.mean == pytest.approx(-score.big_blind.mean, abs=1e-3)
    # Mirrors take out most of the luck.
    assert score.button.standard_error < 30


def test_what_one_wins_the_other_loses(
    one_card_solution: solver.Solution, careless: solver.Solution
) -> None:
    ours = play_over_cuts(one_card_solution, careless, CUTS)
    theirs = play_over_cuts(careless, one_card_solution, CUTS, threads=1)
    assert ours is not None and theirs is not None
    assert ours.overall.mean == pytest.approx(-theirs.overall.mean, abs=1e-2)
    assert ours.big_blind.mean == pytest.approx(-theirs.button.mean, abs=1e-2)
    assert ours.overall.mean > 500
    assert ours.overall.mean > 10 * ours.overall.standard_error


def test_opponents_learn_to_exploit(
    one_card_solution: solver.Solution, careless: solver.Solution
) -> None:
    steps = []
    score = exploit_on_cuts(
        careless, 20, CUTS, report=lambda done, whole: steps.append((done, whole)) or False
    )
    assert score is not None
    fair = play_over_cuts(one_card_solution, careless, CUTS)
    assert fair is not None
    assert score.overall.mean > fair.overall.mean + 100
    assert score.overall.mean == pytest.approx((score.big_blind.mean + score.button.mean) / 2)
    assert steps == [(number, 2 * (20 + CUTS)) for number in range(1, 2 * (20 + CUTS) + 1)]


def test_a_trained_opponent_leaves_the_strategy_as_it_is(
    one_card_solution: solver.Solution,
) -> None:
    opponent = TrainedOpponent(one_card_solution, BUTTON, threads=1)
    opponent.train(3, lambda: False)
    levels = zip(
        one_card_solution.tree.levels, opponent.rows, one_card_solution.strategy, strict=True
    )
    changed = 0
    for level, row, strategy in levels:
        fixed, found = level.owners() == BIG_BLIND, decode(row)
        np.testing.assert_allclose(found[fixed], strategy[fixed], rtol=2e-3, atol=1e-11)
        changed += not np.allclose(found[~fixed], strategy[~fixed], rtol=1e-2)
    assert changed == len(one_card_solution.tree.levels)


def test_what_is_not_finished_counts_what_was_played_in_both_seats(
    one_card_solution: solver.Solution, careless: solver.Solution
) -> None:
    whole = play_over_cuts(one_card_solution, careless, 4)
    part = play_over_cuts(one_card_solution, careless, 6, report=lambda done, _: done == 11)
    assert part is not None and part.cuts == 4
    assert part == whole
    assert play_over_cuts(careless, careless, 4, report=lambda done, _: done == 3) is None
    assert exploit_on_cuts(careless, 3, 4, report=lambda done, _: done == 2) is None


def test_a_cut_and_its_mirror_are_one_sample() -> None:
    estimate = paired([0.1, -0.1, 0.3, -0.1])
    assert estimate.mean == pytest.approx(50)
    assert estimate.standard_error == pytest.approx(50)


def test_what_cannot_be_played_is_refused(
    one_card_solution: solver.Solution, careless: solver.Solution
) -> None:
    for cuts in (0, 2, 5):
        with pytest.raises(ConfigurationError, match=f"{cuts} cuts asked for"):
            play_over_cuts(one_card_solution, careless, cuts)
        with pytest.raises(ConfigurationError, match=f"{cuts} cuts asked for"):
            exploit_on_cuts(one_card_solution, 1, cuts)
    other = replace(
        one_card_solution.abstraction, initial=one_card_solution.abstraction.initial[::-1].copy()
    )
    packed = pack(one_card_solution, resolving=2)
    with pytest.raises(ConfigurationError, match="a packed solution stores no"):
        exploit_on_cuts(packed, 1, 4)
    with pytest.raises(ConfigurationError, match="same buckets"):
        play_over_cuts(one_card_solution, replace(one_card_solution, abstraction=other), 4)
