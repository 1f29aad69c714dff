"""A finished hand step by step, both hands open as far as they are known."""

from dataclasses import dataclass

from solver.cards import format_cards
from solver.errors import HistoryError
from solver.table import (
    UNKNOWN,
    Action,
    Kind,
    Phase,
    State,
    decision_at,
    log_from_json,
    replay,
    start,
)
from trainer.spots.words import street_name


@dataclass(frozen=True)
class Step:
    """One decision of a hand at the table.

    Attributes:
        number: its place, from 0.
        before: the table before it, all hands as far as they are known.
        seat: whose decision it is.
        action: what was done.
        after: the table after it.
    """

    number: int
    before: State
    seat: int
    action: Action
    after: State

    @property
    def street(self) -> str:
        """``before the draw``, ``first draw``, ``after the first draw``, ..., ``showdown``."""
        if self.before.phase is Phase.SHOWDOWN:
            return "showdown"
        return street_name(self.before.round, self.before.phase is Phase.DRAWING)

    @property
    def hand(self) -> tuple[int, ...]:
        """The cards of the seat before it acts, highest first; unknown ones last."""
        return tuple(sorted(self.before.hands[self.seat], reverse=True))

    @property
    def words(self) -> str:
        """What was done: ``raises``, ``draws 2 (Kc 9d)``, ``stands pat``."""
        return self.deed()

    def deed(self, own: bool = False, open_cards: bool = True) -> str:
        """What was done, as it follows a name, or ``you``: ``raise``, ``draw 2 (Kc 9d)``.

        Args:
            own: whether it follows ``you``.
            open_cards: whether discards are named, if they are known.
        """
        kind, cards = self.action
        ending = "" if own else "s"
        if kind is not Kind.DISCARD:
            return f"{kind.value}{ending}"
        if not cards:
            return f"stand{ending} pat"
        named = open_cards and UNKNOWN not in cards
        thrown = f" ({format_cards(cards, ' ')})" if named else ""
        return f"draw{ending} {len(cards)}{thrown}"

    @property
    def pot(self) -> float:
        """Chips in the middle before it, in small bets."""
        return self.before.pot / self.before.setup.small_bet


def steps_of(final: State) -> tuple[Step, ...]:
    """The steps of a hand that is over.

    Raises:
        HistoryError: it is not over, or its log does not follow from its own decisions.
    """
    if final.phase is not Phase.OVER:
        raise HistoryError(f"seat {final.actor} is still to act; only a finished hand has steps")
    state = start(final.setup, final.deck, final.rules)
    steps: list[Step] = []
    while state.actor is not None:
        action = decision_at(state, final.log[len(state.log)])
        if action is None:
            raise HistoryError(f"{final.log[len(state.log)]} is no decision of seat {state.actor}")
        after = state.apply(action)
        steps.append(Step(len(steps), state, state.actor, action, after))
        state = after
    return tuple(steps)


def steps_from_log(text: str) -> tuple[Step, ...]:
    """The steps of a hand that was written down as JSON lines.

    Raises:
        HistoryError: it is no log of a whole hand.
    """
    return steps_of(replay(log_from_json(text)))
