"""The application in a real browser: its own process, headless Chromium at two sizes."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from browser_window import CHROMIUM, DESKTOP, DRIVER, PHONE, Window
from trainer_server import Server, running


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    missing = pytest.mark.skip(
        reason="needs chromium and chromedriver (apt-get install chromium chromium-driver)"
    )
    for item in items:
        if Path(__file__).parent in item.path.parents and not (CHROMIUM and DRIVER):
            item.add_marker(missing)


@pytest.fixture(scope="session")
def server(solution_directory: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(solution_directory, tmp_path_factory.mktemp("trainer")) as server:
        yield server


@pytest.fixture
def new_window(server: Server) -> Iterator[Callable[..., Window]]:
    """Opens windows of any size; at the end none may have complained or asked anyone else."""
    opened: list[Window] = []

    def make(size: tuple[int, int] = DESKTOP) -> Window:
        opened.append(Window(server.address, size))
        return opened[-1]

    yield make
    complaints = [complaint for window in opened for complaint in window.close()]
    assert complaints == []


@pytest.fixture(params=[DESKTOP, PHONE], ids=["desktop", "phone"])
def window(request: pytest.FixtureRequest, new_window: Callable[..., Window]) -> Window:
    """A window, once of each size."""
    return new_window(request.param)


@pytest.fixture
def desktop(new_window: Callable[..., Window]) -> Window:
    return new_window()
