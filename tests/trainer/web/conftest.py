"""The application in a simulated browser."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from nicegui.testing import User, user_simulation

from trainer.web.app import register
from trainer.workspace import Workspace


@pytest.fixture
def workspace(solution_directory: Path, tmp_path: Path) -> Iterator[Workspace]:
    with Workspace(solution_directory, tmp_path) as opened:
        yield opened


@pytest.fixture
async def user(workspace: Workspace) -> AsyncIterator[User]:
    async with user_simulation() as simulated:
        register(workspace)
        yield simulated
