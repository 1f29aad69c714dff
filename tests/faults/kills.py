"""Kills solves while they save, and looks at what is left.

    python tests/faults/kills.py --chosen 300 --random 300

Chosen kills are spread over all steps of a solve that writes to the disk, before and after each in
turn; random ones come at any time. After each the solution of before or of after must open, as must
the checkpoint if there is one, and nothing hidden may be left once `tripledraw show` has looked.
"""

import argparse
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from faults.steps import Steps, hidden, in_child
from solved import solved

import solver
from solver.cfr import Minimiser
from solver.game import private_chain, public_tree
from solver.solution import open_solution, verify
from solver.solution.directories import find_solution
from solver.solving.checkpoint import checkpoint_directory, load_checkpoint
from solver.solving.course import Course
from solver.storage import tidy

GAME = solver.heads_up(cap=1, draws=(1, 1, 1))
BEFORE, AFTER = 4, 6
"""Iterations of the solution and checkpoint that are there, and of what replaces them."""


class Field:
    """A folder in which a solve is begun again and again from the same state.

    Args:
        folder: empty.
        exchanges: whether the system can exchange two names at once.
    """

    def __init__(self, folder: Path, exchanges: bool = True):
        self.place = folder / "now" / "sol"
        self.exchanges = exchanges
        self._state = folder / "before"
        self._buckets = solver.build_abstraction(final=4, earlier=8, draws=(1, 1, 1))
        self._solve(self._state / "sol", BEFORE)
        self.reset()

    def _solve(self, place: Path, iterations: int, resume: bool = False) -> None:
        solved(
            GAME,
            self._buckets,
            iterations=iterations,
            check_every=1,
            threads=1,
            progress=False,
            directory=place,
            resume=resume,
            keep_checkpoint=not resume,
            checkpoint_minutes=0,
        )

    def reset(self) -> None:
        """The state of before."""
        shutil.rmtree(self.place.parent, ignore_errors=True)
        shutil.copytree(self._state, self.place.parent)

    def solve(self, steps: Steps) -> None:
        """What is killed: it writes checkpoints and traces, the solution, and removes the rest."""
        with steps.watching():
            self._solve(self.place, AFTER, resume=True)

    def chosen(self, kills: int) -> Iterator[str]:
        """Kill at chosen steps; yields what was there after each."""
        counted = Steps(exchanges=self.exchanges)
        self.solve(counted)
        ways = [(at, after) for at in range(len(counted.names)) for after in (False, True)]
        for number in range(kills):
            at, after = ways[number * len(ways) // kills % len(ways)]
            steps = Steps(at, _kill, after=after, exchanges=self.exchanges)
            self.reset()
            ended = in_child(lambda steps=steps: self.solve(steps))
            assert ended == -signal.SIGKILL, f"no kill at step {at}: {ended}"
            yield self.found()

    def random(self, kills: int, seed: int) -> Iterator[str]:
        """Kill at random times."""
        begin = time.perf_counter()
        self.reset()
        assert in_child(lambda: self.solve(Steps(exchanges=self.exchanges))) == 0
        whole = time.perf_counter() - begin
        dice = random.Random(seed)
        for _ in range(kills):
            self.reset()
            child = os.fork()
            if child == 0:
                self.solve(Steps(exchanges=self.exchanges))
                os._exit(0)
            time.sleep(dice.random() * whole)
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            yield self.found()

    def found(self) -> str:
        """What is there, as the next command finds it; fails if it is neither before nor after."""
        place = find_solution(self.place)
        tidy(place.parent)
        left = hidden(place.parent)
        assert not left, f"left: {left}"
        verify(place)
        solution = open_solution(place)
        assert solution.iterations in (BEFORE, AFTER)
        solution.advise("2c3d4h7sKc", "ck 1")
        checkpoint = checkpoint_directory(place)
        if not checkpoint.exists():
            assert solution.iterations == AFTER
            return f"solution {solution.iterations}"
        chain = private_chain(self._buckets)
        rule = solution.configuration.learning.update_rule
        minimiser = Minimiser(public_tree(GAME), (chain, chain), rule, threads=1, bits=16)
        course = Course(minimiser, self._buckets, solution.configuration.learning)
        saved = load_checkpoint(checkpoint, solution.configuration, course)
        assert BEFORE <= saved.iteration <= AFTER
        return f"solution {solution.iterations}, checkpoint {saved.iteration}"


def _kill() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def main() -> None:
    """Kill, and print what was found how often."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--chosen", type=int, default=300)
    parser.add_argument("--random", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    for exchanges in (True, False):
        with tempfile.TemporaryDirectory() as folder:
            field = Field(Path(folder), exchanges)
            for kind, kills in (
                ("chosen", field.chosen(options.chosen // 2)),
                ("random", field.random(options.random // 2, options.seed)),
            ):
                found = Counter(kills)
                how = "exchange" if exchanges else "two renames"
                print(f"{found.total()} {kind} kills, {how}:", flush=True)
                for what, count in sorted(found.items()):
                    print(f"  {what}: {count}", flush=True)


if __name__ == "__main__":
    main()
