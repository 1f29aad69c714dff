"""Explanations and words: figures are computed, and nothing repeats the table."""

import re
from collections.abc import Callable
from dataclasses import replace

import pytest

import solver
from solver.cards import parse_cards
from solver.solution import Advice, describe_range
from trainer import Answer, Dealer, Spot, explain, grade
from trainer.grading.facts import Facts, folds_needed, price
from trainer.spots.words import Unit, figure, round_name, story

MakeAdvice = Callable[..., Advice]


LAST_BET = "rc 22 kk 11 kk 11 b"


def explained(
    solution: solver.Solution, hand: str, history: str, answer: str | None = None, thrown: str = ""
) -> tuple[str, ...]:
    """Sentences on an answer, or on the best one; discards are cards."""
    advice = solution.advise(hand, history)
    given = Answer(advice.best.code, advice.best.discards(advice.hand))
    if answer is not None:
        drawing = advice.state.drawing
        given = Answer.draw(parse_cards(answer)) if drawing else Answer(answer)
    return explain(advice, grade(advice, given), parse_cards(thrown))


def test_a_last_bet_is_told_by_its_price_and_the_chance_to_win(small_solution: solver.Solution):
    hand = "9c7d5h4s2c"
    advice = small_solution.advise(hand, LAST_BET)
    told = explained(small_solution, hand, LAST_BET, "f")
    assert advice.equity is not None
    assert told[0].startswith(
        f"You hold a nine-seven (9-7-5-4-2): it beats the opponent's range in {advice.equity:.0%} "
        "of showdowns."
    )
    assert (
        "A call puts 2 small bets into a pot of 6: it takes a 25% chance to win, and the hand has "
        f"{advice.equity:.0%}."
    ) in told


def test_a_call_before_the_end_tells_what_later_betting_makes_of_it(
    small_solution: solver.Solution,
):
    advice = small_solution.advise("7c5d4h3s2c", "rc 22 b")
    text = " ".join(explain(advice, grade(advice, Answer("c"))))
    wins = Facts(advice).wins
    alone = wins * 6 - 1
    later = advice.action("c").ev - alone
    assert later > 0.05
    assert f"a 17% chance to win, and the hand has {wins:.0%}" in text
    assert (
        f"a call would win {figure(alone)} small bets; later betting adds {figure(later)}" in text
    )


def test_a_bet_is_told_by_what_the_opponent_does(small_solution: solver.Solution):
    advice = small_solution.advise("7c5d4h3s2c", "rc 22 kk 11 kk 11")
    replies = Facts(advice).replies("b")
    assert replies is not None
    told = explain(advice, grade(advice, Answer("b")))
    (line,) = [one for one in told if one.startswith("Against a bet")]
    for verb, code in (("folds", "f"), ("calls", "c"), ("raises", "r")):
        if replies.shares[code] >= 0.005:
            assert f"{verb} {replies.shares[code]:.0%}" in line
    assert line.endswith("When called, you win 100%: worse hands pay for it.")
    assert any(one.startswith("If you check, the opponent bets") for one in told)


def test_a_bet_with_nothing_is_looked_at_as_a_bluff(small_solution: solver.Solution):
    told = explained(small_solution, "KcKdQhQs2c", "rc 22 kk 11 kk 11", "b")
    (line,) = [one for one in told if one.startswith("Against a bet")]
    assert "better hands call more often than worse ones" in line
    assert "As a bluff it needs 33% folds and gets" in line


@pytest.mark.parametrize(
    ("hand", "history", "begins"),
    [
        ("8c7d6h5s4c", "rc", "You hold an eight-high straight (8-7-6-5-4) that can be broken to"),
        ("6c5d4h3s2c", "rc", "You hold a six-high straight (6-5-4-3-2) that can be broken to"),
        ("9c7c5c4c2c", "rc", "You hold a nine-high flush (9-7-5-4-2)"),
        ("8c7d5h4s2c", "rc 22 kk 11 kk", "You hold an eight-seven (8-7-5-4-2), pat"),
        ("7c7d5h3s2c", "rc", "You hold a seven-five draw (7-5-3-2)."),
        ("KcKd4h3s2c", "rc", "You hold a two-card draw to 4-3-2."),
        ("KcKd4h4s2c", LAST_BET, "You hold two pair, kings and fours:"),
        ("6cKd6h4s2c", LAST_BET, "You hold a pair of sixes:"),
        ("QcJd6h4s2c", LAST_BET, "You hold a queen-low (Q-J-6-4-2):"),
    ],
)
def test_hands_have_the_names_that_players_give_them(
    small_solution: solver.Solution, hand: str, history: str, begins: str
):
    assert explained(small_solution, hand, history)[0].startswith(begins)


def test_a_draw_is_told_by_chances_and_outs(small_solution: solver.Solution):
    history = "rc 22 kk 11 kk 1"
    told = explained(small_solution, "Kc7d5h3s2c", history, thrown="QdQs8d")
    advice = small_solution.advise("Kc7d5h3s2c", history)
    facts = Facts(advice, parse_cards("QdQs8d"))
    drawing, pat = (facts.wins_with(advice.action(code).keep or ()) for code in ("1", "0"))
    assert told[1] == (
        f"Drawing 1 to 7-5-3-2 wins {drawing:.0%} of showdowns and standing pat {pat:.0%}."
    )
    # Fours and sixes, and three eights: one is gone; no four makes a straight without a six.
    assert told[2] == (
        "Drawn to 7-5-3-2, 11 of the 44 cards that you have not seen make an eight or better "
        "(25%); 12 pair."
    )


@pytest.mark.parametrize(
    ("hand", "keep", "low", "pairs", "straights", "flushes"),
    [
        # An eight is wanted: three are left; a seven or a deuce makes a straight.
        ("8c6d5h4s3c", "6d5h4s3c", 3, 12, 8, 0),
        # Sixes and fours but no deuce-to-six; of the clubs left only those that pair nothing.
        ("Kd7c5c3c2c", "7c5c3c2c", 9, 12, 0, 9),
        ("Kd8c7d6h5s", "8c7d6h5s", 8, 12, 8, 0),
    ],
)
def test_outs_are_counted_card_by_card(
    small_solution: solver.Solution,
    hand: str,
    keep: str,
    low: int,
    pairs: int,
    straights: int,
    flushes: int,
):
    facts = Facts(small_solution.advise(hand, "rc 22 kk 11 kk 1"))
    found = facts.outcomes(parse_cards(keep))
    assert found is not None
    assert (found.low, found.pairs, found.straights, found.flushes) == (
        low,
        pairs,
        straights,
        flushes,
    )


def test_what_a_draw_keeps_and_why(small_solution: solver.Solution):
    history = "rc 22 kk 11 kk 1"
    ace_high = explained(small_solution, "Kc7d5h4s2c", history, "2c")
    assert "Keeping K-7-5-4 instead draws to a king at best." in ace_high
    suited = explained(small_solution, "7c7d5c3c2c", history, "7d")
    assert any(
        one.startswith("Keeping 7c 5c 3c 2c instead") and "makes a flush" in one for one in suited
    )


def test_the_draw_that_comes_after_is_told(small_solution: solver.Solution):
    history = "rc 22 kk 11 kk"
    advice = small_solution.advise("Tc7d5h3s2c", history)
    draws = Facts(advice).draws_of_opponent("0")
    assert draws is not None
    assert sum(draws.values()) == pytest.approx(1)
    told = explained(small_solution, "Tc7d5h3s2c", history)
    assert any(
        "stands pat" in one and f"{draws[0]:.0%} of the time against a pat hand" in one
        for one in told
    )


def test_amounts_can_be_money(small_solution: solver.Solution):
    advice = small_solution.advise("7c5d4h3s2c", "rc 22 b")
    told = " ".join(explain(advice, grade(advice, Answer("c")), unit=Unit(10, "$")))
    assert "A call puts $10 into a pot of $50" in told
    assert "small bet" not in told


def test_no_explanation_repeats_the_table(small_solution: solver.Solution):
    dealer = Dealer(small_solution, 8)
    for spot in (dealer.spot() for _ in range(60)):
        advice = small_solution.advise(spot.hand, spot.state)
        for action in advice.actions:
            graded = grade(advice, Answer(action.code, action.discards(spot.hand)))
            told = explain(advice, graded, spot.thrown)
            assert len(told) >= 2
            for one in told:
                assert one[0].isupper()
                assert one.endswith(".")
                assert "nan" not in one
                assert "earns" not in one
                assert not re.search(r"-\d+%", one)
            text = " ".join(told)
            assert ("A call puts" in text) == bool(spot.state.to_call)
            assert text.startswith("You hold ")


def test_facts_of_a_bet_add_up(small_solution: solver.Solution):
    state = small_solution.state("rc 22 kk 11 kk 11")
    assert folds_needed(state, "b") == pytest.approx(2 / 6)
    assert price(state.play("b")) == pytest.approx(2 / 8)
    strong = Facts(small_solution.advise("7c5d4h3s2c", state))
    weak = Facts(small_solution.advise("KcKdKhQsQc", state))
    for facts in (strong, weak):
        replies = facts.replies("b")
        assert replies is not None
        assert sum(replies.shares.values()) == pytest.approx(1)
    assert strong.wins > 0.99
    assert weak.wins < 0.01
    assert strong.range_wins == pytest.approx(weak.range_wins)


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
