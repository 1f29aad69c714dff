"""A solve ends with its result somewhere, whatever the disk does; none ends another's."""

import errno
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from faults.kills import Field
from faults.steps import hidden
from solved import solved

import solver
from solver.errors import SolutionError
from solver.solution import open_solution
from solver.solving import Saver, SolveProgress
from solver.storage import files

GAME = solver.heads_up(cap=1, draws=(1, 1, 1))
COMMAND = (sys.executable, "-c", "from trainer.cli import main; main()")


class Recorded(Saver):
    def __init__(self) -> None:
        self.said: list[str] = []

    def say(self, text: str) -> None:
        self.said.append(text)


@pytest.fixture
def buckets(cache_directory: Path) -> solver.Abstraction:
    return solver.build_abstraction(final=4, earlier=8, draws=(1, 1, 1))


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TRIPLEDRAW_DATA_DIR", str(tmp_path / "data"))
    return tmp_path / "data" / "solutions"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
@pytest.mark.parametrize("exchanges", [True, False])
def test_kills_leave_what_was_or_what_is_to_be(
    tmp_path: Path, cache_directory: Path, exchanges: bool
) -> None:
    field = Field(tmp_path, exchanges)
    found = {*field.chosen(12), *field.random(4, seed=1)}
    assert len(found) > 1


@pytest.mark.parametrize("minutes", [0, 10])
def test_a_full_disk_ends_no_solve(
    buckets: solver.Abstraction,
    tmp_path: Path,
    data: Path,
    monkeypatch: pytest.MonkeyPatch,
    minutes: int,
) -> None:
    """Full from the fourth iteration on: told once for each file, and saved elsewhere."""
    target, saver = tmp_path / "disk" / "sol", Recorded()
    real = files.write_file

    def write(path: Path, parts: Iterator[bytes | memoryview]) -> None:
        if full and target.parent in path.parents:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        real(path, parts)

    full = False

    def watch(state: SolveProgress) -> None:
        nonlocal full
        full = state.iteration >= 4

    monkeypatch.setattr(files, "write_file", write)
    solution = solved(
        GAME, buckets, iterations=6, check_every=1, progress=watch, directory=target, saver=saver,
        checkpoint_minutes=minutes,
    )  # fmt: skip
    assert solution.finished
    assert saver.place == data / "sol"
    assert open_solution(data / "sol").iterations == 6
    assert saver.said[-2:] == [
        f"cannot write {target}: No space left on device",
        f"the solution is saved as {data / 'sol'} instead",
    ]
    failed = [text for text in saver.said if "goes on" in text]
    assert failed == [
        f"cannot write {target}.checkpoint: No space left on device; the solve goes on and tries "
        "again in 1 minute"
    ] * (minutes == 0)
    assert not target.exists()
    assert hidden(tmp_path) == []
    # What was there before the disk was full is still there to be resumed.
    assert Path(f"{target}.checkpoint").exists() == (minutes == 0)


def test_a_trace_that_cannot_be_written_is_told_once_and_caught_up(
    buckets: solver.Abstraction, tmp_path: Path
) -> None:
    target, saver = tmp_path / "disk" / "sol", Recorded()
    trace = tmp_path / "disk" / "sol.trace.jsonl"

    def watch(state: SolveProgress) -> None:
        if state.iteration == 2:
            trace.unlink()
            trace.mkdir()
        if state.iteration == 5:
            trace.rmdir()

    solved(
        GAME, buckets, iterations=6, check_every=1, progress=watch, directory=target, saver=saver
    )
    assert saver.said == [
        f"cannot write {trace}: Is a directory; the solve goes on and tries again at every "
        "measurement"
    ]
    assert len(trace.read_text().splitlines()) == 6
    assert saver.place == target


def test_a_folder_that_is_removed_is_made_again(
    buckets: solver.Abstraction, tmp_path: Path
) -> None:
    target, saver = tmp_path / "disk" / "sol", Recorded()

    def watch(state: SolveProgress) -> None:
        if state.iteration == 4:
            shutil.rmtree(target.parent)

    solved(
        GAME, buckets, iterations=6, check_every=1, progress=watch, directory=target, saver=saver
    )
    assert saver.place == target
    assert open_solution(target).iterations == 6
    assert len((tmp_path / "disk" / "sol.trace.jsonl").read_text().splitlines()) == 6


def test_what_has_come_into_the_place_stays(
    buckets: solver.Abstraction, tmp_path: Path, data: Path
) -> None:
    target, saver = tmp_path / "disk" / "sol", Recorded()
    (data / "sol.checkpoint").mkdir(parents=True)

    def watch(state: SolveProgress) -> None:
        target.mkdir(exist_ok=True)
        (target / "letter.txt").write_text("mine")

    solved(GAME, buckets, iterations=2, progress=watch, directory=target, saver=saver)
    assert (target / "letter.txt").read_text() == "mine"
    # And not over what stands in the second place.
    assert saver.place == data / "sol-2"
    assert open_solution(data / "sol-2").iterations == 2


def test_only_one_solve_at_a_time(buckets: solver.Abstraction, tmp_path: Path) -> None:
    """The second is refused before it builds anything; the first ends as if alone."""
    target = tmp_path / "sol"
    refused: list[subprocess.CompletedProcess[str]] = []

    def watch(state: SolveProgress) -> None:
        if not refused:
            refused.append(
                subprocess.run(
                    [*COMMAND, "solve", "--out", str(target)],
                    capture_output=True,
                    text=True,
                    check=False,
                )
            )

    solved(GAME, buckets, iterations=2, progress=watch, directory=target)
    assert refused[0].returncode == 2
    assert f"{target} is being written by another process ({os.getpid()}); wait" in (
        refused[0].stderr
    )
    assert open_solution(target).iterations == 2


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 40 MB, where one can be had."""
    folder = tmp_path / "small"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=40m", "none", str(folder)]
    if (
        sys.platform != "linux"
        or subprocess.run(mount, capture_output=True, check=False).returncode
    ):
        pytest.skip("no file system may be mounted here")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def test_a_disk_that_is_really_full(
    buckets: solver.Abstraction, small_disk: Path, data: Path
) -> None:
    """One solution fits, two at once do not; the first is not lost to the second."""
    target, saver = small_disk / "sol", Recorded()
    solved(GAME, buckets, iterations=1, progress=False, directory=target)
    solved(GAME, buckets, iterations=2, progress=False, directory=target, saver=saver)
    assert saver.said == [
        f"cannot write {target}: No space left on device",
        f"the solution is saved as {data / 'sol'} instead",
    ]
    assert open_solution(target).iterations == 1
    assert open_solution(data / "sol").iterations == 2
    assert hidden(small_disk) == []


@pytest.mark.parametrize("place", ["/", "/proc/none/sol", "x" * 300])
def test_a_place_that_cannot_be_is_refused_first(
    buckets: solver.Abstraction, place: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SolutionError, match=r"is no name|cannot (write|look at)"):
        solved(GAME, buckets, iterations=1_000_000, progress=False, directory=place)
