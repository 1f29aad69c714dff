"""What all tests share: settings, reference files, one small solution of the real game."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from solved import solved

import solver

# A loaded machine is no reason to fail.
settings.register_profile("tripledraw", deadline=None)
settings.load_profile("tripledraw")

# Shells let what they start in the background ignore Ctrl-C, which many tests are about.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def data() -> Path:
    """Folder of the reference files."""
    return Path(__file__).parent / "data"


@pytest.fixture(scope="session", autouse=True)
def cache_directory(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Keeps tests out of the user's caches, data and solutions."""
    before = os.environ.get("TRIPLEDRAW_CACHE_DIR")
    path = tmp_path_factory.mktemp("cache")
    os.environ["TRIPLEDRAW_CACHE_DIR"] = str(path)
    yield path
    if before is None:
        del os.environ["TRIPLEDRAW_CACHE_DIR"]
    else:
        os.environ["TRIPLEDRAW_CACHE_DIR"] = before


@pytest.fixture(autouse=True)
def nothing_shipped(monkeypatch: pytest.MonkeyPatch, cache_directory: Path) -> None:
    """Tests find no solution but their own."""
    monkeypatch.setattr("solver.solution.directories.SHIPPED", cache_directory / "shipped")


@pytest.fixture(scope="session")
def small_solution(cache_directory: Path) -> solver.Solution:
    """Triple draw with cap 2 and few buckets: the whole game, solved in a few seconds."""
    game = solver.heads_up(cap=2, draws=(3, 2, 1))
    buckets = solver.build_abstraction(final=16, earlier=32, draws=(3, 2, 1))
    return solved(game, buckets, iterations=150, progress=False)


@pytest.fixture(scope="session")
def one_card_solution(cache_directory: Path) -> solver.Solution:
    """Hardly solved, one bet a round and draws of one card: small enough for every hand."""
    game = solver.heads_up(cap=1, draws=(1, 1, 1))
    buckets = solver.build_abstraction(final=6, earlier=8, draws=(1, 1, 1))
    return solved(game, buckets, iterations=20, progress=False)


@pytest.fixture(scope="session")
def solution_directory(
    small_solution: solver.Solution, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """The small solution on disk."""
    path = tmp_path_factory.mktemp("solutions") / "small"
    small_solution.save(path)
    return path
