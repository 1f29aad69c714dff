"""Cards on the screen; the theme draws suits and colours."""

from collections.abc import Callable, Sequence

from nicegui import ui

from solver.cards import RANKS, SUITS, format_cards
from trainer.words import card_name

_TEN = "T"


def show_card(card: int, size: str = "small") -> ui.element:
    """A card face up; size ``large``, ``small`` or ``tiny``."""
    return card_face(card, size, "div").props(f'role=img aria-label="{card_name(card)}"')


def card_face(card: int, size: str, tag: str) -> ui.element:
    """What is printed on a card, in an element that still needs a name for screen readers."""
    face = ui.element(tag).classes(_style(card, size))
    with face:
        _print(card)
    return face


def show_cards(cards: Sequence[int], size: str = "small") -> ui.element:
    """Cards side by side, face up."""
    row = ui.element("div").classes("cards")
    with row:
        for card in cards:
            show_card(card, size)
    return row


def show_backs(cards: int, drawn: int = 0) -> ui.element:
    """Cards face down, the last ones raised if they were just drawn."""
    row = ui.element("div").classes("cards").props("aria-hidden=true")
    with row:
        for place in range(cards):
            back = ui.element("div").classes("card card-back")
            if place >= cards - drawn:
                back.classes("card-drawn")
    return row


def card_button(card: int, place: int, marked: bool, on_click: Callable[[], None]) -> ui.element:
    """A card that can be marked as a discard, also with the key of its place from the left."""
    button = card_face(card, "large", "button")
    button.props(f'type=button data-key="{place}" aria-label="discard {card_name(card)}"')
    button.mark(f"card-{format_cards((card,))}").on("click", on_click)
    with button:
        ui.label(str(place)).classes("card-place").props("aria-hidden=true")
    set_marked(button, marked)
    return button


def set_marked(button: ui.element, marked: bool) -> None:
    """Show whether a card is marked as a discard."""
    button.props(f"aria-pressed={str(marked).lower()}")
    button.classes(**{"add" if marked else "remove": "card-marked"})


def pick_button(card: int, on_click: Callable[[], None]) -> ui.element:
    """A small card that can be picked out of all."""
    button = ui.element("button").classes(f"card card-pick suit-{SUITS[card % 4]}")
    button.props(f'type=button aria-label="{card_name(card)}" aria-pressed=false')
    button.mark(f"pick-{format_cards((card,))}").on("click", on_click)
    with button:
        _print(card)
    return button


def set_picked(button: ui.element, picked: bool) -> None:
    """Show whether a card is picked."""
    button.props(f"aria-pressed={str(picked).lower()}")


def _style(card: int, size: str) -> str:
    return f"card card-{size} suit-{SUITS[card % 4]}"


def _print(card: int) -> None:
    rank = RANKS[card // 4]
    ui.label("10" if rank == _TEN else rank).classes("card-rank")
    ui.element("div").classes("card-suit")
