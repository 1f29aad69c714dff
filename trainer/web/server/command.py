"""`tripledraw trainer`: the trainer in the browser."""

import importlib.util
import os
import socket
import sys
from typing import Annotated

import typer
from rich.markup import escape

from solver.cli.app import app, console, example
from solver.errors import ConfigurationError
from trainer.options import DataDirectoryOption, SolutionOption
from trainer.workspace import Workspace

PORT = 8273
"""First port that is tried: "tripledraw" is 2-7."""

_PORTS = 20

PASSWORD = "TRIPLEDRAW_PASSWORD"
"""Environment variable that holds the password where nobody can be asked."""


@app.command(epilog=example("tripledraw trainer", "tripledraw trainer --port 9000 --no-browser"))
def trainer(
    port: Annotated[
        int | None,
        typer.Option(min=1, max=65535, help=f"Port; the first free one from {PORT} by default."),
    ] = None,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open the browser.")
    ] = True,
    data_dir: DataDirectoryOption = None,
    solution: SolutionOption = None,
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
    from trainer.web.server.access import is_local
    from trainer.web.server.app import Address, serve

    address = Address(host, _free_port(host, port), None if is_local(host) else _password(host))
    with Workspace(solution, data_dir) as workspace:
        for notice in workspace.notices:
            console.print(f"[yellow]{escape(notice)}[/yellow]")
        console.print(
            f"Solution [bold]{escape(workspace.name)}[/bold], {workspace.strength}.\n"
            f"Trainer at [bold]http://{host}:{address.port}[/bold]; Ctrl-C ends it."
        )
        serve(workspace, address, browser)


def _password(host: str) -> str:
    """The password that other machines will have to give: asked for, never on the command line.

    Raises:
        ConfigurationError: none is given.
    """
    password = os.environ.get(PASSWORD)
    if password is None and sys.stdin.isatty():
        password = typer.prompt(f"Password for {host}", hide_input=True, confirmation_prompt=True)
    if not password:
        raise ConfigurationError(
            f"at {host} other machines can reach the trainer, so it needs a password; type one "
            f"when asked, or put it into the environment as {PASSWORD}"
        )
    return password


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
