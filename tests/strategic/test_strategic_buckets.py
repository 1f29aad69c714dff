"""Buckets from a first solution: what it says of single hands, and what the buckets are worth."""

import numpy as np
import pytest
from solved import solved

import solver
from solver.abstraction import Abstraction, AbstractionConfig
from solver.abstraction.kinds import kind_names, kinds_of_hands
from solver.abstraction.reference import deal
from solver.cards import HANDS, hand_index, parse_hand
from solver.errors import ConfigurationError
from solver.evaluation import EveryHandCheck, ExploitabilityCheck, every_hand
from solver.strategic import FirstSolution
from solver.strategic.first_solution import Columns

DRAWS = (1, 1, 1)


@pytest.fixture(scope="module")
def few() -> Abstraction:
    return solver.build_abstraction(final=12, earlier=24, draws=DRAWS)


@pytest.fixture(scope="module")
def first(few: Abstraction) -> FirstSolution:
    return FirstSolution(solver.heads_up(cap=1, draws=DRAWS), few)


def test_weights_are_of_hands_that_play_on(few: Abstraction, first: FirstSolution) -> None:
    for draws_left, weight in enumerate(first.weights):
        assert weight.shape == (HANDS,)
        assert weight.min() > 0
        assert weight.sum() == pytest.approx(1)
        made = kinds_of_hands(few, draws_left) == kind_names(draws_left).index(
            "pat 8" if draws_left else "8-low"
        )
        if draws_left < 3:  # who holds one has folded less often than others
            assert weight[made].sum() > few.weights[draws_left][made].sum()


def test_a_pat_seven_is_not_broken_and_kings_are(first: FirstSolution) -> None:
    """The seat that draws first, with one draw left: stand pat or draw one."""
    hands = np.array([hand_index(parse_hand(h)) for h in ("7c5d4h3s2c", "Kc7d4h3s2c")], np.int32)
    state, reach = first.arrivals[2][0]
    while not state.drawing:
        state = state.play("k")
    columns = Columns()
    first.draw_values(state, reach, first.outcomes(1, hands), columns)
    (pat_seven, pat_king), (one_seven, one_king) = columns.values[-1]
    assert pat_seven > one_seven
    assert pat_king < one_king
    assert pat_seven > one_king


def test_values_of_hands_lie_between_those_of_buckets_and_of_every_hand(
    few: Abstraction, first: FirstSolution
) -> None:
    """Who sees his hand up to the first draw only wins more than with buckets, but not all."""
    state, reach = first.arrivals[0][0]
    outcomes = first.outcomes(3, np.arange(HANDS, dtype=np.int32))
    values = first.values(state, reach, outcomes, Columns())
    buckets = ExploitabilityCheck(first.tree, first.chain, first.strategy).measure()
    hands = EveryHandCheck(first.tree, few, first.strategy.strategy).measure()
    for seat in (0, 1):
        won = float(deal() @ values[seat])
        assert buckets.best_responses[seat] < won + 1e-6
        assert won < hands.best_responses[seat] + 0.002


def test_more_decisions_are_seen_where_more_lie_ahead(first: FirstSolution) -> None:
    hands = np.arange(5, dtype=np.int32)
    widths = [first.decisions(left, hands).values.shape[1] for left in (3, 2, 1)]
    assert widths == sorted(widths) and widths[0] > 0


def test_they_lose_less_than_buckets_without_a_first_solution() -> None:
    game, lost = solver.heads_up(cap=1, draws=DRAWS), []
    for features in ("draws", "strategic"):
        config = AbstractionConfig(final=12, earlier=(12, 12, 12), draws=DRAWS, features=features)
        buckets = solver.build_abstraction(config)
        assert [len(np.unique(b)) for b in buckets.buckets] == [12, 12, 12, 12]
        solution = solved(game, buckets, iterations=100, progress=False)
        lost.append(every_hand(solution).measure().mbb)
    assert lost[1] < 0.95 * lost[0]


def test_settings() -> None:
    config = AbstractionConfig(features="strategic")
    assert config.hash != AbstractionConfig().hash
    assert config.hash != AbstractionConfig(features="strategic", first_cap=2).hash
    assert AbstractionConfig(first_cap=2).hash == AbstractionConfig().hash
    with pytest.raises(ConfigurationError, match="features is 'bets'"):
        AbstractionConfig(features="bets")
    with pytest.raises(ConfigurationError, match="first_cap is 0"):
        AbstractionConfig(first_cap=0)
