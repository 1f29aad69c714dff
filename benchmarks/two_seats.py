"""How far the learner for several seats comes with two, measured on the whole heads-up tree.

Each seat draws from a deck of its own, as the buckets have it, so that what is measured is the
learner and what it forgets, not the buckets. Run from the repository:
python -m benchmarks.two_seats --cap 1 --draws 2 1 1 --seconds 10 30
"""

import argparse
import time

from solver.abstraction import build_abstraction
from solver.evaluation.exploitability import ExploitabilityCheck
from solver.game import private_chain, public_tree
from solver.multiway.cards import DealtCards
from solver.multiway.game import MultiwayGame
from solver.multiway.heads_up import WholeTree, as_heads_up
from solver.multiway.learner import Learner, Sampling
from solver.multiway.memory import Layout, Memory


def main() -> None:
    """Learn, and measure after some seconds of processor time."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cap", type=int, default=1)
    parser.add_argument("--draws", type=int, nargs=3, default=(2, 1, 1))
    parser.add_argument("--final", type=int, default=16)
    parser.add_argument("--earlier", type=int, nargs=3, default=(64, 64, 32))
    parser.add_argument("--remembered", type=int, default=1, help="draws back that are remembered")
    parser.add_argument("--rate", type=float, default=Sampling().rate)
    parser.add_argument("--seconds", type=float, nargs="+", default=(10, 30))
    asked = parser.parse_args()
    abstraction = build_abstraction(
        final=asked.final, earlier=tuple(asked.earlier), draws=tuple(asked.draws)
    )
    game = MultiwayGame(seats=2, cap=asked.cap, draws=tuple(asked.draws))
    cards = DealtCards.of(abstraction, separate=True)
    layout = Layout(game, Memory(draws_of_two=asked.remembered), cards.buckets)
    learner = Learner(layout, cards, Sampling(rate=asked.rate), threads=1)
    tree, chain = public_tree(as_heads_up(layout)), private_chain(abstraction)
    spent = 0.0
    for seconds in asked.seconds:
        while spent < seconds:
            begin = time.process_time()
            learner.learn()
            spent += time.process_time() - begin
        check = ExploitabilityCheck(tree, chain, WholeTree(tree, layout, learner.sums))
        print(
            f"{spent:.0f} s of processor time, {learner.traversals:,} traversals: "
            f"{check.measure().mbb:.0f} mbb/g",
            flush=True,
        )


if __name__ == "__main__":
    main()
