"""Decisions of a hand at the table, graded by the solution as far as it knows the game."""

from collections.abc import Iterable
from dataclasses import dataclass

from solver import Solution
from solver.bridge import LETTERS, View, unknown_bet
from solver.errors import CardError
from solver.solution import Advice
from solver.table import UNKNOWN, Action, Kind, Setup
from trainer.grading.explanation import explain
from trainer.grading.grades import DEFAULT, Grade, Thresholds, grade
from trainer.hands.replays import Step
from trainer.spots.situations import Situation
from trainer.spots.spot import Answer, Spot
from trainer.spots.words import SMALL_BETS, Unit

GUESSED = "the solution never plays as the opponent did, so his range is a guess"


@dataclass(frozen=True)
class Judged:
    """A decision of a player at the table.

    Attributes:
        step: number of its `trainer.hands.replays.Step`.
        seat: whose it is.
        answer: what was done.
        grade: what it is worth; None if it is not graded.
        advice: what the solution said that graded it; None if it is not graded.
        thrown: cards that the player had thrown away before.
        situation: what kind of decision it is; None if it is not graded.
        spot: the decision to be drilled; None if it is not graded or no spot of the solution.
        notes: why it is not graded, or what was read as something else.
    """

    step: int
    seat: int
    answer: Answer
    grade: Grade | None = None
    advice: Advice | None = None
    thrown: tuple[int, ...] = ()
    situation: Situation | None = None
    spot: Spot | None = None
    notes: tuple[str, ...] = ()

    def why(self, unit: Unit = SMALL_BETS) -> tuple[str, ...]:
        """Sentences on why it is good or bad; none if it is not graded.

        Args:
            unit: how amounts are told.
        """
        if self.grade is None or self.advice is None:
            return ()
        return explain(self.advice, self.grade, self.thrown, unit)


def answer_of(action: Action) -> Answer:
    """A decision at the table as an answer."""
    if action.kind is Kind.DISCARD:
        return Answer.draw(action.cards)
    return Answer(LETTERS[action.kind])


class Judge:
    """Follows one seat through a hand and grades its decisions.

    Args:
        solution: what decisions are graded against.
        setup: the table.
        seat: whose decisions.
        thresholds: where ratings begin.
    """

    def __init__(
        self, solution: Solution, setup: Setup, seat: int, thresholds: Thresholds = DEFAULT
    ):
        self._solution = solution
        self._seat = seat
        self._thresholds = thresholds
        self.view = View.begin(solution.tree, setup)
        self._hands: list[tuple[int, ...]] = []
        self._draws = 0
        self._thrown: list[int] = []

    def take(self, step: Step) -> Judged | None:
        """Go on by one step; its grade if it is a decision of the seat, shows and mucks apart."""
        judged = None
        if step.seat == self._seat and step.action.kind not in (Kind.SHOW, Kind.MUCK):
            if len(self._hands) == self._draws:
                self._hands.append(step.hand)
            judged = self._judge(step)
            if step.action.kind is Kind.DISCARD:
                self._draws += 1
                self._thrown += step.action.cards
        self.view = self.view.follow(step.action, step.after)
        return judged

    def _judge(self, step: Step) -> Judged:
        state, notes = self.view.state, self.view.notes
        answer, hand = answer_of(step.action), step.hand
        plain = Judged(step.number, step.seat, answer, notes=notes)
        if state is None:
            return plain
        if UNKNOWN in hand or UNKNOWN in answer.discards:
            return Judged(step.number, step.seat, answer, notes=("own cards are not told",))
        if answer.code not in state.actions:
            if state.drawing:
                most = len(state.actions) - 1
                note = f"the solution draws at most {most} here; {answer.code} cannot be graded"
            else:
                note = f"the player {unknown_bet(state, step.action.kind)}"
            return Judged(step.number, step.seat, answer, notes=(*notes, note))
        advice = self._solution.advise(hand, state)
        if advice.guessed:
            notes = (*notes, GUESSED)
        try:
            spot = Spot(state, tuple(self._hands))
        except CardError:
            spot = None
        return Judged(
            step.number,
            step.seat,
            answer,
            grade(advice, answer, self._thresholds),
            advice,
            tuple(self._thrown),
            Situation.at(self._solution, state, hand),
            spot,
            notes,
        )


def judge_hand(
    solution: Solution, steps: Iterable[Step], seat: int, thresholds: Thresholds = DEFAULT
) -> tuple[Judged, ...]:
    """All decisions of a seat in a finished hand.

    Args:
        solution: what decisions are graded against.
        steps: the whole hand, see `trainer.hands.replays.steps_of`.
        seat: whose decisions.
        thresholds: where ratings begin.
    """
    judged: list[Judged] = []
    judge: Judge | None = None
    for step in steps:
        judge = judge or Judge(solution, step.before.setup, seat, thresholds)
        decision = judge.take(step)
        if decision is not None:
            judged.append(decision)
    return tuple(judged)
