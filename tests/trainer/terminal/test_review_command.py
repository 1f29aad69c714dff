"""`tripledraw review`: the table, the JSON, the drill."""

import json
import re
from itertools import pairwise
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from trainer import PracticeLog, Thresholds
from trainer.cli import review
from trainer.records.settings import Settings, write_settings

HAND = "heads-up-showdown-hero.txt"


@pytest.fixture(autouse=True)
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test reads the user's settings."""
    monkeypatch.setenv("TRIPLEDRAW_DATA_DIR", str(tmp_path))


def run(solution: Path | None, *arguments: str, typed: str = "") -> Result:
    runner = CliRunner(env={"COLUMNS": "80", "NO_COLOR": "1"})
    chosen = [] if solution is None else ["--solution", str(solution)]
    return runner.invoke(review.app, ["review", *arguments, *chosen], input=typed)


def test_the_dearest_decisions_are_listed(solution_directory: Path, data: Path):
    result = run(solution_directory, str(data / "golden"), "--top", "3")
    assert result.exit_code == 0, result.output
    assert "left out: 2 hands, seen before" in result.output
    assert re.search(r"not graded: \d+, more than two players were dealt in", result.output)
    lines = result.output.splitlines()
    rows = lines[lines.index("Lost, in small bets, the dearest first:") + 1 :]
    lost = [float(row.split()[0]) for row in rows if re.match(r" *\d+\.\d", row)]
    assert len(lost) == 3
    assert lost == sorted(lost, reverse=True)
    assert re.match(r"and \d+ more decisions with \d+\.\d{3} small bets lost", rows[-1])


def test_lines_are_readable_at_eighty_columns(solution_directory: Path, data: Path):
    result = run(solution_directory, str(data / "golden" / HAND), "--top", "20")
    found = json.loads(run(solution_directory, str(data / "golden" / HAND), "--json").output)
    lines = [line.strip() for line in result.output.splitlines()]
    assert all(len(line) <= 80 for line in result.output.splitlines())
    dear = [one for one in found["decisions"] if one["ev_lost"] >= 0.001]
    assert dear
    both = [*lines, *map(" ".join, pairwise(lines))]
    for one in dear:
        first = next(n for n, line in enumerate(lines) if line.endswith(f"  {one['hand']}"))
        assert f"{one['lost']}  {one['rating']}" in lines[first]
        assert any(line.startswith(f"{one['cards']}: you {one['you']}") for line in lines)
        assert one["situation"] in both


def test_it_goes_by_the_settings(solution_directory: Path, data: Path, tmp_path: Path):
    settings = Settings(
        solution=str(solution_directory),
        small_bet=10,
        thresholds=Thresholds(frequency=1.0, best=1e-9, correct=2e-9, mistake=3e-9, blunder=4e-9),
    )
    write_settings(settings, tmp_path)
    result = run(None, str(data / "golden" / HAND))
    assert result.exit_code == 0, result.output
    assert re.search(r"decisions: \$\d+\.\d\d lost", result.output)
    assert "Lost, in $, the dearest first:" in result.output
    found = json.loads(run(None, str(data / "golden" / HAND), "--json").output)
    ratings = {one["rating"] for one in found["decisions"] if one["ev_lost"] > 0}
    assert ratings == {"blunder"}


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
    with PracticeLog(tmp_path) as history:
        assert len(history.decisions()) == len(mistakes)
