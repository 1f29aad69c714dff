"""The trainer as a process of its own."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

_PATIENCE = 60.0


@dataclass(frozen=True)
class Server:
    """A running trainer: where it listens, and where it keeps its data."""

    address: str
    directory: Path


@contextmanager
def running(
    solution: Path, directory: Path, *options: str, host: str = "127.0.0.1", **environment: str
) -> Iterator[Server]:
    """Start ``tripledraw trainer`` and stop it again."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    arguments = ["--no-browser", "--port", str(port), "--solution", str(solution)]
    arguments += ["--data-dir", str(directory), "--host", host, *options]
    log = directory / "server.log"
    with log.open("w") as output:
        process = subprocess.Popen(
            [sys.executable, "-c", "from trainer.cli import main; main()", "trainer", *arguments],
            stdout=output,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            # The application would otherwise take itself for one that is being tested.
            env={k: v for k, v in os.environ.items() if k != "PYTEST_CURRENT_TEST"} | environment,
        )
    address = f"http://127.0.0.1:{port}"
    try:
        _wait(process, address, log)
        yield Server(address, directory)
    finally:
        process.terminate()
        process.wait(20)


def _wait(process: subprocess.Popen[bytes], address: str, log: Path) -> None:
    ends = time.monotonic() + _PATIENCE
    while time.monotonic() < ends and process.poll() is None:
        try:
            urlopen(f"{address}/assets/keys.js", timeout=5).close()
            return
        except URLError as error:
            if getattr(error, "code", None):  # It answers, if only to ask for the password.
                return
            time.sleep(0.1)
    raise AssertionError(f"the trainer did not start: {log.read_text()}")
