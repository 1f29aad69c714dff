"""Best responses that see every hand."""

import numpy as np
import pytest

import solver
from solver.abstraction.reference import deal
from solver.evaluation import EveryHandCheck, every_hand, finer_buckets, own_buckets


def test_every_hand_finds_more_than_buckets(one_card_solution: solver.Solution) -> None:
    check = every_hand(one_card_solution)
    seen: list[int] = []
    measured = check.measure(lambda done, total: seen.append(done))
    assert seen == list(range(1, check.subtrees + 1))
    assert check.measure(threads=3) == measured
    fine = solver.build_abstraction(final=64, earlier=32, draws=(1, 1, 1))
    buckets = finer_buckets(one_card_solution, fine).measure()
    own = own_buckets(one_card_solution).measure()
    assert own.mbb < buckets.mbb < measured.mbb
    # The strategies play the same game, whoever looks; buckets only blur who holds what.
    assert measured.value[0] == pytest.approx(buckets.value[0], abs=0.01)
    for seat in (0, 1):
        assert measured.best_responses[seat] > measured.value[seat]
        assert measured.best_responses[seat] < buckets.best_responses[seat] + 0.1


def test_who_always_folds_loses_the_blind_and_no_more(one_card_solution: solver.Solution) -> None:
    """The button folds its half bet at once; both responses and values are known exactly."""
    strategy = [level.copy() for level in one_card_solution.strategy]
    letters = one_card_solution.tree.rounds[0].betting.choices(0)
    strategy[0][: len(letters)] = 0
    strategy[0][letters.index("f")] = 1
    measured = EveryHandCheck(
        one_card_solution.tree, one_card_solution.abstraction, strategy
    ).measure()
    assert measured.value == pytest.approx((0.5, -0.5), abs=1e-9)
    assert measured.best_responses[0] == pytest.approx(0.5, abs=1e-9)
    assert measured.best_responses[1] > -0.5


def test_hands_are_dealt_from_a_whole_deck(one_card_solution: solver.Solution) -> None:
    np.testing.assert_array_equal(every_hand(one_card_solution).initial, deal())


def test_the_estimate_is_what_a_measurement_takes(
    one_card_solution: solver.Solution, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a clock that goes on by three seconds with every last betting round that is done."""
    check = every_hand(one_card_solution)
    clock, below = [0.0], check.below

    def counted(instance: int, reach: list[np.ndarray]) -> list[np.ndarray]:
        clock[0] += 3
        return below(instance, reach)

    monkeypatch.setattr(check, "below", counted)
    with monkeypatch.context() as patch:
        patch.setattr("time.perf_counter", lambda: clock[0])
        estimate, begin = check.estimate(), clock[0]
    assert 0 < begin < 3 * check.subtrees
    check.measure()
    assert estimate == pytest.approx(clock[0] - begin)
    assert estimate == 3 * check.subtrees
