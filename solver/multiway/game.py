"""Fixed-limit draw games for two to six seats, and what is left out of them.

Seats are numbered in the order in which they act before the first draw: with six of them UTG is 0
and the big blind is 5. From the first draw on the small blind comes first (with two seats the big
blind).
"""

from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from solver.errors import ConfigurationError
from solver.game.description import require_amounts, require_draws

MOST_SEATS = 6

MOST_IN = 3
"""Most seats in a pot that kernels can play."""

POSITIONS = ("UTG", "HJ", "CO", "BTN", "SB", "BB")
"""Names of the seats at a full table; smaller tables do without the first ones."""


class MultiwayGame(BaseModel):
    """A fixed-limit draw game for several seats. Amounts are in small bets.

    Attributes:
        seats: two to six.
        blinds: small and big blind; ignored with an ante.
        ante: what everybody has in the pot before the first action; 0 for blinds.
        bets: size of a bet in each betting round.
        cap: most bets in a round, the big blind counts as the first.
        draws: most cards that may be drawn between two rounds, one number a draw.
        draw_rule: as in `solver.game.Game`.
        most_in: most seats that may put in more than a blind; once they have, others can only fold.
        limps: who may call the big blind where nobody has raised: only the small blind, or all.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    seats: int = Field(default=6)
    blinds: tuple[float, float] = (0.5, 1.0)
    ante: float = Field(default=0.0, ge=0)
    bets: tuple[float, ...] = Field(default=(1.0, 1.0, 2.0, 2.0), min_length=1, max_length=4)
    cap: int = Field(default=4, ge=1, le=5)
    draws: tuple[int, ...] = (4, 3, 2)
    draw_rule: Literal["narrowing", "free"] = "narrowing"
    most_in: int = Field(default=3, ge=2, le=MOST_IN)
    limps: Literal["small blind", "all"] = "small blind"

    @model_validator(mode="after")
    def _check(self) -> Self:
        require_seats(self.seats)
        require_draws(len(self.bets), self.draws)
        require_amounts([*self.bets, *([self.ante] if self.ante else self.blinds)])
        if self.ante and self.seats > MOST_IN:
            raise ValueError(f"with antes at most {MOST_IN} seats are played")
        if not self.ante and self.blinds[0] >= self.blinds[1]:
            raise ValueError("the big blind is the larger one")
        return self

    @property
    def rounds(self) -> int:
        """Number of betting rounds."""
        return len(self.bets)

    @property
    def names(self) -> tuple[str, ...]:
        """Positions of the seats; with two seats the button posts the small blind."""
        return ("BTN", "BB") if self.seats == 2 else POSITIONS[-self.seats :]

    @property
    def forced(self) -> tuple[float, ...]:
        """What each seat has in the pot before the first action."""
        if self.ante:
            return (self.ante,) * self.seats
        return (*(0.0,) * (self.seats - 2), *self.blinds)

    @property
    def later_order(self) -> tuple[int, ...]:
        """Seats in the order in which they draw and act after the first round."""
        if self.ante:
            return tuple(range(self.seats))
        if self.seats == 2:
            return (1, 0)
        return (self.seats - 2, self.seats - 1, *range(self.seats - 2))

    def draw_choices(self, draw: int, last: int | None) -> int:
        """How many draw counts (0, 1, ...) a seat may choose from, as in `solver.game.Game`."""
        limit = self.draws[draw]
        if last is not None and self.draw_rule == "narrowing":
            limit = min(limit, max(last, 1))
        return limit + 1


def require_seats(seats: int) -> None:
    """Refuse tables that cannot be seated.

    Raises:
        ConfigurationError: fewer than two seats or more than six.
    """
    if not 2 <= seats <= MOST_SEATS:
        raise ConfigurationError(
            f"{seats} seats asked for; strategies are learned for 2 to {MOST_SEATS}"
        )
