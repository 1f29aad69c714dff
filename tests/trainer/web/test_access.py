"""The guards of the server, one by one."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

import pytest

from trainer.web import access
from trainer.web.access import LimitedBodies, OwnHostOnly, Password, is_local

NAMES = {"localhost", "127.0.0.1", "::1"}


@dataclass
class Asked:
    """What came of one request."""

    sent: list[dict[str, Any]] = field(default_factory=list)

    @property
    def status(self) -> int:
        return self.sent[0]["status"]

    @property
    def headers(self) -> dict[bytes, bytes]:
        return dict(self.sent[0]["headers"])


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Reads the whole body and answers with its length; accepts every socket."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.accept"})
        return
    length, more = 0, True
    while more:
        message = await receive()
        length += len(message["body"])
        more = message["more_body"]
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": str(length).encode()})


async def ask(
    guard: Any,
    headers: Mapping[str, str],
    body: tuple[bytes, ...] = (b"",),
    method: str = "GET",
    path: str = "/drill",
    kind: str = "http",
) -> Asked:
    parts = list(body)
    asked = Asked()

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": parts.pop(0), "more_body": bool(parts)}

    async def send(message: dict[str, Any]) -> None:
        asked.sent.append(message)

    raw = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    await guard({"type": kind, "method": method, "path": path, "headers": raw}, receive, send)
    return asked


@pytest.mark.parametrize(
    ("host", "local"),
    [
        ("localhost", True),
        ("127.0.0.1", True),
        ("127.1.2.3", True),
        ("::1", True),
        ("0.0.0.0", False),
        ("192.168.1.4", False),
        ("::", False),
        ("example.org", False),
    ],
)
def test_what_only_this_machine_can_reach(host: str, local: bool):
    assert is_local(host) is local


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "127.0.0.1:8273"}, 200),
        ({"Host": "LOCALHOST:8273"}, 200),
        ({"Host": "[::1]:8273", "Origin": "http://[::1]:8273"}, 200),
        ({"Host": "evil.example"}, 403),
        ({"Host": "127.0.0.1.evil.example:8273"}, 403),
        ({}, 403),
        ({"Host": "127.0.0.1:8273", "Origin": "http://evil.example"}, 403),
        ({"Host": "127.0.0.1:8273", "Origin": "null"}, 403),
        ({"Host": "127.0.0.1:8273", "Origin": "http://127.0.0.1:9999"}, 403),
    ],
)
async def test_only_our_own_addresses(headers: dict[str, str], status: int):
    guard = OwnHostOnly(application, NAMES)
    assert (await ask(guard, headers)).status == status
    socket = await ask(guard, headers, kind="websocket")
    accepted = socket.sent[0]["type"] == "websocket.accept"
    assert accepted is (status == 200)


async def test_with_a_password_any_name_may_lead_here():
    guard = OwnHostOnly(application, None)
    assert (await ask(guard, {"Host": "table.example"})).status == 200
    foreign = {"Host": "table.example", "Origin": "http://evil.example"}
    assert (await ask(guard, foreign)).status == 403


@pytest.mark.parametrize(
    ("headers", "body", "status"),
    [
        ({}, (b"x" * 10,), 200),
        ({"Content-Length": "10"}, (b"x" * 10,), 200),
        ({"Content-Length": "11"}, (b"",), 413),
        ({"Content-Length": "-1"}, (b"",), 413),
        ({}, (b"x" * 6, b"x" * 6), 413),
    ],
)
async def test_bodies_are_limited(headers: dict[str, str], body: tuple[bytes, ...], status: int):
    asked = await ask(LimitedBodies(application, 10), headers, body, "POST")
    assert asked.status == status


async def test_pages_may_load_nothing_from_elsewhere():
    asked = await ask(LimitedBodies(application), {})
    policy = asked.headers[b"content-security-policy"].decode()
    assert "default-src 'self'" in policy
    assert "http" not in policy
    assert "*" not in policy


async def test_the_password(monkeypatch: pytest.MonkeyPatch):
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr(access.asyncio, "sleep", sleep)
    guard = Password(application, "drei Züge & mehr")
    assert (await ask(guard, {})).status == 401
    assert (await ask(guard, {}, kind="websocket")).sent[0]["type"] == "websocket.close"
    assert (await log_in(guard, "zwei")).status == 401
    assert waited == [1.0]
    asked = await log_in(guard, "drei Züge & mehr")
    assert asked.status == 303
    cookie = asked.headers[b"set-cookie"].decode()
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    known = {"Cookie": cookie.partition(";")[0]}
    assert (await ask(guard, known)).status == 200
    assert (await ask(guard, known, kind="websocket")).sent[0]["type"] == "websocket.accept"


@pytest.mark.parametrize("cookie", ["tripledraw=guess", "tripledraw=", "tripledraw=ü", "=;;="])
async def test_guessed_cookies(cookie: str):
    guard = Password(application, "secret")
    assert (await ask(guard, {"Cookie": cookie})).status == 401


async def test_another_run_has_another_cookie():
    cookie = (await log_in(Password(application, "secret"), "secret")).headers[b"set-cookie"]
    known = {"Cookie": cookie.decode().partition(";")[0]}
    assert (await ask(Password(application, "secret"), known)).status == 401


async def log_in(guard: Password, password: str) -> Asked:
    body = urlencode({"password": password}).encode()
    return await asyncio.wait_for(
        ask(guard, {}, (body[:5], body[5:]), "POST", access.LOGIN), timeout=5
    )
