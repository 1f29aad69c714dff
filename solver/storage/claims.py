"""Places that one process at a time may write to.

A claim is a lock that the system holds on a hidden file beside the place, and lets go when the
process ends, however it ends. The file is removed with the claim; that of a process that was killed
is removed by the next one (`solver.storage.places.settle`).
"""

import contextlib
import errno
import os
import sys
from pathlib import Path
from threading import Lock
from types import TracebackType

from solver.errors import SolutionError
from solver.storage.files import reason

LOCK = ".tripledraw-lock"
"""End of the names of the hidden files."""

_BUSY = (errno.EAGAIN, errno.EACCES, errno.EDEADLK)
_PAST_THE_END = 1 << 30
"""Where Windows locks a byte: it could not read a locked one, and others want to."""

_mutex = Lock()
_held: dict[Path, tuple[int, int]] = {}
"""For the lock files of this process the descriptor, and how many claims there are."""


class Claim:
    """Keeps other processes from writing to a place; use as a context manager.

    Claims of one process on the same place do not exclude each other.

    Args:
        place: a file or folder, which need not exist; its parent must.
    """

    def __init__(self, place: Path):
        self.place = place
        self._path = place.parent.resolve() / f".{place.name}{LOCK}"

    def take(self) -> bool:
        """Claim the place; False if another process has it.

        Raises:
            OSError: nothing can be written beside the place.
        """
        with _mutex:
            if self._path in _held:
                descriptor, claims = _held[self._path]
                _held[self._path] = descriptor, claims + 1
                return True
            taken = _locked(self._path)
            if taken is not None:
                _held[self._path] = taken, 1
            return taken is not None

    def release(self) -> None:
        """Let others have it."""
        with _mutex:
            descriptor, claims = _held[self._path]
            if claims > 1:
                _held[self._path] = descriptor, claims - 1
                return
            del _held[self._path]
            # While it is still locked, so that nobody can have claimed what is removed.
            with contextlib.suppress(OSError):
                self._path.unlink()
            os.close(descriptor)
            if os.name == "nt":  # where no open file can be removed
                with contextlib.suppress(OSError):
                    self._path.unlink()

    def __enter__(self) -> "Claim":
        try:
            taken = self.take()
        except OSError as error:
            raise SolutionError(f"cannot write {self.place}: {reason(error)}") from error
        if not taken:
            raise SolutionError(
                f"{self.place} is being written by another process{self._owner()}; wait until it "
                "has ended, or choose another place"
            )
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.release()

    def _owner(self) -> str:
        try:
            number = self._path.read_text("ascii")
        except (OSError, ValueError):
            return ""
        return f" ({number})" if number.isdigit() else ""


def _locked(path: Path) -> int | None:
    """Descriptor of a lock file that is now ours; None if it is another's."""
    flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
    while True:
        descriptor = os.open(path, flags, 0o666)
        try:
            if not _lock(descriptor):
                os.close(descriptor)
                return None
            if _same(descriptor, path):
                break
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)  # It was removed between opening and locking.
    with contextlib.suppress(OSError):  # The number is only told.
        os.ftruncate(descriptor, 0)
        os.write(descriptor, str(os.getpid()).encode())
    return descriptor


def _same(descriptor: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(descriptor), path.stat())
    except FileNotFoundError:
        return False


def _lock(descriptor: int) -> bool:
    """Lock a file if nobody has; file systems that know no locks let everybody in."""
    try:
        if sys.platform == "win32":
            import msvcrt

            os.lseek(descriptor, _PAST_THE_END, os.SEEK_SET)
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
            os.lseek(descriptor, 0, os.SEEK_SET)
        else:
            import fcntl

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return error.errno not in _BUSY
    return True
