"""What a player has chosen: one small TOML file in the data directory.

It is read by every screen, so that a grade is the same in all of them.
"""

import tomllib
from datetime import datetime
from pathlib import Path
from typing import Any, Literal

import tomli_w
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from solver.errors import ConfigurationError
from solver.solution import data_directory
from solver.validation import Fault
from trainer.grading.grades import DEFAULT, Thresholds
from trainer.spots.words import Unit

FILE = "settings.toml"


class Settings(BaseModel):
    """All choices, with what holds until one is made.

    Attributes:
        solution: name or directory of the solution to train with; the newest if None.
        small_bet: what a small bet is worth in money, to show amounts in it; small bets if None.
        currency: sign in front of such amounts.
        auto_advance: whether the next spot comes by itself after a hit.
        pause: seconds before it does.
        four_colours: whether each suit has its own colour, or only red and black.
        appearance: light or dark page, or as the system has it.
        keyboard: whether keys answer.
        live_grades: whether decisions of whole hands are graded at once, or after the hand.
        roll: whether every spot comes with a number from 0 to 99, for practising mixed play.
        thresholds: where grades begin.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    solution: str | None = None
    small_bet: float | None = Field(default=None, gt=0, le=1_000_000, allow_inf_nan=False)
    currency: str = Field(default="$", max_length=3, pattern=r"^[^\\\"\x00-\x1f\x7f]*$")
    auto_advance: bool = False
    pause: float = Field(default=1.5, ge=0, le=10)
    four_colours: bool = True
    appearance: Literal["system", "light", "dark"] = "system"
    keyboard: bool = True
    live_grades: bool = True
    roll: bool = False
    thresholds: Thresholds = DEFAULT

    @field_validator("thresholds", mode="before")
    @classmethod
    def _in_order(cls, value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        try:
            return Thresholds(**{name: float(limit) for name, limit in value.items()})
        except (ConfigurationError, TypeError) as error:
            raise ValueError(str(error)) from error

    def changed(self, **choices: Any) -> "Settings":
        """These settings with some other choices.

        Raises:
            ConfigurationError: a value that makes no sense.
        """
        return _validated({**self.model_dump(), **choices})

    @property
    def unit(self) -> Unit:
        """What amounts are shown in."""
        return Unit(self.small_bet, self.currency)


def read_settings(directory: str | Path | None = None) -> tuple[Settings, Path | None]:
    """Settings of a data directory, the user's by default.

    Returns:
        The settings, and where a file that made no sense was put; None if there was none.

    Raises:
        ConfigurationError: the file cannot be read or moved.
    """
    path = _path(directory)
    try:
        return _validated(tomllib.loads(path.read_text("utf-8"))), None
    except FileNotFoundError:
        return Settings(), None
    except (ConfigurationError, tomllib.TOMLDecodeError, UnicodeDecodeError):
        stamp = datetime.now().strftime("%Y%m%d-%H%M%S-%f")
        try:
            return Settings(), path.rename(path.with_name(f"{path.stem}-damaged-{stamp}.toml"))
        except OSError as error:
            raise _unusable(path, error) from error
    except OSError as error:
        raise _unusable(path, error) from error


def write_settings(settings: Settings, directory: str | Path | None = None) -> None:
    """Store settings; the file is the old one or the new one, never half of each.

    Raises:
        ConfigurationError: it cannot be written.
    """
    path = _path(directory)
    fresh = path.with_name(path.name + ".new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh.write_text(
            tomli_w.dumps(settings.model_dump(mode="json", exclude_none=True)), "utf-8"
        )
        fresh.replace(path)
    except OSError as error:
        raise _unusable(path, error) from error


def _path(directory: str | Path | None) -> Path:
    return (data_directory() if directory is None else Path(directory)) / FILE


def _unusable(path: Path, error: OSError) -> ConfigurationError:
    return ConfigurationError(
        f"the settings {path} cannot be used ({error}); choose another directory with --data-dir"
    )


def _validated(values: dict[str, Any]) -> Settings:
    try:
        return Settings.model_validate(values)
    except ValidationError as error:
        raise ConfigurationError(_in_words(error)) from error


def _in_words(error: ValidationError) -> str:
    """What is wrong with the first wrong choice, and what to give instead."""
    fault = Fault.of(error)
    name, given = fault.path[0], fault.given
    if isinstance(given, float):
        given = f"{given:g}"
    match name:
        case "small_bet":
            return f"a small bet is worth {given}: give an amount above 0 and up to 1,000,000"
        case "pause":
            return f"a pause of {given} seconds: give a number from 0 to 10"
        case "currency":
            return f"the currency {given!r}: give up to 3 signs without quotes or backslashes"
        case "thresholds":
            return fault.reason
        case _ if fault.unknown:
            return f"there is no setting {name!r}; remove it"
        case _:
            return f"the setting {name} is {given!r}: {fault.reason.lower()}"
