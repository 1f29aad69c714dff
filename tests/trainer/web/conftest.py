"""The application in a simulated browser."""

import asyncio
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from functools import partial, wraps
from pathlib import Path
from typing import Any

import pytest
from nicegui.testing import User, user_simulation
from web_pages import PATIENCE

import trainer.drills.practice
import trainer.hands.hand_grading
import trainer.hands.review
import trainer.records.progress
import trainer.web.pages.progress
import trainer.web.pages.review
import trainer.web.pages.settings
import trainer.workspace
from solver.cfr import Minimiser
from solver.solution.readable import Readable
from trainer.explore.equity_question import Calculation
from trainer.hands.review import Review
from trainer.records.database import Database
from trainer.spots.self_play import SelfPlay
from trainer.web.pages import play
from trainer.web.server.app import register
from trainer.workspace import Workspace


@pytest.fixture
def workspace(solution_directory: Path, tmp_path: Path) -> Iterator[Workspace]:
    with Workspace(solution_directory, tmp_path) as opened:
        yield opened


SLOW: tuple[tuple[Any, str], ...] = (
    (Database, "read"),
    (Database, "transaction"),
    (Readable, "advise"),
    (Readable, "summary"),
    (Readable, "ranges"),
    (Readable, "hands_of"),
    (Minimiser, "iterate"),
    (SelfPlay, "play"),
    (Calculation, "advance"),
    (Review, "counts"),
    (Review, "decisions"),
    (trainer.workspace, "open_solution"),
    (trainer.workspace, "write_settings"),
    (trainer.hands.review, "import_files"),
    (trainer.web.pages.review, "named"),
    (trainer.web.pages.review, "kept"),
    (trainer.web.pages.progress, "trend_figure"),
    (trainer.web.pages.progress, "heat_figure"),
    (trainer.web.pages.settings, "stored_solutions"),
    (trainer.web.pages.settings, "shipped_solutions"),
    (trainer.drills.practice, "explain"),
    (trainer.hands.hand_grading, "explain"),
    (trainer.records.progress, "situation_frequencies"),
)
"""Files and the database, solving, parsing and sums over everything."""


@pytest.fixture(autouse=True)
def nothing_slow_on_the_event_loop(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Pages do nothing on the event loop that may take long; tests themselves may."""
    caught: list[str] = []
    web = str(Path(trainer.web.__file__).parent)

    def called_by_a_page() -> bool:
        frame = sys._getframe(1)
        while frame is not None and not frame.f_code.co_filename.startswith(web):
            frame = frame.f_back
        return frame is not None

    def watched(slow: Callable[..., Any], name: str) -> Callable[..., Any]:
        @wraps(slow)
        def call(*args: Any, **kwargs: Any) -> Any:
            # In other threads no loop is running.
            if asyncio._get_running_loop() is not None and called_by_a_page():
                caught.append(name)
            return slow(*args, **kwargs)

        return call

    for owner, name in SLOW:
        monkeypatch.setattr(owner, name, watched(getattr(owner, name), name))
    yield
    assert caught == []


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
