"""A question about equities while it is put together, and the calculation that is looked at."""

import pytest

from solver.cards import parse_cards
from solver.equity import DrawCount, StandPat, equity
from solver.errors import CardError, ConfigurationError
from trainer.explore.equity_question import Calculation, EquityQuestion

DRAW, PAT = "2c3d4h7s", "Td8c6h4c2d"


def cards(text: str) -> list[int]:
    return list(parse_cards(text))


def test_cards_fill_one_hand_after_the_other():
    question = EquityQuestion()
    for card in parse_cards("7c5d4h3s2c"):
        question.click(card)
    assert question.place == 1
    for card in parse_cards("8d6d"):
        question.click(card)
    assert question.cards == [cards("7c5d4h3s2c"), cards("8d6d"), []]
    [seven] = parse_cards("7c")
    assert question.owner(seven) == 0
    question.click(seven)
    assert question.owner(seven) is None
    assert question.hands[0] == cards("5d4h3s2c")


def test_a_full_hand_takes_no_sixth_card_but_dead_cards_know_no_limit():
    question = EquityQuestion.read(f"{PAT},{DRAW}")
    [king] = parse_cards("Kc")
    with pytest.raises(CardError, match="hand 1 has five cards; put one back"):
        question.click(king)
    assert question.owner(king) is None
    question.place = question.dead
    for card in parse_cards("KcKdKhKsQcQd"):
        question.click(card)
    assert question.cards[-1] == cards("KcKdKhKsQcQd")
    assert question.name(question.dead) == "dead cards"


@pytest.mark.parametrize(
    ("place", "text", "message"),
    [
        (0, "Td", "Td is already in hand 2; every card exists once"),
        (0, "Kc", "Kc is already in dead cards"),
        (2, "2c", "2c is already in hand 1"),
        (0, "3c4c5c6c7c8d", "has 6 cards; a hand has at most five"),
        (0, "3c3c", "3c stands twice"),
        (0, "1x", "is not a card"),
    ],
)
def test_text_that_cannot_be(place: int, text: str, message: str):
    question = EquityQuestion.read(f"{DRAW},{PAT}", "Kc")
    before = [list(held) for held in question.cards]
    with pytest.raises(CardError, match=message):
        question.write(place, text)
    assert question.cards == before


def test_text_replaces_the_cards():
    question = EquityQuestion.read(f"{DRAW},{PAT}")
    question.write(0, "2c 3d, 5h")
    assert question.hands[0] == cards("2c3d5h")
    question.write(0, "")
    assert question.hands[0] == []


def test_hands_come_and_go_with_their_policies():
    question = EquityQuestion.read(f"{DRAW},{PAT}", "Kc", "2")
    question.policies = ["draw:1", "pat"]
    question.add_hand()
    assert (question.place, question.dead) == (2, 3)
    question.write(2, "2h3h")
    question.remove_hand(1)
    assert question.cards == [cards(DRAW), cards("2h3h"), cards("Kc")]
    assert question.policies == ["draw:1", "auto"]
    assert question.place == 1
    with pytest.raises(CardError, match="two must stay"):
        question.remove_hand(0)
    for _ in range(4):
        question.add_hand()
    with pytest.raises(CardError, match="there are 6 hands"):
        question.add_hand()


def test_what_is_asked():
    question = EquityQuestion.read(f"{DRAW},{PAT}", "Kc", "2")
    question.policies[0] = "draw:1"
    matchup = question.matchup()
    assert matchup.hands == (parse_cards(DRAW), tuple(sorted(parse_cards(PAT))))
    assert (matchup.dead, matchup.draws) == (parse_cards("Kc"), 2)
    assert matchup.policies == (DrawCount(1), StandPat())


@pytest.mark.parametrize(
    ("texts", "error"),
    [
        ((DRAW,), CardError),
        ((f"{DRAW},{DRAW}",), CardError),
        ((f"{DRAW},{PAT}", "", "4"), ConfigurationError),
        ((f"{DRAW},{PAT}", "", "x"), ConfigurationError),
        ((f"{DRAW},{PAT}", "", "0"), CardError),
    ],
)
def test_addresses_that_make_no_sense(texts: tuple[str, ...], error: type[Exception]):
    with pytest.raises(error):
        EquityQuestion.read(*texts)


def test_an_exact_answer_comes_at_once():
    calculation = Calculation(EquityQuestion.read(f"{DRAW},{PAT}").matchup(), 0.001)
    assert calculation.share == 0
    calculation.advance(0)
    assert calculation.done
    assert calculation.share == 1
    assert calculation.estimate == equity([DRAW, PAT])


def test_a_simulation_can_be_looked_at():
    matchup = EquityQuestion.read(f"{DRAW},{PAT}", draws="2").matchup()
    calculation = Calculation(matchup, 0.001)
    shares = []
    while calculation.running:
        calculation.advance(0)
        shares.append(calculation.share)
    assert shares == sorted(shares)
    assert 0 < shares[0] < 0.5
    assert calculation.estimate == equity([DRAW, PAT], 2, standard_error=0.001)


def test_a_simulation_can_be_stopped():
    matchup = EquityQuestion.read(f"{DRAW},{PAT}", draws="2").matchup()
    calculation = Calculation(matchup, 1e-5)
    calculation.advance(0)
    first = calculation.estimate
    calculation.stopped = True
    assert not calculation.running
    calculation.advance(60)
    assert calculation.estimate is first
    assert not calculation.done
