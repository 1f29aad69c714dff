"""The explorer: walking, charts, groups and their hands, own cards, links."""

import re
from typing import Any

import pytest
from nicegui import ui
from nicegui.testing import User

from trainer.explore.explorer import reasons
from trainer.web.components.page import address
from trainer.workspace import Workspace

HAND = "KdTc7h3s2c"


async def test_a_walk_there_and_back(user: User, workspace: Workspace):
    await user.open("/explorer")
    await user.should_see("The button acts before the draw.", retries=50)
    whole = workspace.solution.summary("", "smoothness").whole
    for code, name in (("f", "Fold"), ("c", "Call"), ("r", "Raise")):
        await user.should_see(f"{name} {whole.frequencies[code]:.0%}")
    user.find(marker="play-r").click()
    await user.should_see("The big blind acts before the draw.", retries=50)
    user.find(marker="play-c").click()
    await user.should_see("The big blind draws (first draw).", retries=50)
    user.find(marker="play-2").click()
    await user.should_see("The button draws (first draw).", retries=50)
    for done in ("BTN raises", "BB calls", "BB draws 2"):
        await user.should_see(done)
    user.find(marker="back-r").click()
    await user.should_see("The big blind acts before the draw.", retries=50)
    await user.should_not_see("BB calls")
    user.find("Back").click()
    await user.should_see("The button acts before the draw.", retries=50)
    await user.should_not_see("Back")


async def test_the_end_of_a_hand(user: User):
    await user.open("/explorer?history=r")
    await user.should_see("Fold", retries=50)
    user.find(marker="play-f").click()
    await user.should_see("The button wins the pot of 3 small bets.", retries=50)
    await user.should_see("What both hold")
    await user.should_not_see("What each action wins")
    user.find(marker="back-start").click()
    await user.should_see("What each action wins", retries=50)


async def test_charts_are_of_the_solution(user: User, workspace: Workspace):
    await user.open(address("/explorer", history="rc 2"))
    await user.should_see("What the button does", retries=50)
    summary = workspace.solution.summary("rc 2", "smoothness")
    strategy, evs, ranges = _charts(user)
    assert strategy["layout"]["yaxis"]["ticktext"] == [group.name for group in summary.groups]
    for place, code in enumerate(summary.state.actions):
        frequencies = [group.frequencies[code] for group in summary.groups]
        assert strategy["data"][place]["x"] == pytest.approx(frequencies)
        assert evs["data"][place]["x"] == pytest.approx([g.evs[code] for g in summary.groups])
    both = workspace.solution.ranges("rc 2", "smoothness")
    names = ranges["layout"]["yaxis"]["ticktext"]
    for seat, shares in enumerate(both):
        assert ranges["data"][seat]["x"] == pytest.approx([shares[name] for name in names])


async def test_from_a_group_to_a_hand(user: User, workspace: Workspace):
    await user.open("/explorer")
    await user.should_see("What the button does", retries=50)
    user.find(marker="open-one_card:_7,_smooth").click()
    await user.should_see("One card: 7, smooth", retries=50)
    hands = workspace.solution.hands_of("one card: 7, smooth", "", "smoothness")
    for hand in hands:
        await user.should_see(hand.name)
    example = hands[0].examples[0]
    user.find(marker=f"open-{example}").click()
    await user.should_see("Button with these cards", retries=50)
    advice = workspace.solution.advise(example)
    await user.should_see(reasons(advice)[0])
    for action in advice.actions:
        await user.should_see(f"{action.frequency:.1%}")
        await user.should_see(f"{action.ev:+z.3f}")


async def test_a_click_into_a_chart(user: User, workspace: Workspace):
    await user.open("/explorer")
    await user.should_see("What each action wins", retries=50)
    name = workspace.solution.summary("", "smoothness").groups[2].name
    # Elements come as a set; the chart of the strategy was made first.
    chart = min(user.find(kind=ui.plotly).elements, key=lambda element: element.id)
    for listener in chart._event_listeners.values():
        if listener.type == "plotly_click":
            chart._handle_event({"listener_id": listener.id, "args": {"points": [{"y": 2}]}})
    await user.should_see(name.capitalize(), retries=50)


async def test_own_cards_typed(user: User, workspace: Workspace):
    await user.open(address("/explorer", history="rc 2"))
    await user.should_see("Pick or type five cards", retries=50)
    user.find(kind=ui.input).type("KdTc7h3s2")
    user.find("Show").click()
    await user.should_see("'2'", retries=50)
    user.find(kind=ui.input).clear().type("2c 3s 7h Tc Kd")
    user.find("Show").click()
    await user.should_see(reasons(workspace.solution.advise(HAND, "rc 2"))[0], retries=50)
    await user.should_see("Best cards to keep")
    await user.should_see("Drill this decision")
    user.find(marker="play-1").click()
    await user.should_see("Big blind with these cards", retries=50)


async def test_own_cards_picked(user: User, workspace: Workspace):
    await user.open("/explorer")
    await user.should_see("Pick or type five cards", retries=50)
    for card in ("Kd", "Tc", "7h", "3s", "2c"):
        user.find(marker=f"pick-{card}").click()
    await user.should_see(reasons(workspace.solution.advise(HAND))[0], retries=50)
    [field] = user.find(kind=ui.input).elements
    assert field.value == HAND
    user.find(marker="pick-As").click()  # a sixth card is left where it is
    assert field.value == HAND
    user.find(marker="pick-Kd").click()
    user.find(marker="pick-8d").click()
    await user.should_see(reasons(workspace.solution.advise("Tc8d7h3s2c"))[0], retries=50)


async def test_a_link_is_copied(user: User):
    user.javascript_rules[re.compile(r".*clipboard", re.DOTALL)] = lambda _: True
    await user.open(address("/explorer", history="rc 2", hand=HAND))
    await user.should_see("Button with these cards", retries=50)
    user.find("Copy link").click()
    await user.should_see("Copied.", retries=50)
    user.find(marker="play-3").click()
    await user.should_see("Big blind with these cards", retries=50)
    await user.should_not_see("Copied.")


async def test_a_link_that_cannot_be_copied(user: User):
    user.javascript_rules[re.compile(r".*clipboard", re.DOTALL)] = lambda _: False
    await user.open("/explorer")
    await user.should_see("The button acts before the draw.", retries=50)
    user.find("Copy link").click()
    await user.should_see("Copy it from the address bar", retries=50)


async def test_the_drill_leads_here(user: User):
    await user.open(address("/drill", history="rc 2", hands=HAND))
    await user.should_see("Stand pat")
    user.find("Stand pat").click()
    await user.should_see("Open in the explorer")
    user.find("Open in the explorer").click()
    await user.should_see("Button with these cards", retries=50)


@pytest.mark.parametrize(
    ("query", "complaint"),
    [
        ({"history": "zz"}, "'z' is not possible at the start"),
        ({"hand": "7c7c5d4h3s"}, "7c"),
        ({"hand": "nonsense"}, "'nonsense'"),
    ],
)
async def test_links_that_make_no_sense(user: User, query: dict[str, str], complaint: str):
    await user.open(address("/explorer", **query))
    await user.should_see(complaint)
    await user.should_not_see("Groups of hands")


def _charts(user: User) -> list[dict[str, Any]]:
    charts = sorted(user.find(kind=ui.plotly).elements, key=lambda chart: chart.id)
    return [chart.figure for chart in charts]
