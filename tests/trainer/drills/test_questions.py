"""Questions: asked, marked, answered once, written down."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from solver.cards import parse_cards
from solver.errors import CardError, HistoryError
from trainer import Answer, Dealer, PracticeLog, Rating, Spot, Thresholds, grade
from trainer.drills.drill import DrillError
from trainer.drills.practice import Practice
from trainer.drills.questions import Questions
from trainer.drills.sources import DUE, spot_source
from trainer.grading.rolls import ROLLS, asked_by_roll
from trainer.workspace import Workspace

HANDS = "KdTc7h3s2c"


@pytest.fixture
def practice(solution_directory: Path, tmp_path: Path) -> Iterator[Practice]:
    with Workspace(solution_directory, tmp_path) as workspace:
        yield workspace.practice("drill")


@pytest.fixture
def draw(practice: Practice) -> Questions:
    """A draw is asked."""
    questions = Questions(practice, spot_source(practice, seed=1))
    questions.ask(Spot.read(practice.solution, "rc 2", HANDS))
    return questions


def test_spots_come_from_the_source(practice: Practice):
    questions = Questions(practice, spot_source(practice, seed=3))
    assert questions.question is None
    asked = questions.next()
    assert asked is questions.question is not None
    assert asked.spot == Dealer(practice.solution, 3).spot()
    assert asked.roll is None


def test_a_source_may_run_dry(draw: Questions, practice: Practice):
    dry = Questions(practice, spot_source(practice, DUE))
    assert dry.next() is None
    assert dry.question is None
    with pytest.raises(HistoryError, match="nothing is asked"):
        dry.answer(Answer("0"))


def test_sources_by_name(practice: Practice):
    source = spot_source(practice, "Button opening", seed=1)
    assert {source.spot().state.history for _ in range(5)} == {""}  # type: ignore[union-attr]
    with pytest.raises(DrillError, match="button opening"):
        spot_source(practice, "no such drill")


def test_marks(draw: Questions):
    king, ten, seven, trey, _ = parse_cards(HANDS)
    assert not draw.marked
    assert draw.mark(ten)
    assert draw.mark(king)
    assert draw.marked == (king, ten)
    assert draw.can_draw
    assert not draw.mark(king)
    assert draw.marked == (ten,)
    for card in (king, seven, trey):
        draw.mark(card)
    assert not draw.can_draw  # at most three can go
    assert not draw.mark(parse_cards("As")[0])  # no card of the hand
    draw.answer(Answer("0"))
    assert draw.mark(king)  # stays as it is
    draw.next()
    assert not draw.marked


def test_an_answer_is_graded_and_kept(draw: Questions, practice: Practice, tmp_path: Path):
    question = draw.question
    assert question is not None
    verdict = draw.answer(Answer.draw(parse_cards("Kd Tc")))
    assert verdict is draw.verdict
    assert verdict.grade == grade(question.advice, Answer.draw(parse_cards("Kd Tc")))
    assert verdict.advice is question.advice
    assert practice.score.decisions == 1
    with PracticeLog(tmp_path) as history:
        [decision] = history.decisions()
    assert (decision.history, decision.hands) == question.spot.to_text()
    assert decision.answer == verdict.grade.answer
    assert decision.session == practice.session
    assert decision.milliseconds >= 0


def test_an_answer_counts_once(draw: Questions, practice: Practice):
    draw.answer(Answer("0"))
    with pytest.raises(HistoryError, match="next"):
        draw.answer(Answer("0"))
    assert practice.log.score().decisions == 1


@pytest.mark.parametrize("answer", [Answer("b"), Answer("5"), Answer("1", (0, 1))])
def test_impossible_answers_leave_the_question_open(
    draw: Questions, practice: Practice, answer: Answer
):
    with pytest.raises((HistoryError, CardError)):
        draw.answer(answer)
    assert draw.verdict is None
    assert practice.log.score().decisions == 0


def test_thresholds_of_the_practice_hold(draw: Questions, practice: Practice):
    practice.thresholds = Thresholds(best=50, correct=60, mistake=70, blunder=80, frequency=1)
    assert draw.answer(Answer("0")).grade.rating is Rating.BEST


def test_rolls(practice: Practice):
    questions = Questions(practice, spot_source(practice, seed=1), np.random.default_rng(2))
    question = questions.next()
    assert question is not None
    assert question.roll is not None
    assert 0 <= question.roll < ROLLS
    asked = asked_by_roll(question.advice, question.roll)
    verdict = questions.answer(Answer(asked.code, asked.discards(question.spot.hand)))
    assert verdict.asked == asked.code
    assert verdict.followed
