"""How much a request may bring, and where its answer may lead the browser."""

from starlette.formparsers import MultiPartParser

from trainer.web.server.asgi import Application, Message, Receive, Scope, Send, header, refuse

LARGEST_BODY = 32 * 2**20
"""Bytes of files that are sent: a year of hand histories, and no more."""

LARGEST_TEXT = 2**20
"""Bytes of any other body, such as messages of the socket while it is being opened."""

POLICY = (
    "default-src 'self' data: blob:; script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:; "
    "style-src 'self' 'unsafe-inline'; connect-src 'self'; form-action 'self'; "
    "frame-ancestors 'none'; base-uri 'self'"
)
"""What pages may load: only what this server has. NiceGUI starts pages with inline scripts."""

_HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"referrer-policy", b"same-origin"),
    (b"x-content-type-options", b"nosniff"),
)

_FILES = "multipart/form-data"

# What is sent stays in memory until we write it ourselves: no temporary files elsewhere.
MultiPartParser.spool_max_size = LARGEST_BODY


class LimitedBodies:
    """Refuses bodies over a size, whether they say their length or not, and adds our headers.

    Args:
        app: what is guarded.
        largest: bytes of files that are sent.
        largest_text: bytes of other bodies.
    """

    def __init__(
        self, app: Application, largest: int = LARGEST_BODY, largest_text: int = LARGEST_TEXT
    ):
        self._app = app
        self._largest = largest
        self._largest_text = largest_text

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on what is small enough."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun = False

        async def noted(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                message["headers"] = [*message.get("headers", ()), *_HEADERS]
            await send(message)

        files = header(scope, b"content-type").partition(";")[0].strip().lower() == _FILES
        largest = self._largest if files else self._largest_text
        length = header(scope, b"content-length")
        if length and not (length.isascii() and length.isdigit() and int(length) <= largest):
            await refuse(scope, noted, 413, _TOO_LARGE)
            return
        received = 0

        async def counted() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            if received > largest:
                raise _TooLargeError
            return message

        try:
            await self._app(scope, counted, noted)
        except _TooLargeError:
            if not begun:
                await refuse(scope, noted, 413, _TOO_LARGE)


class FilesOnly:
    """Refuses forms that bring something else than files to where files are sent.

    NiceGUI takes every field there for a file. A form of another kind it would read field by field,
    which takes minutes and gigabytes for as many bytes as files may have.
    """

    def __init__(self, app: Application):
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on files."""
        if scope["type"] != "http" or scope["method"] != "POST" or not _takes_files(scope["path"]):
            await self._app(scope, receive, send)
            return
        if header(scope, b"content-type").partition(";")[0].strip().lower() != _FILES:
            await refuse(scope, send, 415, "Only files can be sent here.")
            return
        try:
            await self._app(scope, receive, send)
        except AttributeError:  # A field that is no file has not what files have.
            await refuse(scope, send, 400, "A field of the form is no file; send files only.")


def _takes_files(path: str) -> bool:
    parts = path.split("/")
    return parts[:3] == ["", "_nicegui", "client"] and "upload" in parts


class _TooLargeError(Exception):
    """More bytes came than are allowed."""


_TOO_LARGE = "That is too large; send less at once."
