"""The way in: equities of hands, exact where that is feasible, simulated otherwise."""

from collections.abc import Iterator, Sequence

from solver.equity.exact import exact_tally
from solver.equity.matchup import Cards, FirstDraw, Matchup, Policy
from solver.equity.result import Equity
from solver.equity.simulation import simulate
from solver.errors import ConfigurationError

DEFAULT_TRIALS = 1_000_000

SMALLEST_ERROR = 1e-6
"""Some 10^11 deals, hours of work; whoever asks for less has mistaken the unit."""

_ENDLESS = 10**15
"""Trials of a simulation that ends by its standard error."""


def equity(
    hands: Sequence[Cards],
    draws: int = 1,
    *,
    dead: Cards = (),
    policies: Sequence[Policy] = (),
    trials: int | None = None,
    standard_error: float | None = None,
    seed: int = 0,
) -> Equity:
    """Each player's share of the pot at the showdown, nobody folding.

    Exact, if the next draw is the last that can change a hand: for two players always, for more
    up to `exact.OUTCOME_LIMIT` ways to deal it. All other matchups are simulated. Known
    discards, first and later ones, are dead until the stub is used up and reshuffled (rules 5.6,
    5.7); unknown discards, those of hands given with fewer than five cards, are not dead.

    Args:
        hands: for each of 2 to 6 players 5 cards, or 1 to 4 for a hand that has thrown away
            unknown cards and draws as many first.
        draws: draws left, 0 to 3.
        dead: further cards known to be out of the deck.
        policies: how each player draws: a `DrawPolicy`, a function from (hand, draws left) to
            the cards kept, text for `parse_policy`, or None. None and left-out policies: a
            hand of five cards stands pat; the others draw until they have at least the best
            hand that stands pat, or at least a ten low if none does.
        trials: deals to simulate, 1,000,000 if neither this nor `standard_error` is given.
        standard_error: simulate until no player's standard error is above this.
        seed: of the simulation; the same seed gives the same result.

    Raises:
        CardError: unknown or duplicate cards, or a wrong number of cards or hands.
        ConfigurationError: any other argument that makes no sense.
    """
    matchup = Matchup.of(hands, draws, dead, policies)
    *_, result = estimates(matchup, trials=trials, standard_error=standard_error, seed=seed)
    return result


def estimates(
    matchup: Matchup,
    *,
    trials: int | None = None,
    standard_error: float | None = None,
    seed: int = 0,
) -> Iterator[Equity]:
    """A series of estimates, some hundredths of a second apart; the last one is the result.

    An exact result comes alone. Arguments and errors as for `equity`.
    """
    _check_effort(trials, standard_error, seed)
    draw = FirstDraw.of(matchup)
    tally = exact_tally(draw)
    if tally is not None:
        yield Equity.of_tally(tally, exact=True)
    elif standard_error is not None:
        yield from simulate(draw, _ENDLESS, standard_error, seed)
    else:
        yield from simulate(draw, DEFAULT_TRIALS if trials is None else trials, None, seed)


def _check_effort(trials: int | None, standard_error: float | None, seed: int) -> None:
    if trials is not None and standard_error is not None:
        raise ConfigurationError(
            "both a number of trials and a standard error are given; give one of them"
        )
    if trials is not None and trials < 1:
        raise ConfigurationError(f"{trials} trials given; expected 1 or more")
    if standard_error is not None and not standard_error >= SMALLEST_ERROR:
        raise ConfigurationError(
            f"a standard error of {standard_error} is asked for; expected {SMALLEST_ERROR} or "
            "more (0.001 is a tenth of a percent of the pot)"
        )
    if seed < 0:
        raise ConfigurationError(f"seed {seed} given; expected 0 or more")
