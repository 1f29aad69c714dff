"""The command line: what each command prints, and how all of them fail."""

import io
import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
import typer
from rich.markup import escape
from typer.testing import CliRunner

import solver
from solver.cli import app
from solver.cli.advise import print_advice
from solver.cli.app import SafeConsole

COMMANDS = ("rank", "equity", "solve", "show", "advise", "bench", "evaluate", "subgame", "pack")
TINY = """
[game]
cap = 2
draws = [1, 1, 1]
[abstraction]
final = 4
earlier = 8
[learning]
iterations = 30
check_every = 10
"""


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
    several = run("rank", "7c5d4h3s2c", "8c6d4h3s2c").splitlines()
    assert [line.split(",")[-1] for line in several] == [" class 1 of 7462", " class 6 of 7462"]
    both = json.loads(run("rank", "7c5d4h3s2c", "8c6d4h3s2c", "--json"))["hands"]
    assert [hand["class"] for hand in both] == [1, 6]
    assert "7-5-4-3-2, class 1 of 7462" in run("rank", "7c5d4h3s2c")
    assert json.loads(run("rank", "AcKcQcJcTc", "--json"))["class"] == 7462


def test_solve_show_advise(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = tmp_path / "[bold]"  # as text, not markup
    monkeypatch.setenv("TRIPLEDRAW_DATA_DIR", str(data))
    settings = tmp_path / "tiny.toml"
    settings.write_text(TINY, encoding="utf-8")
    text = run("solve", str(settings))
    assert "million entries" in text
    assert "30 iterations" in text
    place = data / "solutions" / "tiny"
    assert f"Saved in {place}." in text
    assert f"Using the solution in {place}." in run("solve", "--if-missing")
    shown = json.loads(run("show", "--json", "--history", "rc"))
    assert shown["iterations"] == 30
    assert shown["directory"] == str(place)
    assert len(shown["trace"]) == 3
    text = run("show")
    assert str(place) in text
    # The first screen says how it plays; how it was made is asked for.
    for words in ("The button, first to act", "The big blind against a raise", "one-card draw"):
        assert words in text
    assert "iteration" not in text
    made = run("show", "--made")
    assert "exploitability (mbb/g)" in made
    assert "30 iterations" in made
    assert "arrays are as they were written" in run("show", "--verify")
    assert "stand pat" in run("show", "--history", "rc 1")
    assert "typical hands" in run("show", "--buckets", "3")
    advice = json.loads(
        run("advise", "--hand", "2c3d4h7sKc", "--history", "rc 1", "--json", "--solution", "tiny")
    )
    assert [action["action"] for action in advice["actions"]] == ["0", "1"]
    assert advice["actions"][1]["keep"] == "7s4h3d2c"
    assert "Opponent:" in run("advise", "--hand", "2c3d4h7sKc", "--history", "rc 11 b")


def test_show_as_json_has_all_that_was_asked_for(solution_directory: Path) -> None:
    shown = json.loads(
        run("show", "--solution", str(solution_directory), "--json", "--verify", "--buckets", "2")
    )
    assert shown["verified_arrays"] == len(list(solution_directory.rglob("*.npy")))
    buckets = shown["buckets"]
    assert buckets["draws_left"] == 2
    assert [report["bucket"] for report in buckets["each"]] == list(range(32))
    assert sum(report["share"] for report in buckets["each"]) == pytest.approx(1)
    assert 0 < buckets["within"]["value"] < 1
    plain = json.loads(run("show", "--solution", str(solution_directory), "--json"))
    assert not {"buckets", "verified_arrays", "state"} & set(plain)


def test_if_missing_passes_over_other_versions(
    solution_directory: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRIPLEDRAW_DATA_DIR", str(tmp_path))
    old = tmp_path / "solutions" / "old"
    old.mkdir(parents=True)
    (old / "manifest.json").write_text('{"schema": 0}', encoding="utf-8")
    settings = tmp_path / "tiny.toml"
    settings.write_text(TINY, encoding="utf-8")
    result = CliRunner().invoke(app, ["solve", str(settings), "--if-missing"])
    assert result.exit_code == 0
    assert f"Passed over: {old} has schema version 0" in result.stderr
    assert "30 iterations" in result.stdout
    os.utime(old / "manifest.json", (2**32, 2**32))
    found = run("solve", str(settings), "--if-missing")
    assert f"Using the solution in {tmp_path / 'solutions' / 'tiny'}." in found
    found = CliRunner().invoke(app, ["solve", str(settings), "--if-missing", "--json"]).stdout
    assert json.loads(found)["directory"] == str(tmp_path / "solutions" / "tiny")


def test_values_are_never_minus_nought(
    small_solution: solver.Solution, capsys: pytest.CaptureFixture[str]
) -> None:
    advice = small_solution.advise("7c5d4h3s2c", "r")
    actions = tuple(replace(action, ev=-0.0001) for action in advice.actions)
    print_advice(replace(advice, actions=actions))
    printed = capsys.readouterr().out
    assert printed.count("+0.000") == len(actions)
    assert "-0.000" not in printed


@pytest.mark.parametrize("stop", [KeyboardInterrupt, typer.Abort])
@pytest.mark.parametrize("command", [("rank", "7c5d4h3s2c"), ("evaluate", "match", "call", "call")])
def test_ctrl_c_stops_every_command_alike(
    command: tuple[str, ...], stop: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise stop

    monkeypatch.setattr("solver.cli.cards.parse_hand", interrupted)
    monkeypatch.setattr("solver.cli.evaluate._players", interrupted)
    result = CliRunner().invoke(app, list(command))
    assert result.exit_code == 130
    assert result.stderr == "Stopped.\n"
    assert result.stdout == ""


@pytest.mark.parametrize("arguments", [("rank",), ("nothing",), ("rank", "--nothing"), ()])
def test_misuse_exits_with_two(arguments: tuple[str, ...]) -> None:
    result = CliRunner().invoke(app, list(arguments))
    assert result.exit_code == 2
    assert "Usage: " in result.output


LONG = "x" * 300

BAD = [
    (("rank", "7c5d4h3s"), "4 cards; expected 5"),
    (("rank", "7c5d4h3s7c"), "7c stands twice"),
    (("rank", "7c5d4h3s1c"), "is not a card"),
    (("advise", "--hand", "2c3d4h7sKc", "--history", "rc 9"), "not possible after 'rc'"),
    (("advise", "--hand", "2c3d4h7s"), "4 cards; expected 5"),
    (("advise", "--hand", "2c3d4h7sKc", "--solution", "nowhere"), "tripledraw solve"),
    (("solve", "nothing.toml"), "neither a preset"),
    (("solve", "--rule", "FCFR"), "is no update rule"),
    (("bench", "--rule", "FCFR"), "is no update rule"),
    (("bench", "--build", "punched cards"), "is no kernel build"),
    # Square brackets and colons are text here, not markup.
    (("rank", "[/x]"), "in '[/x]' is not a card"),
    (("advise", "--hand", "2c3d4h7sKc", "--solution", "[red]:cat:"), "'[red]:cat:' is neither"),
    (("show", "--history", "[/x]"), "'[' is not possible"),
    (("solve", "[/x].toml"), "'[/x].toml' is neither"),
    (("equity", "[/x]", "--vs", "2c3d4h7sKc"), "[/x]"),
    (("evaluate", "match", "[/x]", "call"), "'[/x]' is neither"),
    (("import", "[/x]", "--out", "[/y]"), "[/x] does not exist"),
    (("quiz", "--solution", "[/x]"), "'[/x]' is neither"),
    # Names that no file can have.
    (("show", "--solution", LONG), "is no name of a solution (File name too long)"),
    (("advise", "--hand", "2c3d4h7sKc", "--solution", LONG), "File name too long"),
    (("subgame", "", "--solution", LONG), "File name too long"),
    (("pack", "small", LONG), "File name too long"),
    (("solve", "quick", "--out", LONG), "File name too long"),
    (("solve", LONG), "neither a preset"),
    (("evaluate", "match", LONG, "call"), "File name too long"),
    (("import", LONG, "--out", "x"), "File name too long"),
    (("import", "x", "--out", LONG), "File name too long"),
    (("quiz", "--solution", LONG), "File name too long"),
    (("quiz", "--data-dir", f"/tmp/{LONG}"), "the settings /tmp/xxx"),
    (("review", LONG), "File name too long"),
    (("trainer", "--no-browser", "--solution", LONG), "File name too long"),
    (("solve", "deep", "--out", "/"), "is no name for a directory"),
]


def _printed(text: str) -> str:
    console = SafeConsole(file=io.StringIO(), highlight=False, width=80)
    console.print(escape(text))
    return console.file.getvalue()


def assert_fails(arguments: tuple[str, ...], message: str) -> None:
    """The whole command prints one line, on stderr, and exits with 2."""
    result = subprocess.run(
        [sys.executable, "-c", "from trainer.cli import main; main()", *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=os.environ | {"PYTHONIOENCODING": "utf-8"},
        check=False,
    )
    assert result.returncode == 2
    assert message in result.stderr
    assert "Traceback" not in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1
    assert result.stdout == ""


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
    assert_fails(arguments, message)
    assert [path.name for path in (tmp_path / "solutions").iterdir()] == ["small"]


@pytest.mark.parametrize("command", ["rank 7c5d4h3s2c", "rank 7c5d4h3s2c --json", "--help"])
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device here")
def test_outputs_that_cannot_be_written(command: str) -> None:
    """Full, closed, or read by nobody: one line at most, and no traceback."""
    for redirection, codes, lines in (
        ("> /dev/full", {2}, 1),
        (">&-", {0}, 0),
        ("| :", {1, 141}, 0),
    ):
        line = f"set -o pipefail; {sys.executable} -m tripledraw {command} {redirection}"
        result = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=False)
        assert result.returncode in codes
        assert len(result.stderr.splitlines()) == lines


def test_control_characters_are_shown_not_obeyed() -> None:
    shown = _printed("a\x1b[31mb\x9b2Jc\u202ed\udc80")
    assert shown == "a\\x1b[31mb\\x9b2Jc\\u202ed\\udc80\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[game]\ncap = 0\n", "cap"),
        ("[game]\ncaps = 3\n", "caps"),
        ("[abstraction]\nfinal = 1\n", "final"),
        ("[learning]\nrule = 'none'\n", "no update rule"),
        ("[game\n", "not valid TOML"),
        ("[game]\nbets = [nan, 1.0, 2.0, 2.0]\n", "finite"),
        ("[game]\nbets = [1, 2]\ndraws = [1]\n", "three draws"),
        ("[game]\nbets = [1e308, 1, 2, 2]\n", "amounts run from 0.001 to 1e+06"),
        ("[game]\nbets = [1e-320, 1, 2, 2]\n", "amounts run from 0.001 to 1e+06"),
        ("[game]\nforced_bets = [inf, 0.5]\n", "finite"),
        ("[game]\ncap = 10\n", "215,375,545 actions"),
        ("[game]\ncap = 20\ndraws = [5, 5, 5]\n[abstraction]\nfinal = 2\nearlier = 2\n", "actions"),
        ("game = 5\n", "game = 5: expected a table [game]"),
        ("[[game]]\ncap = 3\n", "expected a table [game]"),
        ("abstraction = 'x'\n", "expected a table [abstraction]"),
        ("learning = []\n", "learning = []"),
        ("[abstraction]\ndraws = 5\n", "leave it out"),
        ("[abstraction]\nseed = 99999999999999999999999999\n", "seed"),
        ("a = " + "[" * 3000, "too many brackets"),
        ("a = " + "1" * 5000, "not valid TOML"),
        (
            "[abstraction]\nfinal = 5000\nearlier = 5000\n[game]\ndraws = [5, 5, 5]\n",
            "GB of memory",
        ),
    ],
)
def test_bad_settings_are_refused(text: str, message: str, tmp_path: Path) -> None:
    settings = tmp_path / "bad.toml"
    settings.write_text(text)
    assert_fails(("solve", str(settings), "--out", str(tmp_path / "out")), message)
    assert not (tmp_path / "out").exists()
