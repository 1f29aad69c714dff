"""Whatever happens while a directory takes the place of another, one of the two is there.

Every step of a save fails in every way: by an error of the system, by Ctrl-C, by a kill, with and
without a system that can exchange two names at once.
"""

import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest
from faults.steps import Steps, hidden, in_child

from solver.errors import SolutionError
from solver.storage import Claim, Manifest, Writing, files, read_manifest, settle, verify_arrays

needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")


class Inner(Manifest):
    kind: ClassVar[str] = "inner shelf"
    remedy: ClassVar[str] = "buy another"


class Shelf(Manifest):
    kind: ClassVar[str] = "shelf"
    remedy: ClassVar[str] = "buy another"

    boards: int


def write(place: Path, boards: int) -> None:
    with Writing(place, Shelf) as writing:
        with writing.part("inner", Inner) as inner:
            inner.array("depths", np.ones(boards))
        writing.array("heights", np.arange(boards, dtype=np.float32))
        writing.facts = {"boards": boards}


def boards(place: Path) -> int:
    """What stands there, complete to the last byte."""
    assert verify_arrays(place, Shelf) == verify_arrays(place / "inner", Inner) == 1
    return read_manifest(place, Shelf).boards


def steps(exchanges: bool) -> int:
    """How many steps it takes to replace a shelf."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder, "shelf"), 5)
        with Steps(exchanges=exchanges).watching() as seen:
            write(Path(folder, "shelf"), 7)
    return len(seen.names)


WAYS = [
    pytest.param(number, after, exchanges, id=f"{number}{'+' if after else ''}-{exchanges}")
    for exchanges in (True, False)
    for number in range(steps(exchanges))
    for after in (False, True)
]
"""Every step, before and after it, with and without exchange."""


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    write(tmp_path / "shelf", 5)
    return tmp_path / "shelf"


def full() -> None:
    raise OSError(28, "No space left on device")


def broken() -> None:
    raise ZeroDivisionError


def test_what_a_save_does(shelf: Path) -> None:
    """Data is on the disk before the manifest that tells of it, and that before the name."""
    with Steps().watching() as seen:
        write(shelf, 7)
    names = seen.names
    exchanged = names.index("exchange")
    assert names.count("make_folder") == 2
    assert names.count("write") == 6
    assert names[:exchanged].count("sync") == 3 + 2 + 2
    manifest = [place for place, name in enumerate(names) if name == "write"][-1]
    assert names[manifest - 5 : exchanged] == ["sync"] * 5 + ["write", "sync", "sync"]
    assert names[exchanged:] == ["exchange", "sync", "move", "delete"]
    with Steps(exchanges=False).watching() as seen:
        write(shelf, 7)
    assert seen.names[exchanged:] == ["exchange", "move", "move", "move", "delete", "sync"]


@pytest.mark.parametrize("failure", [full, broken])
@pytest.mark.parametrize(("at", "after", "exchanges"), WAYS)
def test_an_error_leaves_one_of_the_two(
    shelf: Path, at: int, after: bool, exchanges: bool, failure: Callable[[], None]
) -> None:
    with Steps(at, failure, after=after, exchanges=exchanges).watching() as seen:
        try:
            write(shelf, 7)
        except SolutionError as error:
            assert str(error) == f"cannot write {shelf}: No space left on device"
        except ZeroDivisionError:
            pass
        else:
            assert "delete" in seen.names[: at + 1] or seen.names[at] == "move"
    settle(shelf)
    assert boards(shelf) in (5, 7)
    assert [path.name for path in shelf.parent.iterdir()] == ["shelf"]


@pytest.mark.parametrize(("at", "after", "exchanges"), WAYS)
def test_ctrl_c_leaves_one_of_the_two_and_nothing_else(
    shelf: Path, at: int, after: bool, exchanges: bool
) -> None:
    def interrupt() -> None:
        os.kill(os.getpid(), signal.SIGINT)

    steps = Steps(at, interrupt, after=after, exchanges=exchanges)
    with steps.watching(), pytest.raises(KeyboardInterrupt):
        write(shelf, 7)
    assert boards(shelf) in (5, 7)
    assert hidden(shelf.parent) == []


@needs_fork
@pytest.mark.parametrize(("at", "after", "exchanges"), WAYS)
def test_a_kill_leaves_one_of_the_two(shelf: Path, at: int, after: bool, exchanges: bool) -> None:
    def kill() -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    def work() -> None:
        with Steps(at, kill, after=after, exchanges=exchanges).watching():
            write(shelf, 7)

    assert in_child(work) == -signal.SIGKILL
    settle(shelf)
    assert boards(shelf) in (5, 7)
    assert hidden(shelf.parent) == []


@needs_fork
def test_what_was_complete_is_not_lost(tmp_path: Path) -> None:
    """Killed between the two renames: nothing has the name, and the new one gets it."""
    shelf = tmp_path / "shelf"
    write(shelf, 5)

    def kill() -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    with Steps(exchanges=False).watching() as seen:
        write(shelf, 6)

    def work() -> None:
        with Steps(seen.names.index("move"), kill, after=True, exchanges=False).watching():
            write(shelf, 7)

    assert in_child(work) == -signal.SIGKILL
    assert not shelf.exists()
    settle(shelf)
    assert boards(shelf) == 7


def test_a_place_of_its_own_is_left_alone(shelf: Path) -> None:
    """What is hidden but not ours, or belongs to a save that is running."""
    (shelf.parent / ".shelf.lock").write_text("")
    (shelf.parent / ".shelf.12345678.new").mkdir()
    with Writing(shelf, Shelf) as writing:
        settle(shelf)
        assert writing.folder.exists()
        writing.facts = {"boards": 0}
    assert sorted(hidden(shelf.parent)) == [".shelf.12345678.new", ".shelf.lock"]


@needs_fork
def test_nothing_of_a_living_process_is_touched(shelf: Path) -> None:
    ready, done = os.pipe(), os.pipe()
    child = os.fork()
    if child == 0:
        with Writing(shelf, Shelf) as writing:
            writing.facts = {"boards": 0}
            os.write(ready[1], b".")
            os.read(done[0], 1)
        os._exit(0)
    os.read(ready[0], 1)
    settle(shelf)
    (folder,) = shelf.parent.glob(".*-new")
    with pytest.raises(SolutionError, match=rf"another process \({child}\); wait until"):
        write(shelf, 7)
    assert folder.exists()
    os.write(done[1], b".")
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert read_manifest(shelf, Shelf).boards == 0
    assert hidden(shelf.parent) == []


def test_claims_of_one_process_share_a_place(tmp_path: Path) -> None:
    with Claim(tmp_path / "a"):
        with Claim(tmp_path / "a"):
            pass
        assert hidden(tmp_path) == [".a.tripledraw-lock"]
    assert hidden(tmp_path) == []


def test_what_cannot_be_put_back_is_found_again(
    shelf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = files.move

    def move(source: Path, target: Path) -> None:
        if target == shelf:
            raise PermissionError(13, "Permission denied")
        real(source, target)

    with monkeypatch.context() as patch:
        patch.setattr(files, "move", move)
        patch.setattr(files, "exchange", lambda *_: False)
        with pytest.raises(SolutionError, match=r"cannot write .*shelf: Permission denied"):
            write(shelf, 7)
    assert not shelf.exists()
    settle(shelf)
    assert boards(shelf) == 5


def test_folders_are_as_open_as_the_user_wants(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write(tmp_path / "shelf", 5)
    finally:
        os.umask(before)
    for path in (tmp_path / "shelf", tmp_path / "shelf" / "inner"):
        assert path.stat().st_mode & 0o777 == 0o750
    assert (tmp_path / "shelf" / "manifest.json").stat().st_mode & 0o777 == 0o640


def test_a_link_to_a_shelf_stays_one(shelf: Path) -> None:
    link = shelf.parent / "link"
    link.symlink_to(shelf)
    write(link, 7)
    assert link.is_symlink()
    assert boards(shelf) == boards(link) == 7
    assert hidden(shelf.parent) == []
