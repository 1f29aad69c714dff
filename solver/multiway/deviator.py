"""What one seat gains by leaving a strategy while the others keep to it.

With more than two seats there is no exploitability. What can be said of a strategy is how much a
seat gains that learns an answer to the others, on some deals, and plays it on others: a lower bound
of what it could gain, with an error.
"""

from dataclasses import dataclass

import numpy as np

from solver.cfr.memory import OVERHEAD, require_memory
from solver.errors import ConfigurationError
from solver.multiway.cards import DealtCards
from solver.multiway.learner import run, traverser
from solver.multiway.solution import MultiwaySolution
from solver.stopping import Report, tell

_TRAINING, _TEST = 1, 2
"""Seeds: the deals of a test are others than those that were learned from."""

_BYTES = 4 * 3
"""For each number of the layout: the strategy, regrets, and values of actions."""

_BATCH = 1024
"""Traversals of which one mean is taken, and that read the same numbers."""

_UNIT = 1e5
"""Traversals after which what is added has weight one."""

"""Called with traversals made and traversals to make."""


@dataclass(frozen=True)
class Gain:
    """What a seat gains.

    Attributes:
        seat: of the table.
        position: its name.
        value: what it wins by the strategy, in small bets a hand.
        mean: what it wins more by its own answer, in thousandths of a small bet a hand.
        error: standard error of `mean`.
        training: traversals from which the answer was learned.
        test: traversals on which it was tested.
    """

    seat: int
    position: str
    value: float
    mean: float
    error: float
    training: int
    test: int


def deviators_gain(
    solution: MultiwaySolution,
    seat: int,
    *,
    training: int = 1_000_000,
    test: int = 500_000,
    threads: int | None = None,
    seed: int = 0,
    report: Report | None = None,
) -> Gain:
    """Learn an answer of one seat to the strategy of the others, and test it on other deals.

    The seat sees and remembers as much as the strategy does. Where it has learned nothing it plays
    as the strategy. Both are played on the same deals with the same random numbers.

    Args:
        solution: what the others play.
        seat: of the table.
        training: traversals to learn from.
        test: traversals to test on.
        threads: how many; all processors if left out. The result does not depend on it.
        seed: of the deals.
        report: told how far it is.

    Raises:
        ConfigurationError: no such seat.
        MemoryNeedError: it does not fit.
    """
    game = solution.layout.game
    if not 0 <= seat < game.seats:
        raise ConfigurationError(f"there is no seat {seat} at a table of {game.seats}")
    require_memory(_BYTES * solution.layout.cells + OVERHEAD)
    sampling = solution.configuration.sampling.model_copy(update={"batch": _BATCH})
    kernel = traverser(solution.layout, DealtCards.of(solution.abstraction), sampling, threads)
    played = solution.codes.astype(np.float32)
    regrets, values = np.zeros_like(played), np.zeros_like(played)
    batches, tests = -(-training // sampling.batch), max(2, -(-test // sampling.batch))
    total = (batches + tests) * sampling.batch
    for number in range(batches):
        first = number * sampling.batch
        run(
            kernel,
            sampling,
            own=regrets,
            others=played,
            fallback=played,
            values=values,
            regrets=regrets,
            first=first,
            seed=2 * seed + _TRAINING,
            weight=(first + sampling.batch) / _UNIT,
            learner=seat,
            ahead=sampling.ahead,
            parts=sampling.parts(game.rounds),
        )
        tell(report, first + sampling.batch, total)
    won = np.empty((tests, 2))
    for number in range(tests):
        first = number * sampling.batch
        for place, own in enumerate((played, regrets)):
            found = run(
                kernel,
                sampling,
                own=own,
                others=played,
                fallback=played,
                values=values,
                first=first,
                seed=2 * seed + _TEST,
                learner=seat,
            )
            won[number, place] = found.values.mean()
        tell(report, batches * sampling.batch + first + sampling.batch, total)
    gains = 1000 * (won[:, 1] - won[:, 0])
    return Gain(
        seat,
        game.names[seat],
        float(won[:, 0].mean()),
        float(gains.mean()),
        float(gains.std(ddof=1) / np.sqrt(tests)),
        batches * sampling.batch,
        tests * sampling.batch,
    )
