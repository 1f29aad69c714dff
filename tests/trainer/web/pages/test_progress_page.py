"""The progress page: leaks, charts, sessions, CSV."""

import csv
import io

import pytest
from nicegui import ui
from nicegui.testing import User

from trainer import Answer, Dealer, Spot
from trainer.drills.practice import Practice
from trainer.records.progress import progress
from trainer.web.pages.progress import SHOWN
from trainer.workspace import Workspace

PATIENCE = 300
"""Tenths of a second: counting situations takes a second or two on a machine at rest."""


@pytest.fixture
def answered(workspace: Workspace) -> Practice:
    """Forty decisions, the first action of each: many folds, many losses."""
    practice = workspace.practice("drill")
    dealer = Dealer(workspace.solution, 7)
    for _ in range(40):
        spot = dealer.spot()
        practice.answer(spot, Answer(spot.state.actions[0]), 3_000)
    return practice


async def test_before_the_first_answer(user: User):
    await user.open("/progress")
    await user.should_see("Nothing to see yet")
    await user.should_see("Heat map")
    user.find("Answer the first ones").click()
    await user.should_see("Welcome", retries=50)


async def test_leaks_are_named_with_their_cost(
    user: User, workspace: Workspace, answered: Practice
):
    await user.open("/progress")
    await user.should_see("Adding up your answers")
    await user.should_see(
        "lost in 100 hands; those first that surely cost the most", retries=PATIENCE
    )
    found = progress(workspace.log, workspace.solution)
    costly = [leak for leak in found.leaks if leak.mean_lost >= 0.0005 and leak.frequency]
    assert len(costly) > SHOWN
    names = [leak.situation.name for leak in costly]
    await user.should_see(f"About {found.cost:.3f} small bets lost in 100 hands")
    await user.should_see(f"({costly[0].least:.3f} to {costly[0].most:.3f})")
    await user.should_see(names[0][1:])
    await user.should_see(f"{costly[0].cost:.3f}")
    await user.should_see(f"{found.covered:.0%} of all decisions in play")
    await user.should_not_see(names[-1][1:])
    user.find(f"Show all {len(costly)}").click()
    await user.should_see(names[-1][1:])


async def test_a_leak_is_drilled_at_a_click(user: User, workspace: Workspace):
    spot = Spot.read(workspace.solution, "", "7d5h4c3s2c")
    workspace.practice("drill").answer(spot, Answer("f"), 3_000)
    await user.open("/progress")
    await user.should_see("Before the draw, button, opening, pat 7", retries=PATIENCE)
    await user.should_see("1 answer, 1 missed")
    user.find("Before the draw, button, opening, pat 7").click()
    await user.should_see("You, button", retries=PATIENCE)


async def test_charts(user: User, answered: Practice):
    await user.open("/progress")
    await user.should_see("Heat map", retries=PATIENCE)
    trend, heat = sorted(user.find(kind=ui.plotly).elements, key=lambda chart: chart.id)
    assert trend.figure["data"][0]["x"][-1] == 40
    before = heat.figure["data"][0]["z"]
    [measure] = user.find(kind=ui.radio).elements
    measure.set_value(True)
    assert heat.figure["data"][0]["z"] != before


async def test_sessions(user: User, workspace: Workspace, answered: Practice):
    await user.open("/progress")
    await user.should_see("Sessions", retries=PATIENCE)
    [session] = workspace.log.sessions()
    await user.should_see(f"{session.started.astimezone():%d %b %Y, %H:%M}")
    await user.should_see(f"{session.score.mean_lost:.3f}")


@pytest.mark.parametrize(("name", "lines"), [("answers", 40), ("sessions", 1)])
async def test_export(user: User, answered: Practice, name: str, lines: int):
    await user.open("/progress")
    await user.should_see("Export", retries=PATIENCE)
    user.find(marker=f"csv-{name}").click()
    response = await user.download.next(timeout=20)
    rows = list(csv.DictReader(io.StringIO(response.text)))
    assert len(rows) == lines
    assert "ev_lost" in rows[0]


async def test_nothing_lost_is_no_leak(user: User, workspace: Workspace):
    spot = Spot.read(workspace.solution, "", "7d5h4c3s2c")
    best = workspace.solution.advise(spot.hand, spot.state).best
    workspace.practice("drill").answer(spot, Answer(best.code), 3_000)
    await user.open("/progress")
    await user.should_see("No answer so far has lost anything", retries=PATIENCE)
