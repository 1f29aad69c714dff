"""Parts that several pages use."""

from nicegui import ui
from nicegui.testing import User

from solver.cards import parse_cards
from trainer import Rating, Score
from trainer.settings import Settings
from trainer.web.cards import show_backs, show_cards
from trainer.web.scores import show_score
from trainer.web.table import Table
from trainer.words import Unit
from trainer.workspace import Workspace


async def test_scores(user: User):
    @ui.page("/part")
    def part() -> None:
        show_score("Mine", Score({Rating.BEST: 3, Rating.BLUNDER: 1}, 0.8, 2, 0.5), Unit())

    await user.open("/part")
    await user.should_see("3 of 4 right (75%)")
    await user.should_see("0.200 small bets lost a decision, 0.250 small bets a whole hand")
    await user.should_see("best 75%, blunder 25%")


async def test_cards_have_names(user: User):
    @ui.page("/part")
    def part() -> None:
        show_cards(parse_cards("Tc 2s"))
        show_backs(5, 2)

    await user.open("/part")
    elements = user.find(kind=ui.element).elements
    names = {element.props.get("aria-label") for element in elements}
    assert {"ten of clubs", "deuce of spades"} <= names
    backs = [element for element in elements if "card-back" in element.classes]
    assert ["card-drawn" in back.classes for back in sorted(backs, key=lambda back: back.id)] == [
        False, False, False, True, True,
    ]  # fmt: skip
    await user.should_see("10")


async def test_the_table_at_a_showdown(user: User, workspace: Workspace):
    state = workspace.solution.state("rc 00 kk 00 kk 00 kk")

    @ui.page("/part")
    def part() -> None:
        own, other = parse_cards("7c5d4h3s2c"), parse_cards("8c6d4d3h2h")
        Table(state, 1, own, Settings(small_bet=5), opponent=other)

    await user.open("/part")
    await user.should_see("Pot $20")
    await user.should_see("stood pat")
    await user.should_not_see("to act")
    names = {e.props.get("aria-label") for e in user.find(kind=ui.element).elements}
    assert "eight of clubs" in names
