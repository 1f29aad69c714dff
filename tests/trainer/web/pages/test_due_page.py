"""The due page: what is due, the week ahead, and how it is drilled."""

from datetime import UTC, datetime, timedelta

import pytest
from nicegui.testing import User

from trainer import Answer, Grade, Rating, Spot
from trainer.records.schedule import Schedule
from trainer.spots.situations import Situation
from trainer.web.pages.due import SHOWN
from trainer.workspace import Workspace

OPENING = Situation.parse("0/bet/button/nothing/not yet/two-card draw")
DEFENCE = Situation.parse("0/bet/big blind/bet/not yet/two-card draw")


@pytest.fixture
def schedule(workspace: Workspace) -> Schedule:
    return Schedule(workspace.log.database)


@pytest.fixture
def grade(workspace: Workspace) -> Grade:
    spot = Spot.read(workspace.solution, "", "Kc7h5d3s2c")
    best = workspace.solution.advise(spot.hand, spot.state).best
    return Grade(Answer("f"), Rating.BLUNDER, 1.0, -1.0, 0.0, best)


def ago(**time: float) -> datetime:
    return datetime.now(UTC) - timedelta(**time)


async def test_before_the_first_answer(user: User):
    await user.open("/due")
    await user.should_see("Nothing to repeat yet")
    user.find("Answer the first ones").click()
    await user.should_see("Welcome", retries=50)


async def test_what_is_due_is_drilled_at_a_click(user: User, schedule: Schedule, grade: Grade):
    schedule.answer(OPENING, grade, 1_000, ago(hours=1))
    await user.open("/due")
    await user.should_see("1 kind of decision is due")
    await user.should_see("1 today, 1 within seven days")
    await user.should_see("Before the draw, button, opening, two-card draw")
    await user.should_see("Tomorrow")
    user.find("Drill what is due").click()
    await user.should_see("You, button", retries=100)
    await user.should_see("what is due")


async def test_nothing_due_names_the_next(user: User, schedule: Schedule, grade: Grade):
    schedule.answer(OPENING, grade, 1_000, ago(minutes=3))
    await user.open("/due")
    await user.should_see("Nothing is due")
    await user.should_see("The next kind of decision comes back in 7 minutes.")
    await user.should_see("Next to come")
    await user.should_not_see("Drill what is due")


async def test_one_situation_is_left_out(user: User, schedule: Schedule, grade: Grade):
    for situation in (OPENING, DEFENCE):
        schedule.answer(situation, grade, 1_000, ago(hours=1))
    await user.open("/due")
    await user.should_see("2 kinds of decisions are due")
    user.find(marker=f"forget-{OPENING.key}").click()
    await user.should_see("1 kind of decision is due")
    await user.should_not_see("opening, two-card draw")
    assert [one.situation for one in schedule.all()] == [DEFENCE]


async def test_a_long_list_is_counted(user: User, schedule: Schedule, grade: Grade):
    hands = ("pat 7", "pat 8", "pat 9", "pat ten", "one-card draw", "two-card draw")
    for hand in hands:
        for seat in ("button", "big blind"):
            for street in ("1", "2"):
                situation = Situation.parse(f"{street}/bet/{seat}/nothing/one/{hand}")
                schedule.answer(situation, grade, 1_000, ago(days=3))
    await user.open("/due")
    await user.should_see(f"and {24 - SHOWN} more")
