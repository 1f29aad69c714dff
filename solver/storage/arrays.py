"""Arrays in files, as NumPy writes them or compressed, with checksums."""

import hashlib
import io
import mmap
import os
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import psutil
from numpy.typing import DTypeLike, NDArray

from solver.errors import SolutionError
from solver.storage.files import open_plain, read_plain
from solver.storage.manifest import ArrayEntry

WHOLE = 64_000_000
"""Bytes up to which an array is read into memory and compared with its checksum when it is opened;
what happens to its file later does not matter. Larger ones are mapped and, where their readers
allow it, compared block by block when something in a block is first read."""

BLOCK = 1 << 20
"""Bytes of a block. Part of the layout: see `solver.storage.manifest.SCHEMA`."""

MOST_UNPACKED = 1_000_000_000
"""Bytes of a compressed array once it is unpacked; more is neither written nor read."""

_CHUNK = 16 * BLOCK
_CHANGED = "has changed since it was written"
_CUT = "has been cut short since it was opened"

Places = slice | tuple[NDArray[np.integer], NDArray[np.integer]]
"""Consecutive rows; or rows and columns of any shape."""

Check = Callable[[NDArray[Any], int, int], str | None]
"""What is wrong with the rows from the first up to the last of an array; None if nothing is."""


def dtype_name(dtype: DTypeLike) -> str:
    """A type of numbers as manifests name it."""
    return str(np.dtype(dtype))


def content(values: NDArray[Any]) -> Iterator[memoryview]:
    """The bytes of an array in order, some at a time, so that no copy of all is made."""
    rows = max(1, _CHUNK * len(values) // max(1, values.nbytes))
    for first in range(0, len(values) if values.size else 0, rows):
        part = np.ascontiguousarray(values[first : first + rows])
        yield part.reshape(-1).view(np.uint8).data


class Recorder:
    """Passes the bytes of an array on and takes its checksums."""

    def __init__(self, values: NDArray[Any]):
        self._values = values
        self._seen = hashlib.sha256()
        self._blocks: list[int] = []
        self._in_block = BLOCK

    def parts(self) -> Iterator[bytes | memoryview]:
        """The file that NumPy writes."""
        head = io.BytesIO()
        np.lib.format.write_array_header_1_0(
            head,
            {
                "descr": np.lib.format.dtype_to_descr(self._values.dtype),
                "fortran_order": False,
                "shape": self._values.shape,
            },
        )
        self._seen.update(head.getvalue())
        yield head.getvalue()
        large = self._values.nbytes > WHOLE
        for part in content(self._values):
            self._seen.update(part)
            if large:
                self._add(part)
            yield part

    def _add(self, part: memoryview) -> None:
        while part:
            if self._in_block == BLOCK:
                self._blocks.append(0)
                self._in_block = 0
            here = part[: BLOCK - self._in_block]
            self._blocks[-1] = zlib.crc32(here, self._blocks[-1])
            self._in_block += len(here)
            part = part[len(here) :]

    def entry(self) -> ArrayEntry:
        """What the manifest says of the array, once all parts are through."""
        return ArrayEntry(
            shape=self._values.shape,
            dtype=dtype_name(self._values.dtype),
            sha256=self._seen.hexdigest(),
            blocks="".join(f"{block:08x}" for block in self._blocks),
        )


def compressed(values: NDArray[Any]) -> tuple[bytes, ArrayEntry]:
    """An array as the content of a file that only holds it, and what the manifest says of it.

    Raises:
        SolutionError: it is too large for that.
    """
    if values.nbytes > MOST_UNPACKED:
        raise SolutionError(
            f"an array of {values.nbytes / 1e9:.1f} GB is not packed; at most "
            f"{MOST_UNPACKED / 1e9:.0f} GB are"
        )
    flat = np.ascontiguousarray(values).reshape(-1).view(np.uint8)
    data = zlib.compress(flat.reshape(-1, values.itemsize).T.tobytes(), 9)
    entry = ArrayEntry(
        shape=values.shape,
        dtype=dtype_name(values.dtype),
        sha256=hashlib.sha256(data).hexdigest(),
        packed=True,
    )
    return data, entry


class Packed:
    """A compressed array, compared with its checksum and in memory, but not unpacked yet.

    Raises:
        SolutionError: it is not what its entry says, or would take too much memory.
        OSError: it cannot be read.
    """

    def __init__(self, path: Path, entry: ArrayEntry, dtype: np.dtype[Any]):
        self.path = path
        self.shape = entry.shape
        self._dtype = dtype
        self._size = size = _bytes(entry.shape, dtype)
        if size > min(MOST_UNPACKED, psutil.virtual_memory().available):
            raise SolutionError(f"{path} would take {size / 1e9:.1f} GB of memory")
        self._data = read_plain(path, size + size // 1000 + 100)  # zlib makes nothing larger
        if hashlib.sha256(self._data).hexdigest() != entry.sha256:
            raise SolutionError(f"{path} {_CHANGED}")

    def array(self) -> NDArray[Any]:
        """The array; cannot be written to.

        Raises:
            SolutionError: it is not what its entry says; no more memory is taken than that needs.
        """
        stream = zlib.decompressobj()
        try:
            content = stream.decompress(self._data, self._size + 1)
        except zlib.error as error:
            raise SolutionError(f"{self.path} is damaged ({error})") from None
        if len(content) != self._size or not stream.eof or stream.unused_data:
            raise SolutionError(f"{self.path} does not fit its manifest")
        places = np.frombuffer(content, np.uint8).reshape(self._dtype.itemsize, -1)
        array = np.ascontiguousarray(places.T).view(self._dtype).reshape(self.shape)
        array.setflags(write=False)
        return array


class UnpackedRows:
    """A compressed array that is unpacked and checked when something in it is first read.

    Args:
        packed: the array.
        check: told all rows.
        remedy: what to do if it is damaged.
    """

    def __init__(self, packed: Packed, check: Check | None, remedy: str):
        self._packed: Packed | None = packed
        self._array: NDArray[Any] | None = None
        self._check = check
        self._remedy = remedy
        self.shape: tuple[int, ...] = packed.shape

    def __len__(self) -> int:
        return self.shape[0]

    def __getitem__(self, places: Places, /) -> NDArray[Any]:
        """Some of the numbers, as of an array.

        Raises:
            SolutionError: the array is damaged.
        """
        if self._array is None:
            self._array = self._unpacked()
            self._packed = None
        return np.asarray(self._array[places])

    def _unpacked(self) -> NDArray[Any]:
        packed = self._packed
        if packed is None:  # another thread has just been here
            assert self._array is not None
            return self._array
        try:
            array = packed.array()
            wrong = self._check(array, 0, len(array)) if self._check is not None else None
            if wrong is not None:
                raise SolutionError(f"{packed.path} is damaged ({wrong})")
        except SolutionError as error:
            raise SolutionError(f"{error}; {self._remedy}") from None
        return array


class Stored:
    """An array in a file of NumPy, and what it is compared with.

    Up to `WHOLE` bytes it is read into memory, else mapped. The system ends a process that reads
    mapped memory beyond the end of its file, so the file's size is looked at before every reading.

    Attributes:
        array: what it holds; cannot be written to.

    Raises:
        SolutionError: it is not what its entry says.
        OSError: it cannot be read.
    """

    def __init__(self, path: Path, entry: ArrayEntry, dtype: np.dtype[Any]):
        self.path = path
        self._entry = entry
        self._map: mmap.mmap | None = None
        with os.fdopen(open_plain(path), "rb") as file:
            size = os.fstat(file.fileno()).st_size
            try:
                version = np.lib.format.read_magic(file)
                read = getattr(np.lib.format, f"read_array_header_{version[0]}_0")
                shape, fortran, found = read(file, max_header_size=1000)
                start = file.tell()
            except Exception as error:  # damaged heads make NumPy raise errors of many kinds
                raise SolutionError(f"{path} is damaged ({error})") from None
            fits = shape == entry.shape and found == dtype and not fortran and start % 16 == 0
            if not fits or size != start + _bytes(shape, dtype):
                raise SolutionError(f"{path} does not fit its manifest")
            if size - start > WHOLE:
                self._map = mmap.mmap(file.fileno(), size, access=mmap.ACCESS_READ)
                self._file = np.frombuffer(self._map, np.uint8)
            else:
                file.seek(0)
                self._file = np.empty(size, np.uint8)
                if file.readinto(self._file.data) != size:
                    raise SolutionError(f"{path} {_CUT}")
                self._file.setflags(write=False)
        self.array: NDArray[Any] = self._file[start:].view(dtype).reshape(shape)

    @property
    def mapped(self) -> bool:
        """Whether it stays in its file."""
        return self._map is not None

    def require_all(self) -> None:
        """Make sure that its file still has an end where it had one.

        Raises:
            SolutionError: it has been cut short.
        """
        if self._map is not None and self._map.size() < len(self._file):
            raise SolutionError(f"{self.path} {_CUT}")

    def compare(self) -> None:
        """Compare all of it with its checksums.

        Raises:
            SolutionError: it has changed.
        """
        if self._entry.blocks:
            self.compare_blocks(range(self.blocks))
            return
        self.require_all()
        if hashlib.sha256(self._file.data).hexdigest() != self._entry.sha256:
            raise SolutionError(f"{self.path} {_CHANGED}")

    @property
    def blocks(self) -> int:
        """Number of blocks."""
        return -(-self.array.nbytes // BLOCK)

    def compare_blocks(self, numbers: range | NDArray[np.integer]) -> None:
        """Compare some blocks, if it was written with checksums of blocks.

        Raises:
            SolutionError: one has changed.
        """
        sums = self._entry.blocks
        if not sums:
            return
        start = len(self._file) - self.array.nbytes
        for number in map(int, numbers):
            self.require_all()
            first = start + number * BLOCK
            found = zlib.crc32(self._file[first : first + BLOCK].data)
            if f"{found:08x}" != sums[8 * number : 8 * number + 8]:
                raise SolutionError(f"{self.path} {_CHANGED}")


class CheckedRows:
    """A large array of two dimensions whose blocks are checked when they are first read.

    Args:
        stored: the array.
        check: told the rows of each block.
        remedy: what to do if it is damaged.
    """

    def __init__(self, stored: Stored, check: Check | None, remedy: str):
        self._stored = stored
        self._check = check
        self._remedy = remedy
        self._done = np.zeros(stored.blocks, np.bool_)
        self.shape: tuple[int, ...] = stored.array.shape
        self._row_bytes = stored.array.nbytes // self.shape[0]

    def __len__(self) -> int:
        return self.shape[0]

    def __getitem__(self, places: Places, /) -> NDArray[Any]:
        """Some of the numbers, as of an array.

        Raises:
            SolutionError: they are damaged, or not there any more.
        """
        if isinstance(places, tuple):
            rows = np.unique(places[0])
        else:
            first, last, _ = places.indices(self.shape[0])
            rows = np.array([first, last - 1] if last > first else [], np.int64)
        try:
            self._stored.require_all()
            self._ensure(rows, isinstance(places, slice))
        except SolutionError as error:
            raise SolutionError(f"{error}; {self._remedy}") from None
        return np.asarray(self._stored.array[places])

    def _ensure(self, rows: NDArray[np.integer], between: bool) -> None:
        """Check the blocks of some rows, and of those between them."""
        if not len(rows):
            return
        first = rows.astype(np.int64) * self._row_bytes // BLOCK
        last = ((rows.astype(np.int64) + 1) * self._row_bytes - 1) // BLOCK
        wanted = (
            np.arange(first[0], last[-1] + 1)
            if between or self._row_bytes > BLOCK
            else np.unique(np.concatenate([first, last]))
        )
        new = wanted[~self._done[wanted]]
        if not len(new):
            return
        self._stored.compare_blocks(new)
        self._values(new)
        self._done[new] = True

    def _values(self, blocks: NDArray[np.integer]) -> None:
        if self._check is None:
            return
        # Neighbouring blocks are looked at together.
        for run in np.split(blocks, np.flatnonzero(np.diff(blocks) > 1) + 1):
            first = int(run[0]) * BLOCK // self._row_bytes
            last = min(self.shape[0], -(-(int(run[-1]) + 1) * BLOCK // self._row_bytes))
            wrong = self._check(self._stored.array, first, last)
            if wrong is not None:
                raise SolutionError(f"{self._stored.path} is damaged ({wrong})")


def _bytes(shape: tuple[int, ...], dtype: np.dtype[Any]) -> int:
    size = dtype.itemsize
    for length in shape:
        size *= length
    return size
