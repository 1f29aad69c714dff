"""Time of subgames on demand, and how near to equilibrium they come in it.

    python benchmarks/subgames.py SOLUTION
    python benchmarks/subgames.py SOLUTION --buckets 160 400 --runs 9

Medians over the runs, on one thread: of the whole call, which also follows both ranges hand by hand
from the deal, and of its solving alone; in brackets the processor's time, which other programs
disturb less. The gain of a best response is in thousandths of a small bet, in a pot of the size
given.
"""

import argparse
import statistics
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from solver.abstraction import build_abstraction
from solver.solution import PackedSolution, Solution, open_solution, pack
from solver.solution.directories import find_solution
from solver.subgames import solve_subgame

LAST_ROUND = ("rc 21 bc 11 kk 11", "rc 33 kk 22 kk 11", "rc 00 kk 00 kk 11")
LAST_DRAW = "rc 21 bc 11 kk"
THIRD_ROUND = "rc 21 bc 11"


def main() -> None:
    """Print one line for each kind of subgame."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("solution", help="directory or name of a solution")
    parser.add_argument("--buckets", type=int, nargs=2, default=(160, 400), help="final, earlier")
    parser.add_argument("--runs", type=int, default=5, help="the median counts")
    options = parser.parse_args()
    solution = open_solution(find_solution(options.solution))
    for history in LAST_ROUND:
        report(solution, "last round, own buckets", history, options.runs)
    for history in LAST_ROUND:
        report(solution, "last round, hand by hand", history, options.runs, by_hand=True)
    report(solution, "from the last draw on, own buckets", LAST_DRAW, options.runs)
    final, earlier = options.buckets
    fine = build_abstraction(final=final, earlier=earlier, draws=solution.configuration.game.draws)
    for what, history in (("last draw", LAST_DRAW), ("third round", THIRD_ROUND)):
        name = f"from the {what} on, {final}/{earlier} buckets"
        report(solution, name, history, options.runs, buckets=fine)
    answers(solution, options.runs)


class Clock:
    """Times of one piece of work, repeated."""

    def __init__(self) -> None:
        self.wall: list[float] = []
        self.processor: list[float] = []

    @contextmanager
    def running(self) -> Iterator[None]:
        """Time what is done inside."""
        wall, processor = time.perf_counter(), time.process_time()
        yield
        self.wall.append(time.perf_counter() - wall)
        self.processor.append(time.process_time() - processor)

    def __str__(self) -> str:
        wall, processor = statistics.median(self.wall), statistics.median(self.processor)
        return f"{1000 * wall:.0f} ms ({1000 * processor:.0f})"


def report(solution: Solution, name: str, history: str, runs: int, **how: Any) -> None:
    """Solve one subgame a few times."""
    solving, whole = Clock(), Clock()
    for _ in range(runs):
        with whole.running():
            subgame = solution.subgame(history, **how)
        with solving.running():
            solve_subgame(subgame.root, subgame.solved.chains)
    final = subgame.evaluator.chains[0].buckets[-1]
    print(
        f"{name} ({history}; {final} final buckets, {subgame.solved.iterations} iterations): "
        f"{whole}, solving alone {solving}; a best response gains "
        f"{subgame.exploitability.mbb:.2f} in a pot of {1000 * subgame.root.pot:.0f}"
    )


def answers(solution: Solution, runs: int) -> None:
    """Advice of a packed solution: the first in a third round, and the next ones."""
    packed = solution if isinstance(solution, PackedSolution) else pack(solution)
    above, first, later = Clock(), Clock(), Clock()
    for history in ("", "rc", "rc 21", "rc 21 b", "rc 21 bc")[:runs]:
        with above.running():
            packed.advise("8c6d4h3s2c", history)
    for draws in ("21", "11", "22", "32", "12", "10", "01", "31", "13", "33")[:runs]:
        for clock in (first, later):
            with clock.running():
                packed.advise("8c6d4h3s2c", f"rc {draws} bc 11")
    print(
        f"advice of a packed solution: {above} before the third round, {first} for the first in a "
        f"third round, {later} for the next"
    )


if __name__ == "__main__":
    main()
