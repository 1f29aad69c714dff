"""A solve that was stopped, on disk: with it a solve goes on as if it had never stopped."""

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.cfr.trace import Measurement
from solver.configuration import Configuration
from solver.errors import ConfigurationError
from solver.solution.checks import finite
from solver.solution.manifest import CheckpointManifest
from solver.solving.course import Course
from solver.storage import MANIFEST, Writing, discard, read_array, read_manifest, settle


def checkpoint_directory(solution: Path) -> Path:
    """Where the checkpoint of a solution stands: beside it."""
    return solution.with_name(solution.name + ".checkpoint")


def save_checkpoint(
    directory: Path,
    configuration: Configuration,
    course: Course,
    trace: list[Measurement],
    seconds: float,
) -> None:
    """Write everything that the next iteration depends on.

    Args:
        directory: where.
        configuration: what is solved, and how.
        course: what is learned so far.
        trace: the measurements so far.
        seconds: time spent.

    Raises:
        SolutionError: it cannot be written; an older checkpoint then stays as it was.
    """
    with Writing(directory, CheckpointManifest) as writing:
        for name, rows in course.rows():
            writing.array(name, rows)
        writing.facts = {
            "configuration": configuration,
            "iteration": course.iteration,
            "separate": course.separate,
            "seconds": seconds,
            "trace": trace,
        }


def load_checkpoint(
    directory: Path, configuration: Configuration, course: Course
) -> CheckpointManifest:
    """Put a solve into the state that was saved.

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
            f"the checkpoint {directory} has gone on to one deck; resume with a shared deck "
            "(--deck shared), or start again without --resume"
        )
    if manifest.separate is not None and (
        saved.learning.sequences != configuration.learning.sequences
        or saved.learning.blockers != configuration.learning.blockers
    ):
        raise ConfigurationError(
            f"the checkpoint {directory} was made with {saved.learning.sequences} sequences and "
            f"blockers of {list(saved.learning.blockers)}; resume with the same, or start again "
            "without --resume"
        )
    if manifest.separate is not None:
        course.make_room(manifest.separate)
    stored = [
        (rows, read_array(directory, manifest, name, rows.shape, rows.dtype, _sane))
        for name, rows in course.rows()
    ]
    # All of them are there before the first is taken over.
    for rows, array in stored:
        np.copyto(rows, array)
    course.go_to(manifest.iteration)
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
