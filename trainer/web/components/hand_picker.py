"""A hand put together from all fifty-two cards, by clicking them or by typing."""

from collections.abc import Callable
from functools import partial
from typing import Any

from nicegui import ui

from solver.cards import RANKS, SUITS, format_hand, parse_hand
from solver.errors import CardError
from trainer.spots.spot import HAND
from trainer.web.components.cards import pick_button, set_picked
from trainer.web.components.frame import show_error

_ROWS = (3, 2, 1, 0)
"""Suits from the top: spades first."""


class HandPicker:
    """A field for text and all cards as buttons, which always say the same.

    Args:
        on_hand: handler of five cards, highest first, or of None when there are none left.
    """

    def __init__(self, on_hand: Callable[[tuple[int, ...] | None], Any]):
        self._on_hand = on_hand
        self._picked: set[int] = set()
        self._buttons: dict[int, ui.element] = {}
        with ui.element("div").classes("picker-line"):
            self._text = ui.input("Five cards", placeholder="8c7d5h4s2c")
            self._text.props("dense outlined clearable spellcheck=false autocomplete=off")
            self._text.on("keydown.enter", self._read).on("clear", self._clear)
            ui.button("Show", on_click=self._read).props("no-caps unelevated")
        self._said = ui.element("div")
        with ui.element("div").classes("picker").props('role=group aria-label="All cards"'):
            for suit in _ROWS:
                for rank in range(len(RANKS)):
                    card = len(SUITS) * rank + suit
                    self._buttons[card] = pick_button(card, partial(self._toggle, card))

    def show(self, hand: tuple[int, ...] | None) -> None:
        """Show a hand that was chosen elsewhere."""
        self._picked = set(hand or ())
        self._text.set_value(format_hand(self._picked))
        self._said.clear()
        self._mark()

    def _toggle(self, card: int) -> Any:
        if card in self._picked:
            self._picked.remove(card)
        elif len(self._picked) < HAND:
            self._picked.add(card)
        else:
            return None
        self._text.set_value(format_hand(self._picked))
        self._said.clear()
        self._mark()
        if len(self._picked) < HAND:
            return None
        return self._on_hand(tuple(sorted(self._picked, reverse=True)))

    def _read(self) -> Any:
        text = str(self._text.value or "").strip()
        if not text:
            return self._clear()
        try:
            hand = tuple(sorted(parse_hand(text), reverse=True))
        except CardError as error:
            self._said.clear()
            with self._said:
                show_error(error)
            return None
        self.show(hand)
        return self._on_hand(hand)

    def _clear(self) -> Any:
        self.show(None)
        return self._on_hand(None)

    def _mark(self) -> None:
        for card, button in self._buttons.items():
            set_picked(button, card in self._picked)
