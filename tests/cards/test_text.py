"""Cards as text: every way of writing them, and what is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.cards import RANKS, SUITS, format_cards, format_hand, parse_cards, parse_hand
from solver.errors import CardError, TripleDrawError

CARDS = st.lists(st.integers(0, 51), unique=True, max_size=52)
NUMBER_ONE = (21, 13, 10, 7, 0)


@pytest.mark.parametrize(
    "text",
    [
        "7d5d4h3s2c",
        "7D5D4H3S2C",
        "7d5D4h3S2c",
        "7d 5d 4h 3s 2c",
        "7d,5d,4h,3s,2c",
        "7d, 5d, 4h, 3s, 2c",
        "  7d5d  4h,3s 2c\n",
    ],
)
def test_every_way_of_writing_a_hand(text):
    assert parse_hand(text) == NUMBER_ONE


@pytest.mark.parametrize("ten", ["Tc", "tc", "TC", "tC", "10c", "10C"])
def test_every_way_of_writing_a_ten(ten):
    assert parse_cards(ten) == (32,)
    assert parse_cards(f"9c{ten}10d") == (28, 32, 33)


def test_numbers_go_by_rank_then_by_suit():
    written = [rank + suit for rank in RANKS for suit in SUITS]
    assert written[0] == "2c" and written[-1] == "As"
    assert [parse_cards(card)[0] for card in written] == list(range(52))


def test_order_is_kept():
    assert parse_cards("2c7d5d") == (0, 21, 13)
    assert format_cards((0, 21, 13)) == "2c7d5d"
    assert format_hand((0, 13, 10, 7, 21)) == "7d5d4h3s2c"
    assert format_hand((0, 13, 10, 7, 21), " ") == "7d 5d 4h 3s 2c"


def test_no_cards():
    assert parse_cards("") == () == parse_cards(" , ")
    assert format_cards(()) == ""


@given(CARDS, st.sampled_from(["", " ", ",", ", ", "  "]))
def test_round_trip(cards, separator):
    text = format_cards(cards, separator)
    for written in (text, text.lower(), text.upper(), text.replace("T", "10")):
        assert parse_cards(written) == tuple(cards)


@given(CARDS)
def test_hands_are_written_from_the_highest_card(cards):
    assert parse_cards(format_hand(cards)) == tuple(sorted(cards, reverse=True))


@given(st.text(max_size=12))
def test_any_text_gives_cards_or_a_card_error(text):
    try:
        cards = parse_cards(text)
    except CardError:
        return
    assert parse_cards(format_cards(cards)) == cards


@pytest.mark.parametrize("text", ["1c", "7x", "7", "c7", "Xd", "7d5", "0c", "100c", "7d-5d", "??"])
def test_unknown_cards(text):
    with pytest.raises(CardError, match="is not a card; write a rank") as caught:
        parse_cards(text)
    assert repr(text) in str(caught.value)


def test_an_unknown_card_is_named():
    with pytest.raises(CardError, match=r"^'1d' in '7c1d' is not a card"):
        parse_cards("7c1d")


@pytest.mark.parametrize("text", ["7c7c", "7c 5d 7C", "10hTh"])
def test_duplicate_cards(text):
    with pytest.raises(CardError, match=r"(7c|Th) stands twice in .*every card exists once"):
        parse_cards(text)


@pytest.mark.parametrize(
    ("text", "count", "message"),
    [
        ("7c5d4h3s", 5, "'7c5d4h3s' has 4 cards; expected 5$"),
        ("7c5d4h3s2c8d", 5, "has 6 cards; expected 5$"),
        ("7c5d", (4, 5), "has 2 cards; expected 4 or 5$"),
        ("", range(1, 4), "has 0 cards; expected 1 or 2 or 3$"),
    ],
)
def test_wrong_number_of_cards(text, count, message):
    with pytest.raises(CardError, match=message):
        parse_cards(text, count)


def test_allowed_numbers_of_cards():
    assert len(parse_cards("7c5d4h3s", (4, 5))) == 4
    assert len(parse_cards("7c5d4h3s2c", (4, 5))) == 5
    with pytest.raises(CardError, match=r"has 4 cards; expected 5$"):
        parse_hand("7c5d4h3s")


@pytest.mark.parametrize("number", [-1, 52])
def test_numbers_that_are_no_cards(number):
    with pytest.raises(CardError, match=f"^{number} is not a card number; expected 0 to 51$"):
        format_cards((0, number))


def test_one_family_of_errors():
    with pytest.raises(TripleDrawError):
        parse_cards("7x")


@pytest.mark.parametrize("text", ["7c" * 500_000, " " * 1_000_000, "x" * 1001])
def test_endless_text_is_refused_in_few_words(text: str):
    with pytest.raises(CardError, match="more characters are no cards") as caught:
        parse_cards(text)
    assert len(str(caught.value)) < 200
