"""Starts the `tripledraw` command.

The command itself takes most of a second to import. What may happen meanwhile, Ctrl-C or an output
that the caller has closed, is taken care of here, so nothing else is imported before.
"""

import os
import signal
import sys
from typing import Any

INTERRUPTED = 128 + signal.SIGINT


def main() -> None:
    """Run the command line."""
    _open_streams()
    before = signal.getsignal(signal.SIGINT)
    if callable(before):  # not where the caller has said to ignore it
        signal.signal(signal.SIGINT, _stop)
    from trainer.cli import main as run

    signal.signal(signal.SIGINT, before)
    run()


def _stop(number: int, frame: Any) -> None:
    """Leave at once: an exception in the middle of an import may become another one."""
    os.write(2, b"Stopped.\n")
    os._exit(INTERRUPTED)


def _open_streams() -> None:
    """Let no file be opened in the place of a stream that the caller has closed.

    What is written to it is lost, and nothing can be read from it.
    """
    for descriptor, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            opened = os.open(os.devnull, os.O_RDWR)
            if opened != descriptor:
                os.dup2(opened, descriptor)
                os.close(opened)
            mode = "w" if descriptor else "r"
            setattr(sys, name, os.fdopen(descriptor, mode, encoding="utf-8", closefd=False))


if __name__ == "__main__":
    main()
