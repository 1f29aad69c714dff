"""The equity page: cards by click and by text, policies, exact and simulated answers, errors."""

from nicegui import ui
from nicegui.testing import User

from solver.equity import equity
from trainer.web.components.page import address

DRAW, PAT = "2c3d4h7s", "Td8c6h4c2d"
PATIENCE = 300


def pick(user: User, text: str) -> None:
    for place in range(0, len(text), 2):
        user.find(marker=f"deck-{text[place : place + 2]}").click()


def write(user: User, place: int, text: str) -> None:
    user.find(marker=f"text-{place}").clear().type(text).trigger("blur")


def value(user: User, marker: str) -> str:
    [element] = user.find(marker=marker).elements
    assert isinstance(element, ui.input | ui.select)
    return str(element.value)


def choose(user: User, marker: str, chosen: str) -> None:
    [element] = user.find(marker=marker).elements
    assert isinstance(element, ui.input | ui.select)
    element.set_value(chosen)


async def test_two_hands_picked_from_the_deck(user: User):
    await user.open("/equity")
    await user.should_see("Pick the cards of two hands or more")
    pick(user, PAT)
    pick(user, DRAW)
    assert value(user, "text-0") == PAT
    assert value(user, "text-1") == DRAW
    user.find("Calculate").click()
    await user.should_see("Exact: all", retries=PATIENCE)
    result = equity([PAT, DRAW])
    for player in (0, 1):
        await user.should_see(f"{result.equity[player]:.2%}")
        await user.should_see(f"wins {result.win[player]:.2%}, ties {result.tie[player]:.2%}")
    await user.should_see(f"{result.outcomes:,} ways")
    await user.should_see("draws: stand pat")
    await user.should_see("draws: draw 1")


async def test_a_card_goes_back_into_the_deck(user: User):
    await user.open("/equity")
    pick(user, "7c5d4h")
    [seven] = user.find(marker="deck-7c").elements
    assert seven.props["aria-label"] == "seven of clubs, in hand 1"
    assert seven.props["aria-pressed"] == "true"
    pick(user, "7c")
    assert seven.props["aria-label"] == "seven of clubs"
    assert value(user, "text-0") == "5d4h"


async def test_dead_cards_by_click(user: User):
    await user.open(address("/equity", hands=f"{DRAW},{PAT}"))
    user.find(marker="place-2").click()
    pick(user, "5s6s")
    assert value(user, "text-2") == "5s6s"
    user.find("Calculate").click()
    await user.should_see("Exact", retries=PATIENCE)
    result = equity([DRAW, PAT], dead="5s6s")
    await user.should_see(f"{result.equity[0]:.2%}")


async def test_cards_as_text(user: User):
    await user.open("/equity")
    write(user, 0, DRAW)
    write(user, 1, PAT)
    [two] = user.find(marker="deck-2c").elements
    assert two.props["aria-label"] == "deuce of clubs, in hand 1"
    write(user, 1, "2c8d")
    await user.should_see("2c is already in hand 1; every card exists once.")
    assert value(user, "text-1") == PAT  # what is rejected does not stay
    write(user, 1, "Kc8x")
    await user.should_see("'8x' in 'Kc8x' is not a card")
    write(user, 1, "Kc8d")
    await user.should_not_see("is not a card")


async def test_missing_cards_are_named(user: User):
    await user.open("/equity")
    write(user, 0, DRAW)
    user.find("Calculate").click()
    await user.should_see("Hand 2 has 0 cards; expected 1 to 5.")
    await user.should_not_see("Stop")


async def test_three_hands_simulated_with_policies(user: User):
    await user.open(address("/equity", hands=f"{DRAW},{PAT}", draws="2"))
    user.find("Add a hand").click()
    pick(user, "2h3h7h")
    choose(user, "policy-0", "draw:1")
    choose(user, "policy-2", "until:")
    await user.should_see("until at least")
    choose(user, "target-2", "97")
    user.find("Calculate").click()
    await user.should_see("'97'", retries=PATIENCE)
    choose(user, "target-2", "97642")
    [error] = [one for one in user.find(kind=ui.select).elements if "error" in one.props["label"]]
    error.set_value(0.002)
    user.find("Calculate").click()
    result = equity(
        [DRAW, PAT, "2h3h7h"], 2, policies=["draw:1", None, "until:97642"], standard_error=0.002
    )
    await user.should_see(f"Simulated: {result.outcomes:,} deals", retries=PATIENCE)
    await user.should_not_see("Still at it", retries=PATIENCE)
    assert result.standard_error is not None
    for share, deviation in zip(result.equity, result.standard_error, strict=True):
        await user.should_see(f"{share:.2%}")
        await user.should_see(f"± {deviation:.2%}")
    await user.should_see("draw 2, then draw until 9-7-6-4-2 or better")
    user.find(marker="remove-1").click()
    await user.should_not_see(marker="remove-1")
    assert value(user, "text-1") == "2h3h7h"
    assert value(user, "policy-1") == "until:"


async def test_a_long_simulation_is_stopped(user: User):
    await user.open(address("/equity", hands=f"{DRAW},{PAT}", draws="3"))
    [error] = [one for one in user.find(kind=ui.select).elements if "error" in one.props["label"]]
    error.set_value(0.0002)
    user.find("Calculate").click()
    await user.should_see("Still at it", retries=PATIENCE)
    user.find("Stop").click()
    await user.should_see("Stopped early", retries=PATIENCE)
    await user.should_not_see("Still at it")


async def test_an_example_and_a_fresh_start(user: User):
    await user.open("/equity")
    user.find("Show an example").click()
    await user.should_see("Exact", retries=PATIENCE)
    user.find("Clear").click()
    await user.should_see("Pick the cards of two hands or more")
    assert value(user, "text-0") == ""


async def test_draws_are_chosen(user: User):
    await user.open(address("/equity", hands=f"{DRAW},{PAT}"))
    [draws] = user.find(kind=ui.radio).elements
    draws.set_value(0)
    user.find("Calculate").click()
    await user.should_see("Hand 1 has 4 cards; expected 5, as no draw is left.", retries=PATIENCE)


async def test_an_address_that_makes_no_sense(user: User):
    await user.open(address("/equity", hands="2c,2c"))
    await user.should_see("2c stands in hand 1 and in hand 2")


async def test_a_rejected_entry_gives_way_to_what_holds(user: User):
    await user.open(address("/equity", hands=f"{DRAW},{PAT}"))
    user.find("Calculate").click()
    await user.should_see("Exact", retries=PATIENCE)
    write(user, 0, "2c3d4h7s7s")
    await user.should_see("7s")
    assert value(user, "text-0") == DRAW
    # The answer is to the hands that are shown.
    await user.should_see("Exact")
    write(user, 0, "2c3d4h8s")
    await user.should_see("The question is another one now; press Calculate.")
    await user.should_not_see("Exact")
