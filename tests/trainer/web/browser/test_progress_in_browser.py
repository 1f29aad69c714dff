"""Progress and what is due in a real browser, once something was answered."""

from pathlib import Path

import pytest
from browser_window import Window

MISS = "/drill?history=rc+2&hands=KdTc7h3s2c"
"""Standing pat here is a blunder, so there is a leak."""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_leaks_and_charts(window: Window, scheme: str):
    _prefer(window, scheme)
    _miss(window)
    window.open("/progress")
    window.find(".leaks li")
    window.until(lambda: len(window.all(".chart .main-svg")) >= 2)
    assert window.fits()
    assert window.barriers() == []
    words = window.find(".chart .xtick text, .chart .ytick text")
    assert _light(words.value_of_css_property("fill")) == (scheme == "dark")
    [first, *_] = window.all(".leaks a")
    first.click()
    window.find(".felt")


def test_export(desktop: Window, tmp_path: Path):
    desktop.driver.execute_cdp_cmd(
        "Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(tmp_path)}
    )
    _miss(desktop)
    desktop.open("/progress")
    _button(desktop, "Answers").click()
    [file] = desktop.until(lambda: list(tmp_path.glob("tripledraw-answers-*.csv")))
    assert "rc 2,KdTc7h3s2c" in desktop.until(file.read_text)


def test_what_is_due_later(window: Window):
    _miss(window)
    window.open("/due")
    assert len(window.all(".week li")) == 7
    assert window.fits()
    assert window.barriers() == []
    window.click(".due-line a")
    window.find(".felt")


def _prefer(window: Window, scheme: str) -> None:
    window.driver.execute_cdp_cmd(
        "Emulation.setEmulatedMedia",
        {"features": [{"name": "prefers-color-scheme", "value": scheme}]},
    )


def _miss(window: Window) -> None:
    window.open(MISS)
    window.click(".answer-0")
    window.find(".verdict")


def _button(window: Window, text: str):
    return window.until(lambda: [one for one in window.all("button") if one.text == text])[0]


def _light(colour: str) -> bool:
    """Whether ``rgb(...)`` is nearer to white than to black."""
    parts = colour.partition("(")[2].rstrip(")").split(",")[:3]
    return sum(int(part) for part in parts) > 3 * 127
