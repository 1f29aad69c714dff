import pytest

from solver.cards import parse_cards
from solver.equity import DrawCount, DrawUntil, Matchup, StandPat, equity
from solver.equity.matchup import worst_ten_low
from solver.errors import CardError, ConfigurationError

PAT, DRAW = "8c6d4d3h2s", "2c3d4h7s"


@pytest.mark.parametrize(
    ("hands", "draws", "dead", "message"),
    [
        ([DRAW, "7s5d4s3s2d"], 1, "", "7s stands in hand 1 and in hand 2"),
        ([DRAW, PAT], 1, "Kc7s", "7s stands in hand 1 and in the dead cards"),
        ([DRAW, PAT], 1, "KcKc", "Kc stands twice"),
        ([DRAW, PAT], 1, "Kx", "not a card"),
        ([DRAW], 1, "", "1 hands given; expected 2 to 6"),
        (["2c", "2d", "2h", "2s", "3c", "3d", "3h"], 1, "", "7 hands given"),
        ([DRAW, ""], 1, "", "hand 2 has 0 cards; expected 1 to 5"),
        ([PAT, "2c3d4h5s6c7d"], 1, "", "hand 2 has 6 cards"),
        ([DRAW, PAT], 0, "", "hand 1 has 4 cards; expected 5, as no draw is left"),
        ([(0, 1, 52, 3), PAT], 1, "", "52 is not a card number"),
        ([(0, 0, 1, 2, 3), PAT], 1, "", "2c stands twice"),
    ],
)
def test_impossible_cards(hands, draws, dead, message):
    with pytest.raises(CardError, match=message):
        equity(hands, draws, dead=dead)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"draws": 4}, "4 draws left given; expected 0 to 3"),
        ({"draws": -1}, "-1 draws left"),
        ({"policies": ["pat", "pat", "pat"]}, "3 policies given for 2 hands"),
        ({"trials": 0}, "0 trials"),
        ({"trials": 10, "standard_error": 0.1}, "give one of them"),
        ({"standard_error": 0.0}, "standard error of 0.0"),
        ({"standard_error": float("nan")}, "standard error of nan"),
        ({"seed": -1}, "seed -1"),
    ],
)
def test_impossible_arguments(arguments, message):
    with pytest.raises(ConfigurationError, match=message):
        equity([DRAW, PAT], **arguments)


def test_text_and_numbers_are_the_same():
    assert equity([DRAW, PAT], dead="KcKd") == equity(
        [parse_cards(DRAW), parse_cards(PAT)[::-1]], dead=parse_cards("KdKc")
    )


@pytest.mark.parametrize(
    ("hands", "policies", "defaults"),
    [
        ([DRAW, PAT], [], [DrawUntil(6), StandPat()]),
        ([DRAW, PAT, "9c8d5h3s2d"], [], [DrawUntil(6), StandPat(), StandPat()]),
        ([DRAW, "2d3h4s7c"], [], [DrawUntil(121), DrawUntil(121)]),
        ([DRAW, PAT], [None, "draw:1"], [DrawUntil(121), DrawCount(1)]),
    ],
)
def test_default_policies(hands, policies, defaults):
    assert list(Matchup.of(hands, 2, (), policies).policies) == defaults
    assert worst_ten_low() == 121


def test_draws_in_words():
    matchup = Matchup.of([PAT, DRAW, "2d5h9s"], 2, (), [None, None, "draw:1"])
    assert [matchup.how(player) for player in range(3)] == [
        "stand pat",
        "draw 1, then draw until 8-6-4-3-2 or better",
        "draw 2, then draw 1",
    ]
    assert Matchup.of([PAT, DRAW], 1, (), []).how(1) == "draw 1"
    assert Matchup.of([PAT, "7d5h4s3c2c"], 0, (), ["draw:2"]).how(0) == "none left"
