"""Update rules of counterfactual regret minimisation, as data of one loop.

In iteration t (from 1) the old regrets R and the old average S of a seat become

    R <- R * keep + r          keep = discount(t - 1, alpha) where R > 0, else
                                      discount(t - 1, beta);  cut at zero if `clip`
    S <- S * ((t - 1) / t) ** gamma + reach * strategy

with the instantaneous regrets r and discount(t, x) = t**x / (t**x + 1). A predictive rule plays
the positive part of R * discount(t, alpha) + r instead of that of R.

The average starts over in iterations 4 and 16, whatever the publication. Where a seat stops
going after its first clumsy strategies, those would otherwise be its whole average; starting over
leaves such places empty, and the strategy that the regrets ask for stands in
(`solver.cfr.averages`).
"""

from dataclasses import dataclass
from math import inf

from solver.errors import ConfigurationError


def discount(iteration: int, exponent: float) -> float:
    """``t**x / (t**x + 1)``: 1 for an exponent of infinity, 1/2 for 0."""
    if iteration == 0:
        return 0.0
    if exponent == inf:
        return 1.0
    power: float = float(iteration) ** exponent
    return power / (power + 1)


@dataclass(frozen=True)
class UpdateRule:
    """Parameters of an update rule.

    Attributes:
        name: as in the literature.
        source: where it was published.
        alpha: discount exponent of positive regrets; infinity keeps them whole.
        beta: discount exponent of negative regrets.
        gamma: fading exponent of the average strategy.
        clip: whether cumulative regrets are cut at zero.
        predict: whether the last regret is counted once more when choosing a strategy.
        fresh_starts: iterations in which the average starts over.
    """

    name: str
    source: str
    alpha: float
    beta: float
    gamma: float
    clip: bool = False
    predict: bool = False
    fresh_starts: tuple[int, ...] = (4, 16)

    def keep_positive(self, t: int) -> float:
        """Factor on the old positive regrets in iteration t."""
        return discount(t - 1, self.alpha)

    def keep_negative(self, t: int) -> float:
        """Factor on the old negative regrets in iteration t."""
        return discount(t - 1, self.beta)

    def keep_predicted(self, t: int) -> float:
        """Factor on the new regrets in the prediction made in iteration t."""
        return discount(t, self.alpha)

    def keep_total(self, t: int) -> float:
        """Factor on the old average in iteration t."""
        return 0.0 if t in self.fresh_starts else float(((t - 1) / t) ** self.gamma)


RULES = {
    rule.name: rule
    for rule in (
        UpdateRule("CFR", "Zinkevich and others 2007", inf, inf, 0),
        UpdateRule("CFR+", "Tammelin 2014", inf, inf, 1, clip=True),
        UpdateRule("LCFR", "Brown and Sandholm 2019", 1, 1, 1),
        UpdateRule("DCFR", "Brown and Sandholm 2019", 1.5, 0, 2),
        UpdateRule("DCFR+", "Xu and others 2024", 1.5, 0, 4, clip=True),
        UpdateRule("PCFR+", "Farina and others 2021", inf, inf, 2, clip=True, predict=True),
        UpdateRule("PDCFR+", "Xu and others 2024", 2.3, 0, 5, clip=True, predict=True),
    )
}


def update_rule(name: str) -> UpdateRule:
    """Rule by name, in either case.

    Raises:
        ConfigurationError: there is no such rule.
    """
    for rule in RULES.values():
        if rule.name.lower() == name.lower():
            return rule
    raise ConfigurationError(f"{name!r} is no update rule; choose one of {', '.join(RULES)}")
