"""The command line: the application itself, how it fails, and how it prints."""

import json
import sys
from collections.abc import Mapping
from importlib import metadata
from typing import Annotated, Any

import numpy as np
import typer
from rich.console import Console
from rich.markup import escape
from typer.core import TyperGroup

from solver.errors import TripleDrawError

FAILED = 2
"""Exit code of every error that a user can mend."""

INTERRUPTED = 130
"""Exit code after Ctrl-C, as shells expect it."""

console = Console(highlight=False, emoji=False)
errors = Console(stderr=True, highlight=False, emoji=False)


class _Commands(TyperGroup):
    """The commands, all of which Ctrl-C ends in the same way."""

    def invoke(self, ctx: Any) -> Any:
        # Caught here because releases of typer differ in what they make of it.
        try:
            return super().invoke(ctx)
        except (KeyboardInterrupt, typer.Abort):
            errors.print("Stopped.")
            raise typer.Exit(INTERRUPTED) from None


app = typer.Typer(
    name="tripledraw",
    cls=_Commands,
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        console.print(f"tripledraw {metadata.version('tripledraw')}")
        raise typer.Exit


@app.callback()
def main(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version and exit."
        ),
    ] = False,
) -> None:
    """Solver and trainer for fixed-limit 2-7 triple draw lowball."""


def example(*lines: str) -> str:
    """Epilog of a command's help: commands that can be pasted."""
    return "**Example:** " + " · ".join(f"`{line}`" for line in lines)


def print_json(values: Mapping[str, Any]) -> None:
    """Print one JSON object; NumPy numbers and arrays become plain ones."""

    def plain(value: Any) -> Any:
        if isinstance(value, np.generic | np.ndarray):
            return value.tolist()
        raise TypeError(f"{type(value).__name__} has no JSON form")

    sys.stdout.write(json.dumps(values, default=plain, ensure_ascii=False) + "\n")


def print_error(error: Exception) -> None:
    """Print an error; square brackets in it are text, not markup."""
    errors.print(f"[red]Error:[/red] {escape(str(error))}", soft_wrap=True)


def run() -> None:
    """Run the command line; errors become one sentence and exit code 2."""
    try:
        app()
    except TripleDrawError as error:
        print_error(error)
        sys.exit(FAILED)
