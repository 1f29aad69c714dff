"""The server as others meet it: other sites, requests that make no sense, fifty players at once."""

import asyncio
import http.client
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import aiohttp
import pytest
from trainer_server import Server, running

from benchmarks import many_clients
from benchmarks.many_clients import Browser
from trainer.records.database import FILE

CLIENTS = 50
FOREIGN = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"}


@pytest.fixture(scope="module")
def server(solution_directory: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(solution_directory, tmp_path_factory.mktemp("data")) as started:
        yield started


def ask(server: Server, path: str, headers: dict[str, str], **request: object) -> int:
    """Status of the answer to a request."""
    connection = http.client.HTTPConnection(urlsplit(server.address).netloc, timeout=300)
    connection.request(request.pop("method", "GET"), path, headers=headers, **request)
    status = connection.getresponse().status
    connection.close()
    return status


def sessions(server: Server) -> int:
    with sqlite3.connect(server.directory / FILE) as database:
        [[count]] = database.execute("SELECT count(*) FROM sessions")
    return int(count)


def test_another_site_begins_nothing(server: Server):
    before = sessions(server)
    for number in range(40):
        query = f"history=rc+21+bc+11+kk+11&hands=x{number}"
        assert ask(server, f"/drill?{query}", FOREIGN) == 403
    assert sessions(server) == before
    assert ask(server, "/assets/keys.js", {}) == 200


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "["}, 400),
        ({"Host": "evil.example"}, 400),
        ({"Origin": "http://["}, 403),
        ({"Origin": "http://evil.example"}, 403),
        ({"Content-Length": "99999999999"}, 413),
    ],
)
def test_requests_that_make_no_sense(server: Server, headers: dict[str, str], status: int):
    assert ask(server, "/help", headers) == status
    assert ask(server, "/help", {}) == 200


@pytest.mark.parametrize(
    ("kind", "body", "status"),
    [
        ("application/x-www-form-urlencoded", b"file=text", 415),
        (
            "multipart/form-data; boundary=x",
            b'--x\r\nContent-Disposition: form-data; name="file"\r\n\r\ntext\r\n--x--\r\n',
            400,
        ),
    ],
)
async def test_a_form_without_a_file(server: Server, kind: str, body: bytes, status: int):
    async with aiohttp.ClientSession() as session:
        async with session.get(f"{server.address}/review") as response:
            page = await response.text()
        place = page.index("/_nicegui/client/")
        address = page[place : page.index('"', place)].removesuffix("\\")
        async with session.post(
            server.address + address, data=body, headers={"Content-Type": kind}
        ) as response:
            assert response.status == status
            assert "file" in await response.text()


async def test_of_fifty_players_at_once_no_answer_is_lost(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(many_clients, "_PATIENCE", 300.0)
    before = decisions(server)

    async def answer_one(session: aiohttp.ClientSession) -> int:
        """How many answers got their feedback; one that is told that it was not kept has none."""
        browser = Browser(session, server.address)
        await browser.open()
        while True:
            came = await browser.until(browser.answers, lambda: browser.having("answer-next"))
            if came == 0:
                break
            assert came == 1  # Too much at once: the page says so and offers to try again.
            await browser.click(browser.having("answer-next")[0])
            await asyncio.sleep(1)
        await browser.click(browser.answers()[0])
        came = await browser.until(
            lambda: browser.having("verdict"), lambda: browser.having("notice-error")
        )
        await browser.close()
        return int(came == 0)

    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:
        given = sum(await asyncio.gather(*(answer_one(session) for _ in range(CLIENTS))))
    assert given > 0
    assert decisions(server) - before == given


def decisions(server: Server) -> int:
    with sqlite3.connect(server.directory / FILE) as database:
        [[count]] = database.execute("SELECT count(*) FROM decisions")
    return int(count)
