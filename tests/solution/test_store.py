"""Solutions on disk: round trip, versions, damage, and that nothing is left half written."""

import json
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pytest
from damage import edit_manifest

import solver
from solver.errors import SolutionError
from solver.solution import open_solution, verify
from solver.solution.directories import find_solution, stored_solutions
from solver.storage import files


def test_a_saved_solution_says_the_same(
    small_solution: solver.Solution, solution_directory: Path
) -> None:
    opened = open_solution(solution_directory)
    assert opened.configuration == small_solution.configuration
    assert opened.trace == small_solution.trace
    for ours, theirs in zip(opened.strategy, small_solution.strategy, strict=True):
        assert not ours.flags.writeable
        np.testing.assert_array_equal(ours, theirs)
    for history in ("", "rc 2", "rc 21 kb"):
        assert (
            opened.advise("2c3d4h7sKc", history).to_json()
            == small_solution.advise("2c3d4h7sKc", history).to_json()
        )
    assert verify(solution_directory) == len(list(solution_directory.rglob("*.npy")))


def test_manifest_describes_every_array(solution_directory: Path) -> None:
    manifest = json.loads((solution_directory / "manifest.json").read_text())
    assert manifest["schema"] == 3
    for name, entry in manifest["arrays"].items():
        array = np.load(solution_directory / f"{name}.npy", mmap_mode="r")
        assert list(array.shape) == entry["shape"]
        assert str(array.dtype) == entry["dtype"]
        assert len(entry["sha256"]) == 64


@pytest.fixture
def copy(small_solution: solver.Solution, tmp_path: Path) -> Path:
    small_solution.save(tmp_path / "copy")
    return tmp_path / "copy"


def test_damage_is_reported_not_read(copy: Path) -> None:
    strategy = copy / "strategy_betting4.npy"
    content = strategy.read_bytes()
    strategy.write_bytes(content[: len(content) // 2])
    with pytest.raises(SolutionError, match="strategy_betting4"):
        open_solution(copy)
    changed = bytearray(content)
    changed[-1] ^= 1
    strategy.write_bytes(bytes(changed))
    with pytest.raises(SolutionError, match=r"strategy_betting4\.npy has changed"):
        open_solution(copy)
    with pytest.raises(SolutionError, match="has changed"):
        verify(copy)
    strategy.unlink()
    with pytest.raises(SolutionError, match="missing"):
        open_solution(copy)


def test_damage_of_the_abstraction_is_found_on_request(copy: Path) -> None:
    path = copy / "abstraction" / "transitions_2.npy"
    changed = bytearray(path.read_bytes())
    changed[-1] ^= 1
    path.write_bytes(bytes(changed))
    with pytest.raises(SolutionError, match=r"transitions_2.npy has changed"):
        verify(copy)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("trace", []),
        ("trace", [{"iteration": 1}]),
        ("configuration", 3),
        ("configuration", {"game": {"cap": -1}}),
        ("configuration", {"game": 5}),
        ("abstraction", []),
    ],
)
def test_a_damaged_manifest_is_refused(copy: Path, name: str, value: object) -> None:
    edit_manifest(copy, **{name: value})
    with pytest.raises(SolutionError, match=rf"manifest.json is damaged .*{name}.*solve"):
        open_solution(copy)


def test_another_abstraction_is_refused(copy: Path) -> None:
    edit_manifest(copy, abstraction="0123456789abcdef")
    with pytest.raises(SolutionError, match="not the one it was solved with"):
        open_solution(copy)


def test_arrays_must_fit_the_tree(copy: Path) -> None:
    configuration = json.loads((copy / "manifest.json").read_text())["configuration"]
    configuration["game"]["cap"] = 3
    edit_manifest(copy, configuration=configuration)
    with pytest.raises(SolutionError, match=r"strategy_betting1.npy has shape .*expected"):
        open_solution(copy)


def test_missing_solution_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(SolutionError, match="tripledraw solve"):
        open_solution(tmp_path / "none")


def test_saving_replaces_a_solution_but_nothing_else(
    small_solution: solver.Solution, copy: Path, tmp_path: Path
) -> None:
    small_solution.save(copy)
    assert [path.name for path in tmp_path.iterdir()] == ["copy"]
    other = tmp_path / "other"
    other.mkdir()
    (other / "letter.txt").write_text("mine")
    with pytest.raises(SolutionError, match="holds something else"):
        small_solution.save(other)
    assert (other / "letter.txt").read_text() == "mine"


def test_a_write_that_fails_leaves_the_old_solution(
    small_solution: solver.Solution, copy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = files.write_file

    def full(path: Path, parts: Iterable[bytes | memoryview]) -> None:
        if "betting4" in path.name:
            raise OSError(28, "No space left on device")
        real(path, parts)

    monkeypatch.setattr(files, "write_file", full)
    with pytest.raises(SolutionError, match="No space left"):
        small_solution.save(copy)
    assert [path.name for path in tmp_path.iterdir()] == ["copy"]
    verify(copy)


def test_places(
    small_solution: solver.Solution, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRIPLEDRAW_DATA_DIR", str(tmp_path))
    assert stored_solutions() == []
    with pytest.raises(SolutionError, match="tripledraw solve"):
        find_solution()
    small_solution.save(tmp_path / "solutions" / "one")
    assert find_solution() == find_solution("one") == tmp_path / "solutions" / "one"
    assert find_solution(tmp_path / "solutions" / "one").name == "one"
    with pytest.raises(SolutionError, match=r"'two'.*one"):
        find_solution("two")
