"""Packed solutions: the same answers from a few stored rounds, on disk, and in all commands."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import solver
from solver.cli import app
from solver.errors import ConfigurationError, SolutionError
from solver.game import BIG_BLIND
from solver.solution import PackedSolution, open_solution, pack, verify
from solver.solution.codes import decode, encode
from solver.solution.directories import find_solution
from solver.subgames import NodeLock
from solver.subgames.resolving import CUT, Resolver

ABOVE = ("", "r", "rc", "rc 2", "rc 21", "rc 21 b", "rc 21 bc", "rc 21 bc 1")
BELOW = ("rc 21 bc 11", "rc 21 bc 11 b", "rc 21 bc 11 kk", "rc 21 bc 11 kk 1", "rc 21 kk 11 kk 11")
HANDS = ("2c3d4h7sKc", "8c5d4h3s2c", "KcKd4h3s2c")


@pytest.fixture(scope="module")
def packed(small_solution: solver.Solution) -> PackedSolution:
    return pack(small_solution, subgame_bytes=0, commands=("tripledraw solve small",))


@pytest.fixture(scope="module")
def directory(packed: PackedSolution, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("packed") / "small"
    packed.save(path)
    return path


def test_bytes_keep_probabilities_to_half_a_percent_and_rare_ones_better() -> None:
    shares = np.linspace(0, 1, 1001)
    np.testing.assert_allclose(decode(encode(shares)), shares, atol=4e-3)
    assert decode(encode(np.array([1e-4])))[0] == pytest.approx(1e-4, rel=0.5)
    assert decode(encode(np.array([0, 1]))).tolist() == [0, 1]


@pytest.mark.parametrize("history", ABOVE)
@pytest.mark.parametrize("hand", HANDS)
def test_stored_rounds_answer_as_before_without_solving(
    small_solution: solver.Solution, packed: PackedSolution, hand: str, history: str
) -> None:
    one, other = (s.advise(hand, history) for s in (small_solution, packed))
    for before, after in zip(one.actions, other.actions, strict=True):
        assert after.frequency == pytest.approx(before.frequency, abs=0.01)
        assert after.ev == pytest.approx(before.ev, abs=0.03)
        assert after.keep == before.keep
    for kind, share in one.opponent.items():
        assert other.opponent[kind] == pytest.approx(share, abs=0.01)


@pytest.mark.parametrize("history", BELOW)
def test_rounds_that_are_solved_on_demand_are_worth_the_same(
    small_solution: solver.Solution, packed: PackedSolution, history: str
) -> None:
    values = []
    for solution in (small_solution, packed):
        state = solution.state(history)
        own = solution.evaluator.ranges(state).reach[state.seat]
        best = solution.evaluator.action_values(state).max(axis=0)
        values.append(own @ best / own.sum())
    assert values[1] == pytest.approx(values[0], abs=0.1)


def test_on_disk(packed: PackedSolution, directory: Path) -> None:
    again = open_solution(directory)
    assert isinstance(again, PackedSolution)
    assert verify(directory) > len(packed.codes) + 4
    assert again.configuration == packed.configuration
    assert again.commands == ("tripledraw solve small",)
    assert again.abstraction.digest == packed.abstraction.digest
    for ours, theirs in zip(again.codes, packed.codes, strict=True):
        np.testing.assert_array_equal(ours, theirs)
    for history in (*ABOVE, *BELOW):
        for ours, theirs in zip(
            again.advise(HANDS[0], history).actions,
            packed.advise(HANDS[0], history).actions,
            strict=True,
        ):
            assert (ours.frequency, ours.ev) == (theirs.frequency, theirs.ev)


def test_what_is_damaged_is_told(directory: Path, tmp_path: Path) -> None:
    import shutil

    for name, message in (
        ("strategy_draw2.zlib", "damaged"),
        ("abstraction/buckets_0.zlib", "damaged"),
    ):
        copy = tmp_path / name.replace("/", "-")
        shutil.copytree(directory, copy)
        data = bytearray((copy / name).read_bytes())
        data[len(data) // 2] ^= 255
        (copy / name).write_bytes(data)
        with pytest.raises(SolutionError, match=message):
            open_solution(copy)
        with pytest.raises(SolutionError, match="has changed"):
            verify(copy)


def test_a_walk_through_a_hand_solves_one_subgame(packed: PackedSolution) -> None:
    again = pack_again(packed)
    resolver = resolver_of(again)
    for history in BELOW[:4]:
        again.advise(HANDS[1], history)
    assert list(resolver._solved) == [again.state("rc 21 bc 11").instance]


def test_what_is_remembered_stays_within_its_bytes(packed: PackedSolution) -> None:
    resolver = resolver_of(pack_again(packed))
    first = resolver.subgame(0)
    size = sum(level.nbytes for level in first)
    resolver.cache_bytes = 3 * size
    for instance in range(8):
        resolver.subgame(instance)
    assert 1 <= len(resolver._solved) <= 3
    assert resolver._bytes == sum(x.nbytes for s in resolver._solved.values() for x in s)
    again = resolver.subgame(0)
    assert all(np.array_equal(a, b) for a, b in zip(first, again, strict=True))


def test_rows_are_those_of_their_subgames_with_any_threads(packed: PackedSolution) -> None:
    alone = resolver_of(pack_again(packed))
    alone.threads = 1
    together = resolver_of(pack_again(packed))
    together.threads = 2
    for level in range(CUT, len(packed.tree.levels)):
        starts = alone.starts[level - CUT]
        begin, end = int(starts[2]) + 1, int(starts[5]) - 1
        rows = alone.levels[level - CUT][begin:end]
        np.testing.assert_array_equal(rows, together.levels[level - CUT][begin:end])
        assert len(rows) == end - begin
        whole = np.concatenate([alone.subgame(n)[level - CUT] for n in (2, 3, 4)])
        np.testing.assert_array_equal(rows, whole[1:-1])
        assert alone.levels[level - CUT][begin:begin].shape == (0, rows.shape[1])
        assert starts[-1] == packed.tree.levels[level].slots


def pack_again(packed: PackedSolution) -> PackedSolution:
    """A packed solution that has solved nothing yet."""
    from solver.solution.packed import _assembled

    return _assembled(
        packed.configuration,
        packed.abstraction,
        packed.tree,
        packed.codes,
        packed.entering,
        packed.subgames,
        packed.stored_share,
        trace=packed.trace,
        resolving=60,
        commands=packed.commands,
    )


def resolver_of(packed: PackedSolution) -> Resolver:
    resolver: Resolver = packed.strategy[CUT]._resolver
    return resolver


def test_stored_subgames_are_those_of_the_solution(
    small_solution: solver.Solution, packed: PackedSolution, tmp_path: Path
) -> None:
    """As many as there is room for, the most reached first; the others are solved as ever."""
    some = pack(small_solution, subgame_bytes=100_000, resolving=60)
    everything = pack(small_solution, subgame_bytes=10_000_000)
    assert packed.stored_share == 0
    assert 0 < some.stored_share < everything.stored_share == pytest.approx(1)
    assert len(some.subgames.instances) / some.tree.levels[CUT].instances < some.stored_share
    some.save(tmp_path / "some")
    opened = open_solution(tmp_path / "some")
    assert isinstance(opened, PackedSolution)
    assert opened.stored_share == some.stored_share
    stored = resolver_of(opened)
    instance = int(opened.subgames.instances[0])
    for level, rows in enumerate(stored.subgame(instance), start=CUT):
        begin, end = stored.starts[level - CUT][instance : instance + 2]
        np.testing.assert_allclose(
            rows, np.asarray(small_solution.strategy[level][begin:end], np.float32), atol=4e-3
        )
        slots = np.array([begin, end - 1])
        np.testing.assert_array_equal(
            opened.strategy[level][slots, np.array([0, 1])], [rows[0, 0], rows[-1, 1]]
        )


def test_a_damaged_subgame_is_told(small_solution: solver.Solution) -> None:
    some = pack(small_solution, subgame_bytes=100_000)
    broken = replace(some.subgames, data=np.zeros_like(some.subgames.data))
    instance = int(broken.instances[0])
    with pytest.raises(SolutionError, match=f"subgame {instance} .* is damaged"):
        broken.read(instance, [(26, 8)])


def test_play_that_the_solution_never_makes(packed: PackedSolution) -> None:
    """Somewhere above and below the third round, the range before it stands in."""
    codes = [level.copy() for level in packed.codes]
    before = packed.state("rc 21 k")
    codes[before.level][before.first_slot : before.first_slot + 2] = [[255], [0]]  # never bets
    from solver.solution.packed import _assembled

    changed = _assembled(
        packed.configuration,
        packed.abstraction,
        packed.tree,
        tuple(codes),
        packed.entering,
        packed.subgames,
        packed.stored_share,
        trace=packed.trace,
        resolving=60,
        commands=(),
    )
    for history in ("rc 21 kb", "rc 21 kbc", "rc 21 kbc 1", "rc 21 kbc 11", "rc 21 kbc 11 b"):
        advice = changed.advise("8c5d4h3s2c", history)
        # The button bet, so its range is a guess; the button itself knows the big blind's.
        assert advice.guessed is (changed.state(history).seat == BIG_BLIND)
        assert np.isfinite([(a.frequency, a.ev) for a in advice.actions]).all()


def test_only_whole_solutions_are_packed(
    small_solution: solver.Solution, packed: PackedSolution
) -> None:
    lock = NodeLock(history="r", frequencies={"f": 1})
    for wrong in (packed, small_solution.locked([lock])):
        with pytest.raises(ConfigurationError, match="can be packed"):
            pack(wrong)
    with pytest.raises(ConfigurationError, match="packed solution has no strategies to be fixed"):
        packed.locked([lock])


def run(*arguments: str) -> dict[str, object]:
    result = CliRunner().invoke(app, [*arguments, "--json"])
    assert result.exit_code == 0, result.output
    found: dict[str, object] = json.loads(result.stdout)
    return found


def test_commands_take_packed_solutions(solution_directory: Path, tmp_path: Path) -> None:
    out = tmp_path / "packed"
    made = run("pack", str(solution_directory), str(out), "--resolving", "60", "--subgames", "0")
    assert made["bytes"] == sum(p.stat().st_size for p in out.rglob("*") if p.is_file())
    assert made["bytes"] < sum(
        p.stat().st_size for p in solution_directory.rglob("*") if p.is_file()
    )
    at = ("--solution", str(out))
    shown = run("show", *at, "--verify")
    assert shown["verified_arrays"] > 30
    assert shown["packed"]["resolving"] == 60
    assert "Packed: 0.0% of the hands" in CliRunner().invoke(app, ["show", "--made", *at]).output
    assert run("advise", *at, "--hand", "8c5d4h3s2c", "--history", "rc")["best"] == "0"
    assert run("subgame", "rc 21 bc 11 kk 11", *at)["pot"] == 6


def test_what_comes_with_the_package_is_found(
    directory: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRIPLEDRAW_DATA_DIR", str(tmp_path))
    monkeypatch.setattr("solver.solution.directories.SHIPPED", directory.parent)
    assert find_solution() == directory
    assert find_solution("small") == directory
    found = run("solve", "quick", "--if-missing")
    assert found["directory"] == str(directory)
    with pytest.raises(SolutionError, match=r"of the package \(small\)"):
        find_solution("other")
