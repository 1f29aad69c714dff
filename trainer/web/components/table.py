"""The card table: opponent, pot, own hand, dealer button, bets, and the course of the hand."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

from nicegui import ui

from solver.game import BUTTON, SEAT_NAMES, PublicState
from trainer.records.settings import Settings
from trainer.spots.spot import HAND
from trainer.spots.timeline import Street, bets_in_front, streets
from trainer.spots.words import deed, street_name
from trainer.web.components.cards import (
    card_button,
    set_marked,
    show_cards,
    still_backs,
    still_cards,
)
from trainer.web.components.still import Still, show_still, still

T = TypeVar("T")

_TURN = "to act"


def show_strip(state: PublicState, seat: int) -> None:
    """Who has done what, round by round, as seen from a seat."""
    done = [still("li", "strip-street", *_street(street, seat)) for street in streets(state)]
    show_still("ol", "strip", *done, aria_label="The hand so far")


def _street(street: Street, seat: int) -> tuple[Still, Still]:
    steps = []
    for step in street.steps:
        own = step.seat == seat
        who = "you" if own else "opponent"
        words = still("div", "strip-who", who), still("div", "", deed(step.code, own))
        steps.append(still("div", f"strip-step strip-{who}", *words))
    return (
        still("div", "strip-name", street.name),
        still("div", "strip-steps", *(steps or (still("div", "", "…"),))),
    )


class Table:
    """The table as one player sees it.

    Args:
        state: the public state.
        seat: the player who looks.
        hand: the player's cards, highest first.
        settings: how amounts are shown.
        thrown: cards the player has thrown away so far, draw by draw.
        opponent: the opponent's cards if they are to be shown; face down if None.
        on_mark: called with a card that is clicked and returning whether it is marked now; cards
            cannot be clicked if None.
    """

    def __init__(
        self,
        state: PublicState,
        seat: int,
        hand: Sequence[int],
        settings: Settings,
        thrown: Sequence[Sequence[int]] = (),
        opponent: Sequence[int] | None = None,
        on_mark: Callable[[int], bool] | None = None,
    ):
        self._state, self._seat, self._settings = state, seat, settings
        self._on_mark = on_mark
        self._buttons: dict[int, ui.element] = {}
        self._turn: ui.label | None = None
        with ui.element("section").classes("felt").props('aria-label="Table"'):
            self._opponent(opponent)
            self._pot()
            self._own(hand, thrown)

    def _opponent(self, hand: Sequence[int] | None) -> None:
        other = 1 - self._seat
        drawn = self._state.draws[other]
        up = drawn[-1] if drawn else 0
        cards = still_backs(HAND, up) if hand is None else still_cards(hand)
        name = [still("div", "", f"Opponent, {SEAT_NAMES[other]}"), *_dealer(other, still)]
        if self._state.actions and self._state.seat == other:
            name.append(still("div", "turn", _TURN))
        show_still(
            "div",
            "player player-opponent",
            still("div", "player-name", *name),
            cards,
            still("div", "player-drawn", _drawn(drawn)),
            *self._bet(other, still),
        )

    def _pot(self) -> None:
        state, unit = self._state, self._settings.unit
        details = []
        if state.actions and state.to_call:
            details.append(f"{unit.bare(state.to_call)} to call")
        if state.actions and not state.drawing:
            details.append(f"bets of {unit.bare(state.tree.game.bets[state.round])}")
        show_still(
            "div",
            "pot",
            still("div", "pot-size", f"Pot {unit.chips(state.pot)}"),
            still("div", "pot-details", ", ".join(details)),
        )

    def _own(self, hand: Sequence[int], thrown: Sequence[Sequence[int]]) -> None:
        state = self._state
        with ui.element("div").classes("player player-own"):
            self._bet(self._seat, show_still)
            if self._on_mark is None:
                show_cards(hand, "large")
            else:
                with ui.element("div").classes("cards"):
                    for place, card in enumerate(hand, 1):
                        self._buttons[card] = card_button(
                            card, place, False, partial(self._mark, card)
                        )
            with ui.element("div").classes("player-name"):
                ui.label(f"You, {SEAT_NAMES[self._seat]}")
                _dealer(self._seat, show_still)
                if state.actions and state.seat == self._seat:
                    self._turn = ui.label(_TURN).classes("turn")
            if any(thrown):
                show_still("div", "thrown", still("div", "", "thrown away"), *_thrown(thrown))

    def answered(self) -> None:
        """Nobody is to act any more, as far as this table shows."""
        if self._turn is not None:
            self._turn.set_visibility(False)

    def show_discards(self, cards: Sequence[int]) -> None:
        """Show which of the own cards had better go, when the hand can be clicked."""
        for card, button in self._buttons.items():
            button.classes("card-done")
            if card in cards:
                button.classes("card-go")

    def _mark(self, card: int) -> None:
        if self._on_mark is not None:
            set_marked(self._buttons[card], self._on_mark(card))

    def _bet(self, seat: int, draw: Callable[..., T]) -> list[T]:
        """What stands in front of a player, drawn as a part or as an element."""
        bet = bets_in_front(self._state)[seat]
        if not bet:
            return []
        amount = self._settings.unit.bare(bet)
        return [draw("div", "bet", amount, role="img", aria_label=f"{amount} in front")]


def _dealer(seat: int, draw: Callable[..., T]) -> list[T]:
    """The same for the dealer's button."""
    if seat != BUTTON:
        return []
    return [draw("div", "dealer", "D", role="img", aria_label="dealer button")]


def _thrown(thrown: Sequence[Sequence[int]]) -> list[Still]:
    return [
        still(
            "div",
            "thrown-draw",
            still("div", "", street_name(number, drawing=True)),
            still_cards(cards, "tiny") if cards else still("div", "", "none"),
        )
        for number, cards in enumerate(thrown)
    ]


def _drawn(counts: Sequence[int]) -> str:
    """``drew 2, 1, pat``; ``stood pat``."""
    if not counts:
        return "has not drawn yet"
    if not any(counts):
        return "stood pat"
    return "drew " + ", ".join(str(count) if count else "pat" for count in counts)
