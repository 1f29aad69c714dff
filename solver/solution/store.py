"""Directories of arrays with a manifest, memory-mapped when opened."""

import hashlib
import json
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.errors import SolutionError

MANIFEST = "manifest.json"
SCHEMA = 1
"""Version of the layout; raised with every change that an older reader would misread."""

RULES_VERSION = "2-7 triple draw 1"
"""Version of the rules and of the order of hands that a solution was made for."""


def _sha256(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


class Writing:
    """Writes a directory that appears complete or not at all.

    Use as a context manager; write into `folder`, add arrays with `array`, and set `manifest`.

    Raises:
        SolutionError: the place is taken by something else, or cannot be written.
    """

    def __init__(self, directory: str | Path):
        self.target = Path(directory)
        self.manifest: dict[str, Any] = {}
        self._arrays: dict[str, dict[str, Any]] = {}

    def __enter__(self) -> "Writing":
        ours = not self.target.exists() or (self.target / MANIFEST).exists()
        if not ours and not (self.target.is_dir() and not any(self.target.iterdir())):
            raise SolutionError(f"{self.target} holds something else; choose another place")
        try:
            self.target.parent.mkdir(parents=True, exist_ok=True)
            self.folder = Path(
                tempfile.mkdtemp(prefix=f".{self.target.name}-", dir=self.target.parent)
            )
        except OSError as error:
            raise SolutionError(
                f"cannot write to {self.target.parent}: {error.strerror}"
            ) from error
        return self

    def array(self, name: str, values: NDArray[np.generic]) -> None:
        """Write one array."""
        path = self.folder / f"{name}.npy"
        np.save(path, values)
        self._arrays[name] = {
            "shape": list(values.shape),
            "dtype": str(values.dtype),
            "sha256": _sha256(path),
        }

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: object) -> None:
        if kind is None:
            manifest = {
                "schema": SCHEMA,
                "rules": RULES_VERSION,
                **self.manifest,
                "arrays": self._arrays,
            }
            try:
                (self.folder / MANIFEST).write_text(json.dumps(manifest, indent=1) + "\n", "utf-8")
                self._put_in_place()
            except OSError as failure:
                shutil.rmtree(self.folder, ignore_errors=True)
                raise SolutionError(f"cannot write {self.target}: {failure.strerror}") from failure
            return
        shutil.rmtree(self.folder, ignore_errors=True)
        if isinstance(error, OSError):
            raise SolutionError(f"cannot write {self.target}: {error.strerror}") from error

    def _put_in_place(self) -> None:
        old = None
        if self.target.exists():
            old = Path(tempfile.mkdtemp(prefix=f".{self.target.name}-", dir=self.target.parent))
            self.target.rename(old / "old")
        self.folder.rename(self.target)
        if old is not None:
            shutil.rmtree(old, ignore_errors=True)


def read_manifest(directory: str | Path) -> dict[str, Any]:
    """Manifest of a directory written by `Writing`.

    Raises:
        SolutionError: it is missing, damaged, or of another schema or rules version.
    """
    path = Path(directory) / MANIFEST
    try:
        manifest = json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        raise SolutionError(
            f"there is no solution at {directory}; make one with `tripledraw solve`"
        ) from None
    except (OSError, ValueError) as error:
        raise SolutionError(f"{path} is damaged ({error}); solve again") from None
    for name, wanted in (("schema", SCHEMA), ("rules", RULES_VERSION)):
        found = manifest.get(name) if isinstance(manifest, dict) else None
        if found != wanted:
            raise SolutionError(
                f"{directory} has {name} version {found!r} and this program reads {wanted!r}; "
                "solve again, or use the version of tripledraw that wrote it"
            )
    return dict(manifest)


def read_array(directory: str | Path, manifest: Mapping[str, Any], name: str) -> NDArray[Any]:
    """Map one array.

    Raises:
        SolutionError: it is missing, or its shape or type is not what the manifest says.
    """
    path = Path(directory) / f"{name}.npy"
    entry = manifest.get("arrays", {}).get(name)
    try:
        array: NDArray[Any] = np.load(path, mmap_mode="r", allow_pickle=False)
    except (OSError, ValueError, EOFError) as error:
        raise SolutionError(f"{path} is missing or damaged ({error}); solve again") from None
    if entry is None or list(array.shape) != entry["shape"] or str(array.dtype) != entry["dtype"]:
        raise SolutionError(f"{path} does not fit its manifest; solve again")
    return array


def verify(directory: str | Path) -> int:
    """Compare every array with its checksum.

    Returns:
        Number of arrays.

    Raises:
        SolutionError: one is missing or has changed.
    """
    arrays = read_manifest(directory)["arrays"]
    for name, entry in arrays.items():
        path = Path(directory) / f"{name}.npy"
        if not path.exists() or _sha256(path) != entry["sha256"]:
            raise SolutionError(f"{path} has changed or is missing; solve again")
    return len(arrays)
