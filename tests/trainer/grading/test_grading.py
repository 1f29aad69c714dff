"""Grades: what is lost decides, and what the solution does often is never wrong."""

from collections.abc import Callable

import pytest

import solver
from solver.cards import parse_cards
from solver.errors import CardError, ConfigurationError, HistoryError
from solver.solution import Advice
from trainer import Answer, Dealer, Rating, Thresholds, grade

MakeAdvice = Callable[..., Advice]

RARELY = 0.034


@pytest.mark.parametrize(
    ("lost", "rating"),
    [
        (0.0, "best"),
        (0.0009, "best"),
        (0.0011, "correct"),
        (0.0099, "correct"),
        (0.0101, "inaccuracy"),
        (0.0499, "inaccuracy"),
        (0.0501, "mistake"),
        (0.2499, "mistake"),
        (0.2501, "blunder"),
        (9.0, "blunder"),
    ],
)
def test_the_loss_decides(bet_advice: MakeAdvice, lost: float, rating: str):
    advice = bet_advice("r", (0.966, 0.0), (RARELY, -lost))
    graded = grade(advice, Answer("c"))
    assert graded.rating == rating
    assert graded.ev_lost == pytest.approx(lost)
    assert graded.ev == pytest.approx(-lost)
    assert graded.best.code == "f"
    assert graded.rating.hit == (rating in ("best", "correct"))


def test_what_the_solution_does_is_correct(bet_advice: MakeAdvice):
    often = grade(bet_advice("r", (0.965, 1.0), (0.035, 0.8)), Answer("c"))
    assert (often.rating, often.frequency) == (Rating.CORRECT, 0.035)
    rarely = grade(bet_advice("r", (0.966, 1.0), (RARELY, 0.8)), Answer("c"))
    assert rarely.rating == Rating.MISTAKE


def test_no_frequency_excuses_a_blunder(bet_advice: MakeAdvice):
    graded = grade(bet_advice("r", (0.7, 1.0), (0.3, 0.75)), Answer("c"))
    assert (graded.rating, graded.frequency) == (Rating.BLUNDER, 0.3)


def test_the_usual_action_is_best_if_it_loses_next_to_nothing(bet_advice: MakeAdvice):
    usual, other = (
        bet_advice("r", (0.9, 1.0), (0.1, 1.009)),
        bet_advice("r", (0.9, 1.0), (0.1, 1.02)),
    )
    assert grade(usual, Answer("f")).rating == Rating.BEST
    assert grade(usual, Answer("c")).rating == Rating.BEST
    assert grade(other, Answer("f")).rating == Rating.CORRECT


def test_other_thresholds(bet_advice: MakeAdvice):
    advice = bet_advice("r", (0.9, 1.0), (0.1, 0.9))
    strict = Thresholds(frequency=0.2, mistake=0.2, blunder=0.3)
    assert grade(advice, Answer("c"), strict).rating == Rating.INACCURACY
    for wrong in (
        {"best": 0},
        {"correct": 0.0001},
        {"mistake": 0.3},
        {"frequency": 0},
        {"frequency": 3.5},
    ):
        with pytest.raises(ConfigurationError, match="at least as large as the one"):
            Thresholds(**wrong)


def test_draws_are_graded_by_their_cards(draw_advice: MakeAdvice):
    deuce, king = parse_cards("2c Kd")

    def value(keep: tuple[int, ...]) -> float:
        return len(keep) / 10 + (deuce in keep) - (king in keep)

    advice = draw_advice("Kd9c7h5s2c", (0.2, 0.5, 0.3, 0.0), value)
    best = grade(advice, Answer.draw(parse_cards("Kd")))
    assert (best.rating, best.ev_lost, best.frequency) == (Rating.BEST, 0, 0.5)
    fewer = grade(advice, Answer.draw(parse_cards("Kd9c")))
    assert (fewer.rating, fewer.frequency) == (Rating.CORRECT, 0.3)
    assert fewer.ev_lost == pytest.approx(0.1)
    # The solution draws one half of the time, but never throws the deuce away.
    wrong = grade(advice, Answer.draw([deuce]))
    assert (wrong.rating, wrong.frequency) == (Rating.BLUNDER, 0)
    assert wrong.ev_lost == pytest.approx(2)


@pytest.mark.parametrize(("apart", "same"), [(0.0, True), (0.0009, True), (0.02, False)])
def test_equal_discards_have_the_same_grade(draw_advice: MakeAdvice, apart: float, same: bool):
    clubs, diamonds = parse_cards("Kc Kd")

    def value(keep: tuple[int, ...]) -> float:
        kings = (clubs in keep) + (diamonds in keep)
        return (len(keep) == 4) - kings + apart * (clubs in keep)

    advice = draw_advice("KdKc7h5s2c", (0.0, 0.5, 0.5, 0.0), value)
    first, second = (grade(advice, Answer.draw([king])) for king in (clubs, diamonds))
    assert second.rating == Rating.BEST
    assert (first.rating == second.rating) is same
    assert (first.frequency == second.frequency) is same


def test_suits_of_a_real_pair_are_graded_alike(small_solution: solver.Solution):
    advice = small_solution.advise("7s7h6c4c2d", "rc 2")
    grades = [grade(advice, Answer.draw(parse_cards(card))) for card in ("7s", "7h")]
    assert grades[0].rating == grades[1].rating == Rating.BEST
    assert grades[0].ev == pytest.approx(grades[1].ev, abs=0.001)


def test_hands_that_everybody_knows(small_solution: solver.Solution):
    pat = small_solution.advise("7c5d4h3s2c", "rc 2")
    assert grade(pat, Answer("0")).rating == Rating.BEST
    assert grade(pat, Answer.draw(parse_cards("7c"))).rating == Rating.BLUNDER
    kings = small_solution.advise("KcKd7h3s2c", "rc 2")
    assert grade(kings, Answer.draw(parse_cards("7h3s2c"))).rating == Rating.BLUNDER
    assert grade(kings, Answer.draw(parse_cards("KcKd"))).rating == Rating.BEST


def test_every_spot_has_a_best_answer(small_solution: solver.Solution):
    dealer = Dealer(small_solution, 2)
    for spot in (dealer.spot() for _ in range(60)):
        advice = small_solution.advise(spot.hand, spot.state)
        best = Answer(advice.best.code, advice.best.discards(spot.hand))
        graded = grade(advice, best)
        assert (graded.rating, graded.ev_lost) == (Rating.BEST, 0)
        answers = [Answer(a.code, a.discards(spot.hand)) for a in advice.actions]
        assert sum(grade(advice, answer).frequency for answer in answers) == pytest.approx(1)


def test_answers_that_cannot_be(bet_advice: MakeAdvice, small_solution: solver.Solution):
    with pytest.raises(HistoryError, match="not possible"):
        grade(bet_advice("r", (0.5, 0.0), (0.5, 1.0)), Answer("k"))
    advice = small_solution.advise("7c5d4h3s2c", "rc 2")
    with pytest.raises(HistoryError, match="not possible"):
        grade(advice, Answer.draw(parse_cards("7c5d4h3s")))
    for answer in (Answer("1"), Answer("1", parse_cards("Ac")), Answer("1", parse_cards("7c5d"))):
        with pytest.raises(CardError, match="no draw of 1"):
            grade(advice, answer)
