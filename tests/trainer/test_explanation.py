"""Explanations and words: the figures are those of the advice, with their units."""

from collections.abc import Callable
from dataclasses import replace

import pytest

import solver
from solver.cards import parse_cards
from solver.solution import Advice, describe_range
from trainer import Answer, Dealer, Rating, Spot, explain, grade
from trainer.words import figure, round_name, story

MakeAdvice = Callable[..., Advice]


def test_a_miss_is_compared_with_the_best(bet_advice: MakeAdvice):
    advice = bet_advice("rc 22 b", (0.0, 0.0), (0.1, 1.25), (0.9, 1.5))
    assert explain(advice, grade(advice, Answer("f"))) == (
        "Folding earns 0.000, raising 1.500: 1.500 small bets lost; "
        "a call of 1 small bet into a pot of 5 needs a 17% chance to win, later bets aside."
    )


def test_a_hit_is_compared_with_the_second_best(bet_advice: MakeAdvice):
    advice = bet_advice("rc 22", (0.2, 1.5), (0.8, 1.75))
    assert explain(advice, grade(advice, Answer("b"))) == (
        "Betting earns 1.750, 0.250 small bets more than checking."
    )


def test_a_correct_answer_says_how_often_the_solution_gives_it(bet_advice: MakeAdvice):
    advice = bet_advice("rc 22", (0.2, 1.5), (0.8, 1.7))
    assert explain(advice, grade(advice, Answer("k"))) == (
        "Checking earns 1.500, betting 1.700: 0.200 small bets lost; "
        "the solution does it 20% of the time."
    )


def test_the_last_round_knows_the_chance_to_win(bet_advice: MakeAdvice):
    advice = bet_advice("rc 22 kk 11 kk 11 b", (0.1, 0.0), (0.9, 1.0), (0.0, -1.0), equity=0.375)
    assert explain(advice, grade(advice, Answer("c"))) == (
        "Calling earns 1.000, 1.000 small bets more than folding; "
        "a call of 2 small bets into a pot of 6 needs a 25% chance to win; "
        "this hand wins 38% of showdowns against the opponent's range."
    )


def test_draws_are_told_by_their_cards(draw_advice: MakeAdvice):
    advice = draw_advice("KdKc7h3s2c", (0.0, 0.0, 1.0, 0.0), lambda keep: -float(sum(keep)))
    miss = explain(advice, grade(advice, Answer("0")))
    total = -sum(parse_cards("KdKc7h3s2c"))
    best = total + sum(parse_cards("KdKc7h"))
    assert miss == (
        f"Standing pat earns {total}.000, discarding Kd Kc 7h {best}.000: "
        f"{best - total}.000 small bets lost."
    )


def test_equal_answers_earn_the_same(draw_advice: MakeAdvice):
    advice = draw_advice("KdKc7h3s2c", (0.0, 0.0, 1.0, 0.0), len)
    other = replace(advice, keeps=dict.fromkeys(advice.keeps, 5.0))
    text = explain(other, grade(other, Answer.draw(parse_cards("Kd"))))
    assert text == "Discarding Kd and standing pat earn the same, 5.000 small bets."


def test_the_only_action_has_nothing_to_be_compared_with(one_bet_solution: solver.Solution):
    advice = one_bet_solution.advise("7c5d4h3s2c", "c")
    graded = grade(advice, Answer("k"))
    assert graded.rating is Rating.BEST
    assert explain(advice, graded) == (
        f"Checking is all that can be done here and earns {figure(graded.ev)} small bets."
    )


def test_every_explanation_has_the_figures(small_solution: solver.Solution):
    dealer = Dealer(small_solution, 8)
    for spot in (dealer.spot() for _ in range(60)):
        advice = small_solution.advise(spot.hand, spot.state)
        for action in advice.actions:
            graded = grade(advice, Answer(action.code, action.discards(spot.hand)))
            text = explain(advice, graded)
            assert figure(graded.ev) in text
            assert "small bet" in text
            assert "\n" not in text
            if float(figure(graded.ev_lost)):
                assert figure(graded.ev_lost) in text
                assert figure(graded.best.ev) in text
            assert ("chance to win" in text) == bool(spot.state.to_call)
            assert ("of showdowns" in text) == (advice.equity is not None)


def test_ranges_leave_out_what_hardly_happens(bet_advice: MakeAdvice):
    advice = bet_advice("r", (0.5, 0.0), (0.5, 1.0))
    assert describe_range(advice) == "pat 8 60%, one-card draw 40%"
    assert "guess" in describe_range(replace(advice, guessed=True))


@pytest.mark.parametrize(
    ("amount", "text"), [(-0.0, "0.000"), (-0.0004, "0.000"), (1.2346, "1.235")]
)
def test_figures(amount: float, text: str):
    assert figure(amount) == text


def test_the_story_of_a_hand(small_solution: solver.Solution):
    spot = Spot.read(small_solution, "rc 12 kbc 10 k", "KsQh7d4c2c 7d6h5s4c2c 7d6h5s4c2c")
    assert story(spot) == (
        ("before the draw", "you raise, opponent calls"),
        ("first draw", "opponent draws 1, you draw 2 (discard Ks Qh)"),
        ("after the first draw", "opponent checks, you bet, opponent calls"),
        ("second draw", "opponent draws 1, you stand pat"),
        ("after the second draw", "opponent checks"),
    )


def test_the_story_ends_where_the_player_acts(small_solution: solver.Solution):
    first = Spot.read(small_solution, "", "7d6h5s4c2c")
    assert story(first) == (("before the draw", ""),)
    blind = Spot.read(small_solution, "rc", "7d6h5s4c2c")
    assert story(blind) == (("before the draw", "opponent raises, you call"), ("first draw", ""))
    second = Spot.read(small_solution, "rc 01", "7d6h5s4c2c 7d6h5s4c2c")
    assert story(second)[-2:] == (
        ("first draw", "you stand pat, opponent draws 1"),
        ("after the first draw", ""),
    )
    assert round_name(second.state) == "after the first draw"
