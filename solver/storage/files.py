"""Single files and folders: what is written, how it reaches the disk, and what is opened.

Everything that a save does to a disk goes through the functions of this file, which is where the
tests of tests/faults let it fail.
"""

import errno
import os
import shutil
import stat
import sys
from collections.abc import Iterable
from pathlib import Path

from solver.errors import SolutionError

_EXCHANGE = 2
"""RENAME_EXCHANGE of Linux and RENAME_SWAP of macOS."""

_HERE = -100
"""AT_FDCWD of Linux: paths are those of the process."""

_CANNOT_EXCHANGE = (errno.ENOSYS, errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP)


def reason(error: OSError) -> str:
    """Why the system refused; names no file, since that may be one that nobody has heard of."""
    return error.strerror or str(error) or type(error).__name__


def make_folder(path: Path) -> None:
    """Make a folder, open to whomever the user lets in (umask)."""
    path.mkdir()


def write_file(path: Path, parts: Iterable[bytes | memoryview]) -> None:
    """Write a file that is not there yet, part by part."""
    with path.open("xb") as file:
        for part in parts:
            write(file.fileno(), part)


def write(descriptor: int, part: bytes | memoryview) -> None:
    """Write all of a part."""
    rest = memoryview(part).cast("B")
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def sync(path: Path) -> None:
    """Wait until a file, or the list of a folder, is on the disk."""
    folder = path.is_dir()
    if folder and os.name == "nt":
        return  # Windows has no way to ask for that.
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    except OSError as error:
        if not folder or error.errno not in (errno.EINVAL, errno.ENOTSUP):
            raise
    finally:
        os.close(descriptor)


def sync_below(folder: Path) -> None:
    """The same for all that a folder holds, and for the folder."""
    for path, _, names in os.walk(folder, topdown=False):
        for name in names:
            sync(Path(path, name))
        sync(Path(path))


def move(source: Path, target: Path) -> None:
    """Give a file or folder another name; a file takes the place of what is there."""
    os.replace(source, target)


def exchange(one: Path, other: Path) -> bool:
    """Let two folders change names in one step; False where the system cannot do that."""
    import ctypes

    names = os.fsencode(one), os.fsencode(other)
    try:
        libc = ctypes.CDLL(None, use_errno=True)
        if sys.platform == "darwin":
            failed = libc.renamex_np(*names, _EXCHANGE)
        else:
            failed = libc.renameat2(_HERE, names[0], _HERE, names[1], _EXCHANGE)
    except (AttributeError, OSError, TypeError):  # no such function, or no such library
        return False
    code = ctypes.get_errno()
    if failed and code not in _CANNOT_EXCHANGE:
        raise OSError(code, os.strerror(code))
    return not failed


def delete(path: Path) -> None:
    """Delete a file or folder as far as possible."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)


def open_plain(path: Path) -> int:
    """Descriptor of a plain file, for reading.

    Raises:
        SolutionError: it is a link, a device, a pipe or a folder, none of which is ever written.
        OSError: it is not there, or may not be read.
    """
    # Without O_NONBLOCK opening a pipe waits for somebody who writes into it.
    flags = os.O_RDONLY
    for name in ("O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC", "O_BINARY"):
        flags |= getattr(os, name, 0)
    try:
        descriptor = os.open(path, flags)
    except OSError as error:
        if error.errno in (errno.ELOOP, errno.EMLINK, errno.ENXIO) and path.is_symlink():
            raise SolutionError(f"{path} is a link") from None
        raise
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise SolutionError(f"{path} is no plain file")
    return descriptor


def read_plain(path: Path, most: int) -> bytes:
    """All of a plain file.

    Raises:
        SolutionError: it is none, or larger than `most` bytes; nothing has been read then.
        OSError: it is not there, or cannot be read.
    """
    with os.fdopen(open_plain(path), "rb") as file:
        size = os.fstat(file.fileno()).st_size
        if size > most:
            raise SolutionError(f"{path} has {size:,} bytes, at most {most:,} make sense")
        return file.read(most)
