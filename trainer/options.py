"""Options that the trainer's commands share."""

from pathlib import Path
from typing import Annotated

import typer

SolutionOption = Annotated[
    Path | None,
    typer.Option(
        help="Directory or name of a solution; that of the settings, or the newest, by default."
    ),
]

DataDirectoryOption = Annotated[
    Path | None,
    typer.Option(help="Where score and settings are kept; the user's data directory by default."),
]
