"""A session of practice: answers graded, written down and scheduled, whatever the screen."""

from dataclasses import dataclass, replace
from threading import Lock

from solver import Solution
from solver.solution import Advice
from trainer.grading.explanation import explain
from trainer.grading.grades import DEFAULT, Grade, Thresholds, grade
from trainer.grading.rolls import asked_by_roll
from trainer.grading.score import Score
from trainer.records.practice_log import PracticeLog, solution_identity
from trainer.records.schedule import Schedule
from trainer.spots.situations import Situation
from trainer.spots.spot import Answer, Spot
from trainer.spots.words import SMALL_BETS, Unit


@dataclass(frozen=True)
class Verdict:
    """All that there is to say of an answer.

    Attributes:
        spot: what was asked.
        advice: what the solution says.
        grade: what the answer is worth.
        situation: what kind of decision it was.
        asked: code of the action that the roll asked for; None without a roll.
        number: of the decision in the log; None if it is not written down.
    """

    spot: Spot
    advice: Advice
    grade: Grade
    situation: Situation
    asked: str | None
    number: int | None = None

    def why(self, unit: Unit = SMALL_BETS) -> tuple[str, ...]:
        """Sentences on why the answer is good or bad.

        Args:
            unit: how amounts are told.
        """
        return explain(self.advice, self.grade, self.spot.thrown, unit)

    @property
    def followed(self) -> bool | None:
        """Whether the answer is what the roll asked for; None without a roll."""
        return None if self.asked is None else self.asked == self.grade.answer.code


class Practice:
    """A session of practice.

    Args:
        solution: what answers are graded against.
        log: where they are written down.
        mode: what is practised, such as ``quiz``.
        thresholds: where ratings begin.

    Attributes:
        session: its number in the log.
        score: how it goes.
        schedule: when situations come back.
    """

    def __init__(
        self, solution: Solution, log: PracticeLog, mode: str, thresholds: Thresholds = DEFAULT
    ):
        self.solution = solution
        self.log = log
        self.thresholds = thresholds
        self.schedule = Schedule(log.database)
        self.identity = solution_identity(solution)
        self.session = log.begin(mode)
        self.score = Score()
        self._scoring = Lock()

    def judge(
        self,
        spot: Spot,
        answer: Answer,
        roll: int | None = None,
        advice: Advice | None = None,
    ) -> Verdict:
        """Grade an answer; nothing is written down.

        Args:
            spot: what is asked.
            answer: what is done.
            roll: 0 to 99, for players who practise mixing.
            advice: what the solution says of the spot, if that is known already.

        Raises:
            HistoryError: the action is not possible here.
            CardError: discards that are not in the hand, or not as many as are drawn.
            ConfigurationError: no such roll.
        """
        advice = advice or self.solution.advise(spot.hand, spot.state)
        graded = grade(advice, answer, self.thresholds)
        asked = None if roll is None else asked_by_roll(advice, roll, self.thresholds).code
        return Verdict(spot, advice, graded, Situation.of(self.solution, spot), asked)

    def answer(
        self,
        spot: Spot,
        answer: Answer,
        milliseconds: int,
        *,
        roll: int | None = None,
        advice: Advice | None = None,
    ) -> Verdict:
        """Grade an answer, write it down and say when its situation comes back.

        Args:
            spot: what is asked.
            answer: what is done.
            milliseconds: time taken.
            roll: 0 to 99, for players who practise mixing.
            advice: what the solution says of the spot, if that is known already.

        Raises:
            HistoryError: the action is not possible here.
            CardError: discards that are not in the hand, or not as many as are drawn.
            ConfigurationError: no such roll.
            PracticeLogError: it cannot be written down.
        """
        verdict = self.judge(spot, answer, roll, advice)
        number = self.record(
            spot, verdict.grade, verdict.situation, milliseconds, asked=verdict.asked
        )
        return replace(verdict, number=number)

    def record(
        self,
        spot: Spot,
        graded: Grade,
        situation: Situation,
        milliseconds: int,
        *,
        asked: str | None = None,
    ) -> int:
        """Write down an answer that is graded, and say when its situation comes back.

        Args:
            spot: what was asked.
            graded: what was answered, and what it is worth.
            situation: what kind of decision it was.
            milliseconds: time taken.
            asked: code of the action that a roll asked for.

        Returns:
            Number of the decision in the log.

        Raises:
            PracticeLogError: it cannot be written down.
        """
        with self.log.database.transaction():
            number = self.log.record(
                self.session, self.identity, spot, graded, milliseconds,
                situation=situation.key, asked=asked,
            )  # fmt: skip
            self.schedule.answer(situation, graded, milliseconds)
        with self._scoring:  # Several pages practise in one session.
            self.score = self.score.with_grade(graded)
        return number
