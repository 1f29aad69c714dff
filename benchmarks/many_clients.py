"""Many players at once: how long their answers take, and whether all of them are kept.

Every client opens the drill page as a browser does, with a socket of its own, and answers one spot
after another. It ends by itself. Needs the extra `test` and a solution:

    python -m benchmarks.many_clients [--clients 50] [--seconds 60] [--think 3] [--solution NAME]
"""

import argparse
import asyncio
import random
import re
import sqlite3
import time
import uuid
from dataclasses import dataclass, field

import aiohttp
import psutil
import socketio

from benchmarks.served import Server, served
from trainer.records.database import FILE

_PATIENCE = 10.0
"""Seconds after which a page that says nothing has failed."""


@dataclass
class Times:
    """Seconds from a click to what comes of it, and what went wrong."""

    opened: list[float] = field(default_factory=list)
    answered: list[float] = field(default_factory=list)
    asked: list[float] = field(default_factory=list)
    told: list[float] = field(default_factory=list)
    silent: int = 0
    lost: int = 0


class Browser:
    """One page, as far as its elements and their clicks go."""

    def __init__(self, http: aiohttp.ClientSession, address: str):
        self._http, self._address = http, address
        self._elements: dict[str, dict] = {}
        self._changed = asyncio.Event()
        self._socket = socketio.AsyncClient(http_session=http, reconnection=False)
        self._socket.on("update", self._update)
        self._client = ""

    async def open(self) -> None:
        """Fetch the page and open its socket."""
        async with self._http.get(f"{self._address}/drill") as response:
            page = await response.text()
        found = re.search(r"'client_id': '([0-9a-f-]+)'", page)
        assert found is not None
        self._client = found.group(1)
        query = {
            "client_id": self._client,
            "next_message_id": "0",
            "implicit_handshake": "true",
            "document_id": str(uuid.uuid4()),
            "tab_id": str(uuid.uuid4()),
        }
        text = "&".join(f"{name}={value}" for name, value in query.items())
        await self._socket.connect(
            f"{self._address}?{text}",
            socketio_path="/_nicegui_ws/socket.io",
            transports=["websocket"],
            wait_timeout=60,
        )

    async def close(self) -> None:
        """Leave the page."""
        await self._socket.disconnect()

    def _update(self, elements: dict[str, dict | None]) -> None:
        for number, element in elements.items():
            if element is None:
                self._elements.pop(number, None)
            elif number != "_id":
                self._elements[number] = element
        self._changed.set()

    def having(self, style: str) -> list[str]:
        """Numbers of the elements of a style."""
        return [n for n, one in self._elements.items() if style in one.get("class", ())]

    def answers(self) -> list[str]:
        """Buttons that answer and can be clicked."""
        return [
            number
            for number in self.having("answer")
            if "answer-next" not in self._elements[number]["class"]
            and not self._elements[number].get("props", {}).get("disable")
        ]

    async def click(self, number: str) -> None:
        """Click a button."""
        [listener] = [e for e in self._elements[number]["events"] if e["type"] == "click"]
        event = {"id": int(number), "client_id": self._client, "args": []}
        await self._socket.emit("event", event | {"listener_id": listener["listener_id"]})

    async def until(self, *looks) -> int | None:
        """Which of some things comes first; None if none of them comes."""
        ends = time.monotonic() + _PATIENCE
        while True:
            for number, look in enumerate(looks):
                if look():
                    return number
            self._changed.clear()
            try:
                await asyncio.wait_for(self._changed.wait(), ends - time.monotonic())
            except TimeoutError:
                return None


async def play(browser: Browser, ends: float, think: float, times: Times) -> None:
    """Answer until the time is over; not all players come in the same moment."""
    await asyncio.sleep(random.uniform(0, 3 * think))
    begun = time.monotonic()
    await browser.open()
    if await browser.until(browser.answers) is None:
        times.silent += 1
        return
    times.opened.append(time.monotonic() - begun)
    while time.monotonic() < ends:
        await asyncio.sleep(random.uniform(0, 2 * think))
        for click, wanted, kept in (
            (browser.answers, lambda: browser.having("verdict"), times.answered),
            (lambda: browser.having("answer-next"), browser.answers, times.asked),
        ):
            begun = time.monotonic()
            await browser.click(random.choice(click()))
            came = await browser.until(wanted, lambda: browser.having("notice-error"))
            if came is None:
                times.silent += 1
                return
            if came:
                times.told.append(time.monotonic() - begun)
                return
            kept.append(time.monotonic() - begun)
    await browser.close()


async def all_at_once(server: Server, clients: int, seconds: float, think: float) -> Times:
    """All clients for some time."""
    times = Times()
    ends = time.monotonic() + seconds
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as http:

        async def one() -> None:
            try:
                await play(Browser(http, server.address), ends, think, times)
            except (socketio.exceptions.SocketIOError, aiohttp.ClientError):
                times.lost += 1

        await asyncio.gather(*(one() for _ in range(clients)))
    return times


def report(times: Times, server: Server) -> None:
    """Print what was measured."""
    for name, values in (
        ("page open", times.opened),
        ("click to feedback", times.answered),
        ("click to next spot", times.asked),
    ):
        if values:
            ordered = sorted(values)
            shares = [ordered[int(share * (len(ordered) - 1))] for share in (0.5, 0.95, 1)]
            told = ", ".join(f"{1000 * one:.0f}" for one in shares)
            print(f"{name}: {len(values)}; median, 95th percentile, slowest: {told} ms")
    with sqlite3.connect(server.directory / FILE) as database:
        [[stored]] = database.execute("SELECT count(*) FROM decisions")
    process = psutil.Process(server.process)
    memory, spent = process.memory_info().rss / 2**20, process.cpu_times()
    # The event loop runs in the first thread, where it draws; everybody waits for it.
    [loop] = [thread for thread in process.threads() if thread.id == process.pid]
    clicks = max(len(times.answered) + len(times.asked), 1)
    print(
        f"processor time a click, the server's start included: "
        f"{1000 * (spent.user + spent.system) / clicks:.0f} ms, "
        f"{1000 * (loop.user_time + loop.system_time) / clicks:.0f} ms of it on the event loop"
    )
    print(
        f"answers given {len(times.answered)}, stored {stored}; errors told {len(times.told)}, "
        f"pages silent for {_PATIENCE:g} s {times.silent}, sockets lost {times.lost}; "
        f"server {memory:.0f} MiB"
    )


def main() -> None:
    """Serve, answer, print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--solution", help="directory or name; the newest by default")
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--think", type=float, default=3.0, help="mean seconds before an answer")
    options = parser.parse_args()
    with served(options.solution) as server:
        times = asyncio.run(all_at_once(server, options.clients, options.seconds, options.think))
        report(times, server)


if __name__ == "__main__":
    main()
