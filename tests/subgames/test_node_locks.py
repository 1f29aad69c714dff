"""Fixed frequencies in the whole game: best replies, new solutions, on disk and as commands."""

import json
from pathlib import Path

import numpy as np
import pytest
from solved import solved
from typer.testing import CliRunner

import solver
from solver.cli import app
from solver.errors import SolutionError
from solver.evaluation import own_buckets
from solver.solution import open_solution
from solver.subgames import NodeLock, read_lock

FOLDS = NodeLock(history="r", frequencies={"f": 1})
"""The big blind never defends."""

LAST = "rc 21 bc 11 kk 11"


@pytest.fixture(scope="module")
def tiny(cache_directory: Path) -> solver.Solution:
    """Few buckets, one bet a round: solved in a moment, the big blind never defending."""
    game = solver.heads_up(cap=2, draws=(1, 1, 1))
    buckets = solver.build_abstraction(final=8, earlier=8, draws=(1, 1, 1))
    return solved(game, buckets, iterations=40, locks=[FOLDS], progress=False)


def test_who_never_defends_is_always_raised(tiny: solver.Solution) -> None:
    assert tiny.summary("r").whole.frequencies["f"] == pytest.approx(1)
    assert tiny.summary("").whole.frequencies["r"] > 0.95
    assert tiny.button_value == pytest.approx(1, abs=0.01)


def test_a_solution_says_what_was_fixed(tiny: solver.Solution, tmp_path: Path) -> None:
    tiny.save(tmp_path / "locked")
    again = open_solution(tmp_path / "locked")
    assert again.configuration.locks == (FOLDS,)


def test_the_best_reply_to_a_locked_solution(small_solution: solver.Solution) -> None:
    locked = small_solution.locked([FOLDS])
    assert locked.summary("r").whole.frequencies["f"] == pytest.approx(1)
    reply = own_buckets(locked).measure().best_responses[1]
    assert reply >= 1  # a raise wins the blind
    usual = small_solution.trace[-1].best_responses[1]
    assert reply > usual
    root = locked.summary("")
    assert root.whole.evs["r"] == pytest.approx(1.5, abs=1e-6)  # the pot, one and a half blinds
    # The solution itself stays as it was.
    assert small_solution.summary("r").whole.frequencies["f"] < 1
    with pytest.raises(SolutionError, match="no solution"):
        locked.save("anywhere")


def run(*arguments: str) -> dict[str, object]:
    result = CliRunner().invoke(app, [*arguments, "--json"])
    assert result.exit_code == 0, result.output
    found: dict[str, object] = json.loads(result.stdout)
    return found


def test_subgames_by_command(solution_directory: Path) -> None:
    at = ("--solution", str(solution_directory))
    plain = run("subgame", LAST, *at)
    assert plain["pot"] == 6
    assert sum(plain["values_sb"].values()) == pytest.approx(6, abs=1e-5)
    assert all(gain < 10 for gain in plain["gains_mbb"].values())
    fine = run("subgame", LAST, *at, "--by-hand", "--hand", "8c6d4h3s2c", "--dead", "KsKd")
    assert 500 < fine["buckets"][0] <= 7462
    assert fine["advice"]["hand"] == "8c6d4h3s2c"
    given = run(
        "subgame", LAST, *at, "--by-hand", "--button", "7-low=0.5, 8-low", "--at", LAST + " k"
    )
    assert {g["name"] for g in given["state"]["groups"] if g["share"] > 0.01} == {"7-low", "8-low"}
    locked = run("subgame", LAST, *at, "--lock", f"{LAST} b | f=1")
    assert locked["values_sb"]["big blind"] > plain["values_sb"]["big blind"]
    assert locked["gains_mbb"]["button"] > 100
    shown = CliRunner().invoke(app, ["subgame", LAST, *at, "--hand", "8c6d4h3s2c"])
    assert shown.exit_code == 0 and "from here on the big blind wins" in shown.output


def test_best_replies_by_command(solution_directory: Path) -> None:
    plain = run("evaluate", "abstraction", str(solution_directory))
    reply = run("evaluate", "abstraction", str(solution_directory), "--lock", "r | f=1")
    assert reply["best_responses_sb"][1] >= 1 > plain["best_responses_sb"][1]


def test_fixed_frequencies_stand_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "my.toml"
    path.write_text('[[locks]]\nhistory = "r"\nfrequencies = { f = 1.0 }\n')
    assert solver.read_configuration(path).locks == (FOLDS,)
    path.write_text('[[locks]]\nhistory = "r"\nfrequencies = { f = 0.5 }\n')
    with pytest.raises(solver.TripleDrawError, match="sum to 1"):
        solver.read_configuration(path)


def test_a_lock_as_text() -> None:
    lock = read_lock("rc 11 kk | 0=0.25, 1=0.75 | pat 9")
    assert lock.history == "rc 11 kk"
    assert lock.frequencies == {"0": 0.25, "1": 0.75}
    assert lock.hands == "pat 9"
    assert np.isclose(sum(read_lock("r|f=0.1,c=0.9").frequencies.values()), 1)
