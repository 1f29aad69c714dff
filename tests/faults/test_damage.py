"""Folders that are damaged, or that somebody has made up: named, and never computed with."""

import hashlib
import json
import os
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from damage import edit_manifest, flip
from faults.steps import in_child
from numpy.typing import NDArray

import solver
from solver.errors import SolutionError
from solver.solution import open_solution, pack, verify
from solver.storage import CheckedRows, arrays


@pytest.fixture(scope="module", params=["whole", "packed"])
def original(
    request: pytest.FixtureRequest,
    one_card_solution: solver.Solution,
    tmp_path_factory: pytest.TempPathFactory,
) -> Path:
    solution = one_card_solution
    if request.param == "packed":
        solution = pack(solution, subgame_bytes=1000, resolving=5)
    path = tmp_path_factory.mktemp("damage") / "sol"
    solution.save(path)
    return path


@pytest.fixture
def copy(original: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(original, tmp_path / "sol"))


def test_one_flipped_bit_in_any_file_is_named(original: Path, copy: Path) -> None:
    """By `verify`, and as soon as the solution is opened."""
    random = np.random.default_rng(3)
    files = [path for path in copy.rglob("*") if path.is_file()]
    assert len(files) > 40
    for path in files:
        place, bit = int(random.integers(path.stat().st_size)), int(random.integers(8))
        flip(path, place, bit)
        for check in (verify, open_solution):
            with pytest.raises(SolutionError, match=path.name):
                check(copy)
        flip(path, place, bit)
    assert verify(copy) == len(files) - 2
    open_solution(copy)


def test_any_bit_of_a_manifest_counts(copy: Path) -> None:
    """Every byte of the beginning, where the checksum stands, and some of the rest."""
    path = copy / "manifest.json"
    size = path.stat().st_size
    for place in (*range(120), *range(120, size, size // 100), size - 1):
        flip(path, place, place % 7)
        with pytest.raises(SolutionError):
            verify(copy)
        flip(path, place, place % 7)
    verify(copy)


def forge(folder: Path, name: str, change: Callable[[NDArray[Any]], Any]) -> None:
    """Change an array of a solution that is not packed, and let the manifest agree."""
    path = folder / f"{name}.npy"
    values = np.load(path)
    changed = change(values)
    values = values if changed is None else changed
    np.save(path, values)
    entries = json.loads((folder / "manifest.json").read_text())["arrays"]
    entries[name] |= {
        "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
        "shape": list(values.shape),
        "dtype": str(values.dtype),
    }
    edit_manifest(folder, arrays=entries)


@pytest.fixture
def whole(one_card_solution: solver.Solution, tmp_path: Path) -> Path:
    one_card_solution.save(tmp_path / "sol")
    return tmp_path / "sol"


def fill(value: float) -> Callable[[NDArray[Any]], None]:
    return lambda values: values.reshape(-1).__setitem__(slice(7, 9), value)


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("abstraction/buckets_0", fill(32767)),
        ("abstraction/buckets_2", fill(-1)),
        ("abstraction/keeps_1", fill(255)),
        ("abstraction/keeps_3", fill(0)),
        ("abstraction/policy_1", fill(6)),
        ("abstraction/transitions_2", fill(np.nan)),
        ("abstraction/transitions_2", fill(-0.5)),
        ("abstraction/transitions_1", fill(0.9)),
        ("abstraction/weights_0", fill(np.inf)),
        ("abstraction/values_0", fill(2)),
        ("abstraction/draw_values_1", fill(np.nan)),
        ("abstraction/initial", fill(0)),
        ("strategy_betting1", fill(np.nan)),
        ("strategy_draw3", fill(-0.25)),
        ("strategy_betting4", fill(0.7)),
        ("strategy_betting2", fill(np.inf)),
        ("values_button_betting1", fill(np.nan)),
        ("entering_big_blind", fill(-np.inf)),
        ("strategy_betting4", lambda values: values.astype(np.float64)),
        ("strategy_betting4", lambda values: values[:-1]),
        ("abstraction/buckets_0", lambda values: values.astype(np.int8)),
    ],
)
def test_numbers_that_cannot_be_are_refused_though_checksums_agree(
    whole: Path, name: str, change: Callable[[NDArray[Any]], Any]
) -> None:
    path = whole / name
    forge(path.parent, path.name, change)
    verify(whole)
    with pytest.raises(SolutionError, match=rf"{path.name}\.npy (is damaged|has shape|holds)"):
        open_solution(whole)


def test_large_strategies_are_checked_as_they_are_read(
    one_card_solution: solver.Solution, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arrays, "WHOLE", 10_000)
    monkeypatch.setattr(arrays, "BLOCK", 1024)
    place = tmp_path / "sol"
    one_card_solution.save(place)
    path = place / "strategy_betting4.npy"
    flip(path, -1, 2)
    opened = open_solution(place)
    last, known = opened.strategy[-1], one_card_solution.strategy[-1]
    assert isinstance(last, CheckedRows)
    rows = last.shape[0]
    np.testing.assert_array_equal(last[5:90], known[5:90])
    slots = np.array([[3], [rows // 2], [7]])
    np.testing.assert_array_equal(last[slots, np.arange(4)], known[slots, np.arange(4)])
    for read in (slice(rows - 1, rows), slice(0, rows), (np.array([rows - 1]), np.array([0]))):
        with pytest.raises(SolutionError, match=r"strategy_betting4.npy has changed"):
            last[read]
    with pytest.raises(SolutionError, match=r"strategy_betting4.npy has changed"):
        verify(place)
    flip(path, -1, 2)
    forge(place, "strategy_betting4", lambda values: values[-3:].fill(np.nan))
    entries = json.loads((place / "manifest.json").read_text())["arrays"]
    entries["strategy_betting4"]["blocks"] = ""
    edit_manifest(place, arrays=entries)
    last = open_solution(place).strategy[-1]
    np.testing.assert_array_equal(last[5:90], known[5:90])
    with pytest.raises(SolutionError, match=r"strategy_betting4.npy is damaged"):
        last[rows - 1 : rows]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_file_cut_short_after_opening_ends_no_process(
    one_card_solution: solver.Solution, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The system kills whoever reads mapped memory beyond the end of its file."""
    place = tmp_path / "sol"
    one_card_solution.save(place)
    known = one_card_solution.advise("2c3d4h7sKc", "ck 1").to_json()

    def small() -> None:
        """Read when it was opened."""
        opened = open_solution(place)
        for path in place.rglob("*.npy"):
            os.truncate(path, 0)
        assert opened.advise("2c3d4h7sKc", "ck 1").to_json() == known

    def large(seen: bool) -> None:
        """Mapped; whether it has been read before makes no difference."""
        monkeypatch.setattr(arrays, "WHOLE", 10_000)
        monkeypatch.setattr(arrays, "BLOCK", 1024)
        one_card_solution.save(place)
        path = place / "strategy_betting4.npy"
        rows = open_solution(place).strategy[-1]
        assert isinstance(rows, CheckedRows)
        if seen:
            assert rows[:].size
        os.truncate(path, 100)
        for places in (slice(0, 1), (np.array([len(rows) - 1]), np.array([0]))):
            with pytest.raises(SolutionError, match=r"betting4.npy has been cut short"):
                rows[places]

    for work in (small, lambda: large(False), lambda: large(True)):
        assert in_child(work) == 0


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
@pytest.mark.parametrize("kind", ["pipe", "link", "folder", "device"])
@pytest.mark.parametrize("name", ["strategy_draw1.npy", "manifest.json", "abstraction/keeps_2.npy"])
def test_only_plain_files_are_opened(whole: Path, name: str, kind: str) -> None:
    path = whole / name
    moved = path.rename(whole.parent / "elsewhere")
    match kind:
        case "pipe":
            os.mkfifo(path)
        case "link":
            path.symlink_to(moved)
        case "folder":
            path.mkdir()
        case "device":
            path.symlink_to("/dev/zero")
    for check in (open_solution, verify):
        with pytest.raises(SolutionError, match=path.name):
            check(whole)


def test_an_abstraction_that_is_a_link_is_refused(whole: Path) -> None:
    path = whole / "abstraction"
    path.symlink_to(path.rename(whole.parent / "elsewhere"))
    with pytest.raises(SolutionError, match="abstraction is a link"):
        open_solution(whole)


@pytest.mark.parametrize(
    "changes",
    [
        {"arrays": {"../../letter": {"shape": [1], "dtype": "int8", "sha256": ""}}},
        {"arrays": {"/etc/passwd": {"shape": [1], "dtype": "int8", "sha256": ""}}},
        {"arrays": {"a\0b": {"shape": [1], "dtype": "int8", "sha256": ""}}},
        {"arrays": {"a": {"shape": [-1], "dtype": "int8", "sha256": ""}}},
        {"arrays": {"a": {"shape": [1] * 99, "dtype": "int8", "sha256": ""}}},
        {"configuration": {"game": {"cap": 12}}},
        {"configuration": {"game": {"cap": 20, "draws": [5, 5, 5]}}},
        {"configuration": {"game": 5}},
        {"configuration": {"game": {"bets": [1e308] * 4}}},
        {"iterations": 1e400},
        {"button_value_sb": "nan"},
        {"trace": [{}]},
    ],
)
def test_manifests_that_somebody_made_up(whole: Path, changes: dict[str, Any]) -> None:
    try:
        edit_manifest(whole, **changes)
    except ValueError:  # Infinity is no JSON; somebody may write it all the same.
        path = whole / "manifest.json"
        path.write_text(path.read_text().replace('"iterations": 20', '"iterations": 1e400'))
    for check in (open_solution, verify):
        with pytest.raises(SolutionError, match=r"manifest.json is damaged"):
            check(whole)


@pytest.mark.parametrize(
    "text", ["[" * 100_000, '{"a":' * 100_000, '{"a": NaN}', '{"a": ' + "9" * 10_000 + "}", "\xff"]
)
def test_manifests_that_are_none(whole: Path, text: str) -> None:
    (whole / "manifest.json").write_text(text, "latin-1")
    with pytest.raises(SolutionError, match=r"manifest.json is damaged"):
        open_solution(whole)


def test_a_manifest_without_end_is_not_read(whole: Path) -> None:
    with (whole / "manifest.json").open("wb") as file:
        file.truncate(1 << 40)
    with pytest.raises(SolutionError, match=r"at most 64,000,000 make sense"):
        open_solution(whole)


def test_no_more_is_unpacked_than_is_needed(
    one_card_solution: solver.Solution, tmp_path: Path
) -> None:
    """Compressed zeros that would take a hundred times the memory of the array they stand for."""
    import tracemalloc
    import zlib

    place = tmp_path / "sol"
    pack(one_card_solution, subgame_bytes=0, resolving=5).save(place)
    path = place / "strategy_betting1.zlib"
    path.write_bytes(zlib.compress(bytes(100_000_000), 9)[:900])
    entries = json.loads((place / "manifest.json").read_text())["arrays"]
    entries["strategy_betting1"]["sha256"] = hashlib.sha256(path.read_bytes()).hexdigest()
    edit_manifest(place, arrays=entries)
    tracemalloc.start()
    with pytest.raises(SolutionError, match=r"strategy_betting1.zlib"):
        open_solution(place)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 80_000_000


@pytest.mark.parametrize(
    ("history", "damage", "reason"),
    [
        ("", "codes", r"strategy_betting1.zlib is damaged \(frequencies that do not sum to one\)"),
        ("ck", "codes", r"strategy_\w+.zlib is damaged"),
        ("ck 1", "codes", r"strategy_\w+.zlib is damaged"),
        ("ck", "entering", r"entering_\w+_betting2.zlib is damaged \(numbers that are infinite"),
    ],
)
def test_what_is_packed_is_checked_before_anybody_computes_with_it(
    one_card_solution: solver.Solution, tmp_path: Path, history: str, damage: str, reason: str
) -> None:
    """Checksums agree, numbers make no sense: somebody made it up."""
    packed = pack(one_card_solution, subgame_bytes=0, resolving=5)
    if damage == "codes":
        made_up: dict[str, Any] = {"codes": tuple(np.zeros_like(c[:]) for c in packed.codes)}
    else:
        endless = {
            level: tuple(np.full_like(v[:], np.inf) for v in values)
            for level, values in packed.entering.items()
        }
        made_up = {"entering": endless}
    replace(packed, **made_up).save(tmp_path / "sol")
    opened = open_solution(tmp_path / "sol")
    for _ in range(2):  # not only once
        with pytest.raises(SolutionError, match=reason + r".*tripledraw pack"):
            opened.advise("2c3d4h7sKc", history)


def test_older_solutions_are_still_read(whole: Path) -> None:
    """Without checksums of the manifest and of blocks."""
    path = whole / "manifest.json"
    facts = json.loads(path.read_text())
    del facts["checksum"]
    path.write_text(json.dumps({**facts, "schema": 2}))
    assert open_solution(whole).iterations == 20
    path.write_text(json.dumps(facts))
    with pytest.raises(SolutionError, match="no checksum"):
        open_solution(whole)
