"""The packs page: every pack can be drilled, own ones are made, kept and removed."""

import pytest
from nicegui import ui
from nicegui.testing import User

from trainer.drills.drill import Drill, SpotFilter
from trainer.drills.packs import PACKS, SavedDrills
from trainer.web.components.page import address
from trainer.workspace import Workspace


async def test_packs_are_links_to_the_drill(user: User):
    await user.open("/packs")
    links = {link.text: link.props["href"] for link in user.find(kind=ui.link).elements}
    for name, drill in PACKS.items():
        assert links[name] == address("/drill", drill=name)
        await user.should_see(drill.text)


async def test_an_own_drill_is_made_and_removed(user: User, workspace: Workspace):
    await user.open("/packs")
    await user.should_see("None yet.")
    user.find("Name").type('my "snows"')
    [kind] = [r for r in user.find(kind=ui.radio).elements if "draw" in r.options]
    kind.value = "draw"
    for label, value in (("Streets", [1, 2]), ("Own hand", ["pat"])):
        [select] = [s for s in user.find(kind=ui.select).elements if s.props["label"] == label]
        select.value = value
    user.find("Smallest pot").type("4")
    user.find("Difficult spots").click()
    user.find("Save").click()
    await user.should_see('Saved: my "snows".')
    await user.should_see(
        "Draws, second draw or third draw, with pat, pot of 4 small bets or more; "
        "difficult ones more often."
    )
    saved = SavedDrills(workspace.log.database)
    one = SpotFilter(streets=(1, 2), kind="draw", hands=("pat",), least_pot=4)
    assert saved.all() == [Drill(name='my "snows"', filters=(one,), weighting="difficulty")]
    user.find("Remove").click()
    await user.should_see("None yet.")
    assert saved.all() == []


@pytest.mark.parametrize("name", ["", "three-bets"])
async def test_a_name_is_needed_and_not_one_of_ours(user: User, workspace: Workspace, name: str):
    await user.open("/packs")
    if name:
        user.find("Name").type(name)
    user.find("Save").click()
    await user.should_see(name or "The drill has no name; give it one.")
    await user.should_not_see("Saved")
    assert SavedDrills(workspace.log.database).all() == []


async def test_pots_out_of_order(user: User):
    await user.open("/packs")
    user.find("Name").type("mine")
    user.find("Smallest pot").type("8")
    user.find("Largest pot").type("4")
    user.find("Save").click()
    await user.should_see(
        "The largest pot is smaller than the smallest; make it larger, or leave one empty."
    )


async def test_a_senseless_amount_is_told_in_words(user: User):
    await user.open("/packs")
    user.find("Name").type("mine")
    user.find("Largest pot").type("-5")
    user.find("Save").click()
    await user.should_see("The largest pot -5: give an amount above 0, or leave it empty.")


async def test_a_description_names_all_filters(user: User, workspace: Workspace):
    one = SpotFilter(
        streets=(2, 3), kind="bet", seat="button", facing=("bet", "raise"), bets=(1, 2),
        opponent_drew=(0, 1), own_drew=(0,), hands=("8-low", "9-low"), least_pot=4, most_pot=10,
    )  # fmt: skip
    drill = Drill(name="all of it", filters=(one, SpotFilter(kind="draw")))
    SavedDrills(workspace.log.database).save(drill)
    await user.open("/packs")
    await user.should_see(
        "Bets, after the second draw or after the third draw, on the button, facing a bet or "
        "facing a raise, 1 or 2 bets in the round so far, opponent drew pat or one card, you drew "
        "pat, with 8-low or 9-low, pot of 4 small bets or more, pot of 10 small bets or less; or "
        "draws."
    )
    for pack in PACKS.values():
        for filtered in pack.filters:
            for name in filtered.hands:
                await user.should_see(name)
