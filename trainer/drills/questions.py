"""Questions one after another, for screens that show one, take marks and clicks, and go on."""

import time
from dataclasses import dataclass

import numpy as np

from solver.errors import HistoryError
from solver.solution import Advice
from trainer.drills.practice import Practice, Verdict
from trainer.drills.sources import SpotSource
from trainer.grading.rolls import roll
from trainer.spots.spot import Answer, Spot


@dataclass(frozen=True)
class Question:
    """A spot with all that the feedback will need, so that an answer can be graded at once.

    Attributes:
        spot: the decision.
        advice: what the solution says of it.
        roll: a number from 0 to 99 for players who practise mixing; None if they do not.
    """

    spot: Spot
    advice: Advice
    roll: int | None


class Questions:
    """What one player is asked; a browser tab has questions of its own.

    Args:
        practice: grades answers and writes them down.
        source: gives the spots.
        random: rolls for players who practise mixing; None for no rolls.

    Attributes:
        question: what is asked now; None before the first and after the last one.
        verdict: how it was answered; None as long as it is not.
    """

    def __init__(
        self, practice: Practice, source: SpotSource, random: np.random.Generator | None = None
    ):
        self.practice = practice
        self.question: Question | None = None
        self.verdict: Verdict | None = None
        self._source = source
        self._random = random
        self._marked: set[int] = set()
        self._begun = 0.0
        self._counts = True

    def next(self) -> Question | None:
        """Ask the next spot; the clock starts. None if there are no more.

        Raises:
            DrillError: no spot of the drill can be found.
        """
        spot = self._source.spot()
        if spot is None:
            self.question = self.verdict = None
            return None
        return self.ask(spot)

    def ask(self, spot: Spot, *, counts: bool = True) -> Question:
        """Ask a given spot; the clock starts.

        Args:
            spot: what to ask.
            counts: whether the answer is written down; it is not when a spot is tried again.
        """
        self._counts = counts
        rolled = None if self._random is None else roll(self._random)
        advice = self.practice.solution.advise(spot.hand, spot.state)
        self.question = Question(spot, advice, rolled)
        self.verdict = None
        self._marked = set()
        self._begun = time.monotonic()
        return self.question

    @property
    def marked(self) -> tuple[int, ...]:
        """Cards marked as discards, highest first."""
        return tuple(sorted(self._marked, reverse=True))

    @property
    def can_draw(self) -> bool:
        """Whether as many cards may go as are marked."""
        return str(len(self._marked)) in self._open().spot.state.actions

    def mark(self, card: int) -> bool:
        """Mark a card of the hand as a discard, or take the mark away again.

        Returns:
            Whether the card is marked now. After the answer marks stay as they are.
        """
        if self.verdict is None:
            self._marked ^= {card} & set(self._open().spot.hand)
        return card in self._marked

    def answer(self, answer: Answer) -> Verdict:
        """Grade an answer, write it down, and schedule its situation.

        Raises:
            HistoryError: the action is not possible here, nothing is asked, or an answer has been
                given already.
            CardError: discards that are not in the hand.
            PracticeLogError: it cannot be written down.
        """
        question = self._open()
        if self.verdict is not None:
            raise HistoryError("this spot is answered; go on to the next one")
        if not self._counts:
            return self.look(answer)
        milliseconds = round(1000 * (time.monotonic() - self._begun))
        self.verdict = self.practice.answer(
            question.spot, answer, milliseconds, roll=question.roll, advice=question.advice
        )
        return self.verdict

    def look(self, answer: Answer) -> Verdict:
        """Grade an answer to what is asked; nothing is written down.

        Raises:
            HistoryError: the action is not possible here, or nothing is asked.
            CardError: discards that are not in the hand.
        """
        question = self._open()
        self.verdict = self.practice.judge(question.spot, answer, question.roll, question.advice)
        return self.verdict

    def _open(self) -> Question:
        if self.question is None:
            raise HistoryError("nothing is asked; go on to the next spot")
        return self.question
