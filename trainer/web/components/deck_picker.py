"""A deck of 52 to pick cards from."""

from collections.abc import Callable
from functools import partial

from nicegui import ui

from solver.cards import DECK_SIZE, SUITS, format_cards
from trainer.spots.words import card_name
from trainer.web.components.cards import card_face


class DeckPicker:
    """All cards as buttons, a suit a row.

    Args:
        on_click: called with the card.
    """

    def __init__(self, on_click: Callable[[int], None]):
        self._cards: dict[int, tuple[ui.element, ui.label]] = {}
        with ui.element("div").classes("deck").props('role=group aria-label="Deck"'):
            for suit in reversed(range(len(SUITS))):
                for card in range(suit, DECK_SIZE, len(SUITS)):
                    with card_face(card, "deck", "button") as button:
                        badge = ui.label().classes("deck-owner").props("aria-hidden=true")
                    button.props("type=button").mark(f"deck-{format_cards((card,))}")
                    button.on("click", partial(on_click, card))
                    self._cards[card] = button, badge
                    self.show(card)

    def show(self, card: int, owner: str = "", badge: str = "") -> None:
        """Show who has a card.

        Args:
            card: the card.
            owner: in words; nobody if empty.
            badge: the same in one letter.
        """
        button, label = self._cards[card]
        name = card_name(card) + (f", in {owner}" if owner else "")
        button.props(f'aria-pressed={str(bool(owner)).lower()} aria-label="{name}"')
        button.classes(**{"add" if owner else "remove": "card-taken"})
        label.set_text(badge)
        label.set_visibility(bool(badge))
