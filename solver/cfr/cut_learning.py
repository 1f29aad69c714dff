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
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.cfr.iteration import Minimiser
from solver.cfr.kernels import pad, set_chains
from solver.cfr.rules import RULES, UpdateRule
from solver.game.chains import PrivateChain
from solver.game.tree import PublicTree

ChainsOfCut = Callable[[int], Sequence[PrivateChain]]
"""From the number of a cut, from 0, to the chains of both seats."""

HEAD_START = 100
"""Iterations that what was learned with separate decks counts for."""

FADING = 2.0
"""Fading exponent of the average, which starts over with the first cut."""


@dataclass(frozen=True)
class ContinuedRule(UpdateRule):
    """Linear weights that go on from the regrets of other iterations.

    Attributes:
        carried: factor on these regrets in the first iteration.
    """

    carried: float = 1.0

    def keep_positive(self, t: int) -> float:
        """Factor on the old positive regrets in iteration t."""
        return self.carried if t == 1 else super().keep_positive(t + HEAD_START)

    def keep_negative(self, t: int) -> float:
        """Factor on the old negative regrets in iteration t."""
        return self.keep_positive(t)


def continued_rule(iterations: int) -> ContinuedRule:
    """Rule that goes on from the plain sum of the regrets of some iterations.

    With weights 1 to n, divided by n, n iterations add up to half of their plain sum.
    """
    linear = RULES["LCFR"]
    return ContinuedRule(
        name="LCFR on cuts",
        source=linear.source,
        alpha=linear.alpha,
        beta=linear.beta,
        gamma=FADING,
        carried=HEAD_START / (2 * max(1, iterations)),
    )


class CutLearning:
    """Goes on from what a minimiser has learned, on the chains of one cut an iteration.

    The minimiser's own chains stand for the whole deck; between iterations it has them again.

    Args:
        minimiser: is updated.
        chains_of_cut: called for one cut after the other.
        rule: how to update; its iterations count cuts.
        done: iterations that were on cuts already.
        seats: which seats learn; the other plays what the minimiser's regrets say.

    Attributes:
        done: iterations on cuts.
    """

    def __init__(
        self,
        minimiser: Minimiser,
        chains_of_cut: ChainsOfCut,
        rule: UpdateRule,
        done: int = 0,
        seats: Sequence[int] = (0, 1),
    ):
        self.done = done
        self._minimiser = minimiser
        self._chains_of_cut = chains_of_cut
        self._rule = rule
        self._seats = seats
        self._whole = [chance_reach(minimiser.tree, chain) for chain in minimiser.chains]

    def iterate(self) -> None:
        """Do one iteration on the next cut: first seat 0, then seat 1 against its new strategy."""
        minimiser, chains = self._minimiser, self._chains_of_cut(self.done)
        weights = [
            _relative(minimiser.walk.widths, chance_reach(minimiser.tree, chain), whole)
            for chain, whole in zip(chains, self._whole, strict=True)
        ]
        set_chains(minimiser.walk, chains)
        try:
            minimiser.learn(self._rule, self.done + 1, weights, self._seats)
        finally:
            set_chains(minimiser.walk, minimiser.chains)
        self.done += 1


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
