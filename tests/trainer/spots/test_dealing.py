"""Deals: real cards, the solution's frequencies, spots as often as in play."""

import itertools
from collections import Counter

import numpy as np
import pytest
from scipy.stats import chisquare

import solver
from solver.cards import DECK_SIZE
from solver.errors import CardError, HistoryError
from solver.game.public_state import start
from trainer import Answer, Deal, Dealer, Spot

UNLIKELY = 1e-4


def play_out(dealer: Dealer) -> list[Deal]:
    """Every moment of one hand, the end included."""
    moments = [dealer.deal()]
    while not moments[-1].over:
        moments.append(moments[-1].play(dealer.choose(moments[-1])))
    return moments


@pytest.fixture(scope="module")
def hands(small_solution: solver.Solution) -> list[list[Deal]]:
    dealer = Dealer(small_solution, 11)
    return [play_out(dealer) for _ in range(1500)]


def test_every_card_exists_once(hands: list[list[Deal]]):
    for moments in hands:
        deal = moments[-1]
        seen = [card for seat in (0, 1) for card in deal.hands[seat][0]]
        for own in deal.hands:
            for before, after in itertools.pairwise(own):
                seen += set(after) - set(before)
        assert sorted((*seen, *deal.stub)) == list(range(DECK_SIZE))


def test_hands_fit_the_history(hands: list[list[Deal]]):
    for moments in hands[:200]:
        for deal in moments[:-1]:
            spot = deal.spot
            opponent = deal.hands[1 - spot.seat]
            assert spot.hands == deal.hands[spot.seat]
            assert tuple(map(len, spot.discards)) == deal.state.draws[spot.seat]
            changed = tuple(len(set(a) - set(b)) for a, b in itertools.pairwise(opponent))
            assert changed == deal.state.draws[1 - spot.seat]


def test_deals_are_uniform(small_solution: solver.Solution):
    dealer = Dealer(small_solution, 5)
    dealt = np.zeros((3, DECK_SIZE))
    for _ in range(4000):
        deal = dealer.deal()
        for place, cards in enumerate((deal.hands[0][0], deal.hands[1][0], deal.stub[:5])):
            dealt[place, list(cards)] += 1
    # Cards of one hand exclude each other, which only makes the counts more even.
    assert all(chisquare(row).pvalue > UNLIKELY for row in dealt)


def test_first_action_as_often_as_the_solution_takes_it(
    small_solution: solver.Solution, hands: list[list[Deal]]
):
    evaluator = small_solution.evaluator
    root = small_solution.state()
    expected = evaluator.strategy_at(root) @ evaluator.ranges(root).reach[root.seat]
    taken = Counter(moments[1].state.history for moments in hands)
    counts = [taken[action] for action in root.actions]
    assert chisquare(counts, expected * len(hands)).pvalue > UNLIKELY


def reach_of_decisions(solution: solver.Solution, last_level: int) -> dict[str, float]:
    """Probability of every decision of the first levels, from the ranges of both seats."""
    reach: dict[str, float] = {}
    waiting = [start(solution.tree)]
    while waiting:
        state = waiting.pop()
        if state.actions and state.level <= last_level:
            first, second = solution.evaluator.ranges(state).reach
            reach[state.history] = first.sum() * second.sum()
            waiting += [state.play(action) for action in state.actions]
    return reach


def test_decisions_as_often_as_their_reach(
    small_solution: solver.Solution, hands: list[list[Deal]]
):
    reach = reach_of_decisions(small_solution, last_level=1)
    seen = Counter(deal.state.history for moments in hands for deal in moments[:-1])
    for history, chance in reach.items():
        error = np.sqrt(chance * (1 - chance) / len(hands))
        # The two players share one deck, which moves a chance by up to a hundredth.
        assert abs(seen[history] / len(hands) - chance) < 4 * error + 0.01, history


def test_spots_as_often_as_in_play(small_solution: solver.Solution, hands: list[list[Deal]]):
    in_play = Counter(deal.state.level for moments in hands for deal in moments[:-1])
    dealer = Dealer(small_solution, 12)
    spots = Counter(dealer.spot().state.level for _ in range(1500))
    levels = sorted(in_play)
    shares = np.array([in_play[level] for level in levels]) / in_play.total()
    counts = np.array([spots[level] for level in levels])
    assert counts.sum() == spots.total()
    assert chisquare(counts, shares * counts.sum()).pvalue > UNLIKELY


def test_a_seed_decides(small_solution: solver.Solution):
    def first(seed: int | np.random.Generator) -> list[Spot]:
        dealer = Dealer(small_solution, seed)
        return [dealer.spot() for _ in range(5)]

    assert first(3) == first(3) == first(np.random.default_rng(3))
    assert first(3) != first(4)


def test_players_keep_the_best_cards(hands: list[list[Deal]], small_solution: solver.Solution):
    for moments in hands[:100]:
        for before, after in itertools.pairwise(moments):
            if before.state.drawing:
                hand, drawn = before.spot.hand, after.hands[before.state.seat][-1]
                count = after.state.draws[before.state.seat][-1]
                best = small_solution.abstraction.best_keep(hand, before.state.draws_left, count)
                assert set(best) <= set(drawn)


def test_answers_that_cannot_be(small_solution: solver.Solution):
    deal = Dealer(small_solution, 1).deal()
    with pytest.raises(HistoryError, match="not possible"):
        deal.play(Answer("k"))
    drawing = deal.play(Answer("r")).play(Answer("c"))
    hand = drawing.spot.hand
    foreign = next(card for card in range(DECK_SIZE) if card not in hand)
    for answer in (Answer("1"), Answer("1", hand[:2]), Answer("1", (foreign,))):
        with pytest.raises(CardError, match="cannot draw 1"):
            drawing.play(answer)
    with pytest.raises(HistoryError, match="over"):
        Dealer(small_solution, 1).choose(deal.play(Answer("f")))


def test_drawn_cards_come_from_the_stub(small_solution: solver.Solution):
    deal = Dealer(small_solution, 1).deal().play(Answer("c")).play(Answer("k"))
    hand = deal.spot.hand
    after = deal.play(Answer.draw(hand[:2]))
    assert set(after.hands[0][-1]) == {*hand[2:], *deal.stub[:2]}
    assert after.stub == deal.stub[2:]


def test_no_spot_has_a_single_action(one_bet_solution: solver.Solution):
    dealer = Dealer(one_bet_solution, 2)
    played = [deal for _ in range(50) for deal in play_out(dealer)]
    assert any(len(deal.state.actions) == 1 for deal in played)
    assert all(len(dealer.spot().state.actions) > 1 for _ in range(200))
