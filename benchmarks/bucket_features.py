"""What buckets lose: the same game solved with different features, against every hand.

    python benchmarks/bucket_features.py
    python benchmarks/bucket_features.py draws strategic --final 32 --earlier 192 160 96
    python benchmarks/bucket_features.py draws --cap 2 --draws 2 1 1

For each set of features buckets are built, a game is solved, and a best response that sees every
hand is computed (`tripledraw evaluate hands`), everything on one thread. "loses" is that figure
less the exploitability inside the buckets, which is left from solving.
"""

import argparse
import time
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

import solver
from solver.abstraction import DRAWS, Abstraction, AbstractionConfig
from solver.abstraction.bucketing import by_falling_value, final_buckets
from solver.abstraction.build import assemble
from solver.abstraction.clustering import k_means
from solver.abstraction.kinds import kinds_of_hands
from solver.abstraction.outcomes import mean_outcomes, push
from solver.abstraction.reference import Reference, showdown_values
from solver.evaluation import every_hand

STEPS = 24
"""Places at which distributions are compared."""

FAR = 0.1
"""A draw count that wins this much less often than the best one tells nothing more."""

Features = Callable[[Abstraction, int], NDArray[np.float64]]
"""From some abstraction, for its reference policy, and draws left to one point a hand."""


def by_value(some: Abstraction, left: int) -> NDArray[np.float64]:
    """The chance to win after each draw count, counts out of the question left alone."""
    won = some.reference.draw_values[left][: some.config.counts(left)]
    best = won.max(axis=0)
    return np.concatenate([best[None], np.maximum(won, best - FAR)]).T


def by_distribution(some: Abstraction, left: int) -> NDArray[np.float64]:
    """How the value after each draw count is distributed: the distance is that of the earth mover.

    Cumulative shares at steps that play passes equally often stand in a row, so that distances
    between rows are distances between distributions (squared in place of absolute).
    """
    reference = some.reference
    after = reference.values[left - 1]
    order = np.argsort(after, kind="stable")
    passed = np.cumsum(reference.weights[left - 1][order])
    floors = after[order[np.searchsorted(passed, np.linspace(0, 1, STEPS + 2)[1:-1])]]
    below = (after[:, None] <= floors).astype(np.float64)
    counts = range(some.config.counts(left))
    return np.concatenate([mean_outcomes(reference.keeps[left][d], below) for d in counts], axis=1)


def by_opponents(some: Abstraction, left: int) -> NDArray[np.float64]:
    """The chance to win after each draw count from opponents who now hold hands of one kind."""
    reference = some.reference
    kinds = kinds_of_hands(some, left)
    columns = []
    for kind in np.unique(kinds):
        weight = reference.weights[left] * (kinds == kind)
        if weight.sum() < 0.01:
            continue
        values = showdown_values(_played_on(reference, weight, left))[:, None]
        for draws_left in range(1, left):
            values = mean_outcomes(_kept(reference, draws_left), values)
        for count in range(some.config.counts(left)):
            columns.append(mean_outcomes(reference.keeps[left][count], values)[:, 0])
    return np.stack(columns, axis=1)


def _kept(reference: Reference, left: int) -> NDArray[np.uint8]:
    policy = reference.policy[left]
    return reference.keeps[left][policy, np.arange(len(policy))]


def _played_on(reference: Reference, weight: NDArray[np.float64], left: int) -> NDArray[np.float64]:
    """Distribution at the showdown of hands that are played by the reference policy."""
    for draws_left in range(left, 0, -1):
        weight = push(weight, _kept(reference, draws_left))
    return weight / weight.sum()


OTHERS: dict[str, Features] = {
    "value": by_value,
    "distribution": by_distribution,
    "opponents": by_opponents,
}
"""Features that are no setting of the package, because they lose more."""

BUILT_IN = ("draws", "strategic")


def with_features(features: Features, config: AbstractionConfig) -> Abstraction:
    """Earlier buckets by k-means over some features."""
    some = solver.build_abstraction(final=2, earlier=2, draws=config.draws)
    reference = some.reference
    buckets = [final_buckets(reference.weights[0], config.final)]
    for left in range(1, DRAWS + 1):
        weight = reference.weights[left]
        label = k_means(features(some, left), weight, config.buckets(left), config.seed)
        buckets.append(by_falling_value(label, weight, reference.values[left]))
    return assemble(config, reference, buckets)


def main() -> None:
    """Print one line for each set of features."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    names = (*OTHERS, *BUILT_IN)
    parser.add_argument("features", nargs="*", help=f"some of {', '.join(names)}; default: all")
    parser.add_argument("--cap", type=int, default=1, help="most bets a round")
    parser.add_argument("--draws", type=int, nargs=3, default=(3, 2, 1), help="most cards drawn")
    parser.add_argument("--final", type=int, default=24, help="final buckets")
    parser.add_argument("--earlier", type=int, nargs=3, default=(96, 96, 96), help="before")
    parser.add_argument("--first-cap", type=int, default=1, help="cap of the first solution")
    parser.add_argument("--seed", type=int, default=0, help="of the clustering")
    parser.add_argument("--iterations", type=int, default=160, help="of the solve")
    options = parser.parse_args()
    if unknown := set(options.features) - set(names):
        parser.error(f"no such features: {', '.join(unknown)}; there are {', '.join(names)}")
    game = solver.heads_up(options.cap, tuple(options.draws))
    print(f"cap {game.cap}, draws {game.draws}, {options.iterations} iterations")
    print(f"{'features':14} {'buckets':>18} {'own':>6} {'hands':>6} {'loses':>6} mbb/g  seconds")
    for name in options.features or names:
        begin = time.perf_counter()
        config = AbstractionConfig(
            final=options.final,
            earlier=tuple(options.earlier),
            draws=game.draws,
            features=name if name in BUILT_IN else "draws",
            first_cap=options.first_cap,
            seed=options.seed,
        )
        if name in OTHERS:
            buckets = with_features(OTHERS[name], config)
        else:
            buckets = solver.build_abstraction(config)
        configuration = solver.Configuration.of(
            game, config, iterations=options.iterations, gamma=5
        )
        solution = solver.solve(configuration, buckets, threads=1, progress=False)
        own, hands = solution.exploitability, every_hand(solution).measure().mbb
        sizes = "/".join(str(buckets.size(left)) for left in (0, 3, 2, 1))
        print(
            f"{name:14} {sizes:>18} {own:6.2f} {hands:6.2f} {hands - own:6.2f}        "
            f"{time.perf_counter() - begin:7.0f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
