"""A solve that was stopped, on disk: with it a solve goes on as if it had never stopped."""

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.cfr import Minimiser
from solver.cfr.iteration import Rows
from solver.cfr.trace import Measurement
from solver.configuration import Configuration
from solver.errors import ConfigurationError
from solver.solution.checks import finite
from solver.solution.manifest import CheckpointManifest
from solver.storage import MANIFEST, Writing, discard, read_array, read_manifest, settle


def checkpoint_directory(solution: Path) -> Path:
    """Where the checkpoint of a solution stands: beside it."""
    return solution.with_name(solution.name + ".checkpoint")


def _named_rows(minimiser: Minimiser) -> dict[str, Rows]:
    named = {"regrets": minimiser.regrets, "totals": minimiser.totals}
    if minimiser.predicted is not None:
        named["predicted"] = minimiser.predicted
    return named


def save_checkpoint(
    directory: Path,
    configuration: Configuration,
    minimiser: Minimiser,
    trace: list[Measurement],
    seconds: float,
    separate: int | None,
) -> None:
    """Write everything that the next iteration depends on.

    Args:
        directory: where.
        configuration: what is solved, and how.
        minimiser: the regrets and sums so far.
        trace: the measurements so far.
        seconds: time spent.
        separate: iterations on separate decks, None while all are.

    Raises:
        SolutionError: it cannot be written; an older checkpoint then stays as it was.
    """
    with Writing(directory, CheckpointManifest) as writing:
        for name, rows in _named_rows(minimiser).items():
            for number, level in enumerate(rows):
                writing.array(f"{name}_{number}", level)
        writing.facts = {
            "configuration": configuration,
            "iteration": minimiser.iteration,
            "separate": separate,
            "seconds": seconds,
            "trace": trace,
        }


def load_checkpoint(
    directory: Path, configuration: Configuration, minimiser: Minimiser
) -> CheckpointManifest:
    """Put a minimiser into the state that was saved.

    Returns:
        What else was saved.

    Raises:
        SolutionError: there is no checkpoint, or it is damaged.
        ConfigurationError: it belongs to another game, abstraction or update rule.
    """
    settle(directory)
    manifest = read_manifest(directory, CheckpointManifest)
    saved = manifest.configuration
    if (
        saved.game != configuration.game
        or saved.abstraction != configuration.abstraction
        or saved.learning.update_rule != configuration.learning.update_rule
        or saved.learning.bits != configuration.learning.bits
        or saved.locks != configuration.locks
    ):
        raise ConfigurationError(
            f"the checkpoint {directory} was made with another game, abstraction, update rule, "
            "number of bits or locks; resume with the same settings, or start again without "
            "--resume"
        )
    if manifest.separate is not None and configuration.learning.deck == "separate":
        raise ConfigurationError(
            f"the checkpoint {directory} has gone on to cuts of one deck; resume with a shared "
            "deck (--deck shared), or start again without --resume"
        )
    stored = [
        (
            level,
            read_array(directory, manifest, f"{name}_{number}", level.shape, level.dtype, _sane),
        )
        for name, rows in _named_rows(minimiser).items()
        for number, level in enumerate(rows)
    ]
    # All of them are there before the first is taken over.
    for level, array in stored:
        np.copyto(level, array)
    minimiser.iteration = manifest.iteration
    return manifest


def _sane(array: NDArray[Any], first: int, last: int) -> str | None:
    """Numbers in single precision must be some; short floats always are."""
    return None if array.dtype == np.uint16 else finite(array, first, last)


def refuse_checkpoint(directory: Path) -> None:
    """Make sure that no checkpoint would be lost.

    Raises:
        ConfigurationError: there is one.
    """
    settle(directory)
    if (directory / MANIFEST).exists():
        raise ConfigurationError(
            f"{directory} holds a solve that was stopped; go on with it (--resume), or start again "
            "and give it up (--restart)"
        )


def remove_checkpoint(directory: Path) -> None:
    """Delete a checkpoint, if there is one; anything else stays."""
    if (directory / MANIFEST).exists():
        discard(directory)
