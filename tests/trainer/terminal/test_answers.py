"""What can be typed at the prompt."""

import pytest

import solver
from solver.cards import format_cards
from trainer import Spot
from trainer.terminal.answers import UnclearAnswerError, read_answer


@pytest.fixture
def bet(small_solution: solver.Solution) -> Spot:
    return Spot.read(small_solution, "rc 00 b", "7d6h5s4c2c 7d6h5s4c2c")


def draw(solution: solver.Solution, hand: str) -> Spot:
    return Spot.read(solution, "rc", hand)


@pytest.mark.parametrize(
    ("typed", "code"),
    [("f", "f"), ("c", "c"), ("R", "r"), ("call", "c"), (" Raise ", "r"), ("fold", "f")],
)
def test_bets(bet: Spot, typed: str, code: str):
    answer = read_answer(typed, bet)
    assert (answer.code, answer.discards) == (code, ())


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("k", "cannot check here; type f \\(fold\\) or c \\(call\\) or r \\(raise\\)"),
        ("bet", "cannot bet here"),
        ("", "'' is no action"),
        ("fc", "'fc' is no action"),
        ("7d", "'7d' is no action"),
    ],
)
def test_bets_that_cannot_be(bet: Spot, typed: str, message: str):
    with pytest.raises(UnclearAnswerError, match=message):
        read_answer(typed, bet)


@pytest.mark.parametrize(
    ("hand", "typed", "discards"),
    [
        ("KcTd7h4s2c", "0", ""),
        ("KcTd7h4s2c", "p", ""),
        ("KcTd7h4s2c", "Pat", ""),
        ("KcTd7h4s2c", "kc", "Kc"),
        ("KcTd7h4s2c", "Td KC", "Kc Td"),
        ("KcTd7h4s2c", "td,kc", "Kc Td"),
        ("KcTd7h4s2c", "10d", "Td"),
        ("KcTd7h4s2c", "kt7", "Kc Td 7h"),
        ("KcTd7h4s2c", "k 10", "Kc Td"),
        ("KcTd7h4s2c", "10", "Td"),
        ("KcTd7h4s2c", "7", "7h"),
        ("KcTd7h4s2c", "1", "Kc"),
        ("KcTd7h4s2c", "13", "Kc 7h"),
        ("KcTd7h4s2c", "3 1", "Kc 7h"),
        ("KcTd7h4s2c", "#4", "4s"),
        ("KcTd7h4s2c", "#2 #1", "Kc Td"),
        ("KcTd7h4s2c", "4s", "4s"),
        ("KcKd7h4s2c", "kk", "Kd Kc"),
        ("9c8d7h6s5c", "12", "9c 8d"),
        ("7d5h4c3s2h", "4d", None),
        ("Jc9d8h4s2c", "4", "4s"),  # the fourth card is the four
    ],
)
def test_discards(small_solution: solver.Solution, hand: str, typed: str, discards: str | None):
    spot = draw(small_solution, hand)
    if discards is None:
        with pytest.raises(UnclearAnswerError, match="not in the hand"):
            read_answer(typed, spot)
        return
    answer = read_answer(typed, spot)
    assert format_cards(answer.discards, " ") == discards
    assert answer.code == str(len(answer.discards))


@pytest.mark.parametrize(
    ("hand", "typed", "message"),
    [
        ("KcTd7h4s2c", "2", "'2' can mean 2c or the places of Td; type 2c or #2"),
        ("KcTd7h4s2c", "24", "can mean 4s 2c or the places of Td 4s; type 4s 2c or #24"),
        ("KcKd7h4s2c", "k", "'k' can mean Kd or Kc; type the suits too"),
        ("KcTd7h4s2c", "q", "'q' is not in the hand Kc Td 7h 4s 2c"),
        ("KcTd7h4s2c", "kkk", "not in the hand"),
        ("KcTd7h4s2c", "#7", "places from 1 to 5"),
        ("KcTd7h4s2c", "11", "not in the hand"),
        ("KcTd7h4s2c", "ad", "Ad is not in the hand"),
        ("KcTd7h4s2c", "kckc", "stands twice"),
        ("KcTd7h4s2c", "kcx", "not a card"),
        ("KcTd7h4s2c", "1234", "4 cards named; at most 3 cards can go here"),
        ("KcTd7h4s2c", "stay", "not a card"),
        ("KcTd7h4s2c", "", "or p to stand pat"),
        ("KcTd7h4s2c", ",", "or p to stand pat"),
    ],
)
def test_discards_that_are_unclear(
    small_solution: solver.Solution, hand: str, typed: str, message: str
):
    with pytest.raises(UnclearAnswerError, match=message):
        read_answer(typed, draw(small_solution, hand))


def test_one_card_at_the_last_draw(small_solution: solver.Solution):
    hands = " ".join(["7d6h5s4c2c"] * 3)
    spot = Spot.read(small_solution, "rc 00 kk 00 kk", hands)
    with pytest.raises(UnclearAnswerError, match="at most 1 card can"):
        read_answer("7d6h", spot)
