"""Directories of arrays: complete or not at all, and no damage goes unnamed."""

from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest
from damage import edit_manifest

from solver.errors import SolutionError
from solver.storage import Manifest, Writing, read_array, read_manifest, verify_arrays


class Shelf(Manifest):
    kind: ClassVar[str] = "shelf"
    remedy: ClassVar[str] = "buy another"

    boards: int


class Box(Manifest):
    kind: ClassVar[str] = "box"
    remedy: ClassVar[str] = "fold another"


def write(place: Path, boards: int) -> None:
    with Writing(place, Shelf) as writing:
        writing.array("heights", np.arange(boards, dtype=np.float32))
        writing.array("nothing", np.empty((0, 3, 0)))
        writing.facts = {"boards": boards}


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    write(tmp_path / "shelf", 5)
    return tmp_path / "shelf"


def test_round_trip(shelf: Path) -> None:
    manifest = read_manifest(shelf, Shelf)
    assert manifest.boards == 5
    heights = read_array(shelf, manifest, "heights", (5,), np.float32)
    assert not heights.flags.writeable
    assert heights.dtype == np.float32
    assert heights.tolist() == [0, 1, 2, 3, 4]
    assert read_array(shelf, manifest, "nothing", (0, 3, 0), np.float64).size == 0
    assert verify_arrays(shelf, Shelf) == 2


def test_writing_again_replaces(shelf: Path) -> None:
    write(shelf, 7)
    assert read_manifest(shelf, Shelf).boards == 7
    assert [path.name for path in shelf.parent.iterdir()] == ["shelf"]


def test_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("mine")
    with pytest.raises(SolutionError, match="holds something else"):
        write(tmp_path, 5)
    with pytest.raises(SolutionError, match="holds something else"):
        write(tmp_path / "letter.txt", 5)
    assert (tmp_path / "letter.txt").read_text() == "mine"


def test_any_error_leaves_what_was_there(shelf: Path) -> None:
    with pytest.raises(ZeroDivisionError), Writing(shelf, Shelf) as writing:
        writing.array("heights", np.zeros(3))
        raise ZeroDivisionError
    with pytest.raises(ValueError, match="boards"), Writing(shelf, Shelf) as writing:
        writing.facts = {"boards": "many"}
    assert read_manifest(shelf, Shelf).boards == 5
    assert [path.name for path in shelf.parent.iterdir()] == ["shelf"]


def test_missing_or_another_kind(shelf: Path) -> None:
    with pytest.raises(SolutionError, match=r"there is no shelf at .*none; buy another"):
        read_manifest(shelf.parent / "none", Shelf)
    with pytest.raises(SolutionError, match="holds 'shelf', expected 'box'; fold another"):
        read_manifest(shelf, Box)


@pytest.mark.parametrize("name", ["schema", "rules"])
def test_other_versions_are_refused_by_name(shelf: Path, name: str) -> None:
    edit_manifest(shelf, **{name: "another"})
    with pytest.raises(SolutionError, match=f"{name} version 'another'"):
        read_manifest(shelf, Shelf)


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"boards": "many"}, "boards"),
        ({"boards": []}, "boards"),
        ({"arrays": []}, "arrays"),
        ({"arrays": {"heights": 3}}, "arrays.heights"),
        ({"arrays": {"heights": {"shape": [5], "dtype": "float32"}}}, "arrays.heights.sha256"),
        ({"arrays": {"heights": {"shape": "5", "dtype": "f", "sha256": ""}}}, "heights.shape"),
        ({"doors": 2}, "doors"),
    ],
)
def test_a_damaged_manifest_is_named(shelf: Path, changes: dict[str, object], named: str) -> None:
    edit_manifest(shelf, **changes)
    with pytest.raises(SolutionError, match=rf"manifest.json is damaged \(.*{named}: .*buy anoth"):
        read_manifest(shelf, Shelf)


@pytest.mark.parametrize("text", ["", "{", "[]", "3", "\0"])
def test_no_manifest_at_all(shelf: Path, text: str) -> None:
    (shelf / "manifest.json").write_text(text)
    with pytest.raises(SolutionError, match="damaged"):
        read_manifest(shelf, Shelf)


def test_arrays_that_do_not_fit(shelf: Path) -> None:
    manifest = read_manifest(shelf, Shelf)
    with pytest.raises(SolutionError, match=r"has shape \(5,\), expected \(6,\)"):
        read_array(shelf, manifest, "heights", (6,), np.float32)
    with pytest.raises(SolutionError, match="not in its manifest"):
        read_array(shelf, manifest, "depths", (5,), np.float32)
    for other in (np.arange(5), np.arange(6, dtype=np.float32)):
        np.save(shelf / "heights.npy", other)
        with pytest.raises(SolutionError, match="does not fit its manifest"):
            read_array(shelf, manifest, "heights", (5,), np.float32)
    path = shelf / "heights.npy"
    path.write_bytes(path.read_bytes()[:-4])
    with pytest.raises(SolutionError, match="does not fit its manifest"):
        read_array(shelf, manifest, "heights", (5,), np.float32)
    path.unlink()
    with pytest.raises(SolutionError, match=r"missing or damaged \(No such file"):
        read_array(shelf, manifest, "heights", (5,), np.float32)
    with pytest.raises(SolutionError, match="holds float32, expected int16"):
        read_array(shelf, manifest, "heights", (5,), np.int16)


def test_what_has_changed_is_not_read(shelf: Path) -> None:
    np.save(shelf / "heights.npy", np.ones(5, np.float32))
    with pytest.raises(SolutionError, match=r"heights.npy has changed .*; buy another"):
        read_array(shelf, read_manifest(shelf, Shelf), "heights", (5,), np.float32)
    with pytest.raises(SolutionError, match=r"heights.npy has changed or is missing; buy another"):
        verify_arrays(shelf, Shelf)
    (shelf / "heights.npy").unlink()
    with pytest.raises(SolutionError, match=r"heights.npy has changed or is missing; buy another"):
        verify_arrays(shelf, Shelf)
