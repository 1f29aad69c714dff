"""Whole hands in a real browser: with the mouse alone, with keys alone, at both sizes."""

from browser_window import Window
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver import Keys
from trainer_server import Server

from trainer import PracticeLog

_TURN = ".answer-k, .answer-c, .answer-0, .answer-next"


def test_with_the_mouse_alone(window: Window, server: Server):
    window.open("/play")
    before = _hands(server)
    _decide(window)
    for _ in range(20):
        turn = window.find(_TURN)
        if "answer-next" in str(turn.get_attribute("class")):
            break
        if window.all(".answer-0"):
            window.click('button.card[data-key="1"]')
            window.until(lambda: "Draw 1" in window.find(".answer-1").text)
            turn = window.find(".answer-1")
        turn.click()
        window.until(lambda turn=turn: _gone(turn))
    assert window.fits()
    assert window.barriers() == []
    assert _hands(server) > before
    assert window.find(".result").text.startswith("You ")
    own = window.find(".strip-go.strip-you")
    own.click()
    window.find(".verdict")
    assert window.barriers() == []
    window.click('[data-key="end"]')
    window.find(".result")
    old = window.find(".answer-next")
    old.click()
    window.until(lambda: _gone(old))


def test_with_keys_alone(window: Window, server: Server):
    window.open("/play")
    before = _hands(server)
    _decide(window)
    while not window.all(".answer-next"):
        turn = window.find(_TURN)
        if window.all(".answer-0"):
            window.press("5")
            window.until(lambda: window.all(".card-marked"))
            window.press(Keys.ENTER)
        else:
            window.press("c")
        window.until(lambda turn=turn: _gone(turn))
        window.find(_TURN)
    assert _hands(server) > before
    window.press(Keys.HOME)
    window.until(lambda: _now(window) == "0")
    window.press(Keys.ARROW_RIGHT)
    window.until(lambda: _now(window) == "1")
    window.press(Keys.ARROW_LEFT)
    window.until(lambda: _now(window) == "0")
    window.press(Keys.END)
    window.find(".result")
    old = window.find(".answer-next")
    window.press("n")
    window.until(lambda: _gone(old))


def _decide(window: Window) -> None:
    """Go on to a hand that the opponent does not fold at once."""
    while (turn := window.find(_TURN)) and "answer-next" in str(turn.get_attribute("class")):
        window.press("n")
        window.until(lambda turn=turn: _gone(turn))


def _gone(element) -> bool:
    """Whether an element has left the page."""
    try:
        element.is_enabled()
    except StaleElementReferenceException:
        return True
    return False


def _now(window: Window) -> str:
    """Number of the step that the replay shows, counted in the strip."""
    steps = window.all(".strip-go")
    return ",".join(
        str(n) for n, step in enumerate(steps) if step.get_attribute("aria-current") == "step"
    )


def _hands(server: Server) -> int:
    with PracticeLog(server.directory) as history:
        return len(history.hands())
