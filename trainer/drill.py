"""A drill: one spot after another, each asked, answered, graded and written down."""

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from solver.errors import HistoryError
from solver.solution import ActionAdvice, Advice
from trainer.dealing import Dealer
from trainer.grading import Grade, grade
from trainer.score import Score
from trainer.spots import Answer, Spot
from trainer.workspace import Workspace

MODE = "drill"


@dataclass(frozen=True)
class Question:
    """A spot with all that the feedback will need, so that an answer can be graded at once.

    Attributes:
        spot: the decision.
        advice: what the solution says of it.
        roll: a number from 0 to 99 for players who practise mixing.
    """

    spot: Spot
    advice: Advice
    roll: int

    @property
    def rolled(self) -> ActionAdvice:
        """The action that the roll picks: each has as many numbers as its frequency in percent."""
        actions = self.advice.actions
        ends = np.cumsum([action.frequency for action in actions])
        place = int(np.searchsorted(ends, (self.roll + 0.5) / 100))
        return actions[min(place, len(actions) - 1)]


class Drill:
    """One player's drill; a browser tab has one of its own.

    Args:
        workspace: the solution, the history and the settings.
        seed: the same seed asks the same questions.
        source: gives the spots; those of real play by default.

    Attributes:
        question: what is asked now.
        grade: how it was answered; None as long as it is not.
        score: of this drill.
    """

    def __init__(
        self,
        workspace: Workspace,
        seed: int | None = None,
        source: Callable[[], Spot] | None = None,
    ):
        self._workspace = workspace
        # Another solution may be chosen meanwhile; a drill stays with the one it began with.
        self._solution, self._identity = workspace.solution, workspace.identity
        generator = np.random.default_rng(seed)
        self._source = source or Dealer(workspace.solution, generator).spot
        self._rolls = np.random.default_rng(generator.integers(2**32))
        self.score = Score()
        self.ask(self._source())

    def ask(self, spot: Spot) -> None:
        """Ask a given spot; the clock starts."""
        advice = self._solution.advise(spot.hand, spot.state)
        self.question = Question(spot, advice, int(self._rolls.integers(100)))
        self.grade: Grade | None = None
        self._marked: set[int] = set()
        self._begun = time.monotonic()

    def next(self) -> None:
        """Ask the next spot."""
        self.ask(self._source())

    @property
    def marked(self) -> tuple[int, ...]:
        """Cards marked as discards, highest first."""
        return tuple(sorted(self._marked, reverse=True))

    @property
    def can_draw(self) -> bool:
        """Whether as many cards may go as are marked."""
        return str(len(self._marked)) in self.question.spot.state.actions

    def mark(self, card: int) -> bool:
        """Mark a card of the hand as a discard, or take the mark away again.

        Returns:
            Whether the card is marked now.
        """
        self._marked ^= {card} & set(self.question.spot.hand)
        return card in self._marked

    def draw(self) -> Grade:
        """Answer by drawing for the marked cards; errors as in `answer`."""
        return self.answer(Answer.draw(self.marked))

    def answer(self, answer: Answer) -> Grade:
        """Grade an answer and write it down.

        Raises:
            HistoryError: the action is not possible here, or an answer has been given already.
            CardError: discards that are not in the hand.
        """
        if self.grade is not None:
            raise HistoryError("this spot is answered; go on to the next one")
        milliseconds = round(1000 * (time.monotonic() - self._begun))
        work, question = self._workspace, self.question
        graded = grade(question.advice, answer, work.settings.thresholds)
        work.history.record(work.session(MODE), self._identity, question.spot, graded, milliseconds)
        self.grade = graded
        self.score = self.score.with_grade(graded)
        return graded
