"""The application in a simulated browser."""

from collections.abc import AsyncIterator, Iterator
from functools import partial
from pathlib import Path

import pytest
from nicegui.testing import User, user_simulation
from web_pages import PATIENCE

from trainer.web.app import register
from trainer.web.pages import play
from trainer.workspace import Workspace


@pytest.fixture
def workspace(solution_directory: Path, tmp_path: Path) -> Iterator[Workspace]:
    with Workspace(solution_directory, tmp_path) as opened:
        yield opened


@pytest.fixture
async def user(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[User]:
    async with user_simulation() as simulated:
        monkeypatch.setattr(play, "PAUSE", 0.0)
        register(workspace)
        # Work is done beside the event loop, and a busy machine takes its time for it.
        simulated.should_see = partial(simulated.should_see, retries=PATIENCE)
        simulated.should_not_see = partial(simulated.should_not_see, retries=PATIENCE)
        open_page = simulated.open

        async def open_and_look(path: str, **options: bool) -> None:
            await open_page(path, **options)
            await simulated.should_not_see("Looking for a spot", retries=10 * PATIENCE)

        simulated.open = open_and_look
        yield simulated
