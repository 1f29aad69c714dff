"""Starts the `tripledraw` command.

The command itself takes most of a second to import. What may happen meanwhile, Ctrl-C or an output
that the caller has closed, is taken care of here, so nothing else is imported before. Until Python
itself has started, some hundredths of a second, Ctrl-C is its own to report.
"""

import os
import signal
import sys

INTERRUPTED = 128 + signal.SIGINT


def main() -> None:
    """Run the command line."""
    before = signal.getsignal(signal.SIGINT)
    heard = callable(before)  # not where the caller has said to ignore it
    if heard:
        signal.signal(signal.SIGINT, _stop)
    _open_streams()
    try:
        from trainer.cli import main as run
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] in ("solver", "trainer"):
            raise
        sys.exit(f"{error.name} is missing; the command needs: pip install 'tripledraw[app]'")

    try:
        signal.signal(signal.SIGINT, before)
        run()
    except KeyboardInterrupt:  # before the command is ready for it, or after it
        _stop()
    finally:
        if heard:
            signal.signal(signal.SIGINT, _stop)


def _stop(*_: object) -> None:
    """Leave at once: an exception in an import, or when Python ends, may become another one."""
    try:
        os.write(2, b"Stopped.\n")
    finally:  # Standard error may be closed, too.
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
