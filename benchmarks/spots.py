"""Time to a spot and its advice, and to a spot of every drill that comes along.

    python benchmarks/spots.py [--solution NAME] [--spots 50]

A spot of real play is dealt and advised on as often as asked for; then each drill deals as many,
weighted by play and by difficulty. The trainer aims at a median of less than 100 ms for each.
"""

import argparse
import statistics
import time
from collections.abc import Callable

from solver.solution import open_solution
from solver.solution.directories import find_solution
from trainer import Dealer
from trainer.drills.drill import DrillDealer
from trainer.drills.packs import PACKS


def main() -> None:
    """Deal and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--solution", help="directory or name; the newest by default")
    parser.add_argument("--spots", type=int, default=50, help="of each kind")
    options = parser.parse_args()
    solution = open_solution(find_solution(options.solution))
    dealer = Dealer(solution, 1)

    def spot_and_advice() -> None:
        spot = dealer.spot()
        solution.advise(spot.hand, spot.state)

    measure("a spot of real play and its advice", spot_and_advice, options.spots)
    for name, drill in PACKS.items():
        for weighting in ("play", "difficulty"):
            drilled = drill.model_copy(update={"weighting": weighting})
            measure(
                f"{name}, by {weighting}", DrillDealer(solution, drilled, 1).spot, options.spots
            )


def measure(name: str, deal: Callable[[], object], count: int) -> None:
    """Time `count` calls and print the median and the slowest."""
    times = []
    for _ in range(count):
        begun = time.perf_counter()
        deal()
        times.append(1000 * (time.perf_counter() - begun))
    print(f"{name}: median {statistics.median(times):.1f} ms, slowest {max(times):.0f} ms")


if __name__ == "__main__":
    main()
