"""Arrays of a directory, compared with their checksums before anybody computes with them."""

import hashlib
import os
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from solver.errors import SolutionError
from solver.storage.arrays import Check, CheckedRows, Packed, Stored, UnpackedRows, dtype_name
from solver.storage.files import open_plain, reason
from solver.storage.manifest import ArrayEntry, Manifest, read_manifest


def read_array(
    directory: str | Path,
    manifest: Manifest,
    name: str,
    shape: tuple[int, ...],
    dtype: DTypeLike,
    check: Check | None = None,
) -> NDArray[Any]:
    """Read one array, or map one that is large and not packed; it cannot be written to.

    All of it is compared with its checksums.

    Args:
        directory: where it was written.
        manifest: of this directory.
        name: of the array.
        shape: what its reader needs.
        dtype: type of the numbers that its reader needs.
        check: told all rows.

    Raises:
        SolutionError: it is missing or has changed, its shape or type is not the one needed, or
            `check` says that something is wrong.
    """
    read = _Read(directory, manifest, name, shape, dtype)
    return read.whole(check)


def read_rows(
    directory: str | Path,
    manifest: Manifest,
    name: str,
    shape: tuple[int, ...],
    dtype: DTypeLike,
    check: Check | None = None,
) -> NDArray[Any] | CheckedRows | UnpackedRows:
    """The same for an array that is read row by row.

    A large one that is not packed is compared block by block, once something in a block is read. A
    packed one is compared now, and unpacked and checked once something in it is read.

    Raises:
        SolutionError: as `read_array`; of a large or packed one as soon as it is read.
    """
    read = _Read(directory, manifest, name, shape, dtype)
    if read.packed is not None:
        return UnpackedRows(read.packed, check, manifest.remedy)
    if read.stored is not None and read.stored.mapped:
        return CheckedRows(read.stored, check, manifest.remedy)
    return read.whole(check)


class _Read:
    """One array on its way from a file."""

    def __init__(
        self,
        directory: str | Path,
        manifest: Manifest,
        name: str,
        shape: tuple[int, ...],
        dtype: DTypeLike,
    ):
        self._remedy = manifest.remedy
        entry = manifest.arrays.get(name)
        self._path = path = Path(directory) / (entry.file(name) if entry else f"{name}.npy")
        if entry is None:
            raise SolutionError(f"{path} is not in its manifest; {manifest.remedy}")
        if entry.shape != shape:
            raise SolutionError(
                f"{path} has shape {entry.shape}, expected {shape}; {manifest.remedy}"
            )
        if entry.dtype != dtype_name(dtype):
            raise SolutionError(
                f"{path} holds {entry.dtype}, expected {dtype_name(dtype)}; {manifest.remedy}"
            )
        self.stored: Stored | None = None
        self.packed: Packed | None = None
        try:
            self._open(entry, np.dtype(dtype))
        except OSError as error:
            raise SolutionError(
                f"{path} is missing or damaged ({reason(error)}); {manifest.remedy}"
            ) from None
        except SolutionError as error:
            raise SolutionError(f"{error}; {manifest.remedy}") from None

    def _open(self, entry: ArrayEntry, dtype: np.dtype[Any]) -> None:
        if entry.packed:
            self.packed = Packed(self._path, entry, dtype)
        else:
            self.stored = Stored(self._path, entry, dtype)

    def whole(self, check: Check | None) -> NDArray[Any]:
        """The array, compared and checked."""
        if self.packed is not None:
            return UnpackedRows(self.packed, check, self._remedy)[:]
        assert self.stored is not None
        try:
            self.stored.compare()
        except SolutionError as error:
            raise SolutionError(f"{error}; {self._remedy}") from None
        array = self.stored.array
        wrong = check(array, 0, len(array)) if check is not None else None
        if wrong is not None:
            raise SolutionError(f"{self._path} is damaged ({wrong}); {self._remedy}")
        return array


def verify_arrays(directory: str | Path, model: type[Manifest]) -> int:
    """Compare every array, large ones included, with its checksum.

    Returns:
        Number of arrays.

    Raises:
        SolutionError: one is missing or has changed.
    """
    manifest = read_manifest(directory, model)
    for name, entry in manifest.arrays.items():
        path = Path(directory) / entry.file(name)
        try:
            with os.fdopen(open_plain(path), "rb") as file:
                intact = hashlib.file_digest(file, "sha256").hexdigest() == entry.sha256
        except OSError:
            intact = False
        if not intact:
            raise SolutionError(f"{path} has changed or is missing; {manifest.remedy}")
    return len(manifest.arrays)
