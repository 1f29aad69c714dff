"""The trainer as a process of its own, for as long as a benchmark takes; on this machine alone."""

import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen


@dataclass(frozen=True)
class Server:
    """A running trainer: its address, its process, and where it keeps its data."""

    address: str
    process: int
    directory: Path


@contextmanager
def served(
    solution: str | None, prepare: Callable[[Path], None] = lambda data: None
) -> Iterator[Server]:
    """Start the trainer with a history of its own, and end it again.

    Args:
        solution: directory or name; the newest if None.
        prepare: fills the data directory before the start.
    """
    with tempfile.TemporaryDirectory() as data:
        prepare(Path(data))
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        command = ["trainer", "--no-browser", "--port", str(port), "--data-dir", data]
        if solution:
            command += ["--solution", solution]
        process = subprocess.Popen(
            [sys.executable, "-c", "from trainer.cli import main; main()", *command],
            stdout=subprocess.DEVNULL,
        )
        try:
            address = f"http://127.0.0.1:{port}"
            _wait_for(f"{address}/assets/keys.js")
            yield Server(address, process.pid, Path(data))
        finally:
            process.terminate()
            process.wait(20)


def _wait_for(address: str) -> None:
    ends = time.monotonic() + 60
    while True:
        try:
            urlopen(address, timeout=5).close()
            return
        except URLError:
            if time.monotonic() > ends:
                raise
            time.sleep(0.1)
