"""`tripledraw trainer`: the trainer in the browser."""

import importlib.util
import socket
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from solver.cli.app import app, console, example
from solver.errors import ConfigurationError
from trainer.workspace import Workspace

PORT = 8273
"""First port that is tried: "tripledraw" is 2-7."""

_PORTS = 20


@app.command(epilog=example("tripledraw trainer", "tripledraw trainer --port 9000 --no-browser"))
def trainer(
    port: Annotated[
        int | None,
        typer.Option(min=1, max=65535, help=f"Port; the first free one from {PORT} by default."),
    ] = None,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open the browser.")
    ] = True,
    data_dir: Annotated[
        Path | None,
        typer.Option(
            help="Where score and settings are kept; the user's data directory by default."
        ),
    ] = None,
    solution: Annotated[
        Path | None,
        typer.Option(help="Directory or name of a solution; that of the settings by default."),
    ] = None,
    host: Annotated[
        str, typer.Option(help="Network interface; any other than this machine wants a password.")
    ] = "127.0.0.1",
) -> None:
    """Train in the browser: decisions at a card table, graded at once.

    The page is served by this machine for this machine; nothing is fetched from anywhere else.
    """
    if importlib.util.find_spec("nicegui") is None:
        raise ConfigurationError(
            "the browser trainer needs NiceGUI, which is not installed; install it with "
            "`pip install 'tripledraw[web]'`"
        )
    from trainer.web.app import Address, serve

    address = Address(host, _free_port(host, port))
    with Workspace(solution, data_dir) as workspace:
        for notice in workspace.notices:
            console.print(f"[yellow]{escape(notice)}[/yellow]")
        console.print(
            f"Solution [bold]{escape(workspace.name)}[/bold], exploitability "
            f"{workspace.solution.exploitability:.1f} mbb/g inside its abstraction.\n"
            f"Trainer at [bold]http://{host}:{address.port}[/bold]; Ctrl-C ends it."
        )
        serve(workspace, address, browser)


def _free_port(host: str, wanted: int | None) -> int:
    """The port wanted, or the first free one.

    Raises:
        ConfigurationError: it is taken, or the host is none of this machine.
    """
    ports = range(PORT, PORT + _PORTS) if wanted is None else (wanted,)
    for port in ports:
        try:
            with socket.create_server((host, port)):
                return port
        except OSError as error:
            reason = error
    raise ConfigurationError(
        f"cannot listen at {host} port {', '.join(map(str, ports))} ({reason.strerror or reason}); "
        "choose another one with --port"
    )
