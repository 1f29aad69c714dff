"""What stands around every page: header, navigation, colours, notices."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from nicegui import ui

from trainer.records.settings import Settings
from trainer.spots.words import sentence
from trainer.web.components.page import Page
from trainer.workspace import Workspace

ASSETS = Path(__file__).parents[1] / "assets"
ASSETS_PATH = "/assets"

_APPEARANCE = {"system": None, "light": False, "dark": True}


@contextmanager
def frame(page: Page, pages: Sequence[Page], workspace: Workspace) -> Iterator[None]:
    """Put a page into the frame: what is built inside becomes its content."""
    ui.add_head_html(
        f'<link rel="stylesheet" href="{asset("theme.css")}">'
        f'<script src="{asset("keys.js")}" defer></script>'
    )
    ui.colors(primary="#1f6f54", secondary="#2b6cb0", accent="#b7791f")
    dress(workspace.settings)
    with ui.left_drawer(value=False, fixed=True).props(
        "overlay behavior=mobile width=220"
    ) as drawer:
        _navigation(page, pages, "drawer-nav")
    with ui.header().classes("bar"):
        ui.button(icon="menu", on_click=drawer.toggle).props(
            'flat round dense text-color=white :ripple=false aria-label="Menu"'
        ).classes("bar-menu")
        ui.link("tripledraw", "/").classes("bar-name")
        ui.label(page.title).classes("bar-title").props("aria-hidden=true")
        _navigation(page, pages, "bar-nav")
    with ui.column().classes("page"):
        with ui.element("h1").classes("page-title"):
            ui.label(page.title)
        for notice in workspace.notices:
            with ui.element("div").classes("notice").props("role=status"):
                ui.label(notice)
        yield


def dress(settings: Settings) -> None:
    """Let the page follow the settings: dark or light, colours of suits, keys."""
    ui.dark_mode(_APPEARANCE[settings.appearance])
    body = ui.query("body")
    for name, holds in (
        ("deck-two", not settings.four_colours),
        ("keys-off", not settings.keyboard),
    ):
        body.classes(**{"add" if holds else "remove": name})


def show_error(error: Exception) -> None:
    """An error that the player can mend, in place of a page or a part of one."""
    with ui.element("div").classes("notice notice-error").props("role=alert"):
        ui.label(f"{sentence(str(error))}.")


def _navigation(current: Page, pages: Sequence[Page], style: str) -> None:
    with ui.element("nav").classes(style).props('aria-label="Pages"'):
        for page in pages:
            link = ui.link(page.title, page.path).classes("nav-link")
            if page is current:
                link.props("aria-current=page")


def asset(name: str) -> str:
    """Address of a file of ours, another one whenever it changes."""
    return f"{ASSETS_PATH}/{name}?v={(ASSETS / name).stat().st_mtime_ns:x}"
