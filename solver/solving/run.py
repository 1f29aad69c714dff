"""From a configuration to a solution."""

import time
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

from solver.abstraction import Abstraction, build_abstraction
from solver.cfr import Minimiser
from solver.cfr.memory import memory_need, require_memory
from solver.cfr.trace import Measurement
from solver.configuration import Configuration
from solver.errors import ConfigurationError
from solver.game import private_chain, public_tree
from solver.game.public_state import read_history
from solver.solution.detail import bucket_strategy
from solver.solution.solution import Solution
from solver.solution.values import Evaluator
from solver.solving.checkpoint import (
    checkpoint_directory,
    load_checkpoint,
    remove_checkpoint,
    save_checkpoint,
)
from solver.solving.course import Course
from solver.solving.interrupt import Interrupt
from solver.solving.progress import Report, SolveProgress
from solver.solving.saving import RETRY, Saver, reserved


def solve(
    configuration: Configuration,
    abstraction: Abstraction | None = None,
    *,
    threads: int | None = None,
    progress: Report | bool = True,
    directory: str | Path | None = None,
    resume: bool = False,
    restart: bool = False,
    keep_checkpoint: bool = False,
    checkpoint_minutes: float = 10,
    saver: Saver | None = None,
) -> Solution:
    """Compute a strategy near equilibrium.

    Ctrl-C ends after the iteration that is running. What has been reached by then is returned
    (`Solution.finished` is False) and, with a directory, saved so that `resume` goes on with the
    same numbers. A second Ctrl-C stops at once.

    A disk that is full or gone does not end a solve: a warning says so, and at the end the result
    is saved in the user's data directory if it cannot be where it was to be (`Saver`).

    Args:
        configuration: game, abstraction and how to learn. With locks the exploitability that is
            measured counts what a seat would gain by leaving them.
        abstraction: the one of the configuration if it is at hand; built, or read from the cache,
            if left out.
        threads: how many; all processors if left out. The result does not depend on it.
        progress: a function called after every iteration; True shows a live line in terminals
            and notebooks, if the extra ``app`` is installed.
        directory: where the solution is saved, and beside it the trace and checkpoints; the
            settings of checkpoints mean nothing without it.
        resume: go on from the checkpoint in place of starting again.
        restart: start again even if there is a checkpoint; it is lost.
        keep_checkpoint: keep the checkpoint of a finished solve, so that iterations can be added.
        checkpoint_minutes: minutes between two checkpoints.
        saver: told what goes wrong on the disk, and knows afterwards where the result stands.

    Raises:
        MemoryNeedError: it does not fit; nothing has been allocated.
        ConfigurationError: game and abstraction do not belong together, a bad setting, or a
            checkpoint that is neither to be resumed nor to be lost.
        SolutionError: the directory cannot be written at the start, another process solves for
            it, or there is no checkpoint to resume.

    >>> configuration = solver.Configuration.of(
    ...     solver.heads_up(cap=1, draws=(1, 1, 1)),
    ...     solver.AbstractionConfig(final=4, earlier=8, draws=(1, 1, 1)),
    ...     iterations=60,
    ... )
    >>> solution = solver.solve(configuration, progress=False)
    >>> solution.finished, solution.exploitability < 50  # mbb/g
    (True, True)
    """
    if abstraction is None:
        abstraction = build_abstraction(configuration.abstraction)
    _require_fitting(configuration, abstraction)
    place = Path(directory) if directory is not None else None
    with (
        reserved(place, resume=resume, restart=restart) if place else nullcontext(),
        _live_line() if progress is True else nullcontext() as live,
        Interrupt() as interrupt,
    ):
        report = progress if callable(progress) else live or (lambda state: None)
        saver = saver or Saver()
        saver.begin(place)
        run = _Run(configuration, abstraction, threads, report, place, saver, interrupt)
        return run.complete(resume, keep_checkpoint, checkpoint_minutes)


def _live_line() -> AbstractContextManager[Report | None]:
    """A live line where it can be seen; nothing without the extra that draws it."""
    try:
        from solver.solving.live import LiveProgress, can_show
    except ModuleNotFoundError:
        return nullcontext()
    return LiveProgress() if can_show() else nullcontext()


def _require_fitting(configuration: Configuration, abstraction: Abstraction) -> None:
    game, own = configuration.game, abstraction.config
    if own.draws != game.draws:
        raise ConfigurationError(
            f"the abstraction was built for draws of up to {own.draws} cards, the game allows "
            f"{game.draws}; build it with draws={game.draws}"
        )
    if own != configuration.abstraction:
        raise ConfigurationError(
            f"the abstraction was built with {own!r}, the configuration has "
            f"{configuration.abstraction!r}; leave one of them out"
        )


class _Run:
    """One solve from the first to the last iteration."""

    def __init__(
        self,
        configuration: Configuration,
        abstraction: Abstraction,
        threads: int | None,
        report: Report,
        directory: Path | None,
        saver: Saver,
        interrupt: Interrupt,
    ):
        self.configuration = configuration
        self.abstraction = abstraction
        self.report = report
        self.directory = directory
        self.saver = saver
        self.interrupt = interrupt
        self.chain = private_chain(abstraction)
        rule, bits = configuration.learning.update_rule, configuration.learning.bits
        require_memory(memory_need(configuration.game, self.chain.buckets, rule, bits))
        self.tree = public_tree(configuration.game)
        locks = [
            lock.at(abstraction, read_history(self.tree, lock.history))
            for lock in configuration.locks
        ]
        self.minimiser = Minimiser(
            self.tree, (self.chain, self.chain), rule, threads, bits=bits, locks=locks
        )
        self.course = Course(self.minimiser, abstraction, configuration.learning)
        self.trace: list[Measurement] = []
        self.seconds = 0.0

    def complete(self, resume: bool, keep_checkpoint: bool, minutes: float) -> Solution:
        """Iterate until done or interrupted, then save."""
        checkpoint = checkpoint_directory(self.directory) if self.directory else None
        if checkpoint and resume:
            saved = load_checkpoint(checkpoint, self.configuration, self.course)
            self.trace, self.seconds = list(saved.trace), saved.seconds
        self.saver.trace(self.trace)
        finished = self._iterate(minutes)
        if self.directory and (not finished or keep_checkpoint):
            self.saver.result(
                lambda place: self._save_checkpoint(checkpoint_directory(place)), "checkpoint"
            )
        solution = self._solution(finished)
        if checkpoint and finished:
            in_place = self.saver.result(solution.save, "solution")
            if in_place and not keep_checkpoint:
                remove_checkpoint(checkpoint)
        return solution

    def _iterate(self, minutes: float) -> bool:
        """Do the iterations; whether they were completed."""
        check_every = self.configuration.learning.check_every
        first, begin = self.course.iteration, time.perf_counter()
        before, due = self.seconds, begin + 60 * minutes
        finished = self.course.advance()
        while not finished and not self.interrupt.requested:
            self.course.iterate()
            done = self.course.iteration
            now = time.perf_counter()
            self.seconds = before + now - begin
            if self.course.separate is None and (done % check_every == 0 or self.course.at_an_end):
                self._measure()
            finished = self.course.advance(self._on_target())
            left = (now - begin) / (done - first) * (self.course.total - done)
            measured = self.trace[-1] if self.trace else None
            self.report(SolveProgress(done, self.course.total, self.seconds, left, measured))
            if self.directory and not finished and now > due:
                written = self.saver.checkpoint(self._save_checkpoint)
                due = time.perf_counter() + (60 * minutes if written else RETRY)
        return finished

    def _on_target(self) -> bool:
        target = self.configuration.learning.target
        measured_now = bool(self.trace) and self.trace[-1].iteration == self.course.iteration
        return target is not None and measured_now and self.trace[-1].exploitability <= target

    def _measure(self) -> None:
        measured = self.minimiser.exploitability()
        self.trace.append(Measurement.of(self.minimiser.iteration, self.seconds, measured))
        self.saver.trace(self.trace)

    def _save_checkpoint(self, directory: Path) -> None:
        save_checkpoint(
            directory,
            self.configuration,
            self.course,
            self.trace,
            self.seconds,
        )

    def _solution(self, finished: bool) -> Solution:
        """What has been reached; regrets and sums are given up to make room for it."""
        if self.course.separate is None and (
            not self.trace or self.trace[-1].iteration != self.minimiser.iteration
        ):
            self._measure()
        threads, deals = self.minimiser.threads, self.course.deals
        detailed = self.course.strategy()
        del self.minimiser, self.course
        strategy = bucket_strategy(detailed, self.abstraction)
        evaluator = Evaluator(self.tree, (self.chain, self.chain), strategy)
        return Solution(
            self.configuration,
            self.abstraction,
            self.tree,
            strategy,
            evaluator.store(threads),
            tuple(self.trace),
            finished,
            detailed=detailed,
            deals=deals,
        )
