"""Summaries of a range agree with the strategy they are taken from, and with plain sums."""

import numpy as np
import pytest

import solver
from solver.abstraction import GROUPINGS, group_hands
from solver.cards import low_class, parse_hand, suit_classes
from solver.errors import ConfigurationError, HistoryError
from solver.solution.summaries import LEAST_SHARE

STATES = ("", "r", "rc", "rc 2", "rc 21 kbc 11", "rc 21 kbc 11 kbc 1", "rc 21 kbc 11 kbc 11 b")


@pytest.mark.parametrize("by", GROUPINGS)
@pytest.mark.parametrize("history", STATES)
def test_groups_add_up_to_the_whole(small_solution: solver.Solution, history: str, by: str) -> None:
    summary = small_solution.summary(history, by)
    grouping = group_hands(small_solution.abstraction, summary.state.draws_left, by)
    shares = np.array([group.share for group in summary.groups])
    # Groups that the range hardly holds are left out, and only they may be missing.
    missing = 1 - shares.sum()
    assert -1e-9 < missing <= LEAST_SHARE * len(grouping.names)
    for code in summary.state.actions:
        frequencies = np.array([group.frequencies[code] for group in summary.groups])
        evs = np.array([group.evs[code] for group in summary.groups])
        assert abs(shares @ frequencies - summary.whole.frequencies[code]) <= missing + 1e-9
        most = 2 * small_solution.tree.game.cap * sum(small_solution.tree.game.bets)
        assert abs(shares @ evs - summary.whole.evs[code]) <= most * missing + 1e-9
    for group in summary.groups:
        assert sum(group.frequencies.values()) == pytest.approx(1)
        if by == "bucket":
            assert group.ev <= max(group.evs.values()) + 1e-6
        assert group.examples


@pytest.mark.parametrize("history", STATES)
def test_buckets_are_played_as_advised(small_solution: solver.Solution, history: str) -> None:
    for group in small_solution.summary(history, "bucket").groups[::7]:
        advice = small_solution.advise(group.examples[0], history)
        played = small_solution.frequencies(advice.hand, advice.state)
        for action, frequency in zip(advice.actions, played, strict=True):
            assert group.frequencies[action.code] == pytest.approx(frequency)
            if not advice.state.drawing:
                assert group.evs[action.code] == pytest.approx(action.ev, abs=1e-5)


def test_starting_kinds_have_the_shares_of_the_deal(small_solution: solver.Solution) -> None:
    """Pat sevens: 4 classes of 1,020 hands each among 2,598,960."""
    groups = {group.name: group for group in small_solution.summary("").groups}
    assert groups["pat 7"].share == pytest.approx(4 * 1020 / 2_598_960)


def test_both_ranges_are_distributions(small_solution: solver.Solution) -> None:
    for history in STATES:
        for by in GROUPINGS:
            for shares in small_solution.ranges(history, by):
                assert sum(shares.values()) == pytest.approx(1)
                assert min(shares.values()) >= 0


def test_ranges_are_those_of_the_advice(small_solution: solver.Solution) -> None:
    advice = small_solution.advise("9c8d6h3s2c", "rc 21 kbc 1")
    big_blind, _ = small_solution.ranges("rc 21 kbc 1")
    assert big_blind == pytest.approx(advice.opponent)


@pytest.mark.parametrize("by", GROUPINGS)
@pytest.mark.parametrize("draws_left", range(4))
def test_groupings_name_every_hand_once(
    small_solution: solver.Solution, draws_left: int, by: str
) -> None:
    grouping = group_hands(small_solution.abstraction, draws_left, by)
    assert len(set(grouping.names)) == len(grouping.names)
    assert grouping.of_hand.min() >= 0
    assert grouping.of_hand.max() < len(grouping.names)


def test_low_cards_counted_by_hand(small_solution: solver.Solution) -> None:
    grouping = group_hands(small_solution.abstraction, 3, "low cards")
    ranks = suit_classes(5).example >> 2
    for number in range(0, len(ranks), 997):
        low = len({int(rank) for rank in ranks[number] if rank <= 5})
        assert grouping.names[grouping.of_hand[number]].startswith(str(low))


def test_final_buckets_are_named_by_their_ends(small_solution: solver.Solution) -> None:
    grouping = group_hands(small_solution.abstraction, 0, "bucket")
    classes = low_class(suit_classes(5).example)
    assert grouping.names[0].startswith("75432")
    ends = [classes[grouping.of_hand == n].max() for n in range(len(grouping.names))]
    assert ends == sorted(ends)


@pytest.mark.parametrize("history", ["", "rc 2", "rc 21 kbc 11 kbc 11 b"])
def test_hands_of_a_group_add_up_to_it(small_solution: solver.Solution, history: str) -> None:
    for group in small_solution.summary(history, "smoothness").groups[::4]:
        hands = small_solution.hands_of(group.name, history, "smoothness", most=10_000)
        assert sum(hand.share for hand in hands) == pytest.approx(group.share)
        assert sum(hand.share * hand.ev for hand in hands) == pytest.approx(group.share * group.ev)
        shares = [round(hand.share, 12) for hand in hands]
        assert shares == sorted(shares, reverse=True)
        some = small_solution.hands_of(group.name, history, "smoothness", most=3)
        assert some == hands[:3]
        assert hands[0].examples[0] == group.examples[0]


def test_hands_of_a_group_by_the_ranks_they_keep(small_solution: solver.Solution) -> None:
    hands = small_solution.hands_of("one card: 7, smooth", "", "smoothness")
    names = {hand.name for hand in hands}
    assert names == {"7542.", "7532.", "7543.", "7432."}
    with pytest.raises(ConfigurationError, match="'sevens'"):
        small_solution.hands_of("sevens", "", "smoothness")


def test_errors_say_what_is_expected(small_solution: solver.Solution) -> None:
    with pytest.raises(ConfigurationError, match="kept cards"):
        small_solution.summary("", "colour")
    with pytest.raises(HistoryError, match="over"):
        small_solution.summary("f")


def test_html_of_advice_and_solution(small_solution: solver.Solution) -> None:
    advice = small_solution.advise("2c3d4h7sKc", "rc 2")
    text = advice._repr_html_()
    assert "Ks" not in text
    for part in ("<b>Kc 7s 4h 3d 2c</b>", "draw 1", "Kc", "pot 4 small bets", "EV (small bets)"):
        assert part in text
    last = small_solution.advise(parse_hand("7c5d4h3s2c"), "rc 21 kbc 11 kbc 11")
    assert "showdown" in last._repr_html_()
    assert "discards" not in last._repr_html_()
    assert "mbb/g" in small_solution._repr_html_()
