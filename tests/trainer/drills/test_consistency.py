"""Frequencies, values and grades never contradict each other."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import solver
from solver.solution import open_solution
from trainer.cli import consistency  # noqa: F401
from trainer.drills.consistency import Consistency, check_drill
from trainer.drills.packs import PACKS

SHIPPED = Path(solver.__file__).parent / "solutions" / "heads-up"


@pytest.fixture(scope="module")
def shipped() -> solver.Solution:
    return open_solution(SHIPPED)


def check(found: Consistency) -> None:
    assert found.near == 1 and found.most_lost < 0.02
    assert found.own_loss < 0.0005
    assert (found.punished, found.excused, found.astray) == (0, 0, 0)


@pytest.mark.parametrize("name", PACKS)
def test_the_shipped_solution_agrees_with_itself(shipped: solver.Solution, name: str) -> None:
    found = check_drill(shipped, PACKS[name], 40, seed=1)
    assert found.spots == 40
    check(found)


@pytest.mark.parametrize(
    "hand, history",
    [
        ("Ts9h8h7d4s", "rc 33 kbc 20 kbc 0"),
        ("Td8d7d6s4s", "crc 33 brc 11 bc 0"),
        ("Tc9d5s3h2c", "rc 42 kbc 20 kbc"),
        ("Th8s4h3d2c", "rc 12 kb"),
    ],
)
def test_spots_that_contradicted_themselves(
    shipped: solver.Solution, hand: str, history: str
) -> None:
    check(Consistency.of([shipped.advise(hand, history)]))


def test_a_strategy_of_buckets_would_contradict_itself(
    shipped: solver.Solution, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The check sees it: without the hand's own choice among its bucket's actions it fails."""
    monkeypatch.setattr("solver.solution.advisor.near_best", lambda usual, values: usual)
    found = check_drill(shipped, PACKS["snow and catch the snow"], 150, seed=1)
    assert found.own_loss > 0.0005


def test_the_command_prints_every_pack() -> None:
    from solver.cli.app import app

    result = CliRunner().invoke(app, ["consistency", str(SHIPPED), "--spots", "2", "--json"])
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert set(found) == set(PACKS)
    assert all(here["spots"] == 2 for here in found.values())
