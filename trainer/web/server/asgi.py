"""What the guards around the application share: names of ASGI's types, and short answers."""

from collections.abc import Awaitable, Callable, MutableMapping
from html import escape
from typing import Any

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]


def header(scope: Scope, name: bytes) -> str:
    """A header of a request; empty if it has none of that name."""
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), "")


async def refuse(scope: Scope, send: Send, status: int, text: str, link: str = "") -> None:
    """Say no to a request or a socket.

    Args:
        scope: of the request.
        send: where the answer goes.
        status: of HTTP.
        text: why, and what to do; one sentence.
        link: address of a page of ours that is offered instead.
    """
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008})
        return
    way = f'<p><a href="{escape(link)}">Open the trainer</a>' if link else ""
    await answer(
        send,
        status,
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>tripledraw</title>'
        f"<p>{escape(text)}{way}",
    )


async def answer(send: Send, status: int, page: str, *headers: tuple[bytes, bytes]) -> None:
    """Send a page."""
    body = page.encode()
    plain = (
        (b"content-type", b"text/html; charset=utf-8"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
    )
    await send({"type": "http.response.start", "status": status, "headers": [*plain, *headers]})
    await send({"type": "http.response.body", "body": body})
