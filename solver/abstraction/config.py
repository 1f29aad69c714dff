"""What an abstraction is built from."""

import hashlib
import json
from typing import Any, Literal, Self

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    ModelWrapValidatorHandler,
    ValidationError,
    field_validator,
    model_validator,
)

from solver.errors import ConfigurationError
from solver.validation import Fault

DRAWS = 3
"""Draws in a hand; `draws left` runs from 3 before the first of them to 0 at the showdown."""

VERSION = 1
"""Raised whenever the same settings give other buckets, so that caches and solutions notice."""

MOST_BUCKETS = 5_000


class AbstractionConfig(BaseModel):
    """Settings of an abstraction, checked and unchangeable.

    Attributes:
        final: buckets of showdown hands.
        earlier: buckets before the first, second and third draw; one number stands for all three.
        draws: most cards that may be drawn at the first, second and third draw. Buckets are
            shaped by these counts; keeps and transitions exist for all counts from 0 to 5.
        features: what makes hands alike before a draw: ``"draws"``, what each draw count leads to;
            ``"strategic"``, also what they do in a first solution with few buckets.
        first_cap: bets a round in the game of that first solution.
        exploration: share of play in which the hands that buckets are fitted to draw any allowed
            number of cards instead of the best one.
        seed: start of the random numbers that clustering begins with.

    Raises:
        ConfigurationError: a value that makes no sense; the message says which and why.

    >>> settings = solver.AbstractionConfig(final=16, earlier=32)
    >>> [settings.buckets(left) for left in (3, 2, 1, 0)]
    [32, 32, 32, 16]
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    final: int = Field(default=32, ge=2, le=MOST_BUCKETS)
    earlier: tuple[int, int, int] = (64, 64, 64)
    draws: tuple[int, int, int] = (3, 2, 1)
    features: Literal["draws", "strategic"] = "draws"
    first_cap: int = Field(default=1, ge=1, le=4)
    exploration: float = Field(default=0.1, gt=0, le=1, allow_inf_nan=False)
    seed: int = Field(default=0, ge=0, lt=2**63)

    @field_validator("earlier", mode="before")
    @classmethod
    def _three_numbers(cls, value: Any) -> Any:
        if isinstance(value, int):
            return (value,) * DRAWS
        return tuple(value) if isinstance(value, list) else value

    @field_validator("draws", mode="before")
    @classmethod
    def _from_list(cls, value: Any) -> Any:
        return tuple(value) if isinstance(value, list) else value

    @model_validator(mode="wrap")
    @classmethod
    def _checked(cls, data: Any, handler: ModelWrapValidatorHandler[Self]) -> Self:
        try:
            config = handler(data)
        except ValidationError as error:
            fault = Fault.of(error)
            name = fault.path[0] if fault.path else "settings"
            raise ConfigurationError(
                f"abstraction setting {name} is {fault.given!r}: {fault.reason}; expected "
                f"final and earlier from 2 to {MOST_BUCKETS} (earlier also as three numbers), "
                "draws as three numbers such as 3, 2, 1, features draws or strategic, "
                "first_cap from 1 to 4, exploration above 0 and at most 1, "
                "seed a whole number from 0"
            ) from None
        for count in config.earlier:
            if not 2 <= count <= MOST_BUCKETS:
                raise ConfigurationError(
                    f"{count} earlier buckets asked for; expected 2 to {MOST_BUCKETS}"
                )
        for limit in config.draws:
            if not 1 <= limit <= 5:
                raise ConfigurationError(
                    f"a draw of at most {limit} cards asked for; expected 1 to 5 for each draw"
                )
        return config

    def buckets(self, draws_left: int) -> int:
        """Number of buckets with 0 to 3 draws left."""
        return self.earlier[DRAWS - draws_left] if draws_left else self.final

    def limit(self, draws_left: int) -> int:
        """Most cards that may be drawn with 1 to 3 draws left."""
        return self.draws[DRAWS - draws_left]

    def counts(self, draws_left: int) -> int:
        """How many draw counts there are with 0 to 3 draws left: none, or 0 to the limit."""
        return self.limit(draws_left) + 1 if draws_left else 0

    @property
    def hash(self) -> str:
        """Sixteen hexadecimal digits that tell these settings from all that give other buckets."""
        settings = self.model_dump()
        if self.features == "draws":  # Nothing is solved first.
            del settings["features"], settings["first_cap"]
        text = json.dumps({"version": VERSION, **settings}, sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]
