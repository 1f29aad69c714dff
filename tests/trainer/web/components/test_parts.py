"""Parts that several pages use."""

from nicegui import ui
from nicegui.testing import User

from solver.cards import parse_cards
from trainer import Rating, Score
from trainer.records.settings import Settings
from trainer.spots.words import Unit
from trainer.web.components.cards import show_backs, show_cards
from trainer.web.components.scores import show_score
from trainer.web.components.still import show_still, still
from trainer.web.components.table import Table
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
    for name in ("ten of clubs", "deuce of spades"):
        await user.should_see(f'role="img" aria-label="{name}"')
    [backs] = [row.content for row in user.find(kind=ui.html).elements if "back" in row.content]
    assert backs == 3 * '<div class="card card-back"></div>' + (
        2 * '<div class="card card-back card-drawn"></div>'
    )
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
    await user.should_see('aria-label="eight of clubs"')


async def test_texts_in_still_parts_are_no_html(user: User):
    text = '<b title="x">&\'</b>'

    @ui.page("/part")
    def part() -> None:
        show_still("p", "a", text, still("i", text, text, css=text, aria_label=text), title=text)

    await user.open("/part")
    [drawn] = user.find(kind=ui.html).elements
    # Quotes mean nothing outside of attributes.
    safe = '&lt;b title="x"&gt;&amp;\'&lt;/b&gt;'
    quoted = "&lt;b title=&quot;x&quot;&gt;&amp;&#x27;&lt;/b&gt;"
    assert drawn.content == (
        f'{safe}<i class="{quoted}" style="{quoted}" aria-label="{quoted}">{safe}</i>'
    )
    assert (drawn.props["title"], drawn.props["sanitize"]) == (text, False)
