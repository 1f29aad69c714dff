"""Where buckets lose: what a best response wins that sees more at one point of the hand only.

    python benchmarks/where_buckets_lose.py standard
    python benchmarks/where_buckets_lose.py quick --final 160 --earlier 600

The buckets of the solution are cut (`solver.abstraction.Refinement`) at the showdown alone, with
one draw left alone, and so on, then everywhere. "loses" is what a best response wins by seeing the
pieces. One thread; one to three minutes a line with `standard`.
"""

import argparse
from dataclasses import replace

import solver
from solver.abstraction import DRAWS
from solver.evaluation import finer_buckets, own_buckets
from solver.solution import open_solution
from solver.solution.directories import find_solution

CUT = {
    "at the showdown": (0,),
    "one draw left": (1,),
    "two draws left": (2,),
    "three draws left": (3,),
    "everywhere": (0, 1, 2, 3),
}


def main() -> None:
    """Print one line for each point of the hand, and one for all of them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("solution", help="directory or name of a solution")
    parser.add_argument("--final", type=int, default=160, help="final buckets to cut along")
    parser.add_argument("--earlier", type=int, default=600, help="earlier buckets to cut along")
    options = parser.parse_args()
    solution = open_solution(find_solution(options.solution))
    whole = solution.abstraction
    fine = solver.build_abstraction(
        final=options.final, earlier=options.earlier, draws=whole.config.draws
    )
    own = own_buckets(solution).measure().mbb
    sizes = "/".join(str(whole.size(left)) for left in (0, 3, 2, 1))
    print(f"{'buckets of the solution':24} {sizes:>20} {own:6.2f} mbb/g")
    for name, cut in CUT.items():
        buckets = tuple((fine if left in cut else whole).buckets[left] for left in range(DRAWS + 1))
        check = finer_buckets(solution, replace(fine, buckets=buckets))
        *earlier, final = check.chain.buckets
        sizes = "/".join(map(str, (final, *earlier)))
        found = check.measure().mbb
        print(f"{name:24} {sizes:>20} {found:6.2f}, loses {found - own:.2f}", flush=True)


if __name__ == "__main__":
    main()
