"""The password: who has given it, and how often others may guess."""

import hmac
import secrets
import time
from collections.abc import Callable
from html import escape
from urllib.parse import parse_qs

from starlette.requests import cookie_parser

from trainer.web.server.asgi import Application, Receive, Scope, Send, answer, header, refuse

LOGIN = "/login"

LARGEST_LOGIN = 1024
"""Bytes of the form with the password."""

LONGEST_WAIT = 60.0
"""Seconds between two guesses once there were many."""

_FORGIVEN = 600.0
"""Seconds without a guess after which waiting begins small again."""


class Guesses:
    """How long everybody has to wait for the next guess: twice as long after every wrong one.

    All connections are counted together: whoever guesses opens as many as he likes. So somebody who
    guesses also keeps those waiting who know the password; those who are in already are not.

    Args:
        clock: seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic):
        self._clock = clock
        self._wrong = 0
        self._next = clock()

    @property
    def wait(self) -> float:
        """Seconds until a guess is looked at."""
        return max(self._next - self._clock(), 0.0)

    def count_wrong(self) -> None:
        """A guess was wrong."""
        now = self._clock()
        if now - self._next > _FORGIVEN:
            self._wrong = 0
        self._next = now + min(2.0**self._wrong, LONGEST_WAIT)
        self._wrong += 1

    def forget(self) -> None:
        """The password was given."""
        self._wrong = 0


class Password:
    """Lets nobody in without the password; a cookie remembers who gave it until the program ends.

    The cookie is not readable by scripts and not sent along by other sites. Cookies go by hosts and
    not by ports, so it is named after the port.

    Args:
        app: what is guarded.
        password: what has to be given.
        port: of this server.
        guesses: how often one may be wrong.
    """

    def __init__(self, app: Application, password: str, port: int, guesses: Guesses | None = None):
        self._app = app
        self._password = password.encode()
        self._cookie = f"tripledraw-{port}"
        self._token = secrets.token_urlsafe(32)
        self._guesses = guesses or Guesses()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on whoever is known; show the form to others."""
        if scope["type"] not in ("http", "websocket") or self._knows(scope):
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await refuse(scope, send, 403, "")
        elif scope["path"] == LOGIN and scope["method"] == "POST":
            await self._log_in(scope, receive, send)
        else:
            await answer(send, 401, _form(""))

    def _knows(self, scope: Scope) -> bool:
        # Other programs at this host have cookies, too, and theirs may be anything.
        given = cookie_parser(header(scope, b"cookie")).get(self._cookie, "")
        return hmac.compare_digest(given.encode(), self._token.encode())

    async def _log_in(self, scope: Scope, receive: Receive, send: Send) -> None:
        body = await _read(receive)
        if body is None:
            await refuse(scope, send, 413, "That is too large for a password.")
            return
        if wait := self._guesses.wait:
            await self._keep_waiting(send, wait)
            return
        given = parse_qs(body.decode("utf-8", "replace")).get("password", [""])[0]
        if not hmac.compare_digest(given.encode("utf-8", "replace"), self._password):
            self._guesses.count_wrong()
            await answer(send, 401, _form("That is not the password."))
            return
        self._guesses.forget()
        cookie = f"{self._cookie}={self._token}; HttpOnly; SameSite=Strict; Path=/"
        await answer(send, 303, "", (b"location", b"/"), (b"set-cookie", cookie.encode()))

    async def _keep_waiting(self, send: Send, wait: float) -> None:
        seconds = int(wait) + 1
        complaint = f"There were wrong passwords. Wait {seconds} s, then try again."
        await answer(send, 429, _form(complaint), (b"retry-after", str(seconds).encode()))


async def _read(receive: Receive) -> bytes | None:
    """The body of a login; None if it is too large, or the browser has gone."""
    body, more = b"", True
    while more:
        message = await receive()
        body += message.get("body", b"")
        more = message.get("more_body", False)
        if len(body) > LARGEST_LOGIN or message["type"] != "http.request":
            return None
    return body


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
