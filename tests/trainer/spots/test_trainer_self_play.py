"""Batches of hands: the cards, the frequencies and the places of the tree."""

from collections import Counter

import numpy as np
import pytest
from scipy.stats import chi2_contingency

import solver
from solver.evaluation import Decisions
from solver.game import state_at
from trainer import Dealer
from trainer.spots.self_play import SelfPlay

UNLIKELY = 1e-4
HANDS = 4_000


@pytest.fixture(scope="module")
def batch(small_solution: solver.Solution) -> tuple[SelfPlay, list[Decisions]]:
    play = SelfPlay(small_solution, HANDS, np.random.default_rng(5))
    return play, list(play.play())


def test_spots_are_those_of_the_arrays(
    small_solution: solver.Solution, batch: tuple[SelfPlay, list[Decisions]]
):
    play, batches = batch
    for decisions in batches:
        for place in range(0, len(decisions.game), 199):
            # A spot checks that its hands can have followed each other.
            state = play.spot(decisions, place).state
            found = (state.level, state.instance, state.decision, len(state.actions))
            columns = decisions.instance, decisions.decision, decisions.choices
            assert found == (decisions.level, *(int(column[place]) for column in columns))


def test_every_card_exists_once(batch: tuple[SelfPlay, list[Decisions]]):
    play, batches = batch
    river = next(decisions for decisions in batches if decisions.level == 6)
    for place in range(0, len(river.game), 50):
        game = int(river.game[place])
        both = [
            play.spot(decisions, int(rows[0]))
            for decisions in batches[::-1]
            if (rows := np.flatnonzero(decisions.game == game)).size
        ]
        seats = {spot.seat: spot for spot in both[::-1]}
        seen = [{card for hand in spot.hands for card in hand} for spot in seats.values()]
        assert len(seats) == 2
        assert not seen[0] & seen[1]


def test_decisions_as_often_as_the_dealer_brings_them_up(
    small_solution: solver.Solution, batch: tuple[SelfPlay, list[Decisions]]
):
    tree = small_solution.tree
    here = Counter(
        (decisions.level, int(decision))
        for decisions in batch[1]
        for decision in decisions.decision
    )
    dealer = Dealer(small_solution, 6)
    one_by_one: Counter[tuple[int, int]] = Counter()
    for _ in range(700):
        deal = dealer.deal()
        while not deal.over:
            one_by_one[deal.state.level, deal.state.decision] += 1
            deal = deal.play(dealer.choose(deal))
    usual = [key for key, count in here.items() if count > 100]
    table = np.array([[count[key] for key in usual] for count in (here, one_by_one)])
    assert len(usual) > 25
    # Decisions of one hand depend on each other, so the test is a little too strict.
    assert chi2_contingency(table).pvalue > UNLIKELY
    assert sum(here.values()) / HANDS == pytest.approx(one_by_one.total() / 700, rel=0.06)
    assert max(level for level, _ in here) == len(tree.levels) - 1


def test_play_stops_where_it_is_told(small_solution: solver.Solution):
    play = SelfPlay(small_solution, 50, np.random.default_rng(1))
    assert max(decisions.level for decisions in play.play(last_level=2)) == 2


def test_places_of_the_tree(small_solution: solver.Solution):
    for history in ("", "r", "rc", "rc 2", "rc 21", "rc 21 kb", "rc 21 kbc 11 bc 00 b"):
        state = small_solution.state(history)
        again = state_at(small_solution.tree, state.level, state.instance, state.decision)
        assert again.history == state.history
