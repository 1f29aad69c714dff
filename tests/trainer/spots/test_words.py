"""Words of cards and deeds, and what grades mean."""

from solver.cards import parse_cards
from trainer import Rating, Thresholds
from trainer.grading.ratings import meanings
from trainer.spots.words import Unit, card_name, counted, deed


def test_cards_are_read_out():
    names = [card_name(card) for card in parse_cards("2c Td Jh As")]
    assert names == ["deuce of clubs", "ten of diamonds", "jack of hearts", "ace of spades"]


def test_deeds():
    assert deed("r", own=True) == "raise"
    assert deed("r", own=False) == "raises"
    assert deed("2", own=False) == "draws 2"
    assert deed("0", own=False) == "stands pat"


def test_counts():
    assert counted(1, "answer") == "1 answer"
    assert counted(0, "answer") == "0 answers"
    assert counted(12_345, "answer") == "12,345 answers"


def test_amounts_have_their_unit():
    plain, money, small = Unit(), Unit(10), Unit(0.05, "€")
    assert (plain.chips(4), plain.chips(1)) == ("4 small bets", "1 small bet")
    assert (plain.value(0.1234), plain.figure(0.1, "+")) == ("0.123 small bets", "+0.100")
    assert (plain.chips(-9, "+"), plain.chips(2.5, "+")) == ("-9 small bets", "+2.5 small bets")
    assert plain.limit(0.01) == "0.01 small bets"
    assert (money.chips(4), money.bare(4.5), money.bare(-3)) == ("$40", "$45", "-$30")
    assert (money.value(0.1234), money.figure(-0.1, "+")) == ("$1.23", "-$1.00")
    assert money.figure(0.5, "+") == "+$5.00"
    # A thousandth of a small bet can be seen whatever it is worth.
    assert small.figure(0.001) == "€0.00005"
    assert small.limit(0.01) == "€0.0005"
    assert (plain.name, money.name, small.name) == ("small bets", "$", "€")


def test_meanings_follow_the_thresholds():
    told = meanings(Thresholds(frequency=0.1, correct=0.02, mistake=0.3, blunder=1.5))
    assert list(told) == list(Rating)
    assert "0.02" in told[Rating.CORRECT]
    assert "10.0%" in told[Rating.CORRECT]
    assert "0.3 " in told[Rating.INACCURACY]
    assert "1.5 " in told[Rating.MISTAKE]
    assert "1.5 " in told[Rating.BLUNDER]
