"""Views of the public tree: what is told of a state, and what is kept."""

from dataclasses import replace

import pytest

from solver import Solution
from solver.errors import ConfigurationError, HistoryError
from trainer.explore.explorer import Explorer, explorer_of, reasons

STATES = ("", "rc", "rc 2", "rc 21", "rc 21 kbc 11 kbc 1", "rc 21 kbc 11 kbc 11 b")


@pytest.fixture
def explorer(small_solution: Solution) -> Explorer:
    return Explorer(small_solution)


@pytest.mark.parametrize("history", STATES)
def test_a_view_is_what_the_solution_says(explorer: Explorer, history: str):
    view = explorer.view(history)
    assert view.state.history == history
    assert view.summary == explorer.solution.summary(history, "smoothness")
    assert view.ranges == explorer.solution.ranges(history, "smoothness")
    assert explorer.view(f" {history} ") is view


@pytest.mark.parametrize("history", STATES)
def test_both_win_the_pot_together(explorer: Explorer, history: str):
    view = explorer.view(history)
    assert not view.guessed
    assert sum(view.evs) == pytest.approx(view.state.pot)
    assert view.evs[view.state.seat] == view.summary.whole.ev


def test_the_first_view_has_the_value_of_the_game(explorer: Explorer):
    """The button's winnings from here on are his share less his own blind."""
    _, button = explorer.view("").evs
    assert button - 0.5 == pytest.approx(explorer.solution.button_value, abs=0.02)


def test_what_is_said_of_a_state(explorer: Explorer):
    assert explorer.view("r").words == (
        "The big blind acts before the draw. Pot 3 small bets, 1 small bet to call."
    )
    assert explorer.view("rc 2").words == "The button draws (first draw). Pot 4 small bets."
    assert explorer.view("rf").words == "The button wins the pot of 3 small bets."
    over = explorer.view("rc 21 kk 11 kk 11 kk")
    assert over.words == "Showdown for a pot of 4 small bets."
    assert (over.summary, over.evs) == (None, None)
    assert sum(over.ranges[0].values()) == pytest.approx(1)


def test_a_range_that_is_a_guess_is_called_one(explorer: Explorer):
    sure = explorer.view("rc 2")
    assert sure.doubts == ""
    view = replace(sure, guessed=frozenset({0}))
    assert view.doubts.startswith("A guess: the solution never plays as the big blind did")
    assert view.evs is None
    both = replace(sure, guessed=frozenset({0, 1}))
    assert "the big blind and the button did" in both.doubts


def test_hands_of_a_group(explorer: Explorer):
    hands = explorer.hands("rc 2", "one card: 7, rough")
    assert {hand.name[:2] for hand in hands} == {"76"}
    assert explorer.hands("rc 2", "one card: 7, rough") is hands
    with pytest.raises(ConfigurationError, match="'nonsense'"):
        explorer.hands("", "nonsense")
    with pytest.raises(HistoryError):
        explorer.view("zz")


def test_one_explorer_for_a_solution(small_solution: Solution, one_bet_solution: Solution):
    assert explorer_of(small_solution) is explorer_of(small_solution)
    other = explorer_of(one_bet_solution)
    assert other.solution is one_bet_solution
    assert other.view("").summary is not None


def test_reasons_are_of_the_best_action(small_solution: Solution):
    advice = small_solution.advise("KdTc7h3s2c", "rc 2")
    assert reasons(advice)[0] == "You hold a two-card draw to 7-3-2."
