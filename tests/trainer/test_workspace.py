"""The workspace: which solution, what is stored, what is reported."""

import os
import shutil
from pathlib import Path

import pytest

import solver
from solver.errors import ConfigurationError, SolutionError
from trainer import PracticeLog, Thresholds, solution_identity
from trainer.records.database import FILE as HISTORY_FILE
from trainer.records.settings import FILE as SETTINGS_FILE
from trainer.records.settings import Settings, read_settings, write_settings
from trainer.workspace import Workspace


@pytest.fixture
def home(tmp_path: Path, solution_directory: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data directory with two solutions, "new" younger than "old"."""
    monkeypatch.setenv("TRIPLEDRAW_DATA_DIR", str(tmp_path))
    for age, name in enumerate(("old", "new")):
        copy = tmp_path / "solutions" / name
        shutil.copytree(solution_directory, copy)
        os.utime(copy / "manifest.json", (1_000_000 + age, 1_000_000 + age))
    return tmp_path


def test_the_newest_solution_is_used(home: Path, small_solution: solver.Solution):
    with Workspace() as workspace:
        assert workspace.name == "new"
        assert workspace.directory == home
        assert workspace.identity == solution_identity(small_solution)
        assert f"{small_solution.exploitability:.1f} mbb/g" in workspace.strength
        assert workspace.notices == []


def test_the_settings_choose_and_the_option_overrules(home: Path):
    write_settings(Settings(solution="old"))
    with Workspace() as workspace:
        assert workspace.name == "old"
    with Workspace("new") as workspace:
        assert workspace.name == "new"


def test_a_chosen_solution_that_is_gone(home: Path):
    write_settings(Settings(solution="gone"))
    with Workspace() as workspace:
        assert workspace.name == "new"
        [notice] = workspace.notices
        assert "'gone'" in notice
        assert "new" in notice


def test_no_solution_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("TRIPLEDRAW_DATA_DIR", str(tmp_path))
    with pytest.raises(SolutionError, match="tripledraw solve"):
        Workspace()


def test_changes_are_stored(home: Path):
    with Workspace() as workspace:
        workspace.change(solution="old", pause=3.0)
        assert workspace.name == "old"
        assert workspace.settings == Settings(solution="old", pause=3.0)
    assert read_settings(home) == (Settings(solution="old", pause=3.0), None)


@pytest.mark.parametrize(
    ("choices", "error"),
    [({"pause": 99}, ConfigurationError), ({"solution": "gone"}, SolutionError)],
)
def test_a_senseless_change_changes_nothing(
    home: Path, choices: dict[str, object], error: type[Exception]
):
    with Workspace() as workspace:
        with pytest.raises(error):
            workspace.change(**choices)
        assert workspace.settings == Settings()
        assert workspace.name == "new"
    assert not (home / SETTINGS_FILE).exists()


def test_damaged_files_are_reported(tmp_path: Path, solution_directory: Path):
    (tmp_path / HISTORY_FILE).write_bytes(b"no database" * 500)
    (tmp_path / SETTINGS_FILE).write_text("no settings")
    with Workspace(solution_directory, tmp_path) as workspace:
        assert len(workspace.notices) == 2
    kept = {path.stem.partition("-damaged-")[0] for path in tmp_path.glob("*-damaged-*")}
    assert kept == {"history", "settings"}


def test_a_mode_has_one_session_a_run(tmp_path: Path, solution_directory: Path):
    with Workspace(solution_directory, tmp_path) as workspace:
        first = workspace.practice("drill")
        assert workspace.practice("drill") is first
        assert workspace.practice("play").session != first.session
    with Workspace(solution_directory, tmp_path) as workspace, PracticeLog(tmp_path) as other:
        again = workspace.practice("drill").session
        assert again != first.session
        assert other.begin("quiz") != again


def test_a_practice_goes_by_the_settings(home: Path):
    with Workspace() as workspace:
        practice = workspace.practice("drill")
        workspace.change(thresholds=Thresholds(blunder=2))
        assert practice.thresholds == Thresholds(blunder=2)
        assert workspace.practice("drill") is practice
        workspace.change(solution="old")
        assert workspace.practice("drill").solution is workspace.solution
        assert practice.solution is not workspace.solution
