"""The review page: files and folders, what is counted, filters, replay, the way to the drill."""

import asyncio
from pathlib import Path
from threading import Event

import pytest
from nicegui import ui
from nicegui.elements.upload_files import SmallFileUpload
from nicegui.testing import User

from trainer.grading.grades import Rating
from trainer.hands.review import Review, review
from trainer.spots.words import counted, figure, small_bets
from trainer.web.components.background import BusyError
from trainer.web.components.page import address
from trainer.web.pages import review as page
from trainer.workspace import Workspace

GOLDEN = "heads-up-showdown-hero.txt"


@pytest.fixture
def golden(data: Path) -> Path:
    return data / "golden"


@pytest.fixture
def expected(workspace: Workspace, golden: Path) -> Review:
    return review(workspace.solution, [golden / GOLDEN])


async def read(user: User, path: Path | str, player: str = "") -> None:
    """Have a file or folder reviewed."""
    await user.open("/review")
    user.find("File or folder on this machine").type(str(path))
    if player:
        user.find("Player, if").type(player)
    user.find(kind=ui.button, content="Review").click()


async def send(user: User, *files: tuple[str, bytes]) -> None:
    """Send files as a browser does."""
    [upload] = user.find(kind=ui.upload).elements
    await upload.handle_uploads(
        [SmallFileUpload(name, "text/plain", content) for name, content in files]
    )


async def test_a_file_by_its_path(user: User, workspace: Workspace, golden: Path, expected: Review):
    await read(user, golden / GOLDEN)
    await user.should_see("What was found", retries=200)
    await user.should_see("7 decisions of 1 hand")
    await user.should_see(small_bets(expected.ev_lost))
    await user.should_see(f"7 decisions, {small_bets(expected.ev_lost)} lost")
    lost = [label.text for label in _labels(user, "number")][:-1]  # the last one is of the hand
    assert lost == [figure(one.ev_lost) for one in expected.decisions()]
    assert workspace.reviewed == expected
    # It is still there after a visit to another page, and nothing is left in the data directory.
    await user.open("/review")
    await user.should_see("7 decisions of 1 hand")
    assert not list(workspace.directory.glob(".sent-*"))


async def test_adding_up_is_part_of_the_work(
    user: User, golden: Path, monkeypatch: pytest.MonkeyPatch
):
    added, seen = Event(), []

    def counts(_: Review) -> None:
        seen.append("adding")
        added.wait()
        raise BusyError("too much is asked for")

    monkeypatch.setattr(Review, "counts", counts)
    try:
        await read(user, golden / GOLDEN)
        await user.should_see("1 hand read …", retries=200)
        while not seen:
            await asyncio.sleep(0.01)
        await user.should_see("hand read …")
    finally:
        added.set()
    await user.should_see("Too much is asked for", retries=200)
    await user.should_not_see("read …")


async def test_files_that_are_sent(
    user: User, workspace: Workspace, golden: Path, expected: Review
):
    await user.open("/review")
    content = (golden / GOLDEN).read_bytes()
    await send(user, ("../mine.txt", content), ("mine.txt", content), ("else.txt", b"hello"))
    await user.should_see("What was found", retries=200)
    await user.should_see("7 decisions of 1 hand")
    await user.should_see("1 hand, left out")
    await user.should_see("Cannot be read: 1 hand")
    await user.should_see("else.txt, 1: no hand of PokerStars or Full Tilt in this file")
    assert workspace.reviewed is not None
    assert workspace.reviewed.ev_lost == expected.ev_lost
    assert {path.name for path in workspace.directory.iterdir()} <= {
        "history.sqlite3", "history.sqlite3-wal", "history.sqlite3-shm"
    }  # fmt: skip


async def test_filters(user: User, golden: Path, expected: Review):
    await read(user, golden / GOLDEN)
    await user.should_see("What was found", retries=200)
    missed = [rating for rating in Rating if not rating.hit]
    _filter(user, "Grades", missed)
    await user.should_see(_total(expected.decisions(ratings=missed)))
    _filter(user, "Grades", [])
    _filter(user, "Bets or draws", "draw")
    await user.should_see(_total(expected.decisions(drawing=True)))
    _filter(user, "Streets", [1])
    await user.should_see(_total(expected.decisions(drawing=True, streets=[1])))
    _filter(user, "Seat", 0)
    await user.should_see("0 decisions, 0.000 small bets lost")
    _filter(user, "Seat", 1)
    _filter(user, "Bets or draws", "any")
    _filter(user, "Streets", [])
    user.find("Lost at least").clear().type("0.02")
    await user.should_see(_total(expected.decisions(least_lost=0.02)))


async def test_replay_and_drill(user: User, golden: Path, expected: Review):
    await read(user, golden / GOLDEN)
    await user.should_see("What was found", retries=200)
    await user.should_see(_total(expected.decisions()))
    dearest = expected.decisions()[0].judged
    assert dearest.spot is not None and dearest.grade is not None
    history, hands = dearest.spot.to_text()
    links = [found for found in user.find(kind=ui.link).elements if found.text == "Drill"]
    assert address("/drill", history=history, hands=hands) in [link.props["href"] for link in links]
    buttons = [found for found in user.find(kind=ui.button).elements if found.text == "Replay"]
    assert len(buttons) == 8  # seven decisions and a hand
    _click(user, sorted(buttons, key=lambda button: button.id)[0])
    await user.should_see(marker=f"step-{dearest.step}")
    await user.should_see("Drill this decision")
    await user.should_see(f"{expected.hands[0].steps[dearest.step].street.capitalize()}: You")
    user.find(marker="end").click()
    await user.should_see("You won 7 small bets after rake.")
    user.find("List").click()
    await user.should_see("What was found")
    await user.should_not_see("after rake")


async def test_a_folder_with_all_that_is_not_graded(user: User, golden: Path):
    await read(user, golden)
    await user.should_see("What was found", retries=1000)
    await user.should_see("Seen before")
    await user.should_see("4: other game: Razz Limit")
    await user.should_see("more than two players were dealt in")
    await user.should_see("not graded")
    await user.should_see("Show more")
    before = len(user.find("Replay").elements)
    [more] = [
        found
        for found in user.find(kind=ui.button).elements
        if found.text == "Show more" and found.visible
    ]
    _click(user, more)
    assert len(user.find("Replay").elements) > before


@pytest.mark.parametrize(
    ("path", "player", "reason"),
    [
        ("", "", "No path"),
        ("/nowhere/at/all", "", "/nowhere/at/all does not exist"),
        (GOLDEN, "Zoe", "No hand of 'Zoe'; the players are Ann, Bob"),
    ],
)
async def test_what_cannot_be_reviewed(
    user: User, workspace: Workspace, golden: Path, path: str, player: str, reason: str
):
    await read(user, golden / path if path == GOLDEN else path, player)
    await user.should_see(reason, retries=200)
    assert workspace.reviewed is None


async def test_it_can_be_stopped(
    user: User, workspace: Workspace, golden: Path, monkeypatch: pytest.MonkeyPatch
):
    begun, go_on = asyncio.Event(), asyncio.Event()
    loop = asyncio.get_running_loop()

    def slow(solution, paths, *, report, **options):
        report(3)
        loop.call_soon_threadsafe(begun.set)
        asyncio.run_coroutine_threadsafe(go_on.wait(), loop).result(20)
        report(4)
        return review(solution, paths, **options)

    monkeypatch.setattr(page, "review", slow)
    await read(user, golden / GOLDEN)
    await begun.wait()
    await user.should_see("3 hands read", retries=50)
    user.find("Stop").click()
    go_on.set()
    await user.should_not_see("read …", retries=100)
    assert workspace.reviewed is None


def _total(decisions) -> str:
    lost = sum(one.ev_lost for one in decisions)
    return f"{len(decisions)} decision{'' if len(decisions) == 1 else 's'}, {small_bets(lost)} lost"


def _filter(user: User, label: str, value: object) -> None:
    [select] = [s for s in user.find(kind=ui.select).elements if s.props["label"] == label]
    select.value = value


def _click(user: User, button: ui.button) -> None:
    interaction = user.find(kind=ui.button, content=button.text)
    interaction.elements = {button}
    interaction.click()


def _labels(user: User, style: str) -> list[ui.label]:
    assert user.client is not None
    found = [e for e in user.client.elements.values() if isinstance(e, ui.label)]
    return sorted((e for e in found if style in e.classes), key=lambda e: e.id)


async def test_totals_and_list_agree(
    user: User, workspace: Workspace, golden: Path, expected: Review
):
    await read(user, golden / GOLDEN)
    await user.should_see("What was found", retries=200)
    # Nothing is hidden unless it is asked for; then it is said what is.
    await user.should_see(f"7 decisions, {small_bets(expected.ev_lost)} lost")
    shown = [rating for rating in Rating if rating.hit]
    _filter(user, "Grades", shown)
    passed = expected.decisions(ratings=shown)
    lost = sum(one.ev_lost for one in passed)
    await user.should_see(
        f"{counted(len(passed), 'decision')}, {small_bets(lost)} lost, of 7 with "
        f"{small_bets(expected.ev_lost)} lost"
    )


async def test_amounts_are_money_if_that_is_set(
    user: User, workspace: Workspace, golden: Path, expected: Review
):
    workspace.change(small_bet=10)
    await read(user, golden / GOLDEN)
    await user.should_see(f"${10 * expected.ev_lost:.2f}", retries=200)
    [hand] = expected.hands
    verb = "won" if hand.won > 0 else "lost"
    await user.should_see(f"{verb} ${abs(10 * hand.won):g}")
    for label in _labels(user, "number"):
        assert label.text.startswith("$")
