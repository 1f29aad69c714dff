"""A solve for several seats from the first to the last traversal: progress, Ctrl-C, checkpoints."""

import time
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from solver.abstraction import Abstraction
from solver.cfr.memory import OVERHEAD, require_memory
from solver.cfr.minimiser import MOST_THREADS
from solver.errors import ConfigurationError
from solver.multiway.cards import DealtCards
from solver.multiway.configuration import MultiwayConfiguration
from solver.multiway.learner import Learner
from solver.multiway.solution import LearnedManifest, MultiwaySolution, encode, layout_of
from solver.solution.checks import finite
from solver.solving.checkpoint import checkpoint_directory, remove_checkpoint
from solver.solving.interrupt import Interrupt
from solver.solving.saving import RETRY, Saver, reserved
from solver.storage import Writing, read_array, read_manifest

_KEPT = ("regrets", "sums", "values")
"""Arrays of a learner that a checkpoint holds."""

_BYTES = 4 * len(_KEPT) + 1
"""For each number of the layout while learning, and of the strategy that is kept."""

_TABLES = 220_000_000
"""Bytes of the tables of hands, and of a copy that kernels read."""

_RECENT = 0.02
"""Share of a new batch in what seats are said to win of late."""


@dataclass(frozen=True)
class MultiwayProgress:
    """State of a solve after a batch of traversals.

    Attributes:
        traversals: traversals made.
        total: traversals to make.
        seconds: time spent.
        seconds_left: time still needed, at the pace so far.
        won: what each seat won of late, in small bets a hand.
    """

    traversals: int
    total: int
    seconds: float
    seconds_left: float
    won: tuple[float, ...]


Report = Callable[[MultiwayProgress], None]


class MultiwayCheckpointManifest(LearnedManifest):
    """What is written of a solve that was stopped."""

    kind: ClassVar[str] = "multiway checkpoint"
    remedy: ClassVar[str] = "start again with --restart"


def memory_of(configuration: MultiwayConfiguration) -> int:
    """Bytes that a solve takes at its peak, counted without building anything."""
    return _BYTES * layout_of(configuration).cells + _TABLES + OVERHEAD


def solve_multiway(
    configuration: MultiwayConfiguration,
    abstraction: Abstraction,
    *,
    threads: int | None = None,
    progress: Report | None = None,
    directory: str | Path | None = None,
    resume: bool = False,
    restart: bool = False,
    keep_checkpoint: bool = False,
    checkpoint_minutes: float = 10,
    saver: Saver | None = None,
) -> MultiwaySolution:
    """Learn a strategy for several seats.

    Ctrl-C ends after the batch that is running; `resume` goes on with the same numbers as if it had
    not stopped. What happens where the disk fails is as in `solver.solving.solve`.

    Args:
        configuration: the game, what is seen and remembered, how long to learn.
        abstraction: built from the configuration's settings.
        threads: how many; all processors if left out. The result does not depend on it.
        progress: told after every batch.
        directory: where the strategy is saved, and a checkpoint beside it.
        resume: go on from the checkpoint.
        restart: start again even if there is a checkpoint; it is lost.
        keep_checkpoint: keep the checkpoint of a finished solve, so that traversals can be added.
        checkpoint_minutes: minutes between two checkpoints.
        saver: told what goes wrong on the disk.

    Raises:
        MemoryNeedError: it does not fit; nothing has been allocated.
        ConfigurationError: the abstraction is another one, a bad setting, or a checkpoint that is
            neither to be resumed nor to be lost.
        SolutionError: the directory cannot be written, or there is no checkpoint to resume.
    """
    if abstraction.config != configuration.abstraction:
        raise ConfigurationError("the abstraction was built with other settings than given here")
    if threads is not None and not 1 <= threads <= MOST_THREADS:
        raise ConfigurationError(f"{threads} threads asked for; expected 1 to {MOST_THREADS}")
    place = Path(directory) if directory is not None else None
    with (
        reserved(place, resume=resume, restart=restart, kind=MultiwayCheckpointManifest)
        if place
        else nullcontext(),
        Interrupt() as interrupt,
    ):
        require_memory(memory_of(configuration))
        saver = saver or Saver()
        saver.begin(place)
        run = _Run(configuration, abstraction, threads, progress, interrupt, saver, place)
        if place and resume:
            run.load(checkpoint_directory(place))
        return run.complete(keep_checkpoint, checkpoint_minutes)


class _Run:
    """One solve."""

    def __init__(
        self,
        configuration: MultiwayConfiguration,
        abstraction: Abstraction,
        threads: int | None,
        report: Report | None,
        interrupt: Interrupt,
        saver: Saver,
        place: Path | None,
    ):
        self.configuration = configuration
        self.abstraction = abstraction
        self.report = report or (lambda state: None)
        self.interrupt = interrupt
        self.saver = saver
        self.place = place
        self.learner = Learner(
            layout_of(configuration),
            DealtCards.of(abstraction),
            configuration.sampling,
            threads,
            configuration.learning.seed,
        )
        self.seconds = 0.0
        self.won = np.zeros(configuration.game.seats)

    def load(self, directory: Path) -> None:
        """Put the solve into the state that was saved."""
        manifest = read_manifest(directory, MultiwayCheckpointManifest)
        total = self.configuration.learning.traversals
        if manifest.configuration.changed(total) != self.configuration:
            raise ConfigurationError(
                f"the checkpoint {directory} was made with other settings; resume with the same, "
                "or start again without --resume"
            )
        cells = (self.learner.layout.cells,)
        stored = {
            name: read_array(directory, manifest, name, cells, np.float32, finite) for name in _KEPT
        }
        for name, array in stored.items():
            np.copyto(getattr(self.learner, name), array)
        self.learner.traversals = manifest.traversals
        self.seconds = manifest.seconds
        self.won = np.array(manifest.won)

    def save(self, directory: Path) -> None:
        """Write everything that the next traversal depends on."""
        with Writing(directory, MultiwayCheckpointManifest) as writing:
            for name in _KEPT:
                writing.array(name, getattr(self.learner, name))
            writing.facts = {
                "configuration": self.configuration,
                "traversals": self.learner.traversals,
                "seconds": self.seconds,
                "won": tuple(self.won.tolist()),
            }

    def complete(self, keep_checkpoint: bool, minutes: float) -> MultiwaySolution:
        """Learn until done or interrupted, then save."""
        finished = self._learn(minutes)
        if self.place and (not finished or keep_checkpoint):
            self.saver.result(lambda place: self.save(checkpoint_directory(place)), "checkpoint")
        solution = MultiwaySolution(
            self.configuration,
            self.abstraction,
            self.learner.layout,
            encode(self.learner.layout, self.learner.sums),
            self.learner.traversals,
            self.seconds,
            tuple(self.won.tolist()),
            finished,
        )
        if self.place and finished:
            in_place = self.saver.result(solution.save, "strategy")
            if in_place and not keep_checkpoint:
                remove_checkpoint(checkpoint_directory(self.place))
        return solution

    def _learn(self, minutes: float) -> bool:
        """Make the traversals; whether all were made."""
        learner, total = self.learner, self.configuration.learning.traversals
        first, begin, before = learner.traversals, time.perf_counter(), self.seconds
        due = begin + 60 * minutes
        while learner.traversals < total and not self.interrupt.requested:
            batch = learner.learn()
            self._note(batch.values[batch.starts == 0], batch.learners[batch.starts == 0])
            now = time.perf_counter()
            self.seconds = before + now - begin
            made = learner.traversals - first
            left = (now - begin) / made * max(0, total - learner.traversals)
            self.report(
                MultiwayProgress(
                    learner.traversals, total, self.seconds, left, tuple(self.won.tolist())
                )
            )
            if self.place and now > due and learner.traversals < total:
                written = self.saver.checkpoint(self.save)
                due = time.perf_counter() + (60 * minutes if written else RETRY)
        return learner.traversals >= total

    def _note(self, values: NDArray[np.float64], learners: NDArray[np.int8]) -> None:
        """Take what a batch has found into what seats win of late."""
        seats = len(self.won)
        counts = np.bincount(learners, minlength=seats)
        mean = np.bincount(learners, weights=values, minlength=seats) / np.maximum(counts, 1)
        self.won += _RECENT * (counts > 0) * (mean - self.won)
