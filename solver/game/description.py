"""The games that can be solved: rounds of fixed-limit betting with draws between them."""

from collections.abc import Sequence
from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from solver.errors import ConfigurationError
from solver.validation import Fault

BIG_BLIND, BUTTON = 0, 1
"""Seats of heads-up triple draw: the big blind draws first and acts first after the first round."""

SEAT_NAMES = ("big blind", "button")

LEAST_AMOUNT, MOST_AMOUNT = 1e-3, 1e6
"""Bounds of bets, so that sums of them keep their digits in single precision."""


def require_draws(rounds: int, draws: Sequence[int]) -> None:
    """Make sure that there is a draw between every two betting rounds.

    Args:
        rounds: betting rounds.
        draws: most cards at each draw.

    Raises:
        ValueError: there are more or fewer, or a limit that no hand can draw.
    """
    if rounds != len(draws) + 1:
        raise ValueError(f"{rounds} betting rounds need {rounds - 1} draws; {len(draws)} given")
    if not all(0 <= limit <= 5 for limit in draws):
        raise ValueError(f"draw limits run from 0 to 5 cards; got {draws}")


def require_amounts(amounts: Sequence[float]) -> None:
    """Make sure that sums of amounts keep their digits in single precision.

    Args:
        amounts: bets and blinds, in small bets.

    Raises:
        ValueError: one is too small or too large.
    """
    if min(amounts) < LEAST_AMOUNT or max(amounts) > MOST_AMOUNT:
        raise ValueError(
            f"amounts run from {LEAST_AMOUNT:g} to {MOST_AMOUNT:g} small bets; got "
            f"{min(amounts):g} to {max(amounts):g}"
        )


class Game(BaseModel):
    """A fixed-limit draw game for two seats. Amounts are in small bets.

    Seat 0 draws first and acts first in every round but, with live blinds, the first.

    Attributes:
        forced_bets: what each seat has in the pot before the first action.
        live: the forced bets are blinds: the larger is the first bet of the first round, and
            seat 1 (the button) opens; otherwise they are antes and seat 0 opens.
        bets: size of a bet in each betting round.
        cap: most bets in a round, a live blind included.
        draws: most cards that may be drawn between two rounds, one number a draw.
        draw_rule: ``"narrowing"``: never more cards than at the draw before, except that a pat
            hand may break one card; ``"free"``: no such rule.

    >>> game = solver.Game(cap=3, draws=(3, 2, 1))
    >>> game.rounds, game.draw_choices(1, last=1)
    (4, 2)
    """

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    forced_bets: tuple[float, float] = (1.0, 0.5)
    live: bool = True
    bets: tuple[float, ...] = Field(default=(1.0, 1.0, 2.0, 2.0), max_length=8)
    cap: int = Field(default=4, ge=1, le=20)
    draws: tuple[int, ...] = (3, 2, 1)
    draw_rule: Literal["narrowing", "free"] = "narrowing"

    @model_validator(mode="after")
    def _check(self) -> Self:
        require_draws(len(self.bets), self.draws)
        if min(self.bets) <= 0 or min(self.forced_bets) < 0:
            raise ValueError("bets must be positive, forced bets not negative")
        require_amounts([amount for amount in (*self.bets, *self.forced_bets) if amount])
        if self.live and self.forced_bets[0] <= self.forced_bets[1]:
            raise ValueError("with live blinds seat 0 posts the larger one")
        if not self.live and self.forced_bets[0] != self.forced_bets[1]:
            raise ValueError("antes must be equal")
        return self

    @property
    def rounds(self) -> int:
        """Number of betting rounds."""
        return len(self.bets)

    def draw_choices(self, draw: int, last: int | None) -> int:
        """How many draw counts (0, 1, ...) a seat may choose from.

        Args:
            draw: 0 for the first draw.
            last: cards drawn by the seat at the draw before, None at the first.
        """
        limit = self.draws[draw]
        if last is not None and self.draw_rule == "narrowing":
            limit = min(limit, max(last, 1))
        return limit + 1


def heads_up(cap: int = 4, draws: tuple[int, int, int] = (3, 2, 1)) -> Game:
    """Heads-up limit 2-7 triple draw with blinds of half a small bet and one small bet.

    Args:
        cap: most bets in a round, the big blind counts as the first.
        draws: most cards at the first, second and third draw.

    Raises:
        ConfigurationError: there is no such game.

    >>> solver.heads_up(cap=2).cap
    2
    >>> solver.heads_up(cap=0)
    Traceback (most recent call last):
        ...
    solver.errors.ConfigurationError: cap = 0 with draws = (3, 2, 1): Input should be ...
    """
    try:
        return Game(cap=cap, draws=draws)
    except ValidationError as error:
        raise ConfigurationError(
            f"cap = {cap!r} with draws = {draws!r}: {Fault.of(error).reason}"
        ) from None
