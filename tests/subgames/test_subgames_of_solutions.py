"""Subgames of the real game: read like solutions, with other buckets, ranges, cards and locks."""

import numpy as np
import pytest

import solver
from solver.cards import HANDS, hand_index, low_class, parse_hand, suit_classes
from solver.errors import CardError, ConfigurationError, HistoryError
from solver.subgames import NodeLock, read_lock

LAST = "rc 21 bc 11 kk 11"


@pytest.mark.parametrize("history", ["rc 21 kk", "rc 21 bc 11 k", "rc 21 bc 11 kk 1", LAST])
def test_the_rest_of_a_hand_is_worth_what_the_solution_says(
    small_solution: solver.Solution, history: str
) -> None:
    subgame = small_solution.subgame(history)
    state = small_solution.state(history)
    own = small_solution.evaluator.ranges(state).reach[state.seat]
    expected = own @ small_solution.evaluator.action_values(state).max(axis=0) / own.sum()
    assert subgame.root.history == history
    assert subgame.values[state.seat] == pytest.approx(expected, abs=0.06)
    assert sum(subgame.values) == pytest.approx(state.pot, abs=1e-5)
    assert 0 < subgame.exploitability.mbb < 10


def test_a_subgame_answers_like_a_solution(small_solution: solver.Solution) -> None:
    subgame = small_solution.subgame("rc 21 bc 11")
    for history in ("", "rc 21 bc 11 k", "rc 21 bc 11 kk", "rc 21 bc 11 kk 1", LAST):
        advice = subgame.advise("8c5d4h3s2c", history)
        usual = small_solution.advise("8c5d4h3s2c", history or "rc 21 bc 11")
        assert [a.code for a in advice.actions] == [a.code for a in usual.actions]
        assert advice.best.ev == pytest.approx(usual.best.ev, abs=0.5)
        assert advice.state.pot == usual.state.pot
    assert subgame.summary().whole.share == pytest.approx(1)
    assert sum(subgame.ranges(LAST)[1].values()) == pytest.approx(1)
    waiting = small_solution.subgame("rc 21 bc 1")
    assert set(waiting.ranges()[0]) == set(small_solution.ranges("rc 21 bc 1")[0])
    with pytest.raises(HistoryError, match="does not lead on from 'rc 21 bc 11'"):
        subgame.advise("8c5d4h3s2c", "rc 22")


@pytest.mark.parametrize(
    "history", ["rc 2", "rc 21 bc 1", "rc 21 bc 11 kk 1", "rc 33 kbc 20 kbc 0"]
)
def test_a_subgame_may_begin_in_the_middle_of_a_draw(
    small_solution: solver.Solution, history: str
) -> None:
    """One seat holds its new cards, the other does not: the rounds differ in their buckets."""
    buckets = solver.build_abstraction(final=16, earlier=(40, 32, 24))
    subgame = small_solution.subgame(history, buckets=buckets)
    root = subgame.root
    own = subgame.evaluator.ranges(root).reach[root.seat]
    best = subgame.evaluator.action_values(root).max(axis=0)
    # What a best response wins, counted by the advisor and by the walk.
    wins = subgame.exploitability.best_responses[root.seat] + root.contributed[root.seat]
    assert own @ best / own.sum() == pytest.approx(wins, abs=1e-3)
    assert sum(subgame.ranges()[0].values()) == pytest.approx(1)
    assert sum(subgame.ranges()[1].values()) == pytest.approx(1)
    after = f"{history}0 k" if history != "rc 2" else "rc 20 k"
    assert subgame.summary(after).whole.share == pytest.approx(1)
    assert subgame.advise("8c5d4h3s2c", after).best.ev > 0


def test_hand_by_hand_the_last_round_knows_every_class(small_solution: solver.Solution) -> None:
    subgame = small_solution.subgame(LAST, by_hand=True, iterations=100)
    assert subgame.exploitability.mbb < 10
    coarse = small_solution.subgame(LAST)
    assert subgame.values[0] == pytest.approx(coarse.values[0], abs=0.1)
    better, worse = (subgame.advise(hand) for hand in ("8c5d4h3s2c", "8c6d4h3s2c"))
    assert better.bucket != worse.bucket
    assert coarse.advise("8c5d4h3s2c").bucket == coarse.advise("8c6d4h3s2c").bucket
    called = LAST + " b"
    evs = [subgame.advise(hand, called).action("c").ev for hand in ("8c5d4h3s2c", "8c6d4h3s2c")]
    assert evs[0] > evs[1]
    with pytest.raises(ConfigurationError, match="1 draws left"):
        small_solution.subgame("rc 21 bc 11 kk", by_hand=True)


def test_finer_buckets_carry_the_ranges_over_hand_by_hand(small_solution: solver.Solution) -> None:
    fine = solver.build_abstraction(final=32, earlier=64)
    subgame = small_solution.subgame("rc 21 bc 11 kk", buckets=fine)
    assert subgame.evaluator.chains[0].buckets == (64, 32)
    found = subgame.ranges(by="low cards")[0]
    usual = small_solution.ranges("rc 21 bc 11 kk", by="low cards")[0]
    assert found["4 low cards"] == pytest.approx(usual["4 low cards"], abs=0.1)
    with pytest.raises(ConfigurationError, match="choose one"):
        small_solution.subgame(LAST, buckets=fine, by_hand=True)


def test_given_ranges_count(small_solution: solver.Solution) -> None:
    only = np.zeros(HANDS)
    only[hand_index(np.array(parse_hand("7c5d4h3s2c")))] = 1
    nuts = small_solution.subgame(LAST, ranges=(only, {"pair": 1}), by_hand=True)
    # The best hand wins the pot whatever happens.
    assert nuts.values == pytest.approx((6, 0), abs=0.02)
    assert nuts.ranges()[1] == pytest.approx({k: float(k == "pair") for k in nuts.ranges()[1]})
    with pytest.raises(ConfigurationError, match="button has shape"):
        small_solution.subgame(LAST, ranges=(None, np.ones(3)))
    with pytest.raises(ConfigurationError, match="big blind is empty"):
        small_solution.subgame(LAST, ranges=(np.zeros(HANDS), None))


def test_cards_of_the_hero_are_not_with_the_opponent(small_solution: solver.Solution) -> None:
    """The opponent holds 7-5-4-3-2 or a pair of kings with 4-3-2, as often as they are dealt."""
    classes, count = low_class(suit_classes(5).example), suit_classes(5).count
    two = [low_class(np.array(parse_hand(hand))) for hand in ("7c5d4h3s2c", "KcKd4h3s2c")]
    held = np.where(np.isin(classes, two), count, 0.0)
    subgame = small_solution.subgame(LAST, ranges=(None, held), by_hand=True)
    usual = subgame.advise("8c7d7h7s2c")
    assert usual.opponent["7-low"] == pytest.approx(1020 / (1020 + 384))
    # One seven and three deuces are left: 3 x 4^3 forms of the one, 6 x 3 x 4^2 of the other.
    known = subgame.advise_with_cards("8c7d7h7s2c")
    assert known.opponent["7-low"] == pytest.approx(192 / (192 + 288))
    assert known.bucket == usual.bucket
    dead = subgame.advise_with_cards("8c7d7h7s2c", dead=(4 * 5,))
    assert dead.opponent["7-low"] == 0
    with pytest.raises(CardError, match="different dead cards"):
        subgame.advise_with_cards("8c7d7h7s2c", dead=(0, 0))


def test_locked_frequencies_are_played_and_exploited(small_solution: solver.Solution) -> None:
    history = LAST + " kb"
    always = NodeLock(history=history, frequencies={"f": 1})
    subgame = small_solution.subgame(LAST, locks=[always])
    free = small_solution.subgame(LAST)
    assert subgame.summary(history).whole.frequencies["f"] == pytest.approx(1)
    # Who never calls is bet at with all that would lose a showdown.
    bluffs = []
    for solved in (subgame, free):
        groups = {group.name: group for group in solved.summary(LAST + " k").groups}
        bluffs.append(groups["pair"].frequencies["b"])
    assert bluffs[0] > 0.95
    assert bluffs[1] < 0.9
    assert subgame.values[1] > free.values[1]


def test_locks_of_groups(small_solution: solver.Solution) -> None:
    lock = read_lock(f"{LAST} | k=1 | pair")
    subgame = small_solution.subgame(LAST, by_hand=True, locks=[lock])
    summary = {group.name: group for group in subgame.summary().groups}
    assert summary["pair"].frequencies["k"] == pytest.approx(1)
    assert summary["7-low"].frequencies["k"] < 0.9


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("rc 11", "expected HISTORY"),
        ("rc 11 | b=0.4", "sum to 1"),
        ("rc 11 | b=x", "expected HISTORY"),
    ],
)
def test_texts_that_are_no_locks(text: str, message: str) -> None:
    with pytest.raises(ConfigurationError, match=message):
        read_lock(text)


def test_locks_that_do_not_fit_are_refused(small_solution: solver.Solution) -> None:
    with pytest.raises(ConfigurationError, match="'r' is not possible"):
        small_solution.subgame(LAST, locks=[read_lock(f"{LAST} | r=1")])
    with pytest.raises(HistoryError, match="does not lead on"):
        small_solution.subgame(LAST, locks=[read_lock("rc 21 | b=1")])
    with pytest.raises(ConfigurationError, match="no hands called"):
        small_solution.subgame(LAST, locks=[read_lock(f"{LAST} | b=1 | pat 3")])
