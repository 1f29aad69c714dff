"""The drill: asks, takes marks, grades once, writes down."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from solver.cards import parse_cards
from solver.errors import CardError, HistoryError
from trainer import Answer, Dealer, History, Rating, Spot, grade
from trainer.drill import MODE, Drill
from trainer.workspace import Workspace

HANDS = "KdTc7h3s2c"


@pytest.fixture
def workspace(solution_directory: Path, tmp_path: Path) -> Iterator[Workspace]:
    with Workspace(solution_directory, tmp_path) as opened:
        yield opened


@pytest.fixture
def draw(workspace: Workspace) -> Drill:
    """A drill that asks a draw."""
    drill = Drill(workspace)
    drill.ask(Spot.read(workspace.solution, "rc 2", HANDS))
    return drill


def test_spots_are_those_of_real_play(workspace: Workspace):
    drill = Drill(workspace, seed=3)
    dealer = Dealer(workspace.solution, np.random.default_rng(3))
    first = dealer.spot()
    assert drill.question.spot == first
    assert Drill(workspace, seed=3).question.spot == first


def test_another_source(workspace: Workspace):
    spot = Spot.read(workspace.solution, "rc 2", HANDS)
    drill = Drill(workspace, source=lambda: spot)
    drill.next()
    assert drill.question.spot is spot


def test_marks(draw: Drill):
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
    draw.next()
    assert not draw.marked


def test_an_answer_is_graded_and_kept(draw: Drill, workspace: Workspace, tmp_path: Path):
    for card in parse_cards("Kd Tc"):
        draw.mark(card)
    question = draw.question
    graded = draw.draw()
    expected = grade(question.advice, Answer.draw(parse_cards("Kd Tc")))
    assert graded == draw.grade == expected
    assert draw.score.decisions == 1
    with History(tmp_path) as history:
        [decision] = history.decisions()
    assert (decision.history, decision.hands) == question.spot.to_text()
    assert decision.answer == graded.answer
    assert decision.session == workspace.session(MODE)
    assert decision.milliseconds >= 0


def test_an_answer_counts_once(draw: Drill, workspace: Workspace):
    draw.answer(Answer("0"))
    with pytest.raises(HistoryError, match="next"):
        draw.answer(Answer("0"))
    assert workspace.history.score().decisions == 1


@pytest.mark.parametrize("answer", [Answer("b"), Answer("5"), Answer("1", (0, 1))])
def test_impossible_answers_leave_the_question_open(
    draw: Drill, workspace: Workspace, answer: Answer
):
    with pytest.raises((HistoryError, CardError)):
        draw.answer(answer)
    assert draw.grade is None
    assert workspace.history.score().decisions == 0


def test_thresholds_of_the_settings_hold(draw: Drill, workspace: Workspace):
    workspace.change(
        thresholds={"best": 50, "correct": 60, "mistake": 70, "blunder": 80, "frequency": 1}
    )
    assert draw.answer(Answer("0")).rating is Rating.BEST


def test_the_roll_picks_actions_at_their_frequency(draw: Drill):
    picked = []
    for roll in range(100):
        object.__setattr__(draw.question, "roll", roll)
        picked.append(draw.question.rolled.code)
    for action in draw.question.advice.actions:
        assert picked.count(action.code) == pytest.approx(100 * action.frequency, abs=1)
    assert picked == sorted(picked)
