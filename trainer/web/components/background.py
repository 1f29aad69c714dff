"""Work beside the event loop, so that nobody waits for what somebody else has asked for.

The event loop serves everybody. Whatever may take more than some milliseconds on it (files and the
database, solving, reading hand histories) is done in threads, of which each kind of work has its
own. A queue that grows without end answers nobody, so each has an end, and so has the time that
work may wait in it: after that the player is told.
"""

import asyncio
import os
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from threading import Lock
from typing import ParamSpec, TypeVar

from nicegui import Client, app, ui

from solver.errors import TripleDrawError
from solver.stopping import Stopped, stop_if_asked, stoppable

P = ParamSpec("P")
T = TypeVar("T")

PATIENCE = 5.0
"""Seconds that work waits for its turn."""

OUT_OF_TOUCH = 5.0
"""Seconds without the browser after which a page has gone, as far as work for it is concerned. A
browser that has lost its connection for a moment is back sooner."""


class BusyError(TripleDrawError):
    """Too much is asked for at once; nothing of this was done."""


class Workers:
    """Threads for one kind of work, with a queue that has an end.

    Args:
        name: of the threads.
        threads: how many.
        places: how much work there may be, waiting or being done.
        patience: seconds that work waits for its turn.
    """

    def __init__(self, name: str, threads: int, places: int, patience: float = PATIENCE):
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._places = places
        self._patience = patience
        self._taken = 0
        self._mutex = Lock()

    async def run(self, work: Callable[[], T]) -> T:
        """Have work done.

        Raises:
            BusyError: there is no place in the queue, or its turn has not come in time.
        """
        begun = False

        def begin() -> T:
            nonlocal begun
            begun = True
            return work()

        with self._mutex:
            if self._taken == self._places:
                raise _busy()
            self._taken += 1
        job = self._pool.submit(begin)
        job.add_done_callback(self._leave)
        result = asyncio.wrap_future(job)
        await asyncio.wait({result}, timeout=self._patience)
        if not begun and job.cancel():
            raise _busy()
        return await result

    def _leave(self, _: Future[T]) -> None:
        with self._mutex:
            self._taken -= 1


def _busy() -> BusyError:
    return BusyError(
        "the trainer has more to do than it can, and has left this out; try again in a moment"
    )


_DISK = Workers("disk", 8, 400)
_COMPUTING = Workers("computing", os.cpu_count() or 1, 100)
_LONG = Workers("long", 2, 40)


async def on_disk(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Do what reads or writes files or the database; it is finished once it has begun.

    Raises:
        BusyError: too much of it is asked for; nothing was done.
        CancelledError: the page was closed meanwhile.
    """
    return await _for_page(_DISK, partial(work, *args, **kwargs), stops=False)


async def moved(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Do what computes and changes something on the way: it is finished once it has begun.

    Raises:
        BusyError: too much of it is asked for; nothing was done.
        CancelledError: the page was closed meanwhile.
    """
    return await _for_page(_COMPUTING, partial(work, *args, **kwargs), stops=False)


async def computed(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Do what reads or solves strategies; it is stopped when the page has gone.

    Raises:
        BusyError: too much of it is asked for, or the page was out of touch too long.
        CancelledError: the page was closed meanwhile.
    """
    return await _for_page(_COMPUTING, partial(work, *args, **kwargs), stops=True)


async def at_length(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Do what may take minutes, a few at a time; it is stopped when the page has gone.

    Raises:
        BusyError: too much of it is asked for, or the page was out of touch too long.
        CancelledError: the page was closed meanwhile.
    """
    return await _for_page(_LONG, partial(work, *args, **kwargs), stops=True)


async def _for_page(workers: Workers, work: Callable[[], T], *, stops: bool) -> T:
    """Do work for the page in whose context this is called; whoever closes it wants no answer."""
    presence = Presence(ui.context.client)

    def begin() -> T:
        with stoppable(presence.gone):
            stop_if_asked()
            return work()

    try:
        result = await workers.run(begin if stops else work)
    except Stopped:
        if not presence.closed:
            raise BusyError(
                "the browser was out of touch, so this was left out; ask for it again"
            ) from None
        raise asyncio.CancelledError from None
    if presence.closed:
        raise asyncio.CancelledError
    return result


class Presence:
    """Whether a page is still looked at.

    Args:
        client: the page.
        clock: seconds.
    """

    def __init__(self, client: Client, clock: Callable[[], float] = time.monotonic):
        self._client = client
        self._clock = clock
        self._seen = clock()

    @property
    def closed(self) -> bool:
        """Whether nobody will ever look at it again."""
        return self._client.is_deleted or app.is_stopping

    def gone(self) -> bool:
        """Whether it is closed or has been out of touch for a while."""
        if self._client.has_socket_connection:
            self._seen = self._clock()
        return self.closed or self._clock() - self._seen > OUT_OF_TOUCH
