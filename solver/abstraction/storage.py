"""Abstractions on disk: a directory of arrays, and the cache of those built before."""

import hashlib
import json
import os
import shutil
import tempfile
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from platformdirs import user_cache_path

from solver.abstraction.abstraction import Abstraction
from solver.abstraction.config import DRAWS, VERSION, AbstractionConfig
from solver.errors import ConfigurationError, SolutionError

MANIFEST = "abstraction.json"
_PER_DRAWS_LEFT = (
    "buckets", "keeps", "draw_values", "weights", "transitions", "values", "policy",
)  # fmt: skip


def cache_directory() -> Path:
    """Where abstractions are cached: $TRIPLEDRAW_CACHE_DIR, or the user's cache directory."""
    chosen = os.environ.get("TRIPLEDRAW_CACHE_DIR")
    return Path(chosen) if chosen else user_cache_path("tripledraw", appauthor=False)


def _arrays(abstraction: Abstraction) -> dict[str, NDArray[np.generic]]:
    named: dict[str, NDArray[np.generic]] = {"initial": abstraction.initial}
    for name in _PER_DRAWS_LEFT:
        for draws_left, array in enumerate(getattr(abstraction, name)):
            named[f"{name}_{draws_left}"] = array
    return named


def _digest(array: NDArray[np.generic]) -> str:
    return hashlib.sha256(np.ascontiguousarray(array).tobytes()).hexdigest()


def save_abstraction(abstraction: Abstraction, directory: str | Path) -> None:
    """Write an abstraction; the directory appears complete or not at all.

    Args:
        abstraction: what to write.
        directory: takes the place of whatever abstraction is there.

    Raises:
        SolutionError: it cannot be written there, or something else is in the place.
    """
    target = Path(directory)
    if target.exists() and any(target.iterdir()) and not (target / MANIFEST).exists():
        raise SolutionError(f"{target} holds something else; choose an empty directory")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        scratch = Path(tempfile.mkdtemp(prefix=f".{target.name}-", dir=target.parent))
    except OSError as error:
        raise SolutionError(f"cannot write to {target.parent}: {error.strerror}") from error
    try:
        arrays = _arrays(abstraction)
        for name, array in arrays.items():
            np.save(scratch / f"{name}.npy", array)
        manifest = {
            "version": VERSION,
            "hash": abstraction.hash,
            "config": abstraction.config.model_dump(mode="json"),
            "arrays": {name: _digest(array) for name, array in arrays.items()},
        }
        (scratch / MANIFEST).write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")
        if target.exists():
            shutil.rmtree(target)
        scratch.rename(target)
    except OSError as error:
        raise SolutionError(f"cannot write {target}: {error.strerror}") from error
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def load_abstraction(directory: str | Path) -> Abstraction:
    """Read an abstraction and check it against its checksums.

    Raises:
        SolutionError: missing, damaged, or of another version.
    """
    source = Path(directory)
    try:
        manifest = json.loads((source / MANIFEST).read_text(encoding="utf-8"))
        if manifest["version"] != VERSION:
            raise SolutionError(
                f"{source} is of version {manifest['version']}, expected {VERSION}; build it anew"
            )
        config = AbstractionConfig(**manifest["config"])
        arrays = {name: np.load(source / f"{name}.npy") for name in manifest["arrays"]}
        for name, digest in manifest["arrays"].items():
            if _digest(arrays[name]) != digest:
                raise SolutionError(f"{source / name}.npy is damaged; build the abstraction anew")
            arrays[name].setflags(write=False)
        grouped = {
            name: tuple(arrays[f"{name}_{r}"] for r in range(DRAWS + 1)) for name in _PER_DRAWS_LEFT
        }
        return Abstraction(config=config, initial=arrays["initial"], **grouped)
    except (OSError, ValueError, KeyError, TypeError, EOFError, ConfigurationError) as error:
        raise SolutionError(
            f"{source} holds no readable abstraction ({error}); build it anew"
        ) from error
