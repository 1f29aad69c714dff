"""Work beside the event loop: queue and waiting end, and nobody works for closed pages."""

import asyncio
import threading
from types import SimpleNamespace

import pytest
from nicegui import ui
from nicegui.testing import User
from web_pages import until

from solver.errors import TripleDrawError
from solver.stopping import Stopped, stop_if_asked, stoppable
from trainer.web.components import background
from trainer.web.components.background import (
    OUT_OF_TOUCH,
    BusyError,
    Presence,
    Workers,
    computed,
    on_disk,
)


async def test_work_is_done_in_another_thread():
    workers = Workers("test", 1, 1)
    assert await workers.run(threading.get_ident) != threading.get_ident()


async def test_errors_come_back_and_places_are_free_again():
    workers = Workers("test", 1, 1)
    for _ in range(3):
        with pytest.raises(ZeroDivisionError):
            await workers.run(lambda: 1 // 0)


async def test_the_queue_ends():
    workers, go_on = Workers("test", 1, 2), threading.Event()
    try:
        waiting = [asyncio.create_task(workers.run(lambda: go_on.wait(20))) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(BusyError, match="try again"):
            await workers.run(lambda: True)
    finally:
        go_on.set()
    assert await asyncio.gather(*waiting) == [True, True]
    assert await workers.run(lambda: 3) == 3


async def test_waiting_ends_and_what_was_left_out_is_never_done():
    workers, go_on, done = Workers("test", 1, 5, patience=0.05), threading.Event(), []
    first = asyncio.create_task(workers.run(lambda: go_on.wait(20)))
    await asyncio.sleep(0)
    try:
        with pytest.raises(BusyError, match="try again"):
            await workers.run(lambda: done.append(1))
    finally:
        go_on.set()
    assert await first is True  # What has begun is not given up.
    await workers.run(lambda: None)
    assert done == []


def test_a_page_has_gone_when_it_is_closed_or_out_of_touch():
    client = SimpleNamespace(is_deleted=False, has_socket_connection=False)
    now = 100.0
    presence = Presence(client, lambda: now)
    assert not presence.gone()  # It has not been opened yet.
    client.has_socket_connection = True
    now += 2 * OUT_OF_TOUCH
    assert not presence.gone()
    client.has_socket_connection = False
    now += OUT_OF_TOUCH / 2
    assert not presence.gone()
    now += OUT_OF_TOUCH
    assert presence.gone()
    assert not presence.closed
    client.has_socket_connection = client.is_deleted = True
    assert presence.gone()
    assert presence.closed


async def test_work_for_a_page_that_is_closed_stops(user: User):
    begun, ended = threading.Event(), threading.Event()

    def endless() -> None:
        begun.set()
        try:
            while True:
                stop_if_asked()
        finally:
            ended.set()

    await user.open("/help")
    client = user.client
    assert client is not None

    async def of_page() -> None:
        with client.content:
            await computed(endless)

    task = asyncio.create_task(of_page())
    await until(begun.is_set)
    client.delete()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert ended.is_set()


async def test_a_page_out_of_touch_is_told_what_was_left_out(
    user: User, monkeypatch: pytest.MonkeyPatch
):
    def stopped() -> None:
        raise Stopped

    await user.open("/help")
    assert user.client is not None
    with user.client.content, pytest.raises(BusyError, match="out of touch"):
        await computed(stopped)


def test_solving_stops_when_asked(small_solution):
    state = small_solution.state("rc 21 bc 11 kk 11")
    looks = 0

    def third() -> bool:
        nonlocal looks
        looks += 1
        return looks == 3

    with stoppable(third), pytest.raises(Stopped):
        small_solution.subgame(state)
    assert looks == 3


async def test_a_click_whose_work_fails_is_told_at_the_top(user: User):
    def wrong() -> None:
        raise TripleDrawError("the moon is full; wait")

    await user.open("/help")
    assert user.client is not None
    with user.client.content:
        ui.button("Try", on_click=lambda: on_disk(wrong))
    user.find("Try").click()
    await user.should_see("The moon is full; wait.")


async def test_a_fault_of_a_page_is_told_in_the_page(user: User, monkeypatch: pytest.MonkeyPatch):
    from trainer.web.pages import due

    def broken(*_: object) -> None:
        raise KeyError("sunk")

    monkeypatch.setattr(due.Schedule, "all", broken)
    await user.open("/due")
    await user.should_see("a fault of the program: KeyError, 'sunk'")
    monkeypatch.undo()
    await user.open("/due")
    await user.should_see("Nothing to repeat yet")


def test_the_queues_have_ends():
    for workers in (background._DISK, background._COMPUTING, background._LONG):
        assert workers._places < 1000
