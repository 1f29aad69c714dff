"""The explorer in a real browser: with the mouse alone, with keys alone, at both sizes."""

import pytest
from browser_window import Window
from selenium.webdriver import ActionChains, Keys

from trainer.web.components.page import address

HAND = "KdTc7h3s2c"
DRAW = address("/explorer", history="rc 2", hand=HAND)

_BARS = ".explorer-strategy .barlayer .trace:last-child .point path"
"""Bars of the last action, from the best group on."""


def test_with_the_mouse_alone(window: Window):
    window.open("/explorer")
    window.click(".answer-r")
    _says(window, "The big blind acts")
    assert _query(window) == "?history=r"
    window.click(".answer-c")
    _says(window, "The big blind draws")
    window.click(".answer-2")
    _says(window, "The button draws")
    window.click('.strip-back[title="Back to where the big blind calls"]')
    _says(window, "The big blind acts")
    for card in ("king of diamonds", "ten of clubs", "seven of hearts", "three of spades"):
        window.click(f'.card-pick[aria-label="{card}"]')
    window.click('.card-pick[aria-label="deuce of clubs"]')
    window.until(lambda: "Big blind with these cards" in window.find(".own-advice").text)
    assert _query(window) == f"?history=r&hand={HAND}"
    assert window.fits()


def test_a_bar_leads_to_hands_and_a_hand_to_its_advice(window: Window):
    window.open("/explorer")
    bar = window.find(_BARS)
    ActionChains(window.driver).move_to_element(bar).click().perform()
    example = window.find(".hand-button")
    heading = window.find(".hands h2").text
    assert heading.startswith("Pat 7")
    example.click()
    window.find(".own-advice .why")
    assert "hand=7" in _query(window)
    assert window.fits()


def test_with_keys_alone(window: Window):
    window.open("/explorer")
    window.find(".answer-r")
    for key, words in (
        ("r", "The big blind acts"),
        ("c", "The big blind draws"),
        ("2", "The button draws"),
        (Keys.SPACE, "The big blind acts after the first draw"),
        (Keys.BACKSPACE, "The button draws"),
        (Keys.BACKSPACE, "The big blind draws"),
    ):
        window.press(key)
        _says(window, words)
    window.walk_to(".picker-line input")
    window.press(HAND, Keys.ENTER)
    window.find(".own-advice .why")
    window.walk_to(".group-button")
    window.press(Keys.ENTER)
    window.find(".hand-button")


def test_the_link_opens_the_same_again(desktop: Window):
    desktop.open(DRAW)
    advice = desktop.find(".own-advice .why").text
    desktop.click(".plain")
    desktop.until(lambda: "Copied." in desktop.find(".walk-line").text)
    desktop.click(".answer-3")
    _says(desktop, "The big blind acts")
    assert _query(desktop) == f"?history=rc+23&hand={HAND}"
    desktop.driver.refresh()
    _says(desktop, "The big blind acts")
    desktop.open(DRAW)
    assert desktop.find(".own-advice .why").text == advice


def test_from_the_drill(desktop: Window):
    desktop.open(address("/drill", history="rc 2", hands=HAND))
    desktop.click(".answer-0")
    desktop.click('a[href^="/explorer?"]')
    desktop.find(".own-advice .why")
    desktop.click('a[href^="/drill?history"]')
    desktop.find(".felt")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_barriers(window: Window, scheme: str):
    window.driver.execute_cdp_cmd(
        "Emulation.setEmulatedMedia",
        {"features": [{"name": "prefers-color-scheme", "value": scheme}]},
    )
    window.open(DRAW)
    window.click(".group-button")
    window.find(".hand-button")
    window.find(_BARS)
    assert window.barriers() == []
    assert window.fits()
    # A phone's window grows with what is too wide for it; the layout does not.
    assert window.driver.execute_script(
        "const page = document.documentElement; return page.scrollWidth <= page.clientWidth"
    )


def test_texts_of_charts_follow_the_page(desktop: Window):
    colours = set()
    for scheme in ("light", "dark"):
        desktop.driver.execute_cdp_cmd(
            "Emulation.setEmulatedMedia",
            {"features": [{"name": "prefers-color-scheme", "value": scheme}]},
        )
        desktop.open("/explorer")
        text = desktop.find(".explorer-strategy .ytick text")
        assert text.value_of_css_property("fill") == desktop.find(
            ".walk-where"
        ).value_of_css_property("color").replace("rgba", "rgb").replace(", 1)", ")")
        colours.add(text.value_of_css_property("fill"))
    assert len(colours) == 2


def _says(window: Window, words: str) -> None:
    window.until(lambda: words in window.find(".walk-where").text)


def _query(window: Window) -> str:
    return str(window.driver.execute_script("return location.search"))


def test_cards_are_picked_near_the_top(window: Window):
    window.open("/explorer")
    _says(window, "The button acts")
    bottom = window.driver.execute_script(
        "return document.querySelector('.picker').getBoundingClientRect().bottom"
    )
    assert bottom <= window.driver.execute_script("return innerHeight")
