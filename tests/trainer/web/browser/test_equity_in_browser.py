"""The equity page in a real browser: mouse alone, keys alone, no barriers."""

import pytest
from browser_window import Window
from selenium.webdriver import Keys

from solver.cards import parse_cards
from solver.equity import equity
from trainer.spots.words import card_name

DRAW, PAT = "2c3d4h7s", "Td8c6h4c2d"


@pytest.fixture(scope="module")
def expected() -> list[str]:
    return [f"{share:.2%}" for share in equity([PAT, DRAW]).equity]


def test_mouse_alone(window: Window, expected: list[str]):
    window.open("/equity")
    for card in parse_cards(PAT + DRAW):
        window.click(f'.deck [aria-label="{card_name(card)}"]')
        window.find(f'.deck [aria-label^="{card_name(card)}, in hand"]')
    assert window.barriers() == []
    _press(window, "Calculate")
    assert _shares(window) == expected
    assert window.fits()
    assert window.barriers() == []


def test_keys_alone(desktop: Window, expected: list[str]):
    desktop.open("/equity")
    for place, text in ((1, PAT), (2, DRAW)):
        desktop.walk_to(f'input[aria-label="Hand {place} as text"]')
        desktop.press(*text, Keys.ENTER)
        desktop.until(lambda place=place: desktop.all(f'.deck [aria-label$="in hand {place}"]'))
    desktop.walk_to(".calculate")
    desktop.press(Keys.ENTER)
    assert _shares(desktop) == expected


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_an_error_has_no_barriers(window: Window, scheme: str):
    window.driver.execute_cdp_cmd(
        "Emulation.setEmulatedMedia",
        {"features": [{"name": "prefers-color-scheme", "value": scheme}]},
    )
    window.open("/equity")
    _press(window, "Calculate")
    assert "Hand 1 has 0 cards" in window.find("[role=alert]").text
    assert window.fits()
    assert window.barriers() == []


def _press(window: Window, text: str) -> None:
    [button] = [one for one in window.all("button") if one.text == text]
    button.click()


def _shares(window: Window) -> list[str]:
    window.until(lambda: window.find(".equity-line"))
    return [one.text for one in window.all(".equity-figure")]
