"""`tripledraw review`: the table, the JSON, the drill."""

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from trainer import History
from trainer.cli import review

HAND = "heads-up-showdown-hero.txt"


def run(solution: Path, *arguments: str, typed: str = "") -> Result:
    runner = CliRunner(env={"COLUMNS": "160", "NO_COLOR": "1"})
    return runner.invoke(
        review.app, ["review", *arguments, "--solution", str(solution)], input=typed
    )


def test_the_dearest_decisions_are_listed(solution_directory: Path, data: Path):
    result = run(solution_directory, str(data / "golden"), "--top", "3")
    assert result.exit_code == 0, result.output
    assert "left out: 2 hands, seen before" in result.output
    assert re.search(r"not graded: \d+, more than two players were dealt in", result.output)
    lines = result.output.splitlines()
    rows = lines[next(n for n, line in enumerate(lines) if line.split()[:1] == ["lost"]) + 1 :]
    # Long names of hands go on in the next line.
    lost = [float(row.split()[0]) for row in rows if re.match(r" *\d+\.\d", row)]
    assert len(lost) == 3
    assert lost == sorted(lost, reverse=True)


def test_json(solution_directory: Path, data: Path):
    result = run(solution_directory, str(data / "golden" / HAND), "--json")
    found = json.loads(result.output)
    assert (found["hands"], found["graded_hands"], found["duplicates"]) == (1, 1, 0)
    assert len(found["decisions"]) == 7
    total = sum(one["ev_lost"] for one in found["decisions"])
    assert found["ev_lost"] == pytest.approx(total, abs=1e-3)
    assert {one["seat"] for one in found["decisions"]} == {"button"}


def test_mistakes_are_asked_again(solution_directory: Path, data: Path, tmp_path: Path):
    found = json.loads(run(solution_directory, str(data / "golden" / HAND), "--json").output)
    mistakes = [one for one in found["decisions"] if one["ev_lost"] >= 0.01]
    result = run(
        solution_directory,
        str(data / "golden" / HAND),
        "--drill",
        "--data-dir",
        str(tmp_path),
        typed="p\nr\nb\n" * 20,
    )
    assert result.exit_code == 0, result.output
    with History(tmp_path) as history:
        assert len(history.decisions()) == len(mistakes)
