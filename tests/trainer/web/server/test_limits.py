"""What requests may bring, and what answers let the browser load."""

from typing import Any

import pytest
from asked import application, ask

from trainer.web.server.limits import LARGEST_TEXT, FilesOnly, LimitedBodies

FILES = {"Content-Type": "multipart/form-data; boundary=x"}


@pytest.mark.parametrize(
    ("headers", "body", "status"),
    [
        ({}, (b"x" * 10,), 200),
        ({"Content-Length": "10"}, (b"x" * 10,), 200),
        ({"Content-Length": "11"}, (b"",), 413),
        ({"Content-Length": "-1"}, (b"",), 413),
        ({"Content-Length": "²"}, (b"",), 413),
        ({}, (b"x" * 6, b"x" * 6), 413),
    ],
)
async def test_bodies_are_limited(headers: dict[str, str], body: tuple[bytes, ...], status: int):
    asked = await ask(LimitedBodies(application, 10), FILES | headers, body, "POST")
    assert asked.status == status


async def test_what_is_no_file_is_small():
    guard = LimitedBodies(application)
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    large = (b"a=1&" * (LARGEST_TEXT // 4), b"a")
    assert (await ask(guard, form, large, "POST")).status == 413
    assert (await ask(guard, FILES, large, "POST")).status == 200


async def test_pages_may_load_nothing_from_elsewhere():
    asked = await ask(LimitedBodies(application), {})
    policy = asked.headers[b"content-security-policy"].decode()
    assert "default-src 'self'" in policy
    assert "http" not in policy
    assert "*" not in policy


async def test_refusals_have_our_headers_too():
    asked = await ask(LimitedBodies(application, 10), {"Content-Length": "99999999"})
    assert asked.status == 413
    assert b"content-security-policy" in asked.headers


UPLOAD = "/_nicegui/client/2f6a/upload/17"


async def test_only_files_where_files_are_sent():
    guard = FilesOnly(application)
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    assert (await ask(guard, form, (b"a=1",), "POST", UPLOAD)).status == 415
    assert (await ask(guard, {}, (b"a=1",), "POST", UPLOAD)).status == 415
    assert (await ask(guard, FILES, (b"a",), "POST", UPLOAD)).status == 200
    assert (await ask(guard, form, (b"a=1",), "POST", "/login")).status == 200


async def test_a_field_that_is_no_file():
    async def takes_files(scope: Any, receive: Any, send: Any) -> None:
        "text".filename  # noqa: B018

    asked = await ask(FilesOnly(takes_files), FILES, (b"a",), "POST", UPLOAD)
    assert asked.status == 400
    assert "send files only" in asked.text
