"""The notebooks run from top to bottom, and are stored clean."""

import os
import subprocess
import sys
from pathlib import Path

import jupytext
import pytest

from solver import read_configuration

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))

SMALL = """
[game]
cap = 2
draws = [3, 2, 1]

[abstraction]
final = 16
earlier = 32

[learning]
iterations = 60
check_every = 20
"""

notebooks = pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)


def test_there_are_notebooks() -> None:
    assert NOTEBOOKS


@notebooks
def test_stored_without_outputs(notebook: Path) -> None:
    for cell in jupytext.read(notebook).cells:
        assert not cell.get("outputs")
        assert cell.get("execution_count") is None


@notebooks
def test_in_step_with_its_script(notebook: Path) -> None:
    script = jupytext.read(notebook.with_suffix(".py"))
    stored = jupytext.read(notebook)
    assert [(cell.cell_type, cell.source) for cell in stored.cells] == [
        (cell.cell_type, cell.source) for cell in script.cells
    ], f"run: jupytext --sync {notebook.relative_to(ROOT).with_suffix('.py')}"


@notebooks
def test_runs(notebook: Path, cache_directory: Path, tmp_path: Path) -> None:
    preset = tmp_path / "small.toml"
    preset.write_text(SMALL, "utf-8")
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "--nbmake", "-p", "no:cacheprovider", str(notebook)],
        cwd=ROOT,
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")])),
            "TRIPLEDRAW_CACHE_DIR": str(cache_directory),
            "TRIPLEDRAW_NOTEBOOK_PRESET": str(preset),
        },
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert "1 passed" in run.stdout


def test_what_is_said_of_the_quick_preset_holds() -> None:
    game = read_configuration("quick").game
    numbers = {2: "two", 3: "three", 4: "four", 5: "five"}
    first = jupytext.read(NOTEBOOKS[0])
    text = " ".join(" ".join(cell["source"] for cell in first.cells).split())
    said = f"at most {numbers[game.cap]} bets a round, and draws of up to "
    assert said + f"{game.draws[0]}, {game.draws[1]} and {game.draws[2]}" in text
