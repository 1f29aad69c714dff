"""The settings page: what is chosen holds at once and is stored."""

from pathlib import Path

import pytest
from nicegui import ui
from nicegui.testing import User
from web_pages import until

from trainer import Thresholds
from trainer.records.settings import Settings, read_settings
from trainer.web.pages import settings
from trainer.workspace import Workspace


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [
        ("Four colours", "four_colours", False),
        ("Keys answer", "keyboard", False),
        ("go on by itself", "auto_advance", True),
        ("A roll", "roll", True),
    ],
)
async def test_switches(user: User, workspace: Workspace, text: str, name: str, value: bool):
    await user.open("/settings")
    user.find(kind=ui.switch, content=text).click()
    await user.should_see("Stored.")
    assert getattr(workspace.settings, name) is value
    assert read_settings(workspace.directory)[0] == workspace.settings


async def test_dark(user: User, workspace: Workspace):
    await user.open("/settings")
    user.find("dark").click()
    await user.should_see("Stored.")
    assert workspace.settings.appearance == "dark"


async def test_stakes(user: User, workspace: Workspace):
    await user.open("/settings")
    user.find("A small bet is worth").type("25")
    user.find("Currency").clear().type("£")
    await until(lambda: (workspace.settings.small_bet, workspace.settings.currency) == (25, "£"))
    user.find("A small bet is worth").clear()
    await until(lambda: workspace.settings.small_bet is None)


async def test_thresholds(user: User, workspace: Workspace):
    await user.open("/settings")
    user.find("blunder: loss from").clear().type("0.5")
    user.find("correct: frequency from").clear().type("10")
    await until(lambda: workspace.settings.thresholds == Thresholds(blunder=0.5, frequency=0.1))


async def test_a_senseless_choice_is_explained_and_not_stored(user: User, workspace: Workspace):
    await user.open("/settings")
    user.find("blunder: loss from").clear().type("0.02")
    await user.should_see("Not stored: ")
    assert workspace.settings == Settings()
    user.find("Seconds before it does").clear().type("5")
    await user.should_see("Stored.")
    assert workspace.settings == Settings(pause=5)


async def test_a_solution_that_is_gone_cannot_be_chosen(user: User, workspace: Workspace):
    await user.open("/settings")
    [select] = user.find(kind=ui.select).elements
    select.set_options({"": "the newest", "gone": "gone"})
    select.value = "gone"
    await user.should_see("Not stored: 'gone' is neither")
    assert workspace.name == "small"


async def test_thresholds_go_back_to_the_defaults(user: User, workspace: Workspace):
    workspace.change(thresholds=Thresholds(blunder=2))
    await user.open("/settings")
    user.find("Default thresholds").click()
    await until(lambda: workspace.settings == Settings())


async def test_the_shipped_solution_is_offered(
    user: User, solution_directory: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(settings, "shipped_solutions", lambda: [solution_directory])
    await user.open("/settings")
    [select] = [
        one
        for one in user.find(kind=ui.select).elements
        if one.props["label"] == "Answers are graded against"
    ]
    assert solution_directory.name in select.options


async def test_a_senseless_amount_is_told_in_words(user: User, workspace: Workspace):
    await user.open("/settings")
    user.find("A small bet is worth").type("-5")
    await user.should_see("Not stored: a small bet is worth -5: give an amount above 0")
    assert workspace.settings.small_bet is None
