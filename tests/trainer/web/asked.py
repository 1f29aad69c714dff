"""One request to a guard, without a server."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


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

    @property
    def accepted(self) -> bool:
        """Whether a socket was."""
        return self.sent[0]["type"] == "websocket.accept"

    @property
    def text(self) -> str:
        return self.sent[1]["body"].decode()


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
    query: bytes = b"",
) -> Asked:
    parts = list(body)
    asked = Asked()

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": parts.pop(0), "more_body": bool(parts)}

    async def send(message: dict[str, Any]) -> None:
        asked.sent.append(message)

    raw = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": kind, "method": method, "path": path, "headers": raw, "query_string": query}
    scope["extensions"] = {"websocket.http.response": {}}
    await guard(scope, receive, send)
    return asked
