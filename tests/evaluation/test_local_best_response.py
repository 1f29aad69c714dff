"""A local best response: its reckoning by hand, and what it wins."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

import solver
from solver.cards import parse_hand
from solver.evaluation import DrawLuck, LocalBestResponse, SolutionPlayer, play_match
from solver.game import BIG_BLIND
from solver.game.betting import CALL, FOLD, RAISE

NUTS, PAIR = parse_hand("7c5d4h3s2c"), parse_hand("AcAdKhQsJc")
ANY = np.random.default_rng(0)


@pytest.fixture(scope="module")
def player(small_solution: solver.Solution) -> LocalBestResponse:
    return LocalBestResponse(small_solution, rounds=4)


def test_the_best_hand_wins_and_the_worst_loses(
    small_solution: solver.Solution, player: LocalBestResponse
) -> None:
    facing = small_solution.state("rc 00 kk 00 kk 00 b")
    assert player.act(NUTS, facing, ANY) in "cr"
    assert player.act(PAIR, facing, ANY) == FOLD
    assert player.discard(NUTS, small_solution.state("rc 0"), ANY) == ()
    thrown = player.discard(parse_hand("7c5d4h3sKc"), small_solution.state("rc 0"), ANY)
    assert thrown == parse_hand("Kc5d4h3s7c")[:1]


def test_gains_are_those_of_the_range(
    small_solution: solver.Solution, player: LocalBestResponse
) -> None:
    """At the last decision of a hand nothing is left to foresee."""
    state = small_solution.state("rc 11 kk 11 kk 11 b")
    hand = parse_hand("9c7d4h3s2c")
    evaluator, abstraction = small_solution.evaluator, small_solution.abstraction
    reach = evaluator.ranges(state).reach[BIG_BLIND].copy()
    bucket = abstraction.bucket(hand, 0)
    rest = [card for card in range(52) if card not in hand]
    others = np.array(list(combinations(rest, 5)))
    free = np.bincount(abstraction.buckets_of(others, 0), minlength=len(reach))
    every = np.bincount(
        abstraction.buckets[0], solver.cards.suit_classes(5).count, minlength=len(reach)
    )
    reach *= free / every
    chance = (reach[bucket + 1 :].sum() + reach[bucket] / 2) / reach.sum()
    assert player._chance(hand, 0, player._reach(hand, state)) == pytest.approx(chance)
    gains = {
        FOLD: 0.0,
        CALL: chance * state.pot - (1 - chance) * state.to_call,
        RAISE: player._gain_of_bet(hand, state, state.play(RAISE), reach),
    }
    assert player.act(hand, state, ANY) == max(gains, key=lambda action: gains[action])


def test_before_its_rounds_it_plays_the_solution(small_solution: solver.Solution) -> None:
    late = LocalBestResponse(small_solution, rounds=1)
    itself = SolutionPlayer(small_solution, "itself")
    for history, hand in (("", NUTS), ("rc 0", PAIR), ("rc 11 kb", NUTS), ("rc 11 kk 11 k", PAIR)):
        state = small_solution.state(history)
        for seed in range(5):
            randoms = [np.random.default_rng(seed) for _ in range(2)]
            act = "discard" if state.drawing else "act"
            assert getattr(late, act)(hand, state, randoms[0]) == getattr(itself, act)(
                hand, state, randoms[1]
            )


def test_it_beats_who_does_not_look_at_his_cards(small_solution: solver.Solution) -> None:
    even = [np.ones_like(level) for level in small_solution.strategy]
    careless = replace(small_solution, strategy=even, detailed=())
    local = LocalBestResponse(careless, rounds=4)
    result = play_match(
        (local, SolutionPlayer(careless, "careless")), 300, DrawLuck(careless.abstraction)
    )
    assert result.players == ("local best response", "careless")
    assert result.score.adjusted.mean > 5 * result.score.adjusted.standard_error
