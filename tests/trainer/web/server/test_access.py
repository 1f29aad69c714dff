"""Who may talk to the server: names of hosts, other web sites."""

import pytest
from asked import application, ask
from nicegui import app
from starlette.middleware.trustedhost import TrustedHostMiddleware

from trainer.web.server.access import OwnSiteOnly, is_local
from trainer.web.server.app import Address, _names, _protect


@pytest.mark.parametrize(
    ("host", "local"),
    [
        ("localhost", True),
        ("127.0.0.1", True),
        ("127.1.2.3", True),
        ("::1", True),
        ("0.0.0.0", False),
        ("192.168.1.4", False),
        ("::", False),
        ("example.org", False),
    ],
)
def test_what_only_this_machine_can_reach(host: str, local: bool):
    assert is_local(host) is local


@pytest.mark.parametrize(
    ("host", "known"),
    [
        ("127.0.0.1:8273", True),
        ("LOCALHOST:8273", True),
        ("[::1]:8273", True),
        ("127.1.2.3:8273", True),
        ("evil.example", False),
        ("127.0.0.1.evil.example:8273", False),
        ("[", False),
        ("[::1", False),
        ("127.0.0.1:port", False),
        ("", False),
    ],
)
async def test_only_our_own_names(host: str, known: bool):
    names = _names(Address("127.1.2.3", 8273))
    guard = TrustedHostMiddleware(application, names, www_redirect=False)
    assert (await ask(guard, {"Host": host})).status == (200 if known else 400)
    assert (await ask(guard, {"Host": host}, kind="websocket")).accepted is known


async def test_with_a_password_any_name_may_lead_here():
    guard = TrustedHostMiddleware(application, _names(Address("0.0.0.0", 8273, "secret")))
    assert (await ask(guard, {"Host": "table.example"})).status == 200


OURS = {"Host": "127.0.0.1:8273"}


@pytest.mark.parametrize(
    ("headers", "own"),
    [
        ({}, True),
        ({"Origin": "http://127.0.0.1:8273"}, True),
        ({"Origin": "http://127.0.0.1:8273", "Sec-Fetch-Site": "same-origin"}, True),
        ({"Sec-Fetch-Site": "none"}, True),  # typed, or a bookmark
        ({"Sec-Fetch-Site": "cross-site"}, False),
        ({"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}, False),
        ({"Sec-Fetch-Site": "same-site"}, False),  # another port of this machine
        ({"Origin": "http://evil.example"}, False),
        ({"Origin": "null"}, False),
        ({"Origin": "http://127.0.0.1:9999"}, False),
        ({"Origin": "http://["}, False),
        ({"Origin": "["}, False),
    ],
)
async def test_other_sites_are_refused(headers: dict[str, str], own: bool):
    guard = OwnSiteOnly(application)
    asked = await ask(guard, OURS | headers, path="/drill", query=b"history=rc+2")
    assert asked.status == (200 if own else 403)
    assert (await ask(guard, OURS | headers, kind="websocket")).accepted is own


async def test_who_followed_a_link_may_go_on_to_it_and_nowhere_else():
    foreign = OURS | {"Sec-Fetch-Site": "cross-site"}
    asked = await ask(OwnSiteOnly(application), foreign, path="/explorer", query=b'history=rc"+2')
    assert 'href="/explorer?history=rc&quot;+2"' in asked.text
    for path in ("//evil.example/", "/\\evil.example/"):
        asked = await ask(OwnSiteOnly(application), foreign, path=path)
        assert 'href="/evil.example/"' in asked.text


def test_the_server_has_all_guards(monkeypatch: pytest.MonkeyPatch):
    added: list[str] = []
    monkeypatch.setattr(app, "add_middleware", lambda guard, **_: added.append(guard.__name__))
    _protect(Address("0.0.0.0", 8273, "secret"))
    assert added == [
        "FilesOnly", "Password", "OwnSiteOnly", "TrustedHostMiddleware", "LimitedBodies"
    ]  # fmt: skip
