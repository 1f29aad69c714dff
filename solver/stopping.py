"""How long work tells how far it is, and how it is stopped from outside.

Whoever begins the work says by whom it may be stopped; its loops look whether that has come,
however deep below they are:

    with stoppable(page.gone):
        solution.advise(hand, history)
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

Report = Callable[[int, int], bool | None]
"""Told how far work is, in steps done and all steps; True ends it there.

Work that means something when it is cut short returns that and says that it is not finished; any
other raises `Stopped`.
"""


class Stopped(Exception):
    """The work was stopped before it was done; nobody waits for it."""


_asked: ContextVar[Callable[[], bool] | None] = ContextVar("asked", default=None)


@contextmanager
def stoppable(asked: Callable[[], bool]) -> Iterator[None]:
    """Let the work inside be stopped, as far as it is done in the same thread.

    Args:
        asked: whether it is to stop; called often.
    """
    token = _asked.set(asked)
    try:
        yield
    finally:
        _asked.reset(token)


def stop_if_asked() -> None:
    """Stop here if that is asked for; loops that may take long call it now and then.

    Raises:
        Stopped: it is.
    """
    asked = _asked.get()
    if asked is not None and asked():
        raise Stopped


def tell(report: Report | None, done: int, steps: int) -> None:
    """Tell how far work is that means nothing when it is cut short.

    Args:
        report: told; nobody is if None.
        done: steps done.
        steps: all of them.

    Raises:
        Stopped: the work is to end here.
    """
    if report is not None and report(done, steps):
        raise Stopped
