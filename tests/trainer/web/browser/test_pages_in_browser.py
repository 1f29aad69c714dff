"""Every page in a real browser: it opens, fits, has no barriers; the password."""

import time
from pathlib import Path

import pytest
from browser_window import DESKTOP, PHONE, Window
from trainer_server import running

from trainer.web.pages import all_pages


@pytest.mark.parametrize("page", all_pages(), ids=lambda page: page.title)
def test_every_page_fits_and_has_no_barriers(window: Window, page):
    window.open(page.path)
    assert window.driver.title == f"{page.title} · tripledraw"
    assert len(window.driver.find_elements("css selector", "h1")) == 1
    assert window.fits()
    assert window.barriers() == []


def test_the_menu_of_a_phone(new_window):
    window = new_window(PHONE)
    window.open("/drill")
    window.click(".bar-menu")
    window.click('.drawer-nav a[href="/help"]')
    window.until(lambda: window.driver.title.startswith("Help"))


def test_other_machines_need_the_password(solution_directory: Path, tmp_path: Path):
    with running(
        solution_directory, tmp_path, host="0.0.0.0", TRIPLEDRAW_PASSWORD="drei Züge"
    ) as server:
        window = Window(server.address, DESKTOP)
        try:
            window.driver.get(server.address + "/drill")
            assert not window.all(".felt")
            window.find("#password").send_keys("zwei Züge\n")
            window.until(lambda: "not the password" in window.find("[role=alert]").text)
            time.sleep(1.5)  # So long is waited for the next guess.
            window.find("#password").send_keys("drei Züge\n")
            window.open("/drill?history=rc+2&hands=KdTc7h3s2c")
            window.click(".answer-0")
            window.find(".verdict")
        finally:
            window.driver.quit()
