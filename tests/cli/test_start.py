"""Ctrl-C at any moment between Python's start and its end: one word, and no traceback.

`tests/faults/interrupts.py` presses Ctrl-C by the clock, all over the life of commands.
"""

import subprocess
import sys

import pytest

PRESS = """
import atexit, os, signal, sys

def press(*_):
    os.kill(os.getpid(), signal.SIGINT)

class Importing:
    def find_spec(self, name, path=None, target=None):
        if name == {name!r}:
            press()

sys.argv = ["tripledraw", "rank", "7c5d4h3s2c"]
signal.signal(signal.SIGINT, signal.default_int_handler)
"""
START = "\nimport tripledraw\ntripledraw.main()\n"


def pressed(when: str, name: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", PRESS.format(name=name) + when + START],
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    "name", ["trainer.cli", "solver", "numpy", "typer", "rich", "pydantic", "trainer.web"]
)
def test_while_the_command_is_imported(name: str) -> None:
    ended = pressed("sys.meta_path.insert(0, Importing())", name)
    assert (ended.returncode, ended.stdout, ended.stderr) == (130, "", "Stopped.\n")


def test_before_the_command_listens() -> None:
    ended = pressed("import trainer.cli; trainer.cli.main = press")
    assert (ended.returncode, ended.stdout, ended.stderr) == (130, "", "Stopped.\n")


def test_while_python_ends() -> None:
    ended = pressed("atexit.register(press)")
    assert (ended.returncode, ended.stderr) == (130, "Stopped.\n")
    assert "class 1 of 7462" in ended.stdout


def test_not_where_the_caller_has_said_to_ignore_it() -> None:
    """Such as a shell that has started it in the background."""
    ignore = "signal.signal(signal.SIGINT, signal.SIG_IGN); atexit.register(press); "
    ended = pressed(ignore + "sys.meta_path.insert(0, Importing())", "numpy")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "class 1 of 7462" in ended.stdout
