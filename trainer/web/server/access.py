"""Who may talk to the server: this machine, and pages of ours.

Guards around the application are ASGI middleware: plain functions of a request's scope, so that
pages, files and the socket all pass through them. Names of hosts are checked by Starlette.
"""

from ipaddress import ip_address
from urllib.parse import quote

from trainer.web.server.asgi import Application, Receive, Scope, Send, header, refuse

_OWN = ("", "same-origin", "none")
"""What browsers say of requests by our own pages and by the user; old ones say nothing."""


def is_local(host: str) -> bool:
    """Whether only this machine can reach a host."""
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


class OwnSiteOnly:
    """Refuses requests that other web sites make a browser send here.

    A page elsewhere can ask for our addresses as pictures, frames or forms, and can try to open a
    socket. Browsers say who asks (``Sec-Fetch-Site``, ``Origin``). Pages on other ports of this
    machine are strangers, too.
    """

    def __init__(self, app: Application):
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on or refuse."""
        if scope["type"] not in ("http", "websocket") or _is_own(scope):
            await self._app(scope, receive, send)
            return
        await refuse(
            scope,
            send,
            403,
            "Another site sent your browser here. The trainer answers its own pages only; if you "
            "followed a link that you trust, go on from here.",
            _address(scope),
        )


def _is_own(scope: Scope) -> bool:
    origin, host = header(scope, b"origin").lower(), header(scope, b"host").lower()
    known = header(scope, b"sec-fetch-site") in _OWN
    return known and (not origin or origin.partition("://")[2] == host)


def _address(scope: Scope) -> str:
    """Address that was asked for, as a link that cannot lead elsewhere."""
    query = scope.get("query_string", b"").decode("latin-1")
    return "/" + quote(scope["path"].lstrip("/\\")) + (f"?{query}" if query else "")
