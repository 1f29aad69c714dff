"""The command line: the application itself, how it fails, and how it prints."""

import io
import json
import os
import re
import sys
from collections.abc import Iterable, Mapping
from importlib import metadata
from typing import Annotated, Any, NoReturn

import numpy as np
import typer
from rich.console import Console, ConsoleOptions, RenderableType
from rich.markup import escape
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.segment import Segment
from typer.core import TyperGroup

from solver.errors import TripleDrawError
from solver.storage import reason

FAILED = 2
"""Exit code of every error that a user can mend."""

INTERRUPTED = 130
"""Exit code after Ctrl-C, as shells expect it."""

PIPE_CLOSED = 141
"""Exit code where nobody reads the output any more, as shells expect it."""

_CONTROLS = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f"  # what a terminal obeys
    r"\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # what turns text round
    r"\ud800-\udfff]"  # bytes of a file's name that are no text
)
"""Characters that nobody should be able to bring to a terminal by a file that he sends."""


class SafeConsole(Console):
    """A console that shows control characters of a text, and obeys none of them."""

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        """The parts of what is printed."""
        for part in super().render(renderable, options):
            if part.control or not _CONTROLS.search(part.text):
                yield part
            else:
                text = _CONTROLS.sub(lambda match: ascii(match[0])[1:-1], part.text)
                yield Segment(text, part.style)

    def on_broken_pipe(self) -> NoReturn:
        """Nobody reads any more."""
        raise BrokenPipeError


console = SafeConsole(highlight=False, emoji=False)
errors = SafeConsole(stderr=True, highlight=False, emoji=False)


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

    text = json.dumps(values, default=plain, ensure_ascii=not _knows_unicode(sys.stdout))
    text = _CONTROLS.sub(lambda match: f"\\u{ord(match[0]):04x}", text)
    sys.stdout.write(text + "\n")


def _knows_unicode(stream: Any) -> bool:
    return (getattr(stream, "encoding", None) or "").lower().replace("-", "").startswith("utf")


def print_error(error: Exception | str) -> None:
    """Print an error; square brackets in it are text, not markup."""
    errors.print(f"[red]Error:[/red] {escape(str(error))}", soft_wrap=True)


def run() -> None:
    """Run the command line; errors become one sentence and exit code 2."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        code = _run()
        sys.stdout.flush()
    except BrokenPipeError:
        code = PIPE_CLOSED
        _give_up_output()
    except OSError as error:
        code = FAILED
        where = f" {error.filename}" if error.filename else ""
        print_error(f"cannot read or write{where}: {reason(error)}")
        _give_up_output()
    sys.exit(code)


def _run() -> int | str | None:
    """The exit code of the command."""
    try:
        app()
    except SystemExit as end:
        return end.code
    except TripleDrawError as error:
        print_error(error)
        return FAILED
    except MemoryError:
        print_error(
            "there is not enough memory for this; close other programs, or ask for something "
            "smaller"
        )
        return FAILED
    except KeyboardInterrupt:
        errors.print("Stopped.")
        return INTERRUPTED
    return 0


def _give_up_output() -> None:
    """Let nothing that is still to be written fail again when the program ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.close(nowhere)


def progress_bar(what: str) -> Progress:
    """A bar on the error stream that says how much of `what` is done, and the time left."""
    return Progress(
        TextColumn(what),
        BarColumn(),
        TextColumn("{task.completed:.0f}/{task.total:.0f}"),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
        console=errors,
        transient=True,
    )
