"""Learning with real cards: regret minimisation over random cuts of one deck.

The chains of separate decks, in which a minimiser begins, let both seats hold the same card. Given
a cut of the deck into a half for each seat, their hands are independent again, with chains of their
own; an iteration on the chains of a random cut is a sample of the game with one deck, up to what
buckets forget. A decision's regrets come in as often as the cut leads to it: they are multiplied by
the own chance reach of (own draws, bucket) in this cut, relative to the whole deck.

Samples call for linear weights (Brown and Sandholm 2019): a rule that forgets negative regrets, or
cuts them at zero, takes noise for news.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from types import TracebackType

import numpy as np
from numpy.typing import NDArray

from solver.cfr.iteration import Minimiser
from solver.cfr.kernels import pad, set_chains
from solver.cfr.rules import RULES, UpdateRule
from solver.game.chains import PrivateChain
from solver.game.tree import PublicTree

ChainsOfCut = Callable[[int], Sequence[PrivateChain]]
"""From the number of a cut, from 0, to the chains of both seats."""

HEAD_START = 10
"""Iterations that what was learned with separate decks counts for; linear weights go on from it."""

FADING = 3.0
"""Fading exponent of the average, which starts over with the first cut."""


@dataclass(frozen=True)
class _Continued(UpdateRule):
    """Linear weights that go on from the regrets of other iterations.

    Attributes:
        carried: factor on these regrets.
    """

    carried: float = 1.0

    def keep_positive(self, t: int) -> float:
        return self.carried if t == HEAD_START + 1 else super().keep_positive(t)

    def keep_negative(self, t: int) -> float:
        return self.carried if t == HEAD_START + 1 else super().keep_negative(t)


def _continued(iterations: int) -> UpdateRule:
    """Rule for regrets that are the sum of some iterations.

    With linear weights 1, 2, ... n and all divided by n, n iterations add up to half as much as
    without.
    """
    linear = replace(RULES["LCFR"], gamma=FADING, fresh_starts=(HEAD_START + 1,))
    carried = HEAD_START / (2 * max(1, iterations))
    return _Continued(**{**vars(linear), "carried": carried})


class CutLearning:
    """Goes on from what a minimiser has learned on its own chains, those of separate decks.

    Between iterations the minimiser has its own chains again. A context manager: at the end the
    thread that makes the chains of the next cut is joined.

    Args:
        minimiser: is updated.
        chains_of_cut: called in a thread of its own, one cut after the other.
        done: iterations of the minimiser that were already on cuts.

    Attributes:
        minimiser: what is updated.
        done: iterations on cuts.
    """

    def __init__(self, minimiser: Minimiser, chains_of_cut: ChainsOfCut, done: int = 0):
        self.minimiser = minimiser
        self.done = done
        self._rule = _continued(minimiser.iteration - done)
        self._whole = [chance_reach(minimiser.tree, chain) for chain in minimiser.chains]
        self._chains_of_cut = chains_of_cut
        self._thread = ThreadPoolExecutor(1)
        self._next = self._ask()

    def __enter__(self) -> "CutLearning":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._thread.shutdown(cancel_futures=True)

    def iterate(self) -> None:
        """Do one iteration on the next cut: first seat 0, then seat 1 against its new strategy."""
        minimiser, chains = self.minimiser, self._next.result()
        self.done += 1
        self._next = self._ask()
        weights = [
            _relative(minimiser.walk.widths, chance_reach(minimiser.tree, chain), whole)
            for chain, whole in zip(chains, self._whole, strict=True)
        ]
        set_chains(minimiser.walk, chains)
        try:
            minimiser.learn(self._rule, HEAD_START + self.done, weights)
        finally:
            set_chains(minimiser.walk, minimiser.chains)

    def _ask(self) -> Future[Sequence[PrivateChain]]:
        return self._thread.submit(self._chains_of_cut, self.done)


def chance_reach(tree: PublicTree, chain: PrivateChain) -> list[NDArray[np.float64]]:
    """Chance of each bucket after each path of own draws, whatever is done.

    Returns:
        For each betting round an array (paths, buckets), paths as in ``tree.draw_paths``.
    """
    reach = [chain.initial[None, :]]
    for draws, paths in zip(chain.draws, tree.draw_paths[1:], strict=True):
        reach.append(np.stack([reach[-1][before] @ draws[count] for before, count in paths]))
    return reach


def _relative(
    widths: Sequence[int], here: list[NDArray[np.float64]], whole: list[NDArray[np.float64]]
) -> list[NDArray[np.float32]]:
    """Chance in a cut over that in the whole deck, for each level; zero where that has none."""
    factors = [
        pad(np.divide(cut, deck, out=np.zeros_like(cut), where=deck > 0), len(cut), width)
        for cut, deck, width in zip(here, whole, widths[::2], strict=True)
    ]
    return [factors[number // 2] for number in range(len(widths))]
