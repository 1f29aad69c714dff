"""Presses Ctrl-C at many moments of a command's life, and looks at what it says.

    python tests/faults/interrupts.py [--times 25] [-- rank 7c5d4h3s2c]

Signals are spread over as long as the command takes by itself. It must end as one that was
interrupted, or as if nothing had happened, and never with a traceback.
"""

import argparse
import signal
import subprocess
import sys
import time
from pathlib import Path

COMMANDS = ("rank 7c5d4h3s2c", "show", "solve --help", "advise --hand 2c3d4h7sKc --history rc")


def interrupted(command: list[str], seconds: float) -> str:
    """What became of a command to which Ctrl-C came after some time."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    last = said.strip().rpartition("\n")[2]
    return f"code {process.returncode}" + (f", {last!r}" if last else "") + _mark(said)


def _mark(said: str) -> str:
    return "  <- TRACEBACK" if "Traceback" in said or "Exception" in said else ""


def main() -> None:
    """Interrupt, and print what came of it how often, with the times in seconds."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--times", type=int, default=25)
    parser.add_argument("command", nargs="*", help="of tripledraw; some by default")
    options = parser.parse_args()
    # A process in the background ignores Ctrl-C, and so would those that it starts.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    program = str(Path(sys.executable).with_name("tripledraw"))
    for words in [options.command] if options.command else map(str.split, COMMANDS):
        command = [program, *words]
        begun = time.monotonic()
        subprocess.run(command, capture_output=True, check=False)
        whole = time.monotonic() - begun
        found: dict[str, list[float]] = {}
        for number in range(options.times):
            after = number / options.times * whole
            found.setdefault(interrupted(command, after), []).append(after)
        print(f"{' '.join(words)} ({whole:.2f} s)", flush=True)
        for what, times in sorted(found.items(), key=lambda one: one[1]):
            print(f"  {times[0]:.2f} to {times[-1]:.2f}, {len(times)} times: {what}", flush=True)


if __name__ == "__main__":
    main()
