"""What a solve leaves on disk while it runs and at its end, whatever the disk does."""

import os
import tempfile
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from solver.cfr.trace import Measurement, append_to_trace, write_trace
from solver.errors import SolutionError
from solver.solution.directories import solutions_directory
from solver.solution.manifest import CheckpointManifest
from solver.solving.checkpoint import checkpoint_directory, refuse_checkpoint
from solver.storage import Claim, Manifest, read_manifest, reason, require_place, settle, tidy

TRACE = "trace.jsonl"

RETRY = 60.0
"""Seconds after which a checkpoint that could not be written is tried again."""


@contextmanager
def reserved(
    place: Path,
    *,
    resume: bool = False,
    restart: bool = False,
    kind: type[Manifest] = CheckpointManifest,
) -> Iterator[None]:
    """Inside the block only this process solves for a place, and something can be saved there.

    What saves that were killed have left is put in order.

    Args:
        place: where the solution is to stand.
        resume: a checkpoint is needed.
        restart: a checkpoint may be lost.
        kind: what is written of a checkpoint.

    Raises:
        SolutionError: something else is there, it cannot be written, another process solves for
            it, or there is no checkpoint to resume.
        ConfigurationError: a checkpoint would be lost.
    """
    require_place(place)
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SolutionError(f"cannot write {place}: {reason(error)}") from error
    with Claim(place):
        tidy(place.parent)
        checkpoint = checkpoint_directory(place)
        if resume:
            settle(checkpoint)
            read_manifest(checkpoint, kind)
        elif not restart:
            refuse_checkpoint(checkpoint)
        yield


class Saver:
    """Saves a solve; a disk that fails is no reason to stop.

    Subclasses may tell and ask the user in other ways.

    Attributes:
        place: where the result was saved: a solution, or a checkpoint beside it; None while it is
            not.
    """

    place: Path | None = None

    def say(self, text: str) -> None:
        """Tell the user what went wrong and what comes of it."""
        warnings.warn(text, RuntimeWarning, stacklevel=2)

    def another_place(self) -> Path | None:
        """Ask for a place when none can be written; None gives up."""
        return None

    def saved(self, what: str, directory: Path) -> Path:
        """Where the result was saved.

        Args:
            what: was done for it: solved or learned.
            directory: where it was to stand.

        Raises:
            SolutionError: it could be saved nowhere.
        """
        if self.place is None:
            raise SolutionError(
                f"what was {what} could not be saved in {directory}, nor in any other place; make "
                "room on the disk, or give another place with --out"
            )
        return self.place

    def begin(self, directory: Path | None) -> None:
        """Start a solve.

        Args:
            directory: where it is to be saved; None if nowhere.
        """
        self._directory = directory
        self._lines: int | None = None  # of the trace on disk, None for all of them to be written
        self._trace_failed = False

    def trace(self, measurements: Sequence[Measurement]) -> None:
        """Bring the trace on disk up to date."""
        if self._directory is None:
            return
        path = self._directory.with_name(f"{self._directory.name}.{TRACE}")
        try:
            if self._lines is None:
                write_trace(path, measurements)
            else:
                for measured in measurements[self._lines :]:
                    append_to_trace(path, measured)
        except SolutionError as error:
            self._lines = None
            if not self._trace_failed:
                self.say(f"{error}; the solve goes on and tries again at every measurement")
            self._trace_failed = True
        else:
            self._lines, self._trace_failed = len(measurements), False

    def checkpoint(self, save: Callable[[Path], None]) -> bool:
        """Try to write a checkpoint while the solve goes on; whether it was written."""
        assert self._directory is not None
        try:
            save(checkpoint_directory(self._directory))
        except SolutionError as error:
            self.say(f"{error}; the solve goes on and tries again in {RETRY / 60:.0f} minute")
            return False
        return True

    def result(self, save: Callable[[Path], None], what: str) -> bool:
        """Save a result: where it was to be, or else somewhere that the user is told.

        Args:
            save: writes it so that it belongs to the solution of a place.
            what: it is, for messages.

        Returns:
            Whether it stands where it was to be.
        """
        assert self._directory is not None
        self.place = None
        for place in self._places(self._directory):
            try:
                save(place)
            except SolutionError as error:
                self.say(str(error))
                continue
            self.place = place
            if place != self._directory:
                self.say(f"the {what} is saved as {place} instead")
            break
        return self.place == self._directory

    def _places(self, wanted: Path) -> Iterator[Path]:
        yield wanted
        yield _unused(solutions_directory() / wanted.name)
        with suppress(OSError):
            folder = Path(tempfile.mkdtemp(prefix="tripledraw-"))
            yield folder / wanted.name
            folder.rmdir()
        while (place := self.another_place()) is not None:
            yield place


def _unused(place: Path) -> Path:
    """A name at which nothing would be lost."""
    number, free = 1, place
    while os.path.lexists(free) or os.path.lexists(checkpoint_directory(free)):
        number += 1
        free = place.with_name(f"{place.name}-{number}")
    return free
