"""Cards on the screen; the theme draws suits and colours."""

from collections.abc import Callable, Sequence

from nicegui import ui

from solver.cards import RANKS, SUITS, format_cards
from trainer.spots.words import card_name
from trainer.web.components.still import Still, show_still, still

_TEN = "T"


def show_card(card: int, size: str = "small") -> ui.element:
    """A card face up; size ``large``, ``small`` or ``tiny``."""
    name = card_name(card)
    return show_still("div", _style(card, size), *_print(card), role="img", aria_label=name)


def card_face(card: int, size: str, tag: str) -> ui.element:
    """What is printed on a card, in an element that still needs a name for screen readers."""
    face = ui.element(tag).classes(_style(card, size))
    with face:
        show_still("div", "card-rank", _rank(card))
        show_still("div", "card-suit")
    return face


def show_cards(cards: Sequence[int], size: str = "small") -> ui.element:
    """Cards side by side, face up."""
    return show_still("div", "cards", *_faces(cards, size))


def still_cards(cards: Sequence[int], size: str = "small") -> Still:
    """The same as a part of something larger."""
    return still("div", "cards", *_faces(cards, size))


def show_backs(cards: int, drawn: int = 0) -> ui.element:
    """Cards face down, the last ones raised if they were just drawn."""
    return show_still("div", "cards", *_backs(cards, drawn), aria_hidden="true")


def still_backs(cards: int, drawn: int = 0) -> Still:
    """The same as a part of something larger."""
    return still("div", "cards", *_backs(cards, drawn), aria_hidden="true")


def card_button(card: int, place: int, marked: bool, on_click: Callable[[], None]) -> ui.element:
    """A card that can be marked as a discard, also with the key of its place from the left."""
    number = still("div", "card-place", str(place), aria_hidden="true")
    button = show_still("button", _style(card, "large"), *_print(card), number)
    button.props(f'type=button data-key="{place}" aria-label="discard {card_name(card)}"')
    button.mark(f"card-{format_cards((card,))}").on("click", on_click)
    set_marked(button, marked)
    return button


def set_marked(button: ui.element, marked: bool) -> None:
    """Show whether a card is marked as a discard."""
    button.props(f"aria-pressed={str(marked).lower()}")
    button.classes(**{"add" if marked else "remove": "card-marked"})


def pick_button(card: int, on_click: Callable[[], None]) -> ui.element:
    """A small card that can be picked out of all."""
    button = show_still("button", _style(card, "pick"), *_print(card))
    button.props(f'type=button aria-label="{card_name(card)}" aria-pressed=false')
    button.mark(f"pick-{format_cards((card,))}").on("click", on_click)
    return button


def set_picked(button: ui.element, picked: bool) -> None:
    """Show whether a card is picked."""
    button.props(f"aria-pressed={str(picked).lower()}")


def _style(card: int, size: str) -> str:
    return f"card card-{size} suit-{SUITS[card % 4]}"


def _faces(cards: Sequence[int], size: str) -> list[Still]:
    return [
        still("div", _style(card, size), *_print(card), role="img", aria_label=card_name(card))
        for card in cards
    ]


def _backs(cards: int, drawn: int) -> list[Still]:
    raised = [place >= cards - drawn for place in range(cards)]
    return [still("div", "card card-back" + (" card-drawn" if up else "")) for up in raised]


def _print(card: int) -> tuple[Still, Still]:
    return still("div", "card-rank", _rank(card)), still("div", "card-suit")


def _rank(card: int) -> str:
    rank = RANKS[card // 4]
    return "10" if rank == _TEN else rank
