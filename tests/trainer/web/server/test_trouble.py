"""Pages while the history cannot be used, and with rows in it that others wrote."""

import sqlite3

import pytest
from nicegui.testing import User

import trainer.records.database
from trainer.web.components.page import address
from trainer.web.pages import all_pages
from trainer.workspace import Workspace

DRAW = address("/drill", history="rc 2", hands="KdTc7h3s2c")


async def test_an_answer_that_cannot_be_kept_is_told_and_can_be_given_again(
    user: User, workspace: Workspace, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(trainer.records.database, "_PATIENCE", 0.05)
    await user.open(DRAW)
    other = sqlite3.connect(workspace.log.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    workspace.log.database._writer.execute("PRAGMA busy_timeout = 50")
    user.find("Stand pat").click()
    await user.should_see("nothing was kept")
    await user.should_not_see("Blunder")
    await user.open("/help")  # Others read on.
    await user.should_see("Where it is kept")
    other.execute("ROLLBACK")
    other.close()
    await user.open(DRAW)
    user.find("Stand pat").click()
    await user.should_see("Blunder")
    assert workspace.log.score().decisions == 1


async def test_after_the_history_was_deleted_no_answer_is_called_recorded(
    user: User, workspace: Workspace
):
    await user.open(DRAW)
    workspace.log.path.unlink()
    for _ in range(2):
        user.find("Stand pat").click()
        await user.should_see("deleted or replaced")
        await user.should_not_see("Blunder")


@pytest.mark.parametrize("page", all_pages(), ids=lambda page: page.title)
async def test_rows_of_others_break_no_page(user: User, workspace: Workspace, page):
    write = workspace.log.database.write
    write("INSERT INTO sessions (id, started, mode) VALUES (7, 1e300, 'x')")
    row = (
        "INSERT INTO decisions (session, answered, solution, history, hands, answer, discards, "
        "best, rating, ev_lost, milliseconds, situation) VALUES (7, ?, '', '', '', '', ?, '', ?, "
        "?, 0, 'x')"
    )
    for values in (
        (0.0, "", "brilliant", 0.0),
        (1e300, "", "best", 0.0),
        (0.0, "?", "best", 0.0),
        (0.0, "", "best", float("inf")),
    ):
        write(row, values)
    write("INSERT INTO schedule VALUES ('3/bet/button/bet/pat/8-low', '{}', 0, 1)")
    write("INSERT INTO schedule VALUES ('x', 'y', 0, 1)")
    name = 'two\nlines "quoted" \\'
    definition = '{"name": "two\\nlines \\"quoted\\" \\\\"}'
    write("INSERT INTO drills VALUES (?, ?)", (name, definition))
    await user.open(page.path)
    await user.should_see(page.title)
    await user.should_not_see("fault of the program")


async def test_a_drill_with_a_line_break_can_be_removed(user: User, workspace: Workspace):
    write = workspace.log.database.write
    write("INSERT INTO drills VALUES (?, ?)", ("two\nlines", '{"name": "two\\nlines"}'))
    await user.open("/packs")
    await user.should_see("two lines")
    user.find("Remove").click()
    await user.should_see("None yet.")
