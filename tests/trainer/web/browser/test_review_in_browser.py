"""Own hands in a real browser: a path with keys alone, a file with the mouse, at both sizes."""

import time
from pathlib import Path

from browser_window import Window
from selenium.webdriver import Keys
from selenium.webdriver.common.by import By
from trainer_server import Server

GOLDEN = "heads-up-showdown-hero.txt"
_PATH = 'input[aria-label="File or folder on this machine"]'
_REPLAY = '.review-list button[aria-label^="Replay"]'


def test_with_keys_alone(window: Window, server: Server, data: Path):
    window.open("/review")
    window.walk_to(_PATH)
    window.press(str(data / "golden" / GOLDEN), Keys.ENTER)
    window.until(lambda: "7 decisions of 1 hand" in window.find(".definitions").text)
    assert window.barriers() == []
    assert window.fits()
    window.walk_to(_REPLAY)
    window.press(Keys.ENTER)
    window.find(".felt")
    assert window.barriers() == []
    assert window.fits()
    window.press(Keys.HOME)
    window.until(lambda: "before the draw: Bob" in _caption(window) or "You" in _caption(window))
    window.press(Keys.ARROW_RIGHT)
    window.until(lambda: "Ann calls" in _caption(window))
    window.press(Keys.END)
    window.until(lambda: "The end" in _caption(window))
    window.press(Keys.ESCAPE)
    window.find(".review-list")
    time.sleep(0.5)  # What goes wrong is written down after the answer.
    log = (server.directory / "server.log").read_text()
    assert "Traceback" not in log, log


def test_with_the_mouse_alone(window: Window, data: Path):
    window.open("/review")
    field = window.driver.find_element(By.CSS_SELECTOR, ".review-upload input[type=file]")
    field.send_keys(str(data / "golden" / GOLDEN))
    window.until(lambda: "7 decisions of 1 hand" in window.find(".definitions").text)
    window.click(_REPLAY)
    window.find(".felt")
    window.click('[data-key="home"]')
    window.until(lambda: "Before the draw" in _caption(window))
    window.click(".strip-go.strip-you")
    window.find(".verdict")
    window.click(".answer-next")
    _drill(window)
    window.click(".answer:not([disabled])")
    window.find(".verdict")


def test_the_button_opens_the_choice_of_files(desktop: Window):
    desktop.open("/review")
    desktop.driver.execute_cdp_cmd("Page.setInterceptFileChooserDialog", {"enabled": True})
    desktop.driver.execute_script(
        "document.querySelector('.review-upload input').addEventListener("
        "'click', () => { window.asked = true; });"
    )
    desktop.driver.find_element(By.XPATH, "//button[contains(., 'Choose files')]").click()
    desktop.until(lambda: desktop.driver.execute_script("return window.asked"))


def _drill(window: Window) -> None:
    """The first mistake, one click from being drilled."""
    link = '.review-list a[href^="/drill"]'
    # Clear of the header, under which the end of a long page would leave it.
    window.driver.execute_script(
        "arguments[0].scrollIntoView({block: 'center'})", window.find(link)
    )
    window.click(link)
    window.until(lambda: window.driver.title.startswith("Drill"))
    window.find(".felt")


def _caption(window: Window) -> str:
    return window.find(".pot-details").text
