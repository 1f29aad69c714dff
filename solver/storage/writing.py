"""Writing a directory that appears complete or not at all."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from solver.errors import SolutionError
from solver.storage import files
from solver.storage.arrays import Recorder, compressed
from solver.storage.claims import Claim
from solver.storage.files import reason
from solver.storage.manifest import MANIFEST, ArrayEntry, Manifest, manifest_text
from solver.storage.places import discard, forget, new_name, put_in_place, require_place, settle


class Contents:
    """What is written into a directory: add arrays with `array`, and set `facts`.

    Args:
        folder: where; it exists and is empty.
        model: the kind of directory; its fields are what `facts` must hold.
        packed: whether arrays are compressed, so that they can only be read as a whole.
    """

    def __init__(self, folder: Path, model: type[Manifest], packed: bool):
        self.folder = folder
        self.facts: dict[str, Any] = {}
        self._model = model
        self._packed = packed
        self._arrays: dict[str, ArrayEntry] = {}

    def array(self, name: str, values: NDArray[Any]) -> None:
        """Write one array."""
        if self._packed:
            data, entry = compressed(values)
            files.write_file(self.folder / entry.file(name), (data,))
        else:
            recorder = Recorder(values)
            files.write_file(self.folder / f"{name}.npy", recorder.parts())
            entry = recorder.entry()
        self._arrays[name] = entry

    @contextmanager
    def part(self, name: str, model: type[Manifest]) -> Iterator["Contents"]:
        """A directory inside this one."""
        folder = self.folder / name
        files.make_folder(folder)
        part = Contents(folder, model, self._packed)
        yield part
        part.finish()

    def finish(self) -> None:
        """Write the manifest, the last file."""
        text = manifest_text(self._model, self._arrays, self.facts)
        files.write_file(self.folder / MANIFEST, (text,))


class Writing(Contents):
    """Writes a directory that appears complete or not at all; use as a context manager.

    Args:
        directory: takes the place of whatever directory of arrays is there.
        model: the kind of directory.
        packed: as in `Contents`.

    Raises:
        SolutionError: the place is taken by something else, another process writes there, or it
            cannot be written; what was there is still there.
    """

    def __init__(self, directory: str | Path, model: type[Manifest], packed: bool = False):
        self.target = Path(directory)
        # Where a link stands in for a directory, it is the directory that is replaced.
        self._place = Path(os.path.realpath(directory)) if self.target.is_symlink() else self.target
        super().__init__(new_name(self._place) if self.target.name else self.target, model, packed)

    def __enter__(self) -> "Writing":
        require_place(self.target)
        try:
            self._place.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise SolutionError(f"cannot write {self.target}: {reason(error)}") from error
        self._claim = Claim(self._place)
        self._claim.__enter__()
        try:
            settle(self._place)
            files.make_folder(self.folder)
        except OSError as error:
            self._end()
            raise SolutionError(f"cannot write {self.target}: {reason(error)}") from error
        except BaseException:
            self._end()
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: object) -> None:
        try:
            if kind is None:
                # What a manifest says is there is on the disk before it.
                files.sync_below(self.folder)
                self.finish()
                files.sync(self.folder / MANIFEST)
                files.sync(self.folder)
                put_in_place(self.folder, self._place)
        except OSError as failure:
            raise SolutionError(f"cannot write {self.target}: {reason(failure)}") from failure
        finally:
            self._end()
        if isinstance(error, OSError):
            raise SolutionError(f"cannot write {self.target}: {reason(error)}") from error

    def _end(self) -> None:
        """Nothing is left of it where it was put in place."""
        try:
            if self.folder.exists():
                discard(self.folder, self._place)
        finally:
            forget(self.folder)
            self._claim.release()
