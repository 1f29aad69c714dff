"""The strip of a hand, and the bets that lie in front of the players."""

import pytest

import solver
from trainer.spots.timeline import PublicAction, Street, bets_in_front, streets


def test_rounds_and_draws_in_order(small_solution: solver.Solution):
    assert streets(small_solution.state("rc 21 kb")) == (
        Street("before the draw", (PublicAction(1, "r"), PublicAction(0, "c"))),
        Street("first draw", (PublicAction(0, "2"), PublicAction(1, "1"))),
        Street("after the first draw", (PublicAction(0, "k"), PublicAction(1, "b"))),
    )


def test_the_round_to_act_in_comes_last_even_if_empty(small_solution: solver.Solution):
    assert streets(small_solution.state()) == (Street("before the draw", ()),)
    assert streets(small_solution.state("rc"))[-1] == Street("first draw", ())
    assert streets(small_solution.state("rc 2"))[-1] == Street(
        "first draw", (PublicAction(0, "2"),)
    )
    assert streets(small_solution.state("rf"))[-1].steps == (
        PublicAction(1, "r"),
        PublicAction(0, "f"),
    )


@pytest.mark.parametrize(
    ("history", "bets"),
    [
        ("", (1.0, 0.5)),
        ("r", (1.0, 2.0)),
        ("rc", (0.0, 0.0)),
        ("rc 21", (0.0, 0.0)),
        ("rc 21 b", (1.0, 0.0)),
        ("rc 21 kbr", (2.0, 1.0)),
        ("rc 21 kbc 11 b", (2.0, 0.0)),
    ],
)
def test_bets_in_front(small_solution: solver.Solution, history: str, bets: tuple[float, float]):
    assert bets_in_front(small_solution.state(history)) == bets
