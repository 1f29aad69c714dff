"""Everything that a solve for several seats is made from, as TOML."""

import tomllib
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from solver.abstraction import AbstractionConfig
from solver.configuration import MOST_BYTES, preset_names, read_table
from solver.errors import ConfigurationError
from solver.multiway.cards import require_enough
from solver.multiway.game import MultiwayGame
from solver.multiway.learner import Sampling
from solver.multiway.memory import Memory

PRESETS = "solver.multiway.presets"


class MultiwayLearning(BaseModel):
    """How long to learn.

    Attributes:
        traversals: how many are made.
        seed: of all random numbers.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    traversals: int = Field(default=40_000_000, ge=1, le=10**12)
    seed: int = Field(default=0, ge=0, lt=2**63)


class MultiwayConfiguration(BaseModel):
    """A game for several seats, what is remembered and seen in it, and how it is learned.

    The draw limits of the abstraction are those of the game.

    Attributes:
        game: the rules, and what is left out of them.
        memory: what is remembered in public.
        abstraction: how hands are seen.
        learning: how long to learn.
        sampling: how traversals are drawn.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    game: MultiwayGame = MultiwayGame()
    memory: Memory = Memory()
    abstraction: AbstractionConfig = AbstractionConfig(draws=(4, 3, 2))
    learning: MultiwayLearning = MultiwayLearning()
    sampling: Sampling = Sampling()

    @classmethod
    def from_table(cls, table: dict[str, Any], source: str) -> Self:
        """Check a table as read from TOML.

        Raises:
            ConfigurationError: a setting that is unknown or makes no sense; names `source`.
        """
        try:
            game = MultiwayGame(**table.get("game", {}))
            if game.rounds != 4:
                raise ConfigurationError(
                    f"{source}: triple draw has three draws; {len(game.draws)} given"
                )
            require_enough(game)
            seen = {"draws": game.draws, **table.get("abstraction", {})}
            if tuple(seen["draws"]) != game.draws:
                raise ConfigurationError(
                    f"{source}: abstraction.draws must be the game's {list(game.draws)}; "
                    "leave it out"
                )
            return cls(**{**table, "game": game, "abstraction": AbstractionConfig(**seen)})
        except ValidationError as error:
            first = error.errors()[0]
            name = ".".join(str(part) for part in first["loc"]) or "settings"
            raise ConfigurationError(
                f"{source}: {name} = {first['input']!r}: "
                f"{first['msg'].removeprefix('Value error, ')}"
            ) from None
        except TypeError:
            raise ConfigurationError(
                f"{source}: game and abstraction are tables of settings"
            ) from None

    def changed(self, traversals: int | None, seed: int | None = None) -> Self:
        """The same with another number of traversals or seed, None standing for no change."""
        given = {"traversals": traversals, "seed": seed}
        learning = self.learning.model_copy(
            update={name: value for name, value in given.items() if value is not None}
        )
        return self.model_copy(update={"learning": learning})


def multiway_preset_names() -> tuple[str, ...]:
    """Names of the configurations for several seats that come with the package."""
    return preset_names(PRESETS)


def is_multiway(name: str | Path) -> bool:
    """Whether a preset or a TOML file is for several seats: it says how many."""
    if str(name) in multiway_preset_names():
        return True
    with suppress(OSError, ValueError, RecursionError), Path(name).open("rb") as file:
        game = tomllib.loads(file.read(MOST_BYTES).decode("utf-8-sig")).get("game")
        return isinstance(game, dict) and "seats" in game
    return False


def read_multiway(name: str | Path) -> MultiwayConfiguration:
    """Configuration from a TOML file, or a preset by name.

    Raises:
        ConfigurationError: neither a preset nor a readable file, or a setting makes no sense.
    """
    table = read_table(name, PRESETS, multiway_preset_names())
    return MultiwayConfiguration.from_table(table, str(name))
