"""How often situations come up in play: counted once for a solution, and kept on disk."""

import json
from collections import defaultdict
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import numpy as np

from solver import Solution
from solver.errors import ConfigurationError
from solver.evaluation import Decisions
from solver.stopping import Report, stop_if_asked, tell
from trainer.records.practice_log import solution_identity
from trainer.spots.self_play import SelfPlay, features_of_decisions
from trainer.spots.situations import DREW, FACING, HAND_CLASSES, Situation, hand_classes

FOLDER = "frequencies"
"""Folder of the data directory with one file a solution."""

_HANDS, _BATCH = 24_000, 4_000
"""Hands that are played to count: about a second."""

_SHAPE = (2, len(FACING), len(DREW), len(HAND_CLASSES))


def situation_frequencies(
    solution: Solution, directory: Path, report: Report | None = None
) -> Mapping[Situation, float]:
    """How often a player meets each situation in a hand, both seats as often as each other.

    Args:
        solution: what both players follow.
        directory: where it is kept, so that the next time it is only read.
        report: told how far it is.
    """
    file = directory / FOLDER / f"{solution_identity(solution)}.json"
    kept = _read(file)
    if kept is None:
        kept = count_situations(solution, report)
        _write(file, kept)
    return kept


def count_situations(solution: Solution, report: Report | None = None) -> Mapping[Situation, float]:
    """The same, counted in hands between two players who follow the solution."""
    counts: dict[Situation, float] = defaultdict(float)
    random = np.random.default_rng(0)
    for begun in range(0, _HANDS, _BATCH):
        tell(report, begun, _HANDS)
        for decisions in SelfPlay(solution, _BATCH, random, stored_only=True).play():
            stop_if_asked()
            for situation, count in _count(solution, decisions).items():
                counts[situation] += count * decisions.stand_for
    return {situation: count / (2 * _HANDS) for situation, count in counts.items()}


def _count(solution: Solution, decisions: Decisions) -> Mapping[Situation, int]:
    """Decisions of a level by situation; those with one action only are none."""
    seen = features_of_decisions(solution.tree, decisions)
    classes = hand_classes(solution.abstraction, len(solution.tree.draws) - seen.round)
    columns = (
        seen.seat,
        seen.facing,
        np.minimum(seen.opponent_drew, 2) + 1,
        classes[decisions.number].astype(np.int64),
    )
    codes = np.ravel_multi_index(columns, _SHAPE)[decisions.choices > 1]
    found, counts = np.unique(codes, return_counts=True)
    places = zip(*np.unravel_index(found, _SHAPE), strict=True)
    return {
        Situation(
            seen.round, seen.drawing, int(seat), FACING[facing], DREW[drew], HAND_CLASSES[held]
        ): int(count)
        for (seat, facing, drew, held), count in zip(places, counts, strict=True)
    }


def _read(file: Path) -> Mapping[Situation, float] | None:
    """What is kept; None if there is nothing, or what another version or nobody can read."""
    try:
        values = json.loads(file.read_text("utf-8"))
        return {Situation.parse(key): float(value) for key, value in values.items()}
    except (OSError, ValueError, AttributeError, TypeError, ConfigurationError):
        return None


def _write(file: Path, frequencies: Mapping[Situation, float]) -> None:
    """Keep it; a full or locked disk is no reason to show nothing."""
    fresh = file.with_suffix(".new")
    values = {situation.key: share for situation, share in frequencies.items()}
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        fresh.write_text(json.dumps(values, indent=0), "utf-8")
        fresh.replace(file)
    except OSError:
        with suppress(OSError):
            fresh.unlink(missing_ok=True)
