"""The drill page: spots, answers, feedback, what is kept."""

import asyncio

import pytest
from nicegui import ui
from nicegui.testing import User
from web_pages import until

from solver.cards import parse_cards
from trainer import Answer, Spot, explain, grade
from trainer.drills.drill import Drill, SpotFilter
from trainer.drills.packs import SavedDrills
from trainer.spots.situations import Situation
from trainer.spots.words import figure
from trainer.web.components.page import address
from trainer.workspace import Workspace

DRAW = address("/drill", history="rc 2", hands="KdTc7h3s2c")


async def test_a_bet_is_answered(user: User, workspace: Workspace):
    hands = "Ks7d5h4c2c 7d5h4c3s2c"
    await user.open(address("/drill", history="rc 21 k", hands=hands))
    await user.should_see("Pot 4 small bets")
    await user.should_see("You, button")
    await user.should_see("drew 2")
    for words in ("raise", "draw 1", "checks"):
        await user.should_see(words)
    advice = workspace.solution.advise("7d5h4c3s2c", "rc 21 k")
    expected = grade(advice, Answer("k"))
    user.find("Check").click()
    await user.should_see(expected.rating.capitalize())
    for sentence in explain(advice, expected, parse_cards("Ks")):
        await user.should_see(sentence)
    for action in advice.actions:
        await user.should_see(f"{action.frequency:.1%}")
        await user.should_see(f"{action.ev:+z.3f}")
    await user.should_see("1 of 1 right" if expected.rating.hit else "0 of 1 right")
    [decision] = workspace.log.decisions()
    assert (decision.history, decision.hands) == ("rc 21 k", hands)
    assert decision.rating is expected.rating


async def test_a_draw_is_marked_and_answered(user: User, workspace: Workspace):
    await user.open(DRAW)
    await user.should_see("Draw")
    draw = _button(user, "answer-1")
    assert not draw.enabled
    for card in ("Kd", "Tc", "7h"):
        user.find(marker=f"card-{card}").click()
    await user.should_see("Draw 3")
    user.find(marker="card-7h").click()
    await user.should_see("Draw 2")
    user.find(content="Draw 2").click()
    advice = workspace.solution.advise("KdTc7h3s2c", "rc 2")
    expected = grade(advice, Answer.draw(parse_cards("Kd Tc")))
    await user.should_see(expected.rating.capitalize())
    await user.should_see("Best cards to keep")
    [decision] = workspace.log.decisions()
    assert decision.answer == expected.answer


async def test_too_many_marks_cannot_be_drawn(user: User, workspace: Workspace):
    await user.open(DRAW)
    for card in ("Kd", "Tc", "7h", "3s"):
        user.find(marker=f"card-{card}").click()
    assert not _button(user, "answer-1").enabled
    user.find("Draw 4").click()
    assert not workspace.log.decisions()


async def test_standing_pat_with_a_bad_hand_waits_with_the_reason(user: User, workspace: Workspace):
    workspace.change(auto_advance=True, pause=0.0)
    await user.open(DRAW)
    await user.should_see("Stand pat")
    user.find("Stand pat").click()
    advice = workspace.solution.advise("KdTc7h3s2c", "rc 2")
    lost = grade(advice, Answer("0")).ev_lost
    await user.should_see("Blunder")
    await user.should_see(f"{figure(lost)} small bets lost")
    await asyncio.sleep(0.2)
    await user.should_see("Blunder")
    user.find("Next").click()
    await user.should_not_see("Blunder", retries=100)
    await user.should_see("Your move", retries=100)


async def test_a_hit_can_go_on_by_itself(user: User, workspace: Workspace):
    workspace.change(auto_advance=True, pause=0.0)
    await user.open(address("/drill", history="rc 21 kbr", hands="Ks7d5h4c2c 7d5h4c3s2c"))
    best = workspace.solution.advise("7d5h4c3s2c", "rc 21 kbr").best
    user.find(best.name.capitalize()).click()
    await until(lambda: workspace.log.score().hits == 1)
    await user.should_see("Your move")


async def test_the_first_visit_is_explained(user: User, workspace: Workspace):
    await user.open("/")
    await user.should_see("Welcome")
    await user.should_see(f"Solution small: {workspace.strength}.")
    await user.should_see("no answers yet")


async def test_fifty_spots_of_real_play(user: User, workspace: Workspace):
    await user.open("/drill")
    for _ in range(50):
        names = {name for style in "fkcbr0" for name in _texts(user, f"answer-{style}")}
        user.find(kind=ui.button, content=sorted(names)[0]).click()
        await user.should_see("Next")
        user.find("Next").click()
        await user.should_not_see("Next")
    assert workspace.log.score().decisions == 50


async def test_the_roll(user: User, workspace: Workspace):
    await user.open(DRAW)
    await user.should_not_see("Roll")
    workspace.change(roll=True)
    await user.open(DRAW)
    await user.should_see("Roll")


async def test_amounts_in_money(user: User, workspace: Workspace):
    workspace.change(small_bet=10, currency="€")
    await user.open(DRAW)
    await user.should_see("Pot €40")


async def test_a_link_that_makes_no_sense(user: User):
    await user.open(address("/drill", history="zz", hands="KdTc7h3s2c"))
    await user.should_see("'z' is not possible at the start")


async def test_the_same_spot_by_its_text(user: User, workspace: Workspace):
    spot = Spot.read(workspace.solution, "rc 2", "KdTc7h3s2c")
    history, hands = spot.to_text()
    await user.open(address("/drill", history=history, hands=hands))
    await user.should_see(marker="card-Kd")


def _button(user: User, style: str) -> ui.button:
    [button] = [b for b in user.find(kind=ui.button).elements if style in b.classes]
    return button


def _texts(user: User, style: str) -> list[str]:
    return [b.text for b in user.find(kind=ui.button).elements if style in b.classes]


async def test_a_pack(user: User):
    await user.open(address("/drill", drill="button opening"))
    await user.should_see("You, button", retries=50)
    await user.should_see("Raise")


async def test_one_situation(user: User, workspace: Workspace):
    spot = Spot.read(workspace.solution, "r", "7d5h4c3s2c")
    situation = Situation.of(workspace.solution, spot)
    await user.open(address("/drill", situation=situation.key))
    await user.should_see("You, big blind", retries=50)
    await user.should_see("1 to call")


async def test_nothing_is_due(user: User):
    await user.open(address("/drill", drill="due"))
    await user.should_see("Nothing more is due now.", retries=50)


async def test_what_was_missed_is_due_again(user: User, workspace: Workspace):
    await user.open(DRAW)
    await user.should_see("Stand pat")
    user.find("Stand pat").click()
    await user.should_see("Blunder")
    [known] = workspace.practice("drill").schedule.all()
    spot = Spot.read(workspace.solution, "rc 2", "KdTc7h3s2c")
    assert known.situation == Situation.of(workspace.solution, spot)


@pytest.mark.parametrize("query", [{"drill": "nonsense"}, {"situation": "nonsense"}])
async def test_drills_that_do_not_exist(user: User, query: dict[str, str]):
    await user.open(address("/drill", **query))
    await user.should_see("'nonsense'")


async def test_a_drill_without_spots_says_so(user: User, workspace: Workspace):
    never = Drill(name="never", filters=(SpotFilter(least_pot=500),))
    SavedDrills(workspace.log.database).save(never)
    await user.open(address("/drill", drill="never"))
    await user.should_see("widen its filter", retries=400)


SPOT = {"history": "rc 21 k", "hands": "Ks7d5h4c2c 7d5h4c3s2c"}


async def test_a_spot_that_was_answered_is_found_again(user: User, workspace: Workspace):
    await user.open(address("/drill", **SPOT, answer="k"))
    advice = workspace.solution.advise("7d5h4c3s2c", "rc 21 k")
    expected = grade(advice, Answer("k"))
    await user.should_see(expected.rating.capitalize())
    for sentence in explain(advice, expected, parse_cards("Ks")):
        await user.should_see(sentence)
    await user.should_see("Next")
    # It was only looked at.
    assert workspace.log.decisions() == []
    texts = {element.text: element for element in user.find(kind=ui.link).elements}
    assert texts["Open in the explorer"].props["href"] == address(
        "/explorer", history="rc 21 k", hand="7d5h4c3s2c"
    )
    situation = Situation.of(workspace.solution, Spot.read(workspace.solution, *SPOT.values()))
    assert texts["Same situation, other cards"].props["href"] == address(
        "/drill", situation=situation.key
    )


async def test_trying_again_does_not_count(user: User, workspace: Workspace):
    await user.open(address("/drill", **SPOT))
    await user.should_see("Check")
    user.find("Check").click()
    await user.should_see("Try again")
    user.find("Try again").click()
    await user.should_see("Your move")
    user.find("Bet").click()
    await user.should_see("Next")
    [decision] = workspace.log.decisions()
    assert decision.answer == Answer("k")


async def test_the_table_goes_quiet_after_an_answer(user: User, workspace: Workspace):
    await user.open(address("/drill", **SPOT))
    await user.should_see("to act")
    await user.should_see("first draw")
    user.find("Check").click()
    await user.should_see("Next")
    await user.should_not_see("to act")


async def test_the_page_says_how_many_cards_may_go(user: User, workspace: Workspace):
    await user.open(address("/drill", history="rc 2", hands="Ks7d5h4c2c"))
    await user.should_see("You may draw up to 3 cards.")
    await user.should_see("draws of up to 3, 2, 1 cards")


async def test_a_session_is_summed_up(user: User, workspace: Workspace):
    practice = workspace.practice("drill")
    spot = Spot.read(workspace.solution, "", "7d5h4c3s2c")
    practice.answer(spot, Answer("f"), 1_000)
    practice.answer(spot, Answer("r"), 1_000)
    await user.open(address("/drill", session="this"))
    await user.should_see("1 of 2 right")
    await user.should_see("Missed, the dearest first")
    name = Situation.of(workspace.solution, spot).name
    [link] = [one for one in user.find(kind=ui.link).elements if one.text[1:] == name[1:]]
    assert link.props["href"] == address("/drill", history="", hands="7d5h4c3s2c", answer="f")
