"""The card table: opponent, pot, own hand, dealer button, bets, and the course of the hand."""

from collections.abc import Callable, Sequence
from functools import partial

from nicegui import ui

from solver.game import BUTTON, SEAT_NAMES
from solver.game.history import PublicState
from trainer.settings import Settings
from trainer.spots import HAND
from trainer.strip import Street, bets_in_front, streets
from trainer.web.cards import card_button, set_marked, show_backs, show_cards
from trainer.words import deed, street_name


def show_strip(state: PublicState, seat: int) -> None:
    """Who has done what, round by round, as seen from a seat."""
    with ui.element("ol").classes("strip").props('aria-label="The hand so far"'):
        for street in streets(state):
            with ui.element("li").classes("strip-street"):
                _street(street, seat)


def _street(street: Street, seat: int) -> None:
    ui.label(street.name).classes("strip-name")
    with ui.element("div").classes("strip-steps"):
        for step in street.steps:
            own = step.seat == seat
            who = "you" if own else "opponent"
            with ui.element("div").classes(f"strip-step strip-{who}"):
                ui.label(who).classes("strip-who")
                ui.label(deed(step.code, own))
        if not street.steps:
            ui.label("…")


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
        with ui.element("div").classes("player player-opponent"):
            self._name(other, "Opponent")
            drawn = self._state.draws[other]
            if hand is None:
                show_backs(HAND, drawn[-1] if drawn else 0)
            else:
                show_cards(hand)
            ui.label(_drawn(drawn)).classes("player-drawn")
            self._bet(other)

    def _pot(self) -> None:
        state, unit = self._state, self._settings.unit
        with ui.element("div").classes("pot"):
            ui.label(f"Pot {unit.chips(state.pot)}").classes("pot-size")
            details = []
            if state.actions and state.to_call:
                details.append(f"{unit.bare(state.to_call)} to call")
            if state.actions and not state.drawing:
                details.append(f"bets of {unit.bare(state.tree.game.bets[state.round])}")
            ui.label(", ".join(details)).classes("pot-details")

    def _own(self, hand: Sequence[int], thrown: Sequence[Sequence[int]]) -> None:
        with ui.element("div").classes("player player-own"):
            self._bet(self._seat)
            if self._on_mark is None:
                show_cards(hand, "large")
            else:
                with ui.element("div").classes("cards"):
                    for place, card in enumerate(hand, 1):
                        self._buttons[card] = card_button(
                            card, place, False, partial(self._mark, card)
                        )
            self._name(self._seat, "You")
            if any(thrown):
                with ui.element("div").classes("thrown"):
                    ui.label("thrown away")
                    for number, cards in enumerate(thrown):
                        with ui.element("div").classes("thrown-draw"):
                            ui.label(street_name(number, drawing=True))
                            if cards:
                                show_cards(cards, "tiny")
                            else:
                                ui.label("none")

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

    def _name(self, seat: int, who: str) -> None:
        state = self._state
        with ui.element("div").classes("player-name"):
            ui.label(f"{who}, {SEAT_NAMES[seat]}")
            if seat == BUTTON:
                ui.label("D").classes("dealer").props('role=img aria-label="dealer button"')
            if state.actions and state.seat == seat:
                self._turn = ui.label("to act").classes("turn")

    def _bet(self, seat: int) -> None:
        bet = bets_in_front(self._state)[seat]
        if bet:
            ui.label(self._settings.unit.bare(bet)).classes("bet").props(
                f'role=img aria-label="{self._settings.unit.bare(bet)} in front"'
            )


def _drawn(counts: Sequence[int]) -> str:
    """``drew 2, 1, pat``; ``stood pat``."""
    if not counts:
        return "has not drawn yet"
    if not any(counts):
        return "stood pat"
    return "drew " + ", ".join(str(count) if count else "pat" for count in counts)
