"""Spots and answers."""

import pytest

import solver
from solver.cards import parse_cards, parse_hand
from solver.errors import CardError, HistoryError
from trainer import Answer, Spot

HANDS = "KsQh7d4c2c 7d6h5s4c2c 7d6h5s4c2c"


def test_draw_answers_name_their_cards():
    answer = Answer.draw(parse_cards("9d Kc"))
    assert (answer.code, answer.discards) == ("2", parse_cards("Kc 9d"))
    assert answer.keep(parse_hand("2c3d4hKc9d")) == parse_cards("4h 3d 2c")
    assert Answer.draw([]) == Answer("0")


def test_discards_follow_from_the_hands(small_solution: solver.Solution):
    spot = Spot.read(small_solution, "rc 12 kk 10 k", HANDS)
    assert spot.seat == 1
    assert spot.hand == parse_cards("7d6h5s4c2c")
    assert spot.discards == (parse_cards("KsQh"), ())


def test_text_opens_the_same_spot(small_solution: solver.Solution):
    spot = Spot.read(small_solution, "rc 12 kk 10 k", HANDS)
    assert spot.to_text() == ("rc 12 kk 10 k", HANDS)
    assert Spot.read(small_solution, *spot.to_text()) == spot


@pytest.mark.parametrize(
    ("history", "hands"),
    [
        ("rc 12", "7d6h5s4c2c"),  # a hand is missing
        ("", "7d6h5s4c2c 7d6h5s4c2c"),  # one too many
        ("rc 12", "KsQh7d4c2c 7d6h4c3s2c 7d6h4c3s2c"),
        ("rc 12 k", "KsQh7d4c2c KsQh7d4c3c"),  # one card changed, two were drawn
        ("rc 12 kk 11 k", "KsQh7d4c2c 9s8h7d4c2c Qh8h7d4c2c"),  # a discard came back
    ],
)
def test_hands_that_cannot_be(small_solution: solver.Solution, history: str, hands: str):
    with pytest.raises(CardError):
        Spot.read(small_solution, history, hands)


def test_histories_that_cannot_be(small_solution: solver.Solution):
    with pytest.raises(HistoryError):
        Spot.read(small_solution, "x", "7d6h5s4c2c")
    with pytest.raises(HistoryError, match="over"):
        Spot.read(small_solution, "f", "7d6h5s4c2c")
