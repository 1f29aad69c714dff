"""Time from a click to its feedback on the drill page, in headless Chromium.

Answers spots of real play and measures inside the page: from the click's event to the first frame
after the feedback has come. Needs the extra `test` (selenium), chromium and chromedriver, and a
solution:

    python -m benchmarks.click_to_feedback [--solution NAME] [--answers 50]
"""

import argparse
import shutil
import statistics
import time

import psutil
from selenium.webdriver import Chrome
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.support.wait import WebDriverWait

from benchmarks.served import served

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
    with served(options.solution) as server:
        report(measure(f"{server.address}/drill", options.answers), server.process)


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


def report(times: list[float], process: int) -> None:
    """Print what was measured."""
    ordered = sorted(times)
    most = ordered[int(0.95 * (len(times) - 1))]
    memory = psutil.Process(process).memory_info().rss / 2**20
    print(
        f"{len(times)} answers, click to feedback: median {statistics.median(times):.0f} ms, "
        f"95 % within {most:.0f} ms, slowest {ordered[-1]:.0f} ms; "
        f"server {memory:.0f} MiB"
    )


if __name__ == "__main__":
    main()
