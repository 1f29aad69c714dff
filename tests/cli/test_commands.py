"""The command line: what each command prints, and how all of them fail."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from solver.cli import app

COMMANDS = ("rank", "equity", "solve", "show", "advise", "bench", "evaluate")


def run(*arguments: str) -> str:
    result = CliRunner().invoke(app, list(arguments), catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_an_example(command: str) -> None:
    text = run(command, "--help")
    assert "Example:" in text
    assert f"tripledraw {command}" in text


def test_rank() -> None:
    assert "7-5-4-3-2, class 1 of 7462" in run("rank", "7c5d4h3s2c")
    assert json.loads(run("rank", "AcKcQcJcTc", "--json"))["class"] == 7462


def test_solve_show_advise(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRIPLEDRAW_DATA_DIR", str(tmp_path))
    settings = tmp_path / "tiny.toml"
    settings.write_text(
        "[game]\ncap = 2\ndraws = [1, 1, 1]\n[abstraction]\nfinal = 4\nearlier = 8\n"
        "[learning]\niterations = 30\ncheck_every = 10\n"
    )
    text = run("solve", str(settings))
    assert "million entries" in text
    assert "30 iterations" in text
    place = tmp_path / "solutions" / "tiny"
    assert "Using the solution in" in run("solve", "--if-missing")
    shown = json.loads(run("show", "--json", "--history", "rc"))
    assert shown["iterations"] == 30
    assert shown["directory"] == str(place)
    assert len(shown["trace"]) == 3
    assert "exploitability (mbb/g)" in run("show")
    assert "arrays are as they were written" in run("show", "--verify")
    assert "stand pat" in run("show", "--history", "rc 1")
    assert "typical hands" in run("show", "--buckets", "3")
    advice = json.loads(
        run("advise", "--hand", "2c3d4h7sKc", "--history", "rc 1", "--json", "--solution", "tiny")
    )
    assert [action["action"] for action in advice["actions"]] == ["0", "1"]
    assert advice["actions"][1]["keep"] == "7s4h3d2c"
    assert "Opponent:" in run("advise", "--hand", "2c3d4h7sKc", "--history", "rc 11 b")


BAD = [
    (("rank", "7c5d4h3s"), "4 cards; expected 5"),
    (("rank", "7c5d4h3s7c"), "7c stands twice"),
    (("rank", "7c5d4h3s1c"), "is not a card"),
    (("advise", "--hand", "2c3d4h7sKc", "--history", "rc 9"), "not possible after 'rc'"),
    (("advise", "--hand", "2c3d4h7s"), "4 cards; expected 5"),
    (("advise", "--hand", "2c3d4h7sKc", "--solution", "nowhere"), "tripledraw solve"),
    (("solve", "nothing.toml"), "neither a preset"),
    (("solve", "--rule", "FCFR"), "is no update rule"),
]


@pytest.mark.parametrize(("arguments", "message"), BAD)
def test_errors_are_one_sentence_with_exit_code_two(
    arguments: tuple[str, ...],
    message: str,
    solution_directory: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TRIPLEDRAW_DATA_DIR", str(tmp_path))
    (tmp_path / "solutions").mkdir()
    (tmp_path / "solutions" / "small").symlink_to(solution_directory)
    result = subprocess.run(
        [sys.executable, "-c", "from trainer.cli import main; main()", *arguments],
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 2
    assert message in result.stderr
    assert "Traceback" not in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1
    assert result.stdout == ""
    assert [path.name for path in (tmp_path / "solutions").iterdir()] == ["small"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[game]\ncap = 0\n", "cap"),
        ("[game]\ncaps = 3\n", "caps"),
        ("[abstraction]\nfinal = 1\n", "final"),
        ("[learning]\nrule = 'none'\n", "no update rule"),
        ("[game\n", "not valid TOML"),
        ("[game]\nbets = [1, 2]\ndraws = [1]\n", "three draws"),
        (
            "[abstraction]\nfinal = 5000\nearlier = 5000\n[game]\ndraws = [5, 5, 5]\n",
            "GB of memory",
        ),
    ],
)
def test_bad_settings_are_refused(text: str, message: str, tmp_path: Path) -> None:
    settings = tmp_path / "bad.toml"
    settings.write_text(text)
    result = CliRunner().invoke(app, ["solve", str(settings), "--out", str(tmp_path / "out")])
    assert result.exit_code != 0
    assert message in str(result.exception)
    assert not (tmp_path / "out").exists()
