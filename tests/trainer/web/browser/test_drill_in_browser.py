"""The drill in a real browser: with the mouse alone, with keys alone, at both sizes."""

from collections.abc import Callable

import pytest
from browser_window import Window
from selenium.webdriver import Keys
from trainer_server import Server

from trainer import PracticeLog
from trainer.web.components.page import address

DRAW = address("/drill", history="rc 2", hands="KdTc7h3s2c")
BET = address("/drill", history="rc 21 k", hands="Ks7d5h4c2c 7d5h4c3s2c")


def ask(window: Window, spot: str) -> None:
    """Open a spot and wait until it can be answered: the page comes before what it asks."""
    window.open(spot)
    window.find(".answer")


def test_with_the_mouse_alone(window: Window, server: Server):
    before = _kept(server)
    ask(window, DRAW)
    window.click('button.card[aria-label="discard king of diamonds"]')
    window.click('button.card[aria-label="discard ten of clubs"]')
    window.until(lambda: "Draw 2" in window.find(".answer-1").text)
    assert len(window.all(".card-marked")) == 2
    window.click(".answer-1")
    assert "Draw 2" not in window.find(".verdict").text
    assert window.all(".actions .action-mine")
    assert window.fits()
    window.click(".answer-next")
    window.gone(".verdict")
    window.click(".answer:not([disabled])")
    window.find(".verdict")
    assert _kept(server) == before + 2


def test_with_keys_alone(window: Window, server: Server):
    before = _kept(server)
    ask(window, DRAW)
    window.press("1")
    window.until(lambda: len(window.all(".card-marked")) == 1)
    window.press("2")
    window.until(lambda: len(window.all(".card-marked")) == 2)
    window.press("1")
    window.until(lambda: len(window.all(".card-marked")) == 1)
    window.press(Keys.ENTER)
    window.find(".verdict")
    window.press("n")
    window.gone(".verdict")
    ask(window, DRAW)
    window.press(Keys.SPACE)
    assert "Blunder" in window.find(".verdict").text
    for key in ("k", "c"):
        ask(window, BET)
        window.press(key)
        window.find(".verdict")
    for key in ("b", "r"):
        ask(window, BET)
        window.press(key)
        window.find(".verdict")
    assert _kept(server) == before + 6


def test_walking_with_tab(desktop: Window):
    ask(desktop, DRAW)
    desktop.walk_to('button.card[data-key="2"]')
    desktop.press(Keys.SPACE)  # presses the card, it does not stand pat
    desktop.until(lambda: len(desktop.all(".card-marked")) == 1)
    desktop.walk_to(".answer-1")
    desktop.press(Keys.ENTER)
    desktop.find(".verdict")


def test_mouse_and_keys_together(desktop: Window):
    ask(desktop, DRAW)
    desktop.click('button.card[data-key="1"]')
    desktop.until(lambda: len(desktop.all(".card-marked")) == 1)
    desktop.press(Keys.ENTER)  # draws, it does not click the card again
    desktop.find(".verdict")
    assert "draw 1" in desktop.find(".action-mine").text


def test_keys_can_be_switched_off(desktop: Window):
    desktop.open("/settings")
    keys = "//*[contains(@class,'q-toggle')][contains(.,'Keys answer')]"
    desktop.driver.find_element("xpath", keys).click()
    desktop.until(lambda: "Stored" in desktop.find(".settings-state").text)
    try:
        ask(desktop, BET)
        desktop.press("k")
        desktop.click(".answer-k")
        desktop.find(".verdict")
        assert not desktop.all(".key")
    finally:
        desktop.open("/settings")
        desktop.driver.find_element("xpath", keys).click()
        desktop.until(lambda: "Stored" in desktop.find(".settings-state").text)


@pytest.mark.parametrize("spot", [DRAW, BET], ids=["draw", "bet"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_barriers_before_and_after_an_answer(window: Window, spot: str, scheme: str):
    window.driver.execute_cdp_cmd(
        "Emulation.setEmulatedMedia",
        {"features": [{"name": "prefers-color-scheme", "value": scheme}]},
    )
    ask(window, spot)
    assert window.barriers() == []
    assert window.fits()
    window.click(".answer-0, .answer-k")
    window.find(".verdict")
    assert window.barriers() == []
    assert window.fits()


def test_two_tabs_share_the_score(new_window: Callable[..., Window], server: Server):
    first, second = new_window(), new_window()
    before = _kept(server)
    for each in (first, second):
        ask(each, BET)
    for each in (first, second):
        each.click(".answer-k")
        each.find(".verdict")
    assert _kept(server) == before + 2
    assert f"of {before + 2} right" in second.find(".score").text


def _kept(server: Server) -> int:
    with PracticeLog(server.directory) as history:
        return history.score().decisions


def test_the_way_back_from_the_explorer_leads_to_the_feedback(window: Window, server: Server):
    ask(window, BET)
    window.press("k")
    said = window.find(".verdict").text
    kept = _kept(server)
    window.click('.drill-side a[href^="/explorer"]')
    window.until(lambda: window.driver.title.startswith("Explorer"))
    window.find(".own-advice .actions")
    window.driver.back()
    window.until(lambda: window.driver.title.startswith("Drill"))
    assert window.find(".verdict").text == said
    assert window.all(".actions .action-mine")
    assert _kept(server) == kept
    window.click(".answer-next")
    window.gone(".verdict")


def test_verdict_and_actions_are_in_view(window: Window):
    ask(window, DRAW)
    window.click(".answer-0")
    for part in (".verdict", ".actions"):
        window.find(part)
        window.until(lambda part=part: _in_view(window, part))


def _in_view(window: Window, css: str) -> bool:
    """Whether all of the first such element is in the window."""
    return bool(
        window.driver.execute_script(
            "const box = document.querySelector(arguments[0]).getBoundingClientRect();"
            "return box.top >= 0 && box.bottom <= innerHeight;",
            css,
        )
    )
