"""The play page: whole hands, grades at once or afterwards, replay, result, session."""

import asyncio

import pytest
from nicegui import ui
from nicegui.testing import User
from web_pages import until

from solver import Solution
from trainer.hands.replays import steps_from_log
from trainer.records.practice_log import Decision
from trainer.spots.words import figure
from trainer.web.components.page import address
from trainer.web.pages import play
from trainer.workspace import Workspace

SEED = 5
"""The opponent does not fold the second hand at once."""


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sessions of which the first hand is always the same; the player is on the button."""

    class Session(play.PlaySession):
        def __init__(self, practice):
            super().__init__(practice, SEED)

    monkeypatch.setattr(play, "PlaySession", Session)


async def act(user: User, until: str = "Next hand") -> None:
    """Check, call and stand pat until there is a button."""
    for _ in range(2_000):
        buttons = _buttons(user)
        if until in buttons:
            return
        text = next((text for text in ("Check", "Call", "Stand pat") if text in buttons), None)
        if text is None:  # The opponent moves.
            await asyncio.sleep(0.01)
            continue
        [button] = user.find(kind=ui.button, content=text).elements
        user.find(kind=ui.button, content=text).click()
        while not button.is_deleted:
            await asyncio.sleep(0.01)
    raise AssertionError(f"{until} never comes")


async def test_a_hand_is_played_and_graded_at_once(user: User, workspace: Workspace, known: None):
    await user.open("/play")
    await user.should_see("You, button", retries=50)
    await user.should_see("no hand finished yet")
    await user.should_see("Every decision is graded at once")
    user.find(kind=ui.button, content="Call").click()
    [decision] = await _decisions(workspace, 1)
    await user.should_see(decision.rating.capitalize())
    await act(user)
    [record] = workspace.log.hands()
    await user.should_see("1 hand, ")
    await user.should_see(_result(record.won))
    for amount in (record.expected, -record.ev_lost, record.card_luck):
        await user.should_see(f"{amount:+z.3f}")
    await user.should_see(figure(record.ev_lost))
    assert {decision.hand for decision in workspace.log.decisions()} == {1}


async def test_grades_can_wait(user: User, workspace: Workspace, known: None):
    workspace.change(live_grades=False)
    await user.open("/play")
    await user.should_see("Grades wait until the hand is over", retries=50)
    user.find(kind=ui.button, content="Call").click()
    [decision] = await _decisions(workspace, 1)
    await user.should_not_see(decision.rating.capitalize(), retries=50)
    assert _marks(user) == []
    user.find(kind=ui.switch).click()
    await until(lambda: workspace.settings.live_grades)
    await act(user)
    assert len(_marks(user)) == len(workspace.log.decisions())


async def test_the_hand_is_replayed(user: User, workspace: Workspace, known: None):
    await user.open("/play")
    await user.should_see("Call", retries=50)
    await act(user)
    [record] = workspace.log.hands()
    steps = steps_from_log(record.log)
    user.find(marker="first-step").click()
    await user.should_see("Before the draw: You call")
    [call, *_] = workspace.log.decisions()
    await user.should_see(call.rating.capitalize())
    drill = [
        found for found in user.find(kind=ui.link).elements if found.text == "Drill this decision"
    ]
    link = address("/drill", history=call.history, hands=call.hands)
    assert [found.props["href"] for found in drill] == [link]
    user.find(marker="forward").click()
    await user.should_see(f"Opponent {steps[1].words}.")
    user.find(marker="back").click()
    await user.should_see("Before the draw: You call")
    last = steps[-1]
    user.find(marker=f"step-{last.number}").click()
    await user.should_see(last.street.capitalize())
    user.find(marker="end").click()
    await user.should_see("made of")
    user.find("Next hand").click()
    await user.should_not_see("made of", retries=50)
    await user.should_see("You, big blind", retries=50)


async def test_any_number_of_cards_may_be_drawn(user: User, workspace: Workspace, known: None):
    await user.open("/play")
    await user.should_see("Call", retries=50)
    await act(user, until="Stand pat")
    graded = len(workspace.log.decisions())
    hand = [card for card in _elements(user) if "card-large" in card.classes]
    for card in hand:
        user.find(marker=" ".join(card._markers)).click()
    user.find(kind=ui.button, content="Draw 5").click()
    await user.should_see("5 cannot be graded", retries=50)
    await user.should_see("Not graded")
    assert len(workspace.log.decisions()) == graded


def _elements(user: User) -> list[ui.element]:
    assert user.client is not None
    return list(user.client.elements.values())


def _result(won: float) -> str:
    if not won:
        return "You come out even"
    return f"You {'win' if won > 0 else 'lose'} {abs(won):g} small bets"


def _buttons(user: User) -> list[str]:
    return [element.text for element in _elements(user) if isinstance(element, ui.button)]


def _marks(user: User) -> list[str]:
    """Signs of grades in the strip."""
    return [
        label.text
        for label in _elements(user)
        if isinstance(label, ui.label) and "strip-mark" in label.classes
    ]


async def _decisions(workspace: Workspace, count: int) -> list[Decision]:
    while len(workspace.log.decisions()) < count:
        await asyncio.sleep(0.01)
    return workspace.log.decisions()


async def test_feedback_names_the_decision_that_it_is_on(
    user: User, workspace: Workspace, known: None
):
    await user.open("/play")
    await user.should_see("Call", retries=50)
    await user.should_see("At most 2 bets a round")
    user.find(kind=ui.button, content="Call").click()
    await _decisions(workspace, 1)
    await user.should_see("Your last decision, before the draw: you call")


async def test_each_decision_is_asked_once(
    user: User, workspace: Workspace, known: None, monkeypatch: pytest.MonkeyPatch
):
    asked: list[object] = []
    advise = Solution.advise

    def counted(self: Solution, hand: object, history: object = "") -> object:
        asked.append(history)
        return advise(self, hand, history)

    monkeypatch.setattr(Solution, "advise", counted)
    await user.open("/play")
    await user.should_see("Call", retries=50)
    user.find(kind=ui.button, content="Call").click()
    await _decisions(workspace, 1)
    await user.should_see("Your last decision")
    assert len(asked) == 1


async def test_the_opponent_moves_one_step_after_the_other(
    user: User, known: None, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(play, "PAUSE", 0.5)
    await user.open("/play")
    await user.should_see("Call", retries=50)
    user.find(kind=ui.button, content="Call").click()
    await user.should_see("The opponent ")
    # Nobody can answer while the opponent moves.
    assert _buttons(user).count("Check") == _buttons(user).count("Stand pat") == 0
    await user.should_see("Your last decision")
