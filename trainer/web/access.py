"""Who may talk to the server, how much they may send, and where their browsers may go.

Three layers around the application, as ASGI middleware: plain functions of a request's scope, so
that pages, files and the socket all pass through them.
"""

import asyncio
import hmac
import secrets
from collections.abc import Awaitable, Callable, Collection, MutableMapping
from html import escape
from http.cookies import CookieError, SimpleCookie
from ipaddress import ip_address
from typing import Any
from urllib.parse import parse_qs, urlsplit

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

LARGEST_BODY = 32 * 2**20
"""Bytes of a request: a year of hand histories, and no more."""

LOGIN = "/login"
_COOKIE = "tripledraw"
_PATIENCE = 1.0
"""Seconds that a wrong password costs."""

POLICY = (
    "default-src 'self' data: blob:; script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:; "
    "style-src 'self' 'unsafe-inline'; connect-src 'self'; form-action 'self'; "
    "frame-ancestors 'none'; base-uri 'self'"
)
"""What pages may load: only what this server has. NiceGUI starts pages with inline scripts."""

_HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"referrer-policy", b"same-origin"),
    (b"x-content-type-options", b"nosniff"),
)


def is_local(host: str) -> bool:
    """Whether only this machine can reach a host."""
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


class OwnHostOnly:
    """Refuses requests that other web sites make a browser send here.

    Without a password the name that a browser asked for must be this machine's, or a site whose
    name leads here (DNS rebinding) could read along. A socket must be opened by one of our pages.
    """

    def __init__(self, app: Application, names: Collection[str] | None):
        self._app = app
        self._names = names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on or refuse."""
        if scope["type"] in ("http", "websocket"):
            host = _header(scope, b"host")
            origin = _header(scope, b"origin")
            known = self._names is None or urlsplit(f"//{host}").hostname in self._names
            if not known or (origin and urlsplit(origin).netloc != host):
                await _refuse(scope, send, 403, "This address is not the trainer's own.")
                return
        await self._app(scope, receive, send)


class LimitedBodies:
    """Refuses bodies over a size, whether they say their length or not, and adds our headers."""

    def __init__(self, app: Application, largest: int = LARGEST_BODY):
        self._app = app
        self._largest = largest

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on what is small enough."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        length = _header(scope, b"content-length")
        if length and (not length.isdigit() or int(length) > self._largest):
            await _refuse(scope, send, 413, "That is too large.")
            return
        received = 0
        begun = False

        async def counted() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            if received > self._largest:
                raise _TooLargeError
            return message

        async def noted(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                message["headers"] = [*message.get("headers", ()), *_HEADERS]
            await send(message)

        try:
            await self._app(scope, counted, noted)
        except _TooLargeError:
            if not begun:
                await _refuse(scope, send, 413, "That is too large.")


class _TooLargeError(Exception):
    """More bytes came than are allowed."""


class Password:
    """Lets nobody in without the password; a cookie remembers who gave it until the program ends.

    The cookie is not readable by scripts and not sent along by other sites.
    """

    def __init__(self, app: Application, password: str):
        self._app = app
        self._password = password.encode()
        self._token = secrets.token_urlsafe(32).encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on whoever is known; show the form to others."""
        if scope["type"] not in ("http", "websocket") or self._knows(scope):
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await _refuse(scope, send, 403, "")
        elif scope["path"] == LOGIN and scope["method"] == "POST":
            await self._log_in(receive, send)
        else:
            await _answer(send, 401, _form(""))

    def _knows(self, scope: Scope) -> bool:
        try:
            cookie = SimpleCookie(_header(scope, b"cookie")).get(_COOKIE)
        except CookieError:
            return False
        return cookie is not None and hmac.compare_digest(cookie.value.encode(), self._token)

    async def _log_in(self, receive: Receive, send: Send) -> None:
        body = b""
        more = True
        while more:
            message = await receive()
            body += message.get("body", b"")
            more = message.get("more_body", False)
        given = parse_qs(body.decode("utf-8", "replace")).get("password", [""])[0]
        if not hmac.compare_digest(given.encode(), self._password):
            await asyncio.sleep(_PATIENCE)
            await _answer(send, 401, _form("That is not the password."))
            return
        cookie = f"{_COOKIE}={self._token.decode()}; HttpOnly; SameSite=Strict; Path=/"
        await _answer(send, 303, "", (b"location", b"/"), (b"set-cookie", cookie.encode()))


def _header(scope: Scope, name: bytes) -> str:
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), "")


async def _refuse(scope: Scope, send: Send, status: int, text: str) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008})
    else:
        await _answer(send, status, f"<!doctype html><title>tripledraw</title><p>{escape(text)}")


async def _answer(send: Send, status: int, page: str, *headers: tuple[bytes, bytes]) -> None:
    body = page.encode()
    plain = (
        (b"content-type", b"text/html; charset=utf-8"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
    )
    await send({"type": "http.response.start", "status": status, "headers": [*plain, *headers]})
    await send({"type": "http.response.body", "body": body})


def _form(complaint: str) -> str:
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>tripledraw</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1"><style>'
        "body{font-family:system-ui,sans-serif;background:#123c2f;color:#fff;display:grid;"
        "place-items:center;height:90vh}form{display:grid;gap:.8rem;min-width:16rem}"
        "input,button{font-size:1.1rem;padding:.5rem}</style></head><body><main>"
        f'<form method="post" action="{LOGIN}"><h1>tripledraw</h1>'
        '<label for="password">Password</label>'
        '<input id="password" name="password" type="password" autofocus required>'
        f'<button>Enter</button><p role="alert">{escape(complaint)}</p></form></main></body></html>'
    )
