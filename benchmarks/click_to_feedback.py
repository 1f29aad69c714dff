"""Time from a click to its feedback on the drill page, in headless Chromium.

Answers spots of real play and measures inside the page: from the click's event to the first frame
after the feedback has come. Needs the extra `test` (selenium), chromium and chromedriver, and a
solution:

    python benchmarks/click_to_feedback.py [--solution NAME] [--answers 50]
"""

import argparse
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.error import URLError
from urllib.request import urlopen

import psutil
from selenium.webdriver import Chrome
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.support.wait import WebDriverWait

MEASURE = """
const done = arguments[0];
const answers = [...document.querySelectorAll(".answers .answer:not([disabled])")];
const begun = performance.now();
const watch = new MutationObserver(() => {
  if (!document.querySelector(".range")) return;
  watch.disconnect();
  requestAnimationFrame(() => setTimeout(() => done(performance.now() - begun)));
});
watch.observe(document.body, {childList: true, subtree: true});
answers[Math.floor(Math.random() * answers.length)].click();
"""


def main() -> None:
    """Serve, answer, print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--solution", help="directory or name; the newest by default")
    parser.add_argument("--answers", type=int, default=50)
    options = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as data,
        serving(data, options.solution) as (address, server),
    ):
        report(measure(f"{address}/drill", options.answers), server)


@contextmanager
def serving(data: str, solution: str | None) -> Iterator[tuple[str, psutil.Process]]:
    """The trainer with a data directory: its address, and its process."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = ["trainer", "--no-browser", "--port", str(port), "--data-dir", data]
    if solution:
        command += ["--solution", solution]
    server = subprocess.Popen(
        [sys.executable, "-c", "from trainer.cli import main; main()", *command],
        stdout=subprocess.DEVNULL,
    )
    try:
        address = f"http://127.0.0.1:{port}"
        wait_for(f"{address}/assets/keys.js")
        yield address, psutil.Process(server.pid)
    finally:
        server.terminate()
        server.wait(20)


def measure(address: str, answers: int) -> list[float]:
    """Milliseconds of every answer."""
    options = Options()
    options.binary_location = shutil.which("chromium") or shutil.which("chromium-browser") or ""
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage"):
        options.add_argument(argument)
    driver = Chrome(options=options, service=Service(shutil.which("chromedriver")))
    times = []
    try:
        driver.set_window_size(1280, 800)
        driver.get(address)
        for _ in range(answers):
            WebDriverWait(driver, 20, 0.02).until(
                lambda d: d.find_elements("css selector", ".answers .answer:not(.answer-next)")
            )
            time.sleep(0.2)  # A player does not answer at once.
            times.append(float(driver.execute_async_script(MEASURE)))
            driver.find_element("css selector", ".answer-next").click()
    finally:
        driver.quit()
    return times


def wait_for(address: str) -> None:
    """Wait until the server answers."""
    ends = time.monotonic() + 60
    while True:
        try:
            urlopen(address, timeout=5).close()
            return
        except URLError:
            if time.monotonic() > ends:
                raise
            time.sleep(0.1)


def report(times: list[float], process: psutil.Process) -> None:
    """Print what was measured."""
    ordered = sorted(times)
    memory = process.memory_info().rss / 2**20
    print(
        f"{len(times)} answers, click to feedback: median {statistics.median(times):.0f} ms, "
        f"90 % within {ordered[int(0.9 * (len(times) - 1))]:.0f} ms, slowest {ordered[-1]:.0f} ms; "
        f"server {memory:.0f} MiB"
    )


if __name__ == "__main__":
    main()
