"""A window of headless Chromium, and what it tells of a page."""

import json
import shutil
import time
from collections.abc import Callable
from importlib.resources import files
from typing import Any
from urllib.parse import urlsplit

from selenium.common.exceptions import StaleElementReferenceException, WebDriverException
from selenium.webdriver import ActionChains, Chrome, Keys
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
DRIVER = shutil.which("chromedriver")

DESKTOP = (1280, 800)
PHONE = (390, 844)

_PATIENCE = 20.0
_OWN = ("data", "blob", "about", "chrome")


class Window:
    """A browser with one window.

    Args:
        address: where the trainer is.
        size: width and height in pixels; below 500 wide it is a phone.
    """

    def __init__(self, address: str, size: tuple[int, int]):
        self.address = address
        options = Options()
        options.binary_location = CHROMIUM or ""
        for argument in (
            "--headless=new",
            "--no-sandbox",
            "--disable-dev-shm-usage",
            "--disable-gpu",
            "--hide-scrollbars",
            "--disable-background-networking",
        ):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"performance": "ALL", "browser": "ALL"})
        self.driver = Chrome(options=options, service=Service(DRIVER))
        self.driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {
                "width": size[0],
                "height": size[1],
                "deviceScaleFactor": 1,
                "mobile": size[0] < 500,
            },
        )

    def close(self) -> list[str]:
        """Close the window; returns errors of its console and requests to anyone else."""
        try:
            host = urlsplit(self.address).netloc
            complaints = [
                entry["message"]
                for entry in self.driver.get_log("browser")
                if entry["level"] == "SEVERE"
            ]
            asked = [url for url in self._requests() if urlsplit(url).netloc != host]
            return complaints + asked
        finally:
            self.driver.quit()

    def open(self, path: str) -> None:
        """Open a page and wait until it is alive."""
        self.driver.get(self.address + path)
        self.find(".page")
        self.until(lambda: self.driver.execute_script("return window.did_handshake ?? true"))

    def all(self, css: str) -> list[WebElement]:
        """Every visible element."""
        return [
            found
            for found in self.driver.find_elements(By.CSS_SELECTOR, css)
            if found.is_displayed()
        ]

    def find(self, css: str) -> WebElement:
        """The first visible element, waited for."""
        return self.until(lambda: self.all(css))[0]

    def click(self, css: str) -> None:
        """Click the first visible element with the mouse."""
        self.find(css).click()

    def gone(self, css: str) -> None:
        """Wait until there is no such element."""
        self.until(lambda: not self.all(css))

    def press(self, *keys: str) -> None:
        """Press keys, wherever the focus is."""
        ActionChains(self.driver).send_keys(*keys).perform()

    def walk_to(self, css: str) -> None:
        """Press Tab until an element has the focus."""
        for _ in range(80):
            self.press(Keys.TAB)
            if self.driver.execute_script(
                "return document.activeElement.matches(arguments[0])", css
            ):
                return
        raise AssertionError(f"Tab never comes to {css}")

    def until(self, ready: Callable[[], Any]) -> Any:
        """Wait until something is true; returns it."""
        ends = time.monotonic() + _PATIENCE
        while True:
            try:
                if found := ready():
                    return found
            except (StaleElementReferenceException, WebDriverException):
                pass  # The page changed meanwhile.
            if time.monotonic() > ends:
                text = self.driver.find_element(By.TAG_NAME, "body").text
                raise AssertionError(f"waited in vain; the page says: {text}")
            time.sleep(0.02)

    def fits(self) -> bool:
        """Whether the page is no wider than the window."""
        return bool(
            self.driver.execute_script(
                "return document.documentElement.scrollWidth <= window.innerWidth"
            )
        )

    def barriers(self) -> list[str]:
        """Serious and critical findings of axe."""
        self.driver.execute_script(files("axe_core_python").joinpath("axe.min.js").read_text())
        findings, passed = self.driver.execute_async_script(
            "const done = arguments[0];"
            "axe.run().then((found) => done([found.violations, found.passes.length]));"
        )
        assert passed > 10, "axe looked at nothing"
        return [
            f"{finding['id']}: {node['html']} {node.get('failureSummary', '')}"
            for finding in findings
            if finding["impact"] in ("serious", "critical")
            for node in finding["nodes"]
        ]

    def _requests(self) -> list[str]:
        """Addresses of everything that was asked for over a network."""
        asked = []
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                asked.append(message["params"]["request"]["url"])
            elif message["method"] == "Network.webSocketCreated":
                asked.append(message["params"]["url"])
        return [url for url in asked if urlsplit(url).scheme not in _OWN]
