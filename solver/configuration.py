"""Everything that a solve is made from, as TOML: the game, the abstraction, how to learn."""

import tomllib
from collections.abc import Sequence
from dataclasses import replace
from importlib import resources
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from solver.abstraction import AbstractionConfig
from solver.cfr import UpdateRule, update_rule
from solver.errors import ConfigurationError
from solver.game import Game, require_countable
from solver.subgames import NodeLock
from solver.validation import Fault

MOST_BYTES = 1_000_000
"""Of a TOML file that are read."""


def _translated(error: ValidationError, source: str) -> ConfigurationError:
    """The first complaint of pydantic as one sentence."""
    fault = Fault.of(error)
    if fault.unknown:
        return ConfigurationError(
            f"{source}: there is no setting {fault.path[-1]!r}; the settings are: "
            f"{_known_settings()}"
        )
    return ConfigurationError(
        f"{source}: {fault.name or 'settings'} = {fault.given!r}: {fault.reason}"
    )


def _known_settings() -> str:
    """All settings by table, as a file would name them."""
    tables: dict[str, type[BaseModel]] = {
        "game": Game,
        "abstraction": AbstractionConfig,
        "learning": Learning,
        "locks": NodeLock,
    }
    return "; ".join(
        f"[{table}] {', '.join(model.model_fields)}" for table, model in tables.items()
    )


Classes = Annotated[int, Field(ge=1, le=16)]


class Learning(BaseModel):
    """How to learn, and when to stop.

    Attributes:
        rule: name of the update rule.
        gamma: fading exponent of the average strategy, in place of the rule's own.
        iterations: updates of both seats.
        target: stop once exploitability is at most this, in mbb/g; None never stops early.
        check_every: iterations between two measurements of exploitability.
        deck: ``"separate"``: each seat draws from a whole deck of its own, as the buckets have it;
            ``"shared"``: once that is learned, go on with card sequences of one deck.
        deals: iterations on one deck, each with a deal of its own.
        sequences: card sequences of each seat in a deal, a multiple of 8.
        blockers: classes of dead cards after the first, the second and the third draw, into which
            every bucket is split for one deck.
        bits: of every regret and sum of strategies, 16 or 32; see `solver.cfr.short_floats`.

    >>> solver.Learning(iterations=50).changed(rule="cfr+").rule
    'CFR+'
    """

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    rule: str = "DCFR"
    gamma: float | None = Field(default=None, ge=0)
    iterations: int = Field(default=200, ge=1, le=1_000_000_000)
    target: float | None = Field(default=None, gt=0)
    check_every: int = Field(default=20, ge=1)
    deck: Literal["separate", "shared"] = "separate"
    deals: int = Field(default=2000, ge=1, le=1_000_000_000)
    sequences: int = Field(default=256, ge=8, le=4096, multiple_of=8)
    blockers: tuple[Classes, Classes, Classes] = (1, 2, 4)
    bits: Literal[16, 32] = 16

    @field_validator("rule")
    @classmethod
    def _known(cls, value: str) -> str:
        return update_rule(value).name

    def changed(self, **settings: Any) -> Self:
        """The same with other settings, None standing for no change.

        Raises:
            ConfigurationError: a setting that makes no sense.
        """
        given = {name: value for name, value in settings.items() if value is not None}
        try:
            return type(self)(**{**self.model_dump(), **given})
        except ValidationError as error:
            raise _translated(error, "learning") from None

    @property
    def classes(self) -> tuple[int, int, int]:
        """Classes of dead cards after each draw: one where nothing is learned with one deck."""
        return self.blockers if self.deck == "shared" else (1, 1, 1)

    @property
    def update_rule(self) -> UpdateRule:
        """The rule with its settings."""
        rule = update_rule(self.rule)
        return rule if self.gamma is None else replace(rule, gamma=self.gamma)


class Configuration(BaseModel):
    """A game, its abstraction, and how it is learned.

    The draw limits of the abstraction are those of the game.

    Attributes:
        game: the rules.
        abstraction: how hands are seen.
        learning: how to learn.
        locks: decisions with fixed frequencies; with any the result is no equilibrium, but what
            everybody does best beside them.

    >>> configuration = solver.read_configuration("quick")
    >>> configuration.game.draws, configuration.learning.rule
    ((3, 2, 1), 'DCFR')
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    game: Game = Game()
    abstraction: AbstractionConfig = AbstractionConfig()
    learning: Learning = Learning()
    locks: tuple[NodeLock, ...] = ()

    @classmethod
    def of(
        cls,
        game: Game,
        abstraction: AbstractionConfig,
        *,
        locks: Sequence[NodeLock] = (),
        **learning: Any,
    ) -> Self:
        """From its parts.

        Args:
            game: the rules.
            abstraction: how hands are seen, for the draws of the game.
            locks: decisions with fixed frequencies.
            learning: settings of `Learning` by name; None stands for the default.

        Raises:
            ConfigurationError: a setting that makes no sense.
        """
        how = Learning().changed(**learning)
        return cls(game=game, abstraction=abstraction, learning=how, locks=tuple(locks))

    @classmethod
    def from_table(cls, table: dict[str, Any], source: str) -> Self:
        """Check a table as read from TOML.

        Raises:
            ConfigurationError: a setting that is unknown or makes no sense; names `source`.
        """
        try:
            game = Game(**_part(table, "game", source))
            if game.rounds != 4:
                raise ConfigurationError(
                    f"{source}: triple draw has three draws; {len(game.draws)} given"
                )
            require_countable(game)
            abstraction = {"draws": game.draws, **_part(table, "abstraction", source)}
            if abstraction["draws"] not in (game.draws, list(game.draws)):
                raise ConfigurationError(
                    f"{source}: abstraction.draws must be the game's {list(game.draws)}; "
                    "leave it out"
                )
            return cls(**{**table, "game": game, "abstraction": AbstractionConfig(**abstraction)})
        except ValidationError as error:
            raise _translated(error, source) from None


def _part(table: dict[str, Any], name: str, source: str) -> dict[str, Any]:
    """A table inside a table."""
    part = table.get(name, {})
    if not isinstance(part, dict):
        raise ConfigurationError(
            f"{source}: {name} = {part!r}: a table [{name}] of settings goes here"
        )
    return part


def preset_names(package: str = "solver.presets") -> tuple[str, ...]:
    """Names of the configurations that come with the package.

    Args:
        package: where they stand.

    >>> solver.preset_names()
    ('deep', 'quick', 'standard')
    """
    files = resources.files(package).iterdir()
    return tuple(sorted(f.name.removesuffix(".toml") for f in files if f.name.endswith(".toml")))


def read_configuration(name: str | Path) -> Configuration:
    """Configuration from a TOML file, or a preset by name.

    Raises:
        ConfigurationError: neither a preset nor a readable file, or a setting makes no sense.

    >>> solver.read_configuration("standard").abstraction.final
    32
    >>> solver.read_configuration("none.toml")
    Traceback (most recent call last):
        ...
    solver.errors.ConfigurationError: 'none.toml' is neither a preset (deep, quick, ...
    """
    table = read_table(name, "solver.presets", preset_names())
    return Configuration.from_table(table, str(name))


def read_table(name: str | Path, package: str, names: Sequence[str]) -> dict[str, Any]:
    """A preset or a TOML file as a table.

    Args:
        name: of a preset, or a file.
        package: where presets stand.
        names: those that there are.

    Raises:
        ConfigurationError: neither a preset nor a readable file.
    """
    if str(name) in names:
        text = resources.files(package).joinpath(f"{name}.toml").read_text("utf-8")
    else:
        try:
            with Path(name).open("rb") as file:
                text = file.read(MOST_BYTES).decode("utf-8-sig")
        except (OSError, ValueError):
            raise ConfigurationError(
                f"{str(name)!r} is neither a preset ({', '.join(names)}) nor a TOML file "
                "that can be read"
            ) from None
    try:
        return tomllib.loads(text)
    except ValueError as error:  # also numbers with too many digits
        raise ConfigurationError(f"{name}: not valid TOML: {error}") from None
    except RecursionError:
        raise ConfigurationError(f"{name}: not valid TOML: too many brackets") from None
