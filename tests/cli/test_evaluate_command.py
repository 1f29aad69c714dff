"""`tripledraw evaluate`: figures as text and JSON, and what is refused."""

import json
import signal
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import solver
from solver.cli import app
from solver.errors import ConfigurationError, MemoryNeedError, SolutionError
from solver.solving.interrupt import Interrupt


def invoke(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["evaluate", *arguments], catch_exceptions=False)


def run(*arguments: str) -> str:
    result = invoke(*arguments)
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.mark.parametrize("command", ["abstraction", "buckets", "exploiter", "hands", "match"])
def test_help_has_an_example(command: str) -> None:
    assert f"tripledraw evaluate {command}" in run(command, "--help")


def test_exploitability(solution_directory: Path) -> None:
    place = str(solution_directory)
    own = json.loads(run("abstraction", place, "--json"))
    assert own["exploitability_mbb"] == pytest.approx(own["solve_exploitability_mbb"], rel=0.02)
    assert (own["final"], own["earlier"]) == (16, [32, 32, 32])
    finer = json.loads(run("buckets", place, "--final", "32", "--earlier", "64", "--json"))
    assert finer["exploitability_mbb"] > own["exploitability_mbb"]
    text = run("abstraction", place)
    assert "GB of memory, about 0:0" in text
    assert f"exploitability {own['exploitability_mbb']:.1f} mbb/g" in " ".join(text.split())


def test_every_hand(one_card_solution: solver.Solution, tmp_path: Path) -> None:
    one_card_solution.save(tmp_path / "tiny")
    place = str(tmp_path / "tiny")
    found = json.loads(run("hands", place, "--json"))
    assert (found["final"], found["earlier"]) == (7462, [134459] * 3)
    assert found["exploitability_mbb"] > found["solve_exploitability_mbb"]
    text = " ".join(run("hands", place).split())
    assert "a best response that sees every one of 134,459 hands" in text


def test_match(solution_directory: Path) -> None:
    place = str(solution_directory)
    result = json.loads(run("match", place, "call", "--hands", "200", "--seed", "5", "--json"))
    assert result["players"] == ["small", "call"]
    assert (result["hands"], result["seed"], result["cap"]) == (200, 5, 2)
    assert result["finished"] is True
    assert result["standard_error_mbb"] < result["unadjusted_standard_error_mbb"]
    text = run("match", place, "call", "--hands", "200", "--seed", "5")
    assert "small against call: 200 hands, cap 2, seed 5" in text
    assert f"{result['mbb']:+.1f}" in text
    assert "rulebook against call" in run("match", "rulebook", "call", "--hands", "2")


def test_ctrl_c_prints_the_result_so_far(
    solution_directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    enter = Interrupt.__enter__

    def interrupted(self: Interrupt) -> Interrupt:
        enter(self)
        signal.raise_signal(signal.SIGINT)
        return self

    monkeypatch.setattr(Interrupt, "__enter__", interrupted)
    result = invoke("match", str(solution_directory), "rulebook", "--hands", "1000")
    assert result.exit_code == 130
    assert "2 hands, stopped early" in result.stdout


def test_bad_input(solution_directory: Path) -> None:
    with pytest.raises(SolutionError, match="'nobody' is neither"):
        invoke("match", "nobody", "call")
    with pytest.raises(ConfigurationError, match="7 hands asked for"):
        invoke("match", str(solution_directory), "call", "--hands", "7")
    with pytest.raises(ConfigurationError, match="6000 earlier buckets"):
        invoke("buckets", str(solution_directory), "--earlier", "6000")


def test_too_many_buckets_are_refused_before_they_are_built(
    solution_directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Small:
        available = 100_000_000

    monkeypatch.setattr("solver.cfr.memory.psutil.virtual_memory", Small)
    monkeypatch.setattr("solver.cli.evaluate.build_with_progress", None)
    with pytest.raises(MemoryNeedError, match=r"needs \d+\.\d GB of memory and 0\.1 GB"):
        invoke("buckets", str(solution_directory), "--final", "4000", "--earlier", "5000")


def test_exploiter(solution_directory: Path) -> None:
    place = str(solution_directory)
    few = ("--samples", "2", "--lines", "4", "--particles", "2000", "--threads", "1")
    for rounds in ("1", "2"):
        found = json.loads(run("exploiter", place, "--rounds", rounds, *few, "--json"))
        assert found["finished"]
        assert found["mbb"] == pytest.approx((found["big_blind_mbb"] + found["button_mbb"]) / 2)
        whole = sum(situation["mbb"] for situation in found["situations"])
        assert whole == pytest.approx(found["mbb"])
        points = {situation["point"] for situation in found["situations"]}
        assert ("last bets" in points) and (("third bets" in points) <= (rounds == "2"))
    text = " ".join(run("exploiter", place, *few).split())
    assert "Exploiter of small: 2 samples of 4 lines, 2000 particles, seed 0" in text
    assert "who drew what last" in text
    assert "what it does" in text
