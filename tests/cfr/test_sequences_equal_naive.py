"""The kernel for card sequences against its plain twin, and what visits at random change."""

from collections.abc import Iterator

import numpy as np
import pytest
from naive_sequences import Buckets, NaiveSequences
from places import places
from small_games import GAMES

from solver.cfr.kernels import SEQUENCE_BUILDS
from solver.cfr.sequence_learning import Sampling, SequenceLearning
from solver.cfr.short_floats import decode
from solver.game import PublicTree, public_tree

N = 24
STRIDES = [16, 8, 8, 8]
CLASSES = [1, 1, 2, 3]
EVERYTHING = Sampling(head_start=0, fading=2, certain=0)


def dealt(tree: PublicTree, number: int) -> Buckets:
    """Random buckets of both seats in a deal."""
    rng = np.random.default_rng(number)
    rounds = tree.game.rounds

    def of_seat() -> list[np.ndarray]:
        return [
            rng.integers(0, strides(rounds)[k] * classes(rounds)[k], (len(paths), N), np.int32)
            for k, paths in enumerate(tree.draw_paths)
        ]

    return of_seat(), of_seat()


def strides(rounds: int) -> list[int]:
    return STRIDES[-rounds:]


def classes(rounds: int) -> list[int]:
    return CLASSES[-rounds:]


def learning(name: str, sampling: Sampling = EVERYTHING, **settings: object) -> SequenceLearning:
    tree = public_tree(GAMES[name])
    rounds = tree.game.rounds
    widths = [s * c for s, c in zip(strides(rounds), classes(rounds), strict=True)]
    settings = {"threads": 1, "bits": 32, **settings}
    return SequenceLearning(
        tree,
        widths,
        strides(rounds),
        lambda number: dealt(tree, number),
        sampling=sampling,
        **settings,
    )


def tables(one: SequenceLearning) -> Iterator[tuple[str, np.ndarray, np.ndarray]]:
    """Regrets and sums by public history."""
    for history, place in places(one.tree).items():
        yield (
            history,
            decode(one.regrets[place.level][place.rows]).astype(float),
            decode(one.totals[place.level][place.rows]).astype(float),
        )


def begin_at_random(ours: SequenceLearning, naive: NaiveSequences) -> None:
    """Regrets to begin with, so that none is zero but for rounding."""
    rng = np.random.default_rng(7)
    for history, place in places(ours.tree).items():
        regrets = rng.normal(size=naive.regrets[history].shape).astype(np.float32)
        naive.regrets[history] = regrets.astype(float)
        ours.regrets[place.level][place.rows] = regrets


@pytest.mark.parametrize("build", SEQUENCE_BUILDS)
@pytest.mark.parametrize("name", [name for name in GAMES if name != "one round"])
def test_numbers_are_those_of_the_twin(name: str, build: str) -> None:
    ours = learning(name, build=build)
    rounds = ours.tree.game.rounds
    naive = NaiveSequences(ours.tree.game, ours.tree, list(ours.widths), strides(rounds)[-1])
    begin_at_random(ours, naive)
    for number in range(4):
        ours.iterate()
        t = number + 1
        won = [naive.learn(seat, dealt(ours.tree, number), t, (t / 1000) ** 2) for seat in (0, 1)]
        assert ours.values == pytest.approx(won, abs=1e-5)
    for history, regrets, totals in tables(ours):
        np.testing.assert_allclose(regrets, naive.regrets[history], atol=2e-5, err_msg=history)
        np.testing.assert_allclose(totals, naive.totals[history], atol=1e-9, err_msg=history)


@pytest.mark.parametrize("bits", [16, 32])
def test_threads_and_builds_change_nothing(bits: int) -> None:
    sampling = Sampling(certain=0.3, least=0.2)
    results = []
    for build in SEQUENCE_BUILDS:
        for threads in (1, 2, 3):
            one = learning("triple draw", sampling, build=build, threads=threads, bits=bits)
            for _ in range(6):
                one.iterate()
            results.append(one)
    first = results[0]
    for other in results[1:]:
        assert other.values == first.values
        for mine, theirs in zip(
            [*first.regrets, *first.totals, *first.baseline_rows()],
            [*other.regrets, *other.totals, *other.baseline_rows()],
            strict=True,
        ):
            np.testing.assert_array_equal(mine, theirs)


def test_visits_at_random_are_right_in_the_mean() -> None:
    """Regrets of one deal, over many ways to visit its subtrees: the mean is that of all visited.

    Baselines are wrong on purpose, those of another deal.
    """
    whole = learning("triple draw")
    whole.iterate()
    sampled = learning("triple draw", Sampling(head_start=0, certain=0.5, least=0.3, rate=0))
    buckets = dealt(whole.tree, 0)
    rng = np.random.default_rng(1)
    baselines: list[np.ndarray | None] = [
        rng.normal(size=(level.instances, stride)).astype(np.float32) if number > 1 else None
        for number, (level, stride) in enumerate(zip(whole.tree.rounds, STRIDES, strict=True))
    ]
    runs, levels = 600, range(len(whole.tree.levels))
    sums = [np.zeros(rows.shape) for rows in whole.regrets]
    squares = [np.zeros(rows.shape) for rows in whole.regrets]
    for run in range(runs):
        for rows in (*sampled.regrets, *sampled.totals):
            rows[:] = 0
        for seat in (0, 1):
            sampled.walk.learn_deal(
                seat,
                buckets,
                sampled.regrets,
                sampled.totals,
                regret_scale=1,
                total_scale=1e-6,
                iteration=1,
                threads=1,
                baselines=baselines,
                certain=0.5,
                least=0.3,
                rate=0,
                random=2 * run + seat,
            )
            if seat == 0:  # seat 1 meets the old strategy: what is compared is linear then
                kept = [rows.copy() for rows in sampled.regrets]
                for rows in sampled.regrets:
                    rows[:] = 0
        for level in levels:
            found = kept[level] + sampled.regrets[level]
            sums[level] += found
            squares[level] += found**2
    for rows in whole.regrets:
        rows[:] = 0
    expected = [np.zeros(rows.shape) for rows in whole.regrets]
    for seat in (0, 1):
        whole.walk.learn_deal(
            seat,
            buckets,
            whole.regrets,
            whole.totals,
            regret_scale=1,
            total_scale=1e-6,
            iteration=1,
            threads=1,
        )
        for level in levels:
            expected[level] += whole.regrets[level]
            whole.regrets[level][:] = 0
    for level in levels:
        mean = sums[level] / runs
        error = np.sqrt(np.maximum(squares[level] / runs - mean**2, 0) / runs)
        assert (np.abs(mean - expected[level]) < 6 * error + 1e-4).all(), level
    assert max(rows.max() for rows in squares) > 0


def test_what_does_not_fit_is_refused() -> None:
    one = learning("two draws")
    good = dealt(one.tree, 0)
    for spoil, words in (
        (lambda b: b[0].__setitem__(2, b[0][2] + 100), "out of range"),
        (lambda b: b[1].__setitem__(1, b[1][1][:, :8].copy()), "same number of sequences"),
        (lambda b: b[1].__setitem__(2, b[1][2][:1].copy()), "too few"),
    ):
        buckets = ([rows.copy() for rows in good[0]], [rows.copy() for rows in good[1]])
        spoil(buckets)
        with pytest.raises(ValueError, match=words):
            one.walk.learn_deal(
                0,
                buckets,
                one.regrets,
                one.totals,
                regret_scale=1,
                total_scale=1,
                iteration=1,
                threads=1,
            )
