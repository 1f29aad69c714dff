"""What can be asked of strategies in hand: of a whole solution as of a subgame."""

from abc import ABC, abstractmethod
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from solver.abstraction import Abstraction
from solver.game import SEAT_NAMES
from solver.game.public_state import PublicState
from solver.solution.advisor import Advice, advise
from solver.solution.summaries import GroupSummary, Summary, hands_of_group, range_of, summarise
from solver.solution.values import Evaluator


class Readable(ABC):
    """Strategies over the buckets of an abstraction, read by hand and public history.

    Attributes:
        abstraction: buckets of all hands.
    """

    abstraction: Abstraction

    @property
    @abstractmethod
    def evaluator(self) -> Evaluator:
        """Ranges and values at any public state."""

    @property
    def locked_at(self) -> frozenset[str]:
        """Public histories at which frequencies were fixed."""
        return frozenset()

    @abstractmethod
    def state(self, history: str = "") -> PublicState:
        """Public state after a history.

        Raises:
            HistoryError: it cannot happen in this game.
        """

    def advise(self, hand: str | Sequence[int], history: str | PublicState = "") -> Advice:
        """What to do with a hand: frequencies, values, cards to keep, the opponent's range.

        Args:
            hand: five cards, as text or numbers.
            history: the public history, as text or state.

        Raises:
            CardError: not five different cards.
            HistoryError: the history cannot happen, or nobody is to act.
        """
        state = self._state(history)
        locked = state.history in self.locked_at
        return advise(self.abstraction, self.evaluator, hand, state, locked)

    def summary(self, history: str | PublicState = "", by: str = "kind") -> Summary:
        """What the seat to act does with its whole range, group by group.

        Args:
            history: the public history, as text or state.
            by: ``"kind"``, ``"smoothness"``, ``"low cards"``, ``"kept cards"`` or ``"bucket"``;
                see `solver.abstraction.groupings`.

        Raises:
            HistoryError: the history cannot happen, or nobody is to act.
            ConfigurationError: no such grouping.
        """
        return summarise(self.abstraction, self.evaluator, self._state(history), by)

    def hands_of(
        self, group: str, history: str | PublicState = "", by: str = "kind", most: int = 40
    ) -> tuple[GroupSummary, ...]:
        """What the seat to act does with the hands of one group, by the ranks that they keep.

        Args:
            group: a name of the grouping.
            history: the public history, as text or state.
            by: as in `summary`.
            most: so many of the likeliest are told.

        Raises:
            HistoryError: the history cannot happen, or nobody is to act.
            ConfigurationError: no such grouping or group.
        """
        state = self._state(history)
        return hands_of_group(self.abstraction, self.evaluator, state, by, group, most)

    def ranges(
        self, history: str | PublicState = "", by: str = "kind"
    ) -> tuple[dict[str, float], dict[str, float]]:
        """Share of every group of hands in the range of the big blind and of the button.

        Arguments as in `summary`; the hand may also be over.

        Raises:
            HistoryError: the history cannot happen.
            ConfigurationError: no such grouping.
        """
        state = self._state(history)
        big_blind, button = (
            range_of(self.abstraction, self.evaluator, state, seat, by)
            for seat in range(len(SEAT_NAMES))
        )
        return big_blind, button

    def frequencies(self, hand: Sequence[int], state: PublicState) -> NDArray[np.float64]:
        """How often a hand takes each action of a state; sums to one.

        Raises:
            HistoryError: nobody is to act.
        """
        bucket = self.abstraction.bucket(hand, state.draws_left)
        return self.evaluator.strategy_at(state)[:, bucket]

    def _state(self, history: str | PublicState) -> PublicState:
        return self.state(history) if isinstance(history, str) else history
