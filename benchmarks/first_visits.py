"""Time of each page's first visit on a server that was just started, in headless Chromium.

Every page has a server of its own. Measured are the time until the page shows what it is there for,
and the processor time that the server takes for it. The history holds some answers, so that the
pages that add them up have something to do. Needs the extra `test` (selenium), chromium and
chromedriver:

    python -m benchmarks.first_visits [--solution NAME] [--answers 40]
"""

import argparse
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import psutil
from selenium.webdriver import Chrome
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.support.wait import WebDriverWait

from benchmarks.served import served
from solver.solution import open_solution
from solver.solution.directories import find_solution
from trainer import Answer, Dealer, Practice, PracticeLog

VISITS = {
    "drill": ("/drill", ".answers .answer"),
    "drill: thin value on the end": ("/drill?drill=thin+value+on+the+end", ".answers .answer"),
    "drill: snow": ("/drill?drill=snow+and+catch+the+snow", ".answers .answer"),
    "drill: due": ("/drill?drill=due", ".answers .answer, .drill-spot a"),
    "play": ("/play", ".answers .answer"),
    "review": ("/review", ".fields"),
    "explorer": ("/explorer?history=rc+2&hand=KdTc7h3s2c", ".own-advice .actions"),
    "progress": ("/progress", ".leaks, .heat, .records"),
    "due": ("/due", ".packs"),
    "packs": ("/packs", ".packs"),
    "equity": ("/equity", ".slots"),
    "settings": ("/settings", ".fields"),
    "help": ("/help", ".definitions"),
}
"""Address of each page, and what is there once it is worth looking at."""


@dataclass(frozen=True)
class Visit:
    """Seconds of a first visit: by the clock, and of processor time of the server."""

    waited: float
    worked: float


def main() -> None:
    """Serve, visit, print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--solution", help="directory or name; the newest by default")
    parser.add_argument("--answers", type=int, default=40)
    options = parser.parse_args()
    prepare = partial(answer, options.solution, options.answers)
    with browser() as driver:
        for name, (path, sign) in VISITS.items():
            with served(options.solution, prepare) as server:
                process = psutil.Process(server.process)
                seen = visit(driver, server.address + path, sign, process)
            print(f"{name:30} {seen.waited:6.2f} s, {seen.worked:6.2f} s of the processor")


def answer(name: str | None, answers: int, data: Path) -> None:
    """Put some answers into the history."""
    solution = open_solution(find_solution(name))
    dealer = Dealer(solution, 1)
    with PracticeLog(data) as history:
        practice = Practice(solution, history, "drill")
        for _ in range(answers):
            spot = dealer.spot()
            practice.answer(spot, Answer(spot.state.actions[0]), 3_000)


@contextmanager
def browser() -> Iterator[Chrome]:
    """A headless browser that has its own files in memory already."""
    options = Options()
    options.binary_location = shutil.which("chromium") or shutil.which("chromium-browser") or ""
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage"):
        options.add_argument(argument)
    driver = Chrome(options=options, service=Service(shutil.which("chromedriver")))
    try:
        driver.set_window_size(1280, 800)
        driver.get("about:blank")
        yield driver
    finally:
        driver.quit()


def visit(driver: Chrome, address: str, sign: str, process: psutil.Process) -> Visit:
    """Visit a page for the first time."""
    before, begun = process.cpu_times(), time.perf_counter()
    driver.get(address)
    WebDriverWait(driver, 120, 0.02).until(lambda d: d.find_elements("css selector", sign))
    waited, after = time.perf_counter() - begun, process.cpu_times()
    return Visit(waited, after.user + after.system - before.user - before.system)


if __name__ == "__main__":
    main()
