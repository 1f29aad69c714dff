"""What a strategy for several seats does with a hand."""

from collections.abc import Sequence
from dataclasses import dataclass

from solver.cards import format_hand, parse_hand
from solver.game.public_state import action_name
from solver.multiway.history import MultiwayState
from solver.multiway.solution import MultiwaySolution


@dataclass(frozen=True)
class MultiwayAction:
    """One action.

    Attributes:
        action: a letter, or a digit at a draw.
        frequency: how often the strategy takes it.
        keep: cards to keep at a draw, otherwise None.
    """

    action: str
    frequency: float
    keep: tuple[int, ...] | None

    @property
    def name(self) -> str:
        """The action in a player's words."""
        return action_name(self.action)


@dataclass(frozen=True)
class MultiwayAdvice:
    """What to do with a hand.

    Attributes:
        hand: the five cards.
        state: where in the hand.
        actions: what can be done.
        learned: whether the strategy has learned anything of such a hand here.
    """

    hand: tuple[int, ...]
    state: MultiwayState
    actions: tuple[MultiwayAction, ...]
    learned: bool

    def to_json(self) -> dict[str, object]:
        """As plain values."""
        return {
            "hand": format_hand(self.hand),
            "history": self.state.history,
            "seat": self.state.position,
            "pot": self.state.pot,
            "to_call": self.state.to_call,
            "learned": self.learned,
            "actions": [
                {
                    "action": one.name,
                    "frequency": one.frequency,
                    **({} if one.keep is None else {"keep": format_hand(one.keep)}),
                }
                for one in self.actions
            ],
        }


def advise(
    solution: MultiwaySolution, hand: str | Sequence[int], history: str = ""
) -> MultiwayAdvice:
    """Frequencies of a hand after a public history, and the cards to keep.

    Raises:
        CardError: not five different cards.
        HistoryError: the history cannot happen, is left out, or nobody is to act.
    """
    cards = tuple(parse_hand(hand)) if isinstance(hand, str) else tuple(hand)
    state = solution.state(history)
    _ = state.seat
    bucket = solution.abstraction.bucket(cards, state.draws_left)
    frequencies = solution.strategy_at(state)[bucket]
    return MultiwayAdvice(
        cards,
        state,
        tuple(
            MultiwayAction(
                action,
                float(frequency),
                solution.abstraction.best_keep(cards, state.draws_left, int(action))
                if state.drawing
                else None,
            )
            for action, frequency in zip(state.actions, frequencies, strict=True)
        ),
        bool(solution.learned_at(state)[bucket]),
    )
