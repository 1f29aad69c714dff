"""`tripledraw evaluate deals`, `opponent` and `local`: figures as text and JSON, and Ctrl-C."""

import json
import signal

import pytest
from typer.testing import CliRunner, Result

import solver
from solver.cli import app
from solver.errors import ConfigurationError
from solver.evaluation import deals
from solver.solving.interrupt import Interrupt


def invoke(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["evaluate", *arguments], catch_exceptions=False)


def run(*arguments: str) -> str:
    result = invoke(*arguments)
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.fixture(scope="module")
def place(one_card_solution: solver.Solution, tmp_path_factory: pytest.TempPathFactory) -> str:
    directory = tmp_path_factory.mktemp("deals") / "tiny"
    one_card_solution.save(directory)
    return str(directory)


@pytest.mark.parametrize("command", ["deals", "opponent", "local"])
def test_help_has_an_example(command: str) -> None:
    assert f"tripledraw evaluate {command}" in run(command, "--help")


def test_play_over_deals(place: str) -> None:
    found = json.loads(run("deals", place, place, "--deals", "4", "--json"))
    assert found["players"] == ["tiny", "tiny"]
    assert (found["deals"], found["finished"]) == (4, True)
    assert found["mbb"] == pytest.approx(0, abs=1e-3)
    assert found["big_blind_mbb"] == pytest.approx(-found["button_mbb"], abs=1e-3)
    assert found["standard_error_mbb"] < found["button_standard_error_mbb"]
    text = run("deals", place, place, "--deals", "4", "--threads", "1")
    assert "tiny against tiny: 4 deals" in text
    assert f"{found['button_mbb']:+.1f}" in text


def test_trained_opponents(place: str) -> None:
    options = (place, "--training", "6", "--deals", "4")
    found = json.loads(run("opponent", *options, "--json"))
    assert (found["directory"], found["training_deals"], found["deals"]) == (place, 6, 4)
    text = run("opponent", *options)
    assert "tiny against opponents trained on 6 deals: 4 deals" in text
    assert f"{found['mbb']:+.1f}" in text


def test_a_local_best_response(place: str) -> None:
    found = json.loads(run("local", place, "--hands", "20", "--rounds", "2", "--json"))
    assert found["players"] == ["local best response", "tiny"]
    assert (found["hands"], found["finished"]) == (20, True)
    assert "local best response against tiny: 20 hands" in run("local", place, "--hands", "20")


def test_ctrl_c_prints_what_is_complete(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    arrived, passes = deals._Steps.arrived, []

    def interrupted(self: deals._Steps) -> bool:
        passes.append(1)
        if len(passes) == 10:
            signal.raise_signal(signal.SIGINT)
        return arrived(self)

    monkeypatch.setattr(deals._Steps, "arrived", interrupted)
    result = invoke("deals", place, place, "--deals", "6")
    assert result.exit_code == 130
    assert "4 deals, stopped early" in result.stdout

    enter = Interrupt.__enter__

    def at_once(self: Interrupt) -> Interrupt:
        enter(self)
        signal.raise_signal(signal.SIGINT)
        return self

    monkeypatch.setattr(Interrupt, "__enter__", at_once)
    result = invoke("opponent", place)
    assert result.exit_code == 130
    assert "Stopped before any deal was played in both seats." in result.stdout


def test_deals_come_in_pairs(place: str) -> None:
    with pytest.raises(ConfigurationError, match="7 deals asked for"):
        invoke("deals", place, place, "--deals", "7")
