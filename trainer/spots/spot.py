"""Spots and answers: one decision of a hand as its player sees it, and what the player does."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Self

from solver import Solution
from solver.cards import format_cards, format_hand, parse_hand
from solver.errors import CardError
from solver.game import PublicState

HAND = 5


@dataclass(frozen=True)
class Answer:
    """What a player does at a spot.

    Attributes:
        code: a letter (f k c b r), or the number of cards drawn.
        discards: at a draw the cards thrown away, highest first.
    """

    code: str
    discards: tuple[int, ...] = ()

    @classmethod
    def draw(cls, discards: Sequence[int]) -> Self:
        """The draw that throws these cards away; none is standing pat."""
        return cls(str(len(discards)), tuple(sorted(discards, reverse=True)))

    def keep(self, hand: Sequence[int]) -> tuple[int, ...]:
        """Cards of a hand that are kept, highest first."""
        return tuple(sorted(set(hand) - set(self.discards), reverse=True))


@dataclass(frozen=True)
class Spot:
    """A decision as the player to act sees it.

    Attributes:
        state: the public state.
        hands: every hand the player has held, the one at the deal first, the current one last;
            one more than the player has drawn. Cards highest first.

    Raises:
        CardError: the hands cannot have followed each other in this history.
    """

    state: PublicState
    hands: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        counts = self.state.draws[self.state.seat]
        if len(self.hands) != len(counts) + 1 or any(len(set(hand)) != HAND for hand in self.hands):
            raise CardError(
                f"hands {self._text!r} after {self.state.history!r}; expected {len(counts) + 1} "
                "hands of five different cards"
            )
        seen = set(self.hands[0])
        for count, (before, after) in zip(counts, pairwise(self.hands), strict=True):
            drawn = set(after) - set(before)
            if len(drawn) != count or drawn & seen:
                raise CardError(
                    f"{format_hand(before)} cannot become {format_hand(after)} by drawing {count}: "
                    "a discard never comes back, and every other card is kept"
                )
            seen |= drawn

    @property
    def seat(self) -> int:
        """Seat to act."""
        return self.state.seat

    @property
    def hand(self) -> tuple[int, ...]:
        """The five cards held now."""
        return self.hands[-1]

    @property
    def discards(self) -> tuple[tuple[int, ...], ...]:
        """Cards thrown away so far, one tuple a draw."""
        return tuple(
            tuple(card for card in before if card not in after)
            for before, after in pairwise(self.hands)
        )

    @property
    def thrown(self) -> tuple[int, ...]:
        """All cards thrown away so far, in the order of the draws."""
        return tuple(card for discards in self.discards for card in discards)

    @property
    def _text(self) -> str:
        return " ".join(format_cards(hand) for hand in self.hands)

    def to_text(self) -> tuple[str, str]:
        """History and hands as text, for a database or an address; `read` opens it again."""
        return self.state.history, self._text

    @classmethod
    def read(cls, solution: Solution, history: str, hands: str) -> Self:
        """A spot from its text.

        Args:
            solution: whose game it belongs to.
            history: the public history.
            hands: the player's hands in order, separated by spaces.

        Raises:
            HistoryError: the history cannot happen, or nobody is to act.
            CardError: the hands cannot have followed each other.
        """
        return cls(
            solution.state(history),
            tuple(tuple(sorted(parse_hand(hand), reverse=True)) for hand in hands.split()),
        )
