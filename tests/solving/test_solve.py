"""The solve loop: traces, targets, interruption and resumption, refusals."""

import json
import os
import signal
import tracemalloc
from pathlib import Path

import numpy as np
import pytest
from damage import edit_manifest
from solved import solved

import solver
from solver.cards import parse_cards, parse_hand
from solver.cfr import Minimiser, memory
from solver.cfr.memory import entries, memory_need
from solver.cfr.rules import RULES
from solver.errors import ConfigurationError, MemoryNeedError, SolutionError
from solver.game import level_slots, private_chain, public_tree
from solver.solution import open_solution
from solver.solving import SolveProgress
from solver.solving.checkpoint import load_checkpoint
from solver.solving.course import Course

GAME = solver.heads_up(cap=2, draws=(2, 1, 1))


@pytest.fixture(scope="module")
def buckets(cache_directory: Path) -> solver.Abstraction:
    return solver.build_abstraction(final=8, earlier=16, draws=(2, 1, 1))


def same(one: solver.Solution, other: solver.Solution) -> bool:
    return all(np.array_equal(a, b) for a, b in zip(one.detailed, other.detailed, strict=True))


def test_trace_falls_and_is_written_as_the_solve_goes(
    buckets: solver.Abstraction, tmp_path: Path
) -> None:
    target = tmp_path / "one"
    trace_on_disk: list[int] = []

    def watch(state: SolveProgress) -> None:
        path = tmp_path / "one.trace.jsonl"
        trace_on_disk.append(len(path.read_text().splitlines()) if path.exists() else 0)
        assert 0 < state.iteration <= state.iterations == 60
        assert state.seconds_left >= 0

    solution = solved(
        GAME, buckets, iterations=60, check_every=20, progress=watch, directory=target
    )
    measured = [m.exploitability for m in solution.trace]
    assert measured == sorted(measured, reverse=True)
    assert [m.iteration for m in solution.trace] == [20, 40, 60]
    assert trace_on_disk[18:21] == [0, 1, 1]
    lines = (tmp_path / "one.trace.jsonl").read_text().splitlines()
    assert [json.loads(line)["iteration"] for line in lines] == [20, 40, 60]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one", "one.trace.jsonl"]
    best = solution.trace[-1].best_responses
    values = solution.trace[-1].values
    assert solution.exploitability == pytest.approx(1000 * sum(best) / 2)
    assert values[0] == -values[1]
    assert best[0] > values[0]
    assert best[1] > values[1]


def test_target_stops_early(buckets: solver.Abstraction) -> None:
    solution = solved(GAME, buckets, iterations=500, target=200, check_every=5, progress=False)
    assert solution.finished
    assert solution.iterations < 500
    assert solution.exploitability <= 200 < solution.trace[-2].exploitability


@pytest.mark.parametrize("rule", ["DCFR", "PCFR+"])
def test_interrupted_and_resumed_gives_the_same_numbers(
    buckets: solver.Abstraction, tmp_path: Path, rule: str
) -> None:
    whole = solved(GAME, buckets, iterations=40, rule=rule, progress=False)

    def interrupt(state: SolveProgress) -> None:
        if state.iteration == 17:
            os.kill(os.getpid(), signal.SIGINT)

    target = tmp_path / "solution"
    settings = {"iterations": 40, "rule": rule, "directory": target}
    stopped = solved(GAME, buckets, progress=interrupt, **settings)
    assert not stopped.finished
    assert stopped.iterations in (17, 18)
    assert not target.exists()
    assert (tmp_path / "solution.checkpoint").exists()
    resumed = solved(GAME, buckets, progress=False, resume=True, threads=1, **settings)
    assert resumed.finished
    assert same(resumed, whole)
    assert same(open_solution(target), whole)
    assert not (tmp_path / "solution.checkpoint").exists()


def test_a_shared_deck_goes_on_with_deals(buckets: solver.Abstraction, tmp_path: Path) -> None:
    """Interrupted on deals, in the second of a pair, and resumed with other threads."""
    settings = {"iterations": 15, "deck": "shared", "deals": 10, "check_every": 10}
    seen: list[tuple[int, int]] = []

    def watch(state: SolveProgress) -> None:
        seen.append((state.iteration, state.iterations))

    whole = solved(GAME, buckets, progress=watch, **settings)
    assert seen == [(number, 25) for number in range(1, 26)]
    assert [m.iteration for m in whole.trace] == [10, 15]
    assert (whole.iterations, whole.deals) == (15, 10)
    separate = solved(GAME, buckets, iterations=15, progress=False)
    assert whole.trace[1].exploitability == pytest.approx(separate.exploitability)
    assert separate.deals == 0

    def interrupt(state: SolveProgress) -> None:
        if state.iteration == 18:
            os.kill(os.getpid(), signal.SIGINT)

    settings["directory"] = tmp_path / "solution"
    assert not solved(GAME, buckets, progress=interrupt, **settings).finished
    with pytest.raises(ConfigurationError, match="gone on to one deck"):
        solved(GAME, buckets, progress=False, resume=True, **{**settings, "deck": "separate"})
    learning = {key: settings[key] for key in ("iterations", "deck", "deals")}
    for other in ({"sequences": 64}, {"blockers": (1, 1, 2)}):
        with pytest.raises(ConfigurationError, match="256 sequences and blockers"):
            solved(
                GAME,
                buckets,
                **{**learning, **other},
                progress=False,
                resume=True,
                directory=settings["directory"],
            )
    resumed = solved(GAME, buckets, progress=False, resume=True, threads=1, **settings)
    assert resumed.finished
    assert same(resumed, whole)
    opened = open_solution(tmp_path / "solution")
    assert same(opened, whole)
    assert (opened.iterations, opened.deals) == (15, 10)


def test_deals_begin_on_target_or_from_a_kept_checkpoint(
    buckets: solver.Abstraction, tmp_path: Path
) -> None:
    early = solved(
        GAME, buckets, iterations=500, target=200, check_every=5, deck="shared", deals=7, threads=1,
        progress=False,
    )  # fmt: skip
    assert early.finished
    reached = next(m.iteration for m in early.trace if m.exploitability <= 200)
    assert (early.iterations, early.deals) == (reached, 7)
    kept = {"progress": False, "directory": tmp_path / "solution"}
    solved(GAME, buckets, iterations=reached, keep_checkpoint=True, **kept)
    later = solved(GAME, buckets, iterations=reached, deck="shared", deals=7, resume=True, **kept)
    assert same(later, early)


def test_buckets_of_one_deck_are_split_by_dead_cards(buckets: solver.Abstraction) -> None:
    """Whoever ignores dead cards reads the mean of the classes."""
    solution = solved(GAME, buckets, iterations=10, deck="shared", deals=6, progress=False)
    assert solution.tables.classes == (4, 2, 1, 1)
    assert [rows.shape[1] for rows in solution.detailed] == [16, 16, 16, 16, 32, 32, 32]
    last = solution.detailed[-1]
    np.testing.assert_allclose(
        solution.strategy[-1][:].astype(float),
        last.astype(float).reshape(len(last), 4, 8).mean(axis=1),
        atol=1e-3,
    )
    some = np.array([0, 5, 7]), np.array([1, 3, 2])
    np.testing.assert_array_equal(solution.strategy[-1][some], solution.strategy[-1][:][some])
    hand, thrown = parse_hand("8c6d4h3s2c"), parse_cards("7c7d")
    state = solution.state("rc 11 kk 11 kk 11")
    stand = solution.buckets(hand, 0, thrown)
    assert len(stand) == 1 and stand[0] in solution.buckets(hand, 0)
    assert len(solution.buckets(hand, 0)) == 4
    assert solution.strategy_at(state).shape == (2, 32)


def test_iterations_can_be_added_to_a_kept_checkpoint(
    buckets: solver.Abstraction, tmp_path: Path
) -> None:
    target = tmp_path / "solution"
    solved(GAME, buckets, iterations=10, progress=False, directory=target, keep_checkpoint=True)
    more = solved(GAME, buckets, iterations=30, progress=False, directory=target, resume=True)
    assert same(more, solved(GAME, buckets, iterations=30, progress=False))


def test_a_checkpoint_is_not_lost_by_accident(buckets: solver.Abstraction, tmp_path: Path) -> None:
    target = tmp_path / "solution"
    checkpoint = tmp_path / "solution.checkpoint"
    settings = {"iterations": 5, "progress": False, "directory": target}
    solved(GAME, buckets, keep_checkpoint=True, **settings)
    with pytest.raises(ConfigurationError, match="--resume"):
        solved(GAME, buckets, **settings)
    assert checkpoint.exists()
    solved(GAME, buckets, restart=True, **settings)
    assert not checkpoint.exists()
    checkpoint.mkdir()
    (checkpoint / "letter.txt").write_text("mine")
    solved(GAME, buckets, **settings)
    assert (checkpoint / "letter.txt").read_text() == "mine"


def test_the_trace_on_disk_is_that_of_the_last_solve(
    buckets: solver.Abstraction, tmp_path: Path
) -> None:
    target = tmp_path / "solution"
    for iterations in (10, 20):
        solved(
            GAME, buckets, iterations=iterations, check_every=5, progress=False, directory=target
        )
    lines = (tmp_path / "solution.trace.jsonl").read_text().splitlines()
    assert [json.loads(line)["iteration"] for line in lines] == [5, 10, 15, 20]


def test_what_is_stored_is_as_strong_as_what_was_measured(buckets: solver.Abstraction) -> None:
    """Probabilities are stored in 16 bits; that must cost next to nothing."""
    solution = solved(GAME, buckets, iterations=100, progress=False)
    rows = [np.asarray(level, np.float32) for level in solution.strategy]
    walk = solution.evaluator.walk
    stored = 1000 * sum(walk.value(seat, rows, True, 1) for seat in (0, 1)) / 2
    assert stored == pytest.approx(solution.exploitability, rel=0.02, abs=0.2)


def test_resume_refuses_what_does_not_fit(buckets: solver.Abstraction, tmp_path: Path) -> None:
    target = tmp_path / "solution"
    with pytest.raises(SolutionError, match=r"no checkpoint at .*with --restart"):
        solved(GAME, buckets, progress=False, directory=target, resume=True)
    solved(GAME, buckets, iterations=5, progress=False, directory=target, keep_checkpoint=True)
    with pytest.raises(ConfigurationError, match="update rule"):
        solved(GAME, buckets, rule="CFR+", progress=False, directory=target, resume=True)


def test_a_damaged_checkpoint_is_refused_and_changes_nothing(
    buckets: solver.Abstraction, tmp_path: Path
) -> None:
    target, checkpoint = tmp_path / "solution", tmp_path / "solution.checkpoint"
    solved(GAME, buckets, iterations=5, progress=False, directory=target, keep_checkpoint=True)
    configuration = open_solution(target).configuration
    chain = private_chain(buckets)
    minimiser = Minimiser(
        public_tree(GAME), (chain, chain), configuration.learning.update_rule, threads=1, bits=16
    )
    course = Course(minimiser, buckets, configuration.learning)
    (checkpoint / "totals_6.npy").write_bytes(b"short")
    with pytest.raises(SolutionError, match=r"totals_6.*with --restart"):
        load_checkpoint(checkpoint, configuration, course)
    edit_manifest(checkpoint, seconds=None)
    with pytest.raises(SolutionError, match=r"damaged \(seconds: .*with --restart"):
        load_checkpoint(checkpoint, configuration, course)
    assert minimiser.iteration == 0
    assert not any(level.any() for level in minimiser.regrets)


def test_results_do_not_depend_on_threads(buckets: solver.Abstraction) -> None:
    one, three = (
        solved(GAME, buckets, iterations=10, threads=threads, progress=False) for threads in (1, 3)
    )
    assert same(one, three)


def test_game_and_abstraction_must_belong_together(buckets: solver.Abstraction) -> None:
    with pytest.raises(ConfigurationError, match="build it with draws"):
        solved(solver.heads_up(cap=2), buckets)


def test_what_does_not_fit_in_memory_is_refused_before_allocation(
    buckets: solver.Abstraction, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Small:
        available = 100_000_000

    monkeypatch.setattr("solver.cfr.memory.psutil.virtual_memory", Small)
    monkeypatch.setattr("solver.solving.run.Minimiser", None)
    with pytest.raises(MemoryNeedError, match=r"needs 0\.4 GB of memory and 0.1 GB are free"):
        solved(GAME, buckets, progress=False)


def test_memory_need_counts_every_array() -> None:
    game = solver.heads_up(cap=3, draws=(3, 2, 1))
    size = entries(game, (64, 64, 64, 32))
    assert size == 77_031_360
    need = {
        (rule, bits): memory_need(game, (64, 64, 64, 32), RULES[rule], bits)
        for rule in ("DCFR", "PCFR+")
        for bits in (16, 32)
    }
    assert need["PCFR+", 32] - need["DCFR", 32] == 4 * size
    assert need["PCFR+", 16] - need["DCFR", 16] == 2 * size
    assert need["DCFR", 32] - need["DCFR", 16] == 4 * size
    tree = public_tree(GAME)
    assert level_slots(GAME) == [level.slots for level in tree.levels]


def test_a_solve_stays_within_the_memory_it_announced(buckets: solver.Abstraction) -> None:
    """Arrays of a solve at their peak, against the need without its fixed part."""
    game = solver.heads_up(cap=4, draws=(2, 1, 1))
    sizes = [buckets.size(left) for left in (3, 2, 1, 0)]
    announced = memory_need(game, sizes, RULES["DCFR"]) - memory.OVERHEAD
    tracemalloc.start()
    solved(game, buckets, iterations=2, check_every=2, threads=1, progress=False)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert announced > 40_000_000
    assert announced < peak < announced + memory.OVERHEAD / 2


def test_a_full_disk_at_the_end_loses_nothing_that_was_kept(
    buckets: solver.Abstraction, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "solution"
    solved(GAME, buckets, iterations=5, progress=False, directory=target, keep_checkpoint=True)

    def full(solution: solver.Solution, directory: Path) -> None:
        raise SolutionError(f"{directory} cannot be written: No space left on device")

    with monkeypatch.context() as patch:
        patch.setenv("TRIPLEDRAW_DATA_DIR", str(tmp_path / "data"))
        patch.setattr(solver.Solution, "save", full)
        with pytest.warns(RuntimeWarning, match="No space left"):
            given = solved(
                GAME, buckets, iterations=10, progress=False, directory=target, resume=True
            )
    assert given.iterations == 10
    assert open_solution(target).iterations == 5
    resumed = solved(GAME, buckets, iterations=10, progress=False, directory=target, resume=True)
    assert same(resumed, solved(GAME, buckets, iterations=10, progress=False))
