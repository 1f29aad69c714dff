import json

import pytest
from typer.testing import CliRunner

import solver.cli.equity
from solver.cli import app
from solver.cli.app import run
from solver.equity import Matchup, equity, estimates
from solver.errors import CardError, ConfigurationError

HANDS = ["2c3d4h7s", "--vs", "Td8c6h4c2d"]


def tripledraw(*arguments):
    return CliRunner().invoke(app, ["equity", *arguments])


def answer(*arguments):
    result = tripledraw(*arguments, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_exact_json():
    found = answer(*HANDS, "--draws", "1")
    expected = equity(["2c3d4h7s", "Td8c6h4c2d"], 1)
    assert found == {
        "hands": ["7s4h3d2c", "Td8c6h4c2d"],
        "policies": ["draw until T-8-6-4-2 or better", "stand pat"],
        "draws": 1,
        "dead": "",
        "equity": list(expected.equity),
        "win": list(expected.win),
        "tie": list(expected.tie),
        "standard_error": None,
        "exact": True,
        "outcomes": 43,
        "seed": None,
        "interrupted": False,
    }


def test_simulated_json():
    found = answer(*HANDS, "--draws", "2", "--trials", "5000", "--seed", "4", "--dead", "KcKd")
    expected = equity(["2c3d4h7s", "Td8c6h4c2d"], 2, dead="KcKd", trials=5000, seed=4)
    assert found["equity"] == list(expected.equity)
    assert found["standard_error"] == list(expected.standard_error)
    assert (found["exact"], found["outcomes"], found["seed"]) == (False, 5000, 4)
    assert found["dead"] == "KcKd"


def test_policies_go_by_order():
    found = answer(
        "2c3d4h7sKc", "--vs", "Td8c6h4c2d", "--vs", "2h3s4s",
        "--policy", "draw:1", "--policy", "auto", "--policy", "until:97432",
    )  # fmt: skip
    assert found["policies"] == ["draw 1", "stand pat", "draw until 9-7-4-3-2 or better"]
    assert found["exact"] and len(found["equity"]) == 3


def test_exact_table():
    result = tripledraw(*HANDS)
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "hand            draws      equity     win    tie",
        "7s 4h 3d 2c     draw 1     39.53%  39.53%  0.00%",
        "Td 8c 6h 4c 2d  stand pat  60.47%  60.47%  0.00%",
        "Exact: 43 outcomes.",
    ]


def test_simulated_table():
    result = tripledraw(*HANDS, "--draws", "2", "--standard-error", "0.003")
    assert "standard error" in result.stdout
    assert "draw 1, then draw until" in result.stdout
    assert result.stdout.splitlines()[-1] == "Simulated: 32,768 deals, seed 0."


def test_interrupt_prints_what_there_is(monkeypatch):
    def interrupted(matchup, **arguments):
        series = estimates(matchup, **arguments)
        yield next(series)
        yield next(series)
        raise KeyboardInterrupt

    monkeypatch.setattr(solver.cli.equity, "estimates", interrupted)
    result = tripledraw(*HANDS, "--draws", "2", "--json")
    found = json.loads(result.stdout)
    assert result.exit_code == 130
    assert found["interrupted"] and found["outcomes"] == 2 * 32_768
    assert max(found["standard_error"]) < 0.003
    result = tripledraw(*HANDS, "--draws", "2")
    assert result.stdout.splitlines()[-1] == "Simulated: 65,536 deals, seed 0, stopped early."


def test_long_simulations_show_progress(monkeypatch):
    shown = []
    monkeypatch.setattr(solver.cli.equity.Progress, "start", lambda self: shown.append(self.tasks))
    series = estimates(Matchup.of(["2c3d4h7s", "Td8c6h4c2d"], 2, (), ()), trials=100_000)
    monkeypatch.setattr(solver.cli.equity, "SLOW", 60.0)
    solver.cli.equity._follow(series, 100_000, None)
    assert not shown
    series = estimates(Matchup.of(["2c3d4h7s", "Td8c6h4c2d"], 2, (), ()), trials=100_000)
    solver.cli.equity._follow(series, 10**12, None)
    assert shown[0][0].total == 10**12


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["2c3d4h7s", "--vs", "2c3h4s8c"], CardError),
        ([*HANDS, "--draws", "0"], CardError),
        ([*HANDS, "--dead", "2c"], CardError),
        ([*HANDS, "--draws", "4"], ConfigurationError),
        ([*HANDS, "--policy", "draw"], ConfigurationError),
        ([*HANDS, "--trials", "5", "--standard-error", "0.1"], ConfigurationError),
    ],
)
def test_bad_input(arguments, error):
    result = tripledraw(*arguments)
    assert isinstance(result.exception, error)
    assert result.stdout == ""


def test_an_opponent_is_needed():
    assert tripledraw("2c3d4h7s").exit_code == 2


def test_help_has_an_example():
    assert "tripledraw equity 2c3d4h7s --vs" in " ".join(tripledraw("--help").stdout.split())


@pytest.mark.parametrize(
    "arguments", [["2c3d4h7s", "--vs", "2c3h4s8c"], [*HANDS, "--policy", "draw:9"]]
)
def test_errors_are_one_sentence_and_exit_code_two(arguments, monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["tripledraw", "equity", *arguments])
    with pytest.raises(SystemExit) as stopped:
        run()
    assert stopped.value.code == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("Error: ") and printed.err.count("\n") == 1
