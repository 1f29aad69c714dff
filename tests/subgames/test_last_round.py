"""The last betting round with real cards: groups of hands, the matrix game, what it is worth."""

from fractions import Fraction

import numpy as np
import pytest

import solver
from solver.cards import low_class, parse_cards, parse_hand
from solver.errors import CardError, ConfigurationError
from solver.evaluation import Exploiter, ExploiterSettings, measure_exploiter
from solver.game import betting_tree
from solver.game.history import PublicState
from solver.sequences import particle_range
from solver.subgames.last_round import HandGroups, LastRound, MatrixGame
from solver.subgames.solving import RULE

LAST = "rc 21 bc 11 kk 11"
STAKE = 4.0


def matrices(rng: np.random.Generator, groups: int) -> tuple[np.ndarray, np.ndarray]:
    """How often groups meet, with sum one, and how much more often seat 0 is ahead."""
    both = rng.random((groups, groups)) * (rng.random((groups, groups)) < 0.8)
    both /= both.sum()
    return both, both * rng.uniform(-1, 1, both.shape)


def best_response(
    betting, both: np.ndarray, ahead: np.ndarray, strategy: np.ndarray, seat: int
) -> float:
    """What a best response wins in a matrix game, written out action by action."""
    met, better = (both, ahead) if seat == 0 else (both.T, -ahead.T)

    def value(decision: int, theirs: np.ndarray) -> np.ndarray:
        first, end = betting.first_action[decision : decision + 2]
        found = []
        for action in range(first, end):
            reach = theirs if betting.actor[decision] == seat else theirs * strategy[action]
            target = int(betting.target[action])
            if target >= 0:
                found.append(value(target, reach))
                continue
            leaf = -1 - target
            paid = STAKE + betting.added[leaf]
            if betting.folder[leaf] == seat:
                found.append(-paid[seat] * (met @ reach))
            elif betting.folder[leaf] >= 0:
                found.append(paid[1 - seat] * (met @ reach))
            else:
                found.append(paid[0] * (better @ reach))
        return np.max(found, axis=0) if betting.actor[decision] == seat else np.sum(found, axis=0)

    return float(value(0, np.ones(len(met))).sum())


@pytest.mark.parametrize("seed", range(4))
def test_the_matrix_game_comes_to_an_equilibrium(seed: int) -> None:
    betting = betting_tree(solver.heads_up(cap=4), 3)
    both, ahead = matrices(np.random.default_rng(seed), 12)
    gains = []
    for iterations in (20, 1000):
        strategy = MatrixGame(betting, STAKE, both, ahead).solve(iterations, RULE)
        for first, end in zip(betting.first_action[:-1], betting.first_action[1:], strict=True):
            np.testing.assert_allclose(strategy[first:end].sum(axis=0), 1)
        gains.append(sum(best_response(betting, both, ahead, strategy, seat) for seat in (0, 1)))
    assert 0 <= gains[1] < 0.004 < gains[0]


def test_groups_share_a_range_evenly(small_solution: solver.Solution) -> None:
    state = small_solution.state(LAST)
    range_ = particle_range(small_solution, small_solution.tables, state, 0, 8_000, 3)
    groups = HandGroups.of(range_, 10, 2)
    number = groups.of_range(range_)
    assert groups.size == 2 * (len(groups.limits) + 1)
    share = np.bincount(number // 2, range_.weights, len(groups.limits) + 1)
    assert share.sum() == pytest.approx(1)
    assert share.max() < Fraction(1, 4)
    # A lower group holds lower classes only; in each, fewer good cards are gone in class 0.
    for strength in range(len(share) - 1):
        here, after = (range_.low_classes[number // 2 == n] for n in (strength, strength + 1))
        if len(here) and len(after):
            assert here.max() < after.min()


@pytest.fixture(scope="module")
def solved(small_solution: solver.Solution) -> LastRound:
    return small_solution.last_round(LAST)


def test_it_reads_like_a_strategy(small_solution: solver.Solution, solved: LastRound) -> None:
    state: PublicState = small_solution.state(LAST + " kb")
    rows = solved.strategy_at(state)
    assert rows.shape == (len(state.actions), max(group.size for group in solved.groups))
    np.testing.assert_allclose(rows.sum(axis=0), 1)
    range_ = particle_range(small_solution, small_solution.tables, state, 0, 2_000, 5)
    group = solved.group(range_, 0)
    fold = rows[state.actions.index("f")][group]
    good = range_.low_classes < 20
    assert good.any() and fold[good].mean() < 0.01 < fold[~good].mean()


def test_the_same_ranges_give_the_same_numbers(
    small_solution: solver.Solution, solved: LastRound
) -> None:
    inside = small_solution.last_round(LAST + " kb")
    assert inside.state.history == LAST
    np.testing.assert_array_equal(inside.strategy, solved.strategy)


HAND, THROWN = parse_hand("8c6d4h3s2c"), parse_cards("KcQd8d9h")


@pytest.mark.parametrize("round_", ["", " k", " b", " kb", " br"])
def test_values_are_those_against_every_opponent_by_itself(
    small_solution: solver.Solution, round_: str
) -> None:
    state = small_solution.state(LAST + round_)
    solved = small_solution.last_round(state)
    seat = state.seat
    thrown = THROWN[: sum(state.draws[seat])]
    answer = solved.answer(HAND, thrown, state)
    theirs = solved.ranges[1 - seat]
    held = sum(1 << card for card in (*HAND, *thrown))
    free = np.array([int(cards) & held == 0 for cards in theirs.used])
    group = solved.group(theirs, 1 - seat)[free]
    ahead = np.sign(theirs.low_classes[free] - int(low_class(np.array([sorted(HAND)]))[0]))

    def won(here: PublicState, reach: np.ndarray) -> float:
        if here.ended is not None:
            if here.folded is not None:
                return here.won_by_fold(seat) * reach.sum()
            return here.contributed[seat] * (ahead @ reach)
        after = [here.play(action) for action in here.actions]
        if here.seat == seat:
            return max(won(child, reach) for child in after)
        rows = solved.strategy_at(here)[:, group]
        return sum(won(child, reach * row) for child, row in zip(after, rows, strict=True))

    reach = np.ones(len(group))
    for before, choice in state.path:
        if before.level == state.level and before.seat != seat:
            reach = reach * solved.strategy_at(before)[choice, group]
    expected = [
        won(state.play(action), reach) / reach.sum() + state.contributed[seat]
        for action in state.actions
    ]
    np.testing.assert_allclose(answer.values, expected, atol=1e-9)
    if "f" in state.actions:
        assert answer.values[state.actions.index("f")] == pytest.approx(0, abs=1e-9)
    assert answer.opponents.sum() == pytest.approx(1)
    assert not answer.guessed


def test_advice_knows_the_discards(small_solution: solver.Solution) -> None:
    history = LAST + " b"
    advice = small_solution.advise_with_discards("8c6d4h3s2c", "Kc Qd Jd", history)
    assert [action.code for action in advice.actions] == ["f", "c", "r"]
    assert sum(action.frequency for action in advice.actions) == pytest.approx(1)
    assert advice.best.code in "cr" and advice.best.ev > 0
    assert sum(advice.opponent.values()) == pytest.approx(1)
    assert advice.equity is not None and 0.5 < advice.equity < 1
    # Whoever holds and has thrown away good cards meets fewer good hands.
    low = small_solution.advise_with_discards("8c6d4h3s2c", "7c 7d 5d", history)
    assert low.opponent["7-low"] < advice.opponent["7-low"]
    for thrown, words in (("Kc", "1 cards thrown away, but 3 drawn"), ("8c Kd Qd", "none of them")):
        with pytest.raises(CardError, match=words):
            small_solution.advise_with_discards("8c6d4h3s2c", thrown, history)


def test_only_the_last_round_is_counted_by_cards(small_solution: solver.Solution) -> None:
    with pytest.raises(ConfigurationError, match="not in the last betting round"):
        small_solution.last_round("rc 21 bc 11")


def test_an_exploiter_wins_less_from_it(small_solution: solver.Solution) -> None:
    """Same lines, same hands of the exploiter: what buckets lose is mostly made good."""
    settings = {"samples": 2, "lines": 12, "choosing": 30_000, "measuring": 8_000, "hands": 200}
    before, after = (
        measure_exploiter(
            Exploiter(small_solution, ExploiterSettings(resolve=resolve, **settings)), threads=1
        )
        for resolve in (False, True)
    )
    assert before is not None and after is not None
    assert after.total.mean < 0.6 * before.total.mean
    with pytest.raises(ConfigurationError, match="leave out --rounds"):
        Exploiter(small_solution, ExploiterSettings(resolve=True, rounds=2))
