"""The application: every page at its address, and the server that shows them."""

import logging
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from fastapi import Request
from fastapi.responses import HTMLResponse, RedirectResponse
from nicegui import app, ui
from starlette.middleware.trustedhost import TrustedHostMiddleware
from threadpoolctl import threadpool_limits

from solver.errors import TripleDrawError
from trainer.web.components.frame import ASSETS, ASSETS_PATH, frame, show_error
from trainer.web.components.page import Page
from trainer.web.pages import all_pages
from trainer.web.server.access import OwnSiteOnly
from trainer.web.server.limits import FilesOnly, LimitedBodies
from trainer.web.server.missing import missing_page
from trainer.web.server.password import Password
from trainer.web.server.signatures import remember_signatures
from trainer.workspace import Workspace

_ICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" '
    'rx="7" fill="#1f6f54"/><path d="M16 6s10 7 10 12.6c0 3-2.2 4.8-4.7 4.8-1.6 0-3-.8-3.9-2 '
    ".2 2 1 3.6 2.6 4.6h-8c1.6-1 2.4-2.6 2.6-4.6-.9 1.2-2.3 2-3.9 2C8.200 23.400 6 21.600 6 "
    '18.600 6 13 16 6 16 6z" fill="#fff"/></svg>'
)


_AWAY = 300.0
"""Seconds for which a page is kept for a browser out of touch, such as a phone in a pocket."""


_TURN = 0.0005
"""Seconds for which a thread keeps the interpreter while another one wants it."""

_BUILDING = 20.0
"""Seconds that a page may take; what it waits for tells of itself sooner
(`trainer.web.components.background`)."""


@dataclass(frozen=True)
class Address:
    """Where the server listens.

    Attributes:
        host: name or number of the network interface.
        port: its port.
        password: what a browser has to give before anything is shown; None only if no other
            machine can reach the host.
    """

    host: str
    port: int
    password: str | None = None


def register(workspace: Workspace) -> None:
    """Make every page known to NiceGUI."""
    app.add_static_files(ASSETS_PATH, ASSETS)
    pages = all_pages()
    for page in pages:
        _serve(page, pages, workspace)

    @app.get("/")
    def first_page() -> RedirectResponse:
        return RedirectResponse(pages[0].path)

    @app.exception_handler(404)
    def missing(request: Request, _: Exception) -> HTMLResponse:
        return missing_page(pages, request)


def _serve(page: Page, pages: Sequence[Page], workspace: Workspace) -> None:
    @ui.page(page.path, title=f"{page.title} · tripledraw", response_timeout=_BUILDING)
    async def show(request: Request) -> None:
        with frame(page, pages, workspace):
            # What goes wrong later, in an answer to a click, is told at the top of the page.
            said = ui.element("div").classes("wide")
            ui.context.client.on_exception(partial(_tell, said))
            try:
                await page.build(workspace, request.query_params)
            except TripleDrawError as error:
                show_error(error)
            except Exception as error:
                logging.getLogger(__name__).exception("%s cannot be shown", page.path)
                show_error(_unexpected(error))


def _tell(place: ui.element, error: Exception) -> None:
    place.clear()
    with place:
        show_error(error if isinstance(error, TripleDrawError) else _unexpected(error))


def _unexpected(error: Exception) -> TripleDrawError:
    return TripleDrawError(
        f"this went wrong and is a fault of the program: {type(error).__name__}, {error}"
    )


def _protect(address: Address) -> None:
    """Put the guards around the application, the last one outermost."""
    app.add_middleware(FilesOnly)
    if address.password is not None:
        app.add_middleware(Password, password=address.password, port=address.port)
    app.add_middleware(OwnSiteOnly)
    app.add_middleware(TrustedHostMiddleware, allowed_hosts=_names(address), www_redirect=False)
    app.add_middleware(LimitedBodies)


def _names(address: Address) -> list[str]:
    """Names by which a browser may ask for this server.

    Without a password only those of this machine: else a site whose name leads here (DNS rebinding)
    could read along. With one any name may lead here; its browser has no cookie for it.
    """
    if address.password is not None:
        return ["*"]
    host = f"[{address.host}]" if ":" in address.host else address.host
    return [*dict.fromkeys((host, "localhost", "127.0.0.1", "[::1]"))]


def serve(workspace: Workspace, address: Address, show: bool) -> None:
    """Serve the pages until the program is stopped.

    Args:
        workspace: what the pages share.
        address: where to listen.
        show: whether to open the browser.
    """
    # Work is spread over threads by players; those of one small product wait for each other.
    threadpool_limits(1, user_api="blas")
    # The event loop gets its turn between threads that compute, instead of after 5 ms of each.
    sys.setswitchinterval(_TURN)
    remember_signatures()
    register(workspace)
    _protect(address)
    ui.run(
        host=address.host,
        port=address.port,
        title="tripledraw",
        favicon=_ICON,
        language="en-US",
        show=show,
        reload=False,
        tailwind=False,
        show_welcome_message=False,
        reconnect_timeout=_AWAY,
    )
