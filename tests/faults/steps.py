"""A save, step by step: every write, sync, rename, exchange and deletion can be made to fail."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from solver.storage import files

STEPS = ("make_folder", "write", "sync", "move", "exchange", "delete")
"""Functions of `solver.storage.files` through which everything goes that a save does."""


class Steps:
    """Counts the steps of what runs inside `watching`, and does something at one of them.

    Args:
        at: number of the step, the first is 0; none if left out.
        act: what to do there.
        after: do it after the step in place of before.
        exchanges: whether the system can exchange two names.
    """

    def __init__(
        self,
        at: int = -1,
        act: Callable[[], None] = lambda: None,
        *,
        after: bool = False,
        exchanges: bool = True,
    ):
        self.at, self.act, self.after, self.exchanges = at, act, after, exchanges
        self.names: list[str] = []

    @contextmanager
    def watching(self) -> Iterator["Steps"]:
        """Within the block steps are counted."""
        with pytest.MonkeyPatch.context() as patch:
            for name in STEPS:
                patch.setattr(files, name, self._watched(name, getattr(files, name)))
            yield self

    def _watched(self, name: str, step: Callable[..., Any]) -> Callable[..., Any]:
        def run(*arguments: Any) -> Any:
            number = len(self.names)
            self.names.append(name)
            if number == self.at and not self.after:
                self.act()
            cannot = name == "exchange" and not self.exchanges
            result = False if cannot else step(*arguments)
            if number == self.at and self.after:
                self.act()
            return result

        return run


def in_child(work: Callable[[], None]) -> int:
    """Run something in a copy of this process: exit code, or minus the signal."""
    child = os.fork()
    if child == 0:
        try:
            work()
            os._exit(0)
        except BaseException:
            os._exit(1)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def hidden(folder: Path) -> list[str]:
    """What nobody should find after the next start."""
    return [path.name for path in folder.rglob(".*")]
