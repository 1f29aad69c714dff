"""Directories of arrays with a manifest: abstractions, solutions and checkpoints on disk."""

import hashlib
import json
import shutil
import tempfile
import zlib
from pathlib import Path
from typing import Any, ClassVar, TypeVar

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, ValidationError

from solver.errors import ConfigurationError, SolutionError

MANIFEST = "manifest.json"
SCHEMA = 2
"""Version of the layout; raised with every change that an older reader would misread."""

PACKED = ".zlib"
"""End of the names of files that hold an array without its head, compressed: first the first byte
of every number, then the second ones, and so on, since bytes of one place are alike."""

RULES_VERSION = "2-7 triple draw 1"
"""Version of the rules and of the order of hands that the arrays were made for."""


class ArrayEntry(BaseModel):
    """What a manifest says of one array."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    shape: tuple[int, ...]
    dtype: str
    sha256: str
    packed: bool = False

    def file(self, name: str) -> str:
        """Name of the file of an array."""
        return f"{name}{PACKED if self.packed else '.npy'}"


class Manifest(BaseModel):
    """What every manifest holds; a kind of directory adds its own facts as a subclass.

    Attributes:
        arrays: the arrays by name.
        kind: what the directory is, for the manifest and for messages.
        remedy: what to do where it is missing or damaged.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: ClassVar[str]
    remedy: ClassVar[str]

    arrays: dict[str, ArrayEntry]


M = TypeVar("M", bound=Manifest)


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _compressed(values: NDArray[np.generic]) -> bytes:
    flat = np.ascontiguousarray(values).reshape(-1).view(np.uint8)
    return zlib.compress(flat.reshape(-1, values.itemsize).T.tobytes(), 9)


def _decompressed(data: bytes, entry: ArrayEntry) -> NDArray[Any]:
    dtype = np.dtype(entry.dtype)
    places = np.frombuffer(zlib.decompress(data), np.uint8).reshape(dtype.itemsize, -1)
    array = np.ascontiguousarray(places.T).view(dtype).reshape(entry.shape)
    array.setflags(write=False)
    return array


def require_place(directory: Path) -> None:
    """Make sure that a directory of arrays may stand here.

    Raises:
        SolutionError: something else is here, or this is no name for a directory.
    """
    if not directory.name:
        raise SolutionError(f"{str(directory)!r} is no name for a directory; give it one")
    try:
        free = not directory.exists() or (directory.is_dir() and not any(directory.iterdir()))
        ours = (directory / MANIFEST).exists()
    except OSError as error:
        raise SolutionError(f"cannot look at {directory}: {error.strerror}") from error
    if not free and not ours:
        raise SolutionError(f"{directory} holds something else; choose another place")


class Writing:
    """Writes a directory that appears complete or not at all.

    Use as a context manager; write into `folder`, add arrays with `array`, and set `facts`.

    Args:
        directory: takes the place of whatever directory of arrays is there.
        model: the kind of directory; its fields are what `facts` must hold.
        packed: whether arrays are compressed, so that they can only be read as a whole.

    Raises:
        SolutionError: the place is taken by something else, or cannot be written; what was there
            is still there.
    """

    def __init__(self, directory: str | Path, model: type[Manifest], packed: bool = False):
        self.target = Path(directory)
        self.facts: dict[str, Any] = {}
        self._model = model
        self._packed = packed
        self._arrays: dict[str, ArrayEntry] = {}

    def __enter__(self) -> "Writing":
        require_place(self.target)
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
        entry = ArrayEntry(
            shape=values.shape, dtype=str(values.dtype), sha256="", packed=self._packed
        )
        path = self.folder / entry.file(name)
        if self._packed:
            path.write_bytes(_compressed(values))
        else:
            np.save(path, values)
        self._arrays[name] = entry.model_copy(update={"sha256": _sha256(path)})

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: object) -> None:
        try:
            if kind is None:
                self._write_manifest()
                self._put_in_place()
        except OSError as failure:
            raise SolutionError(f"cannot write {self.target}: {failure.strerror}") from failure
        finally:
            # Nothing is left of it where it was put in place.
            shutil.rmtree(self.folder, ignore_errors=True)
        if isinstance(error, OSError):
            raise SolutionError(f"cannot write {self.target}: {error.strerror}") from error

    def _write_manifest(self) -> None:
        facts = self._model(arrays=self._arrays, **self.facts).model_dump(mode="json")
        arrays = facts.pop("arrays")
        manifest = {
            "kind": self._model.kind,
            "schema": SCHEMA,
            "rules": RULES_VERSION,
            **facts,
            "arrays": arrays,
        }
        (self.folder / MANIFEST).write_text(json.dumps(manifest, indent=1) + "\n", "utf-8")

    def _put_in_place(self) -> None:
        if not self.target.exists():
            self.folder.rename(self.target)
            return
        old = self.folder.with_name(f"{self.folder.name}-old")
        self.target.rename(old)
        try:
            self.folder.rename(self.target)
        except OSError:
            old.rename(self.target)
            raise
        shutil.rmtree(old, ignore_errors=True)


def read_manifest(directory: str | Path, model: type[M]) -> M:
    """Manifest of a directory written by `Writing`.

    Args:
        directory: where it was written.
        model: the kind of directory that is expected there.

    Raises:
        SolutionError: it is missing, damaged, of another kind, schema or rules version.
    """
    path = Path(directory) / MANIFEST
    try:
        facts = json.loads(path.read_text("utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        raise SolutionError(f"there is no {model.kind} at {directory}; {model.remedy}") from None
    except (OSError, ValueError) as error:
        raise SolutionError(f"{path} is damaged ({error}); {model.remedy}") from None
    if not isinstance(facts, dict):
        raise SolutionError(f"{path} is damaged (no table); {model.remedy}")
    for name, wanted in (("schema", SCHEMA), ("rules", RULES_VERSION)):
        found = facts.pop(name, None)
        if found != wanted:
            raise SolutionError(
                f"{directory} has {name} version {found!r} and this program reads {wanted!r}; "
                f"{model.remedy}, or use the version of tripledraw that wrote it"
            )
    kind = facts.pop("kind", None)
    if kind != model.kind:
        raise SolutionError(f"{directory} holds {kind!r}, expected {model.kind!r}; {model.remedy}")
    try:
        return model.model_validate(facts)
    except ValidationError as error:
        first = error.errors()[0]
        name = ".".join(str(part) for part in first["loc"])
        raise SolutionError(f"{path} is damaged ({name}: {first['msg']}); {model.remedy}") from None
    except ConfigurationError as error:
        raise SolutionError(f"{path} is damaged ({error}); {model.remedy}") from None


def kind_of(directory: str | Path) -> str | None:
    """What a directory of arrays says it is; None where no manifest can be read."""
    try:
        facts = json.loads((Path(directory) / MANIFEST).read_text("utf-8"))
    except (OSError, ValueError):
        return None
    kind = facts.get("kind") if isinstance(facts, dict) else None
    return kind if isinstance(kind, str) else None


def read_array(
    directory: str | Path, manifest: Manifest, name: str, shape: tuple[int, ...]
) -> NDArray[Any]:
    """Map one array, or read one that is packed; it cannot be written to.

    Only `verify_arrays` compares what it holds with its checksum.

    Args:
        directory: where it was written.
        manifest: of this directory.
        name: of the array.
        shape: what its reader needs.

    Raises:
        SolutionError: it is missing, its shape or type is not what the manifest says, or its
            shape is not the one needed.
    """
    entry = manifest.arrays.get(name)
    path = Path(directory) / (entry.file(name) if entry else f"{name}.npy")
    array: NDArray[Any]
    try:
        if entry and entry.packed:
            array = _decompressed(path.read_bytes(), entry)
        else:
            array = np.load(path, mmap_mode="r", allow_pickle=False)
    except Exception as error:  # damaged headers make NumPy raise errors of many kinds
        raise SolutionError(f"{path} is missing or damaged ({error}); {manifest.remedy}") from None
    if entry is None or array.shape != entry.shape or str(array.dtype) != entry.dtype:
        raise SolutionError(f"{path} does not fit its manifest; {manifest.remedy}")
    if array.shape != shape:
        raise SolutionError(f"{path} has shape {array.shape}, expected {shape}; {manifest.remedy}")
    return array


def verify_arrays(directory: str | Path, model: type[Manifest]) -> int:
    """Compare every array with its checksum.

    Returns:
        Number of arrays.

    Raises:
        SolutionError: one is missing or has changed.
    """
    manifest = read_manifest(directory, model)
    for name, entry in manifest.arrays.items():
        path = Path(directory) / entry.file(name)
        try:
            intact = _sha256(path) == entry.sha256
        except OSError:
            intact = False
        if not intact:
            raise SolutionError(f"{path} has changed or is missing; {manifest.remedy}")
    return len(manifest.arrays)
