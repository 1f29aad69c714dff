"""What learning on card sequences wins over separate decks, with real cards (docs/one_deck.md).

A small game of triple draw is solved on separate decks; then each choice of sequences, blockers and
head start goes on with deals of one deck, and plays against where it began, over deals that nobody
learned on.

    python benchmarks/one_deck.py --deals 384 1536 --sequences 64 128 256 512
"""

import argparse
import time
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

import solver
from solver.cfr import RULES, Minimiser
from solver.cfr.averages import average_strategy
from solver.cfr.kernels import padded
from solver.cfr.sequence_learning import Sampling, SequenceLearning
from solver.evaluation.deals import TEST_SEED, Side, Table, paired
from solver.evaluation.score import Estimate
from solver.game import private_chain, public_tree
from solver.sequences import Cuts, Deals, DrawPaths, hand_tables

ITERATIONS = 200
TESTS = 40


def main() -> None:
    """Solve, learn and play."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--cap", type=int, default=1)
    arguments.add_argument("--deals", type=int, nargs="+", default=[384, 1536])
    arguments.add_argument("--sequences", type=int, nargs="+", default=[256])
    arguments.add_argument("--blockers", type=int, nargs=3, default=[1, 1, 1])
    arguments.add_argument("--head-start", type=float, default=Sampling.head_start)
    arguments.add_argument("--certain", type=float, default=Sampling.certain)
    chosen = arguments.parse_args()

    tree = public_tree(solver.heads_up(cap=chosen.cap, draws=(3, 2, 1)))
    abstraction = solver.build_abstraction(final=24, earlier=96, draws=(3, 2, 1))
    chain = private_chain(abstraction)
    separate = Minimiser(tree, (chain, chain), RULES["DCFR"])
    for _ in range(ITERATIONS):
        separate.iterate()
    print(f"separate decks: {separate.exploitability().mbb:.1f} mbb/g after {ITERATIONS}")
    tables = hand_tables(abstraction)
    began = Side(average_strategy(tree, separate.totals, separate.regrets), tables)
    kept = [np.array(rows) for rows in separate.regrets]

    print("| sequences | blockers | deals | processor s | wins, mbb/g |")
    print("|---|---|---|---|---|")
    split = tables.split(DrawPaths.of(tree), chosen.blockers)
    sampling = replace(Sampling(), head_start=chosen.head_start, certain=chosen.certain)
    for sequences in chosen.sequences:
        separate.regrets, separate.totals = list(kept), [np.empty((0, 0))] * len(kept)
        learning = SequenceLearning(
            tree,
            split.widths[::-1],
            [padded(size) for size in split.sizes[::-1]],
            Deals(split, DrawPaths.of(tree), sequences, Cuts()).buckets,
            sampling=sampling,
            bits=32,
        )
        learning.begin_with(separate)
        spent = 0.0
        for deals in sorted(chosen.deals):
            begin = time.process_time()
            while learning.iteration < deals:
                learning.iterate()
            spent += time.process_time() - begin
            learned = Side(average_strategy(tree, learning.totals, learning.regrets), split)
            won = _won(Table(tree, TEST_SEED), learned, began)
            print(
                f"| {sequences} | {chosen.blockers} | {deals} | {spent:.0f} | "
                f"{won.mean:+.1f} +- {won.standard_error:.1f} |",
                flush=True,
            )


def _won(table: Table, first: Side, second: Side) -> Estimate:
    """What the first wins from the second, both in both seats of every deal."""
    here: Sequence[float] = table.won(first, second, TESTS, lambda: False)
    there: Sequence[float] = table.won(second, first, TESTS, lambda: False)
    return paired([(a - b) / 2 for a, b in zip(here, there, strict=True)])


if __name__ == "__main__":
    main()
