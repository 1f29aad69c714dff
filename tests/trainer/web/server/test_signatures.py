"""What NiceGUI is told of handlers is what it would find out by itself, asked once."""

from functools import partial

import pytest
from nicegui import helpers, ui
from nicegui.testing import User

from trainer.web.server.signatures import remember_signatures


class Page:
    def plain(self) -> None: ...

    def taking(self, event: object) -> None: ...

    @classmethod
    def of_class(cls, event: object) -> None: ...


@pytest.fixture
def remembered(monkeypatch: pytest.MonkeyPatch):
    inspect = helpers.expects_arguments
    inspect = getattr(inspect, "__wrapped__", inspect)
    asked = []

    def counted(handler):
        asked.append(handler)
        return inspect(handler)

    monkeypatch.setattr(helpers, "expects_arguments", counted)
    remember_signatures()
    remember_signatures()
    return asked


def test_the_same_answers(remembered: list):
    page = Page()

    def all_given(*args: object, **kwargs: object) -> None: ...

    handlers = [
        page.plain, page.taking, Page.taking, Page.of_class, lambda: None, lambda event: event,
        lambda event=1: event, all_given, partial(page.taking, 1), partial(page.taking), print,
        lambda *, named: named, lambda *, named=1: named,
    ]  # fmt: skip
    inspect = helpers.expects_arguments.__wrapped__
    for _ in range(2):
        for handler in handlers:
            assert helpers.expects_arguments(handler) == inspect(handler)


def test_the_same_code_with_other_defaults(remembered: list):
    def make(*defaults: int):
        def handler(event):
            return event

        handler.__defaults__ = defaults or None
        return handler

    assert helpers.expects_arguments(make())
    assert not helpers.expects_arguments(make(1))
    assert helpers.expects_arguments(make())


async def test_elements_ask_no_more(user: User, remembered: list):
    await user.open("/help")
    assert user.client is not None
    with user.client.content:
        ui.label("one")
        before = len(remembered)
        for _ in range(10):
            ui.label("another")
    assert len(remembered) == before
