"""From a configuration to a solution."""

import time
from contextlib import nullcontext
from pathlib import Path

from rich.console import Console

from solver.abstraction import Abstraction
from solver.cfr import Minimiser, update_rule
from solver.cfr.averages import average_strategy
from solver.cfr.memory import memory_need, require_memory
from solver.cfr.trace import Measurement, append_to_trace
from solver.configuration import Configuration, Learning
from solver.errors import ConfigurationError
from solver.game import Game, private_chain, public_tree
from solver.solution.solution import Solution
from solver.solution.values import Evaluator
from solver.solving.checkpoint import (
    checkpoint_directory,
    load_checkpoint,
    remove_checkpoint,
    save_checkpoint,
)
from solver.solving.interrupt import Interrupt
from solver.solving.progress import LiveProgress, Report, SolveProgress

TRACE = "trace.jsonl"


def solve(
    game: Game,
    abstraction: Abstraction,
    *,
    iterations: int = 200,
    target: float | None = None,
    rule: str = "DCFR",
    check_every: int = 20,
    threads: int | None = None,
    progress: Report | bool = True,
    directory: str | Path | None = None,
    resume: bool = False,
    keep_checkpoint: bool = False,
    checkpoint_minutes: float = 10,
) -> Solution:
    """Solve an abstracted game.

    Ctrl-C ends after the iteration that is running. What has been reached by then is returned
    (`Solution.finished` is False) and, with a directory, saved so that `resume` goes on with the
    same numbers.

    Args:
        game: heads-up triple draw.
        abstraction: built for the draw limits of the game.
        iterations: updates of both seats.
        target: stop once exploitability is at most this, in mbb/g.
        rule: name of the update rule.
        check_every: iterations between two measurements of exploitability.
        threads: how many; all processors if left out. The result does not depend on it.
        progress: a function called after every iteration; True shows a live line in terminals
            and notebooks.
        directory: where the solution is saved, and beside it the trace and checkpoints.
        resume: go on from the checkpoint in place of starting again.
        keep_checkpoint: keep the checkpoint of a finished solve, so that iterations can be added.
        checkpoint_minutes: minutes between two checkpoints.

    Raises:
        MemoryNeedError: it does not fit; nothing has been allocated.
        ConfigurationError: game and abstraction do not belong together, or a bad setting.
        SolutionError: the directory cannot be written, or there is no checkpoint to resume.
    """
    if abstraction.config.draws != game.draws:
        raise ConfigurationError(
            f"the abstraction was built for draws of up to {abstraction.config.draws} cards, the "
            f"game allows {game.draws}; build it with draws={game.draws}"
        )
    learning = Learning(rule=rule, iterations=iterations, target=target, check_every=check_every)
    configuration = Configuration(game=game, abstraction=abstraction.config, learning=learning)
    if callable(progress):
        run = _Run(configuration, abstraction, threads, progress, directory)
        return run.complete(resume, keep_checkpoint, checkpoint_minutes)
    console = Console(stderr=True)
    shown = progress and (console.is_terminal or console.is_jupyter)
    with LiveProgress() if shown else nullcontext() as live:
        run = _Run(configuration, abstraction, threads, live or (lambda state: None), directory)
        return run.complete(resume, keep_checkpoint, checkpoint_minutes)


class _Run:
    """One solve from the first to the last iteration."""

    def __init__(
        self,
        configuration: Configuration,
        abstraction: Abstraction,
        threads: int | None,
        report: Report,
        directory: str | Path | None,
    ):
        self.configuration = configuration
        self.abstraction = abstraction
        self.report = report
        self.directory = Path(directory) if directory is not None else None
        self.tree = public_tree(configuration.game)
        self.chain = private_chain(abstraction)
        rule = update_rule(configuration.learning.rule)
        require_memory(memory_need(self.tree, self.chain.buckets, rule))
        self.minimiser = Minimiser(self.tree, (self.chain, self.chain), rule, threads)
        self.trace: list[Measurement] = []
        self.seconds = 0.0

    def complete(self, resume: bool, keep_checkpoint: bool, minutes: float) -> Solution:
        """Iterate until done or interrupted, then save."""
        checkpoint = checkpoint_directory(self.directory) if self.directory else None
        if checkpoint:
            if resume:
                self.trace, self.seconds = load_checkpoint(
                    checkpoint, self.configuration, self.minimiser
                )
            else:
                remove_checkpoint(checkpoint)
        finished = self._iterate(checkpoint, minutes)
        if checkpoint and (not finished or keep_checkpoint):
            self._save_checkpoint(checkpoint)
        solution = self._solution(finished)
        if self.directory and finished:
            solution.save(self.directory)
            if checkpoint and not keep_checkpoint:
                remove_checkpoint(checkpoint)
        return solution

    def _iterate(self, checkpoint: Path | None, minutes: float) -> bool:
        """Do the iterations; whether they were completed."""
        learning = self.configuration.learning
        first, begin = self.minimiser.iteration, time.perf_counter()
        before, saved = self.seconds, begin
        with Interrupt() as interrupt:
            while self.minimiser.iteration < learning.iterations:
                self.minimiser.iterate()
                done = self.minimiser.iteration
                now = time.perf_counter()
                self.seconds = before + now - begin
                if done % learning.check_every == 0 or done == learning.iterations:
                    self._measure()
                pace = (now - begin) / (done - first)
                self.report(
                    SolveProgress(
                        done,
                        learning.iterations,
                        self.seconds,
                        pace * (learning.iterations - done),
                        self.trace[-1] if self.trace else None,
                    )
                )
                if self._on_target():
                    return True
                if interrupt.requested:
                    break
                if checkpoint and now - saved > 60 * minutes:
                    self._save_checkpoint(checkpoint)
                    saved = time.perf_counter()
        return self.minimiser.iteration >= learning.iterations

    def _on_target(self) -> bool:
        target = self.configuration.learning.target
        measured_now = bool(self.trace) and self.trace[-1].iteration == self.minimiser.iteration
        return target is not None and measured_now and self.trace[-1].exploitability <= target

    def _measure(self) -> None:
        measured = self.minimiser.exploitability()
        self.trace.append(Measurement.of(self.minimiser.iteration, self.seconds, measured))
        if self.directory:
            self.directory.parent.mkdir(parents=True, exist_ok=True)
            path = self.directory.with_name(f"{self.directory.name}.{TRACE}")
            append_to_trace(path, self.trace[-1])

    def _save_checkpoint(self, directory: Path) -> None:
        save_checkpoint(directory, self.configuration, self.minimiser, self.trace, self.seconds)

    def _solution(self, finished: bool) -> Solution:
        if not self.trace or self.trace[-1].iteration != self.minimiser.iteration:
            self._measure()
        minimiser = self.minimiser
        strategy = average_strategy(self.tree, minimiser.totals, minimiser.regrets)
        evaluator = Evaluator(self.tree, (self.chain, self.chain), strategy)
        stored = evaluator.store(minimiser.threads)
        return Solution(
            self.configuration,
            self.abstraction,
            self.tree,
            strategy,
            stored,
            tuple(self.trace),
            finished,
        )
