"""Time of subgames on demand, and how near to equilibrium they come in it.

    python benchmarks/subgames.py SOLUTION
    python benchmarks/subgames.py SOLUTION --buckets 160 400 --runs 9

Medians over the runs, on one thread: of the solving alone, and of the whole call, which also
follows both ranges hand by hand from the deal. The gain of a best response is in thousandths of a
small bet, in a pot of the size given.
"""

import argparse
import statistics
import time
from typing import Any

from solver.abstraction import build_abstraction
from solver.solution import PackedSolution, Solution, open_solution, pack
from solver.solution.places import find_solution

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


def report(solution: Solution, name: str, history: str, runs: int, **how: Any) -> None:
    """Solve one subgame a few times."""
    solving, whole = [], []
    for _ in range(runs):
        begin = time.perf_counter()
        subgame = solution.subgame(history, **how)
        whole.append(time.perf_counter() - begin)
        solving.append(subgame.solved.seconds)
    final = subgame.evaluator.chains[0].buckets[-1]
    print(
        f"{name} ({history}; {final} final buckets, {subgame.solved.iterations} iterations): "
        f"{1000 * statistics.median(solving):.0f} ms, {1000 * statistics.median(whole):.0f} ms "
        f"with ranges; a best response gains {subgame.exploitability.mbb:.2f} in a pot of "
        f"{1000 * subgame.root.pot:.0f}"
    )


def answers(solution: Solution, runs: int) -> None:
    """Advice of a packed solution: the first in a third round, and the next ones."""
    packed = solution if isinstance(solution, PackedSolution) else pack(solution)
    first, later = [], []
    for draws in ("21", "11", "22", "32", "12", "10", "01", "31", "13", "33")[:runs]:
        history = f"rc {draws} bc 11"
        for times in (first, later):
            begin = time.perf_counter()
            packed.advise("8c6d4h3s2c", history)
            times.append(time.perf_counter() - begin)
    above = []
    for history in ("", "rc", "rc 21", "rc 21 b", "rc 21 bc")[:runs]:
        begin = time.perf_counter()
        packed.advise("8c6d4h3s2c", history)
        above.append(time.perf_counter() - begin)
    print(
        f"advice of a packed solution: {1000 * statistics.median(above):.0f} ms before the third "
        f"round, {1000 * statistics.median(first):.0f} ms for the first in a third round, "
        f"{1000 * statistics.median(later):.0f} ms for the next"
    )


if __name__ == "__main__":
    main()
