"""The frame: every page can be reached, says its name, and shows notices."""

import pytest
from nicegui import ui
from nicegui.testing import User

from trainer import Rating, Thresholds
from trainer.web.pages import all_pages
from trainer.workspace import Workspace


def test_pages_are_in_order_and_have_addresses_of_their_own():
    pages = all_pages()
    assert [page.place for page in pages] == sorted({page.place for page in pages})
    assert len({page.path for page in pages}) == len(pages)
    assert {"Drill", "Settings", "Help"} <= {page.title for page in pages}


@pytest.mark.parametrize("page", all_pages(), ids=lambda page: page.title)
async def test_every_page_opens_and_links_to_all(user: User, page):
    await user.open(page.path)
    links = {(link.text, link.props["href"]) for link in user.find(kind=ui.link).elements}
    assert {(other.title, other.path) for other in all_pages()} <= links


async def test_notices_are_shown(user: User, workspace: Workspace):
    workspace.notices.append("The history was damaged.")
    await user.open("/help")
    await user.should_see("The history was damaged.")


async def test_help_tells_the_thresholds_that_hold(user: User, workspace: Workspace):
    workspace.change(thresholds=Thresholds(blunder=0.75))
    await user.open("/help")
    await user.should_see("0.75 small bets or more lost.")
    for rating in Rating:
        await user.should_see(rating.capitalize())
    await user.should_see(str(workspace.log.path))


async def test_unknown_addresses_have_a_page_of_ours(user: User):
    answer = await user.http_client.get("/no/such<page>")
    assert answer.status_code == 404
    assert "There is no page at /no/such" in answer.text
    assert "<page>" not in answer.text
    for page in all_pages():
        assert f'href="{page.path}"' in answer.text
    assert "theme.css" in answer.text
