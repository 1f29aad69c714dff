"""A session of whole hands: dealt, written down, and summed up with the luck taken out."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

import numpy as np
from numpy.typing import NDArray

from solver.game import BUTTON
from solver.table import log_to_json
from trainer.drills.practice import Practice
from trainer.hands.hand_grading import Judged
from trainer.hands.play import HandResult, WholeHand, shuffled
from trainer.records.practice_log import HandRecord
from trainer.spots.spot import Answer

_FEW = 20
"""Hands below which the weight of the cards' luck is one, and is not fitted."""


@dataclass(frozen=True)
class PlaySummary:
    """What some hands came to: means in small bets a hand, with their standard errors.

    Attributes:
        hands: how many.
        won: what was won.
        won_error: its standard error; infinite below two hands.
        adjusted: the same with the luck of the cards drawn taken out: the better estimate.
        adjusted_error: its standard error; infinite below two hands.
        ev_lost: what decisions lost.
        skill: what such decisions win on average: expected from the seats, less what was lost.
    """

    hands: int
    won: float
    won_error: float
    adjusted: float
    adjusted_error: float
    ev_lost: float
    skill: float


def summarise(results: Sequence[HandResult | HandRecord]) -> PlaySummary:
    """Sum up hands; all zero without any.

    The luck of the cards has mean zero, so any multiple of it may be subtracted. The multiple is
    that which leaves the least variance, once there are enough hands to tell.
    """
    if not results:
        return PlaySummary(0, 0.0, np.inf, 0.0, np.inf, 0.0, 0.0)
    won = np.array([result.won for result in results])
    luck = np.array([result.card_luck for result in results])
    weight = 1.0
    if len(won) >= _FEW and luck.any():
        weight = float(np.cov(won, luck)[0, 1] / luck.var(ddof=1))
    adjusted = won - weight * luck
    lost = float(np.mean([result.ev_lost for result in results]))
    expected = float(np.mean([result.expected for result in results]))
    return PlaySummary(
        len(won),
        float(won.mean()),
        _standard_error(won),
        float(adjusted.mean()),
        _standard_error(adjusted),
        lost,
        expected - lost,
    )


def running(
    results: Sequence[HandResult | HandRecord],
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """How a session has gone: totals after each hand, in small bets, from 0 before the first.

    Returns:
        What was won, and what such decisions win on average; each of shape (hands + 1,).
    """
    won = [0.0, *(result.won for result in results)]
    skill = [0.0, *(result.expected - result.ev_lost for result in results)]
    return np.cumsum(won), np.cumsum(skill)


def _standard_error(values: np.ndarray[tuple[int], np.dtype[np.float64]]) -> float:
    return float(values.std(ddof=1) / np.sqrt(len(values))) if len(values) > 1 else float("inf")


class PlaySession:
    """Whole hands one after the other, the seats changing.

    Args:
        practice: the opponent, the judge, and where all is written down.
        seed: the same seed deals the same decks.

    Attributes:
        hand: the hand in play, or the last one; None before the first.
        results: of the hands that are over.
    """

    def __init__(self, practice: Practice, seed: int | np.random.Generator | None = None):
        self.practice = practice
        self.hand: WholeHand | None = None
        self.results: list[HandResult] = []
        self._random = np.random.default_rng(seed)
        self._seat = BUTTON
        self._written: list[int] = []

    def deal(self) -> WholeHand:
        """A new hand; one that is not over is given up and not counted."""
        self.hand = WholeHand(
            self.practice.solution,
            self._seat,
            shuffled(self._random),
            self._random,
            self.practice.thresholds,
        )
        self._seat = 1 - self._seat
        self._written = []
        self._finish_if_over()
        return self.hand

    def act(self, answer: Answer, milliseconds: int) -> Judged:
        """The player acts; see `WholeHand.act`. The decision is written down if it is graded.

        Args:
            answer: a bet, or the cards to discard.
            milliseconds: time taken.
        """
        hand = self.hand or self.deal()
        judged = hand.act(answer)
        try:
            if judged.spot is not None:
                assert judged.grade is not None
                assert judged.situation is not None
                number = self.practice.record(
                    judged.spot, judged.grade, judged.situation, milliseconds
                )
                self._written.append(number)
        finally:
            # The hand has gone on, whether or not the decision could be written down.
            self._finish_if_over()
        return judged

    def summary(self) -> PlaySummary:
        """What the session has come to."""
        return summarise(self.results)

    def _finish_if_over(self) -> None:
        hand = self.hand
        if hand is None or not hand.over:
            return
        result = hand.result()
        record = HandRecord(
            self.practice.session,
            datetime.now(UTC),
            self.practice.identity,
            hand.seat,
            log_to_json(hand.table.log),
            result.won,
            result.expected,
            result.ev_lost,
            result.card_luck,
        )
        self.practice.log.record_hand(record, self._written)
        self.results.append(result)
