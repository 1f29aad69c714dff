"""Abstractions on disk, and where those built before are cached."""

import os
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from platformdirs import user_cache_path

from solver.abstraction.abstraction import Abstraction
from solver.abstraction.checks import ROUNDING, between, keep_masks, probabilities
from solver.abstraction.config import DRAWS, VERSION, AbstractionConfig
from solver.cards import suit_classes
from solver.errors import SolutionError
from solver.storage import (
    Check,
    Contents,
    Manifest,
    Writing,
    read_array,
    read_manifest,
    verify_arrays,
)

_PER_DRAWS_LEFT = {
    "buckets": np.int16,
    "keeps": np.uint8,
    "draw_values": np.float32,
    "weights": np.float64,
    "transitions": np.float64,
    "values": np.float64,
    "policy": np.uint8,
}
"""Fields of `Abstraction` that hold an array for each number of draws left, and their numbers."""


class AbstractionManifest(Manifest):
    """What is written of an abstraction beside its arrays.

    Attributes:
        version: of the way that buckets are made.
        config: the settings.
        hash: of the settings.
        digest: of the buckets and transitions themselves.
    """

    kind: ClassVar[str] = "abstraction"
    remedy: ClassVar[str] = "build it anew"

    version: int
    config: AbstractionConfig
    hash: str
    digest: str


def cache_directory() -> Path:
    """Where abstractions are cached: $TRIPLEDRAW_CACHE_DIR, or the user's cache directory."""
    chosen = os.environ.get("TRIPLEDRAW_CACHE_DIR")
    root = Path(chosen) if chosen else user_cache_path("tripledraw", appauthor=False)
    return root / "abstractions"


def save_abstraction(abstraction: Abstraction, directory: str | Path, packed: bool = False) -> None:
    """Write an abstraction; the directory appears complete or not at all.

    Args:
        abstraction: what to write.
        directory: takes the place of whatever abstraction is there.
        packed: whether arrays are compressed, and transitions of more cards than may be drawn left
            out.

    Raises:
        SolutionError: it cannot be written there, or something else is in the place.
    """
    with Writing(directory, AbstractionManifest, packed) as writing:
        _write(abstraction, writing, packed)


def write_part(abstraction: Abstraction, into: Contents, name: str, packed: bool = False) -> None:
    """Write an abstraction as a part of something larger; `packed` as in `save_abstraction`."""
    with into.part(name, AbstractionManifest) as part:
        _write(abstraction, part, packed)


def _write(abstraction: Abstraction, contents: Contents, packed: bool) -> None:
    contents.array("initial", abstraction.initial)
    for name in _PER_DRAWS_LEFT:
        for draws_left, array in enumerate(getattr(abstraction, name)):
            kept, *_ = _shape(name, draws_left, abstraction.config, packed)
            contents.array(f"{name}_{draws_left}", array[:kept])
    contents.facts = {
        "version": VERSION,
        "config": abstraction.config,
        "hash": abstraction.hash,
        "digest": abstraction.digest,
    }


def load_abstraction(directory: str | Path) -> Abstraction:
    """Open an abstraction; its arrays are checked.

    Raises:
        SolutionError: missing, damaged, of another version, or numbers that no abstraction has.
    """
    manifest = read_manifest(directory, AbstractionManifest)
    if manifest.version != VERSION:
        raise SolutionError(
            f"{directory} is of version {manifest.version}, expected {VERSION}; build it anew"
        )

    config, packed = manifest.config, any(entry.packed for entry in manifest.arrays.values())

    def arrays(name: str) -> tuple[NDArray[Any], ...]:
        return tuple(
            read_array(
                directory,
                manifest,
                f"{name}_{left}",
                _shape(name, left, config, packed),
                _PER_DRAWS_LEFT[name],
                _check(name, left, config),
            )
            for left in range(DRAWS + 1)
        )

    initial = (config.buckets(DRAWS),)
    return Abstraction(
        config=config,
        initial=read_array(directory, manifest, "initial", initial, np.float64, probabilities),
        **{name: arrays(name) for name in _PER_DRAWS_LEFT},
    )


def _check(name: str, draws_left: int, config: AbstractionConfig) -> Check:
    """What numbers may stand in an array."""
    match name:
        case "buckets":
            return between(0, config.buckets(draws_left) - 1)
        case "keeps":
            return keep_masks
        case "weights" | "transitions":
            return probabilities
        case "policy":
            return between(0, 5)
        case _:
            return between(-ROUNDING, 1 + ROUNDING)


def _shape(name: str, draws_left: int, config: AbstractionConfig, packed: bool) -> tuple[int, ...]:
    """Shape of an array as in `Abstraction`, fewer transitions where it is packed."""
    hands = len(suit_classes(5).count)
    counts = 6 if draws_left else 0
    match name:
        case "transitions":
            if packed:
                counts = config.counts(draws_left)
            after = config.buckets(draws_left - 1) if draws_left else 0
            return counts, config.buckets(draws_left), after
        case "keeps" | "draw_values":
            return counts, hands
        case _:
            return (hands,)


def verify_abstraction(directory: str | Path) -> int:
    """Compare every array of an abstraction with its checksum.

    Returns:
        Number of arrays.

    Raises:
        SolutionError: one is missing or has changed.
    """
    return verify_arrays(directory, AbstractionManifest)
