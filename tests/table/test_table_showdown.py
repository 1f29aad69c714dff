"""Pots, showdown, odd chips (rules 6), and the button between hands (2.5)."""

import pytest
from table_play import act, events_of, stacked_deck

from solver.errors import RulesError
from solver.table import Rules, Setup, start
from solver.table import events as ev
from solver.table.button import Positions, deal_order, first_positions, next_positions
from solver.table.pots import Pot, build_pots, divide, uncalled

BEST, SECOND, THIRD = "2c3c4c5c7d", "2d3d4d6d7c", "2h3h4h6h8s"
TIED = ["2c3d4h5s7c", "2d3h4s5c7d", "2h3s4c5d7h"]


def showdown(hands, steps, stacks=None, rules=None, **posts):
    stacks = stacks or (500,) * len(hands)
    state = start(Setup.blinds(stacks, 20, **posts), stacked_deck(hands), rules or Rules())
    return act(state, steps)


def test_layers_with_folded_contributors():
    pots = build_pots((100, 60, 30, 60), (True, False, True, True), 0)
    assert pots == (Pot(120, (0, 2, 3)), Pot(90, (0, 3)), Pot(40, (0,)))


def test_a_layer_of_folded_players_falls_to_the_next_lower_one():
    assert build_pots((80, 50, 30, 50), (False, True, True, False), 0) == (
        Pot(120, (1, 2)),
        Pot(90, (1,)),
    )


def test_dead_money_belongs_to_the_main_pot():
    assert build_pots((10, 20, 20), (True, True, True), 7) == (
        Pot(37, (0, 1, 2)),
        Pot(20, (1, 2)),
    )


def test_uncalled_part():
    assert uncalled((40, 20, 10), (True, True, False)) == (0, 20)
    assert uncalled((40, 40, 10), (True, True, False))[1] == 0
    assert uncalled((10, 5), (False, True))[1] == 0


def test_odd_chips_go_to_the_first_winners_from_the_button():
    assert divide(11, (1, 3, 4)) == {1: 4, 3: 4, 4: 3}


def test_every_pot_is_decided_separately():
    # Seat 2 has the best hand and 30 chips; seat 1 beats seat 0 in the side pot.
    state = showdown([THIRD, SECOND, BEST], "r c c 0 0 0 b c 0 0 0 k k 0 0 0 k k", (500, 500, 30))
    assert events_of(state, ev.PotMade) == [
        ev.PotMade(0, 90, (0, 1, 2)),
        ev.PotMade(1, 40, (0, 1)),
    ]
    assert events_of(state, ev.Won) == [ev.Won(2, 90, 0), ev.Won(1, 40, 1)]
    assert state.stacks == (450, 490, 90)


def test_split_pot_with_an_odd_chip():
    state = showdown(TIED, "c c k 0 0 0 k k k 0 0 0 k k k 0 0 0 k k k", small_blind=10, ante=7)
    assert state.stacks == (500, 500, 500)
    state = showdown([*TIED[:2], "KcKdKhKsQs"], "c f k 0 0 k k 0 0 k k 0 0 k k", ante=1)
    # 1 each, a dead small blind of 10, twice 20: 53 for the seats 1 and 2, the better hand wins.
    assert state.stacks == (489, 532, 479)
    state = showdown(
        ["KcKdKhKsQs", *TIED[:2]], "c f k 0 0 k k 0 0 k k 0 0 k k", small_blind=9, ante=2
    )
    assert state.stacks == (489, 506, 505)


def test_last_bettor_shows_first_then_clockwise():
    quiet = "c c k 0 0 0 k k k 0 0 0 k k k 0 0 0"
    shown = lambda s: [e.seat for e in events_of(s, ev.Shown, ev.Mucked)]  # noqa: E731
    assert shown(showdown([BEST, SECOND, THIRD], quiet + "k k k")) == [0, 1, 2]
    assert shown(showdown([BEST, SECOND, THIRD], quiet + "k b c c")) == [1, 2, 0]
    assert shown(showdown([BEST, SECOND, THIRD], quiet + "b r c c")) == [1, 2, 0]


def test_side_pot_contestants_show_before_the_all_in():
    state = showdown([BEST, SECOND, THIRD], "c c k 0 0 0 b c 0 0 0 k k 0 0 0 k k", (20, 500, 500))
    assert [event.seat for event in events_of(state, ev.Shown)] == [1, 2, 0]


def test_beaten_hands_muck_only_if_the_rules_let_them():
    steps = "c c k 0 0 0 k k k 0 0 0 k k k 0 0 0 k k k"
    assert not events_of(showdown([BEST, SECOND, THIRD], steps), ev.Mucked)
    rules = Rules(losers_muck=True)
    state = showdown([SECOND, BEST, THIRD], steps, rules=rules)
    assert [event.seat for event in events_of(state, ev.Shown)] == [0, 1]
    assert [event.seat for event in events_of(state, ev.Mucked)] == [2]


def test_all_hands_are_tabled_when_betting_is_over():
    state = showdown([BEST, SECOND], "r r c 0 0 0 0 0 0", (60, 500), Rules(losers_muck=True))
    assert len(events_of(state, ev.Shown)) == 2


def test_last_live_player_wins_without_showing():
    state = showdown([BEST, SECOND], "f")
    assert not events_of(state, ev.Shown, ev.Mucked)
    assert state.shown == (None, None)


def test_events_state_the_low_class():
    state = showdown([BEST, SECOND], "c k 0 0 k k 0 0 k k 0 0 k k")
    assert [event.low_class for event in events_of(state, ev.Shown)] == [1, 2]


def test_moving_button():
    before = first_positions({1, 3, 4, 6}, 3)
    assert before == Positions(button=3, small_blind=4, big_blind=6)
    assert next_positions(before, {1, 3, 4, 6}) == Positions(4, 6, 1)
    assert deal_order(before, {1, 3, 4, 6}) == (4, 6, 1, 3)


def test_dead_button_never_skips_a_blind():
    before = Positions(button=1, small_blind=2, big_blind=3)
    # The small blind left: the button lies on the empty chair; the next big blind is chair 4.
    after = next_positions(before, {1, 3, 4}, "dead")
    assert after == Positions(2, 3, 4)
    # The big blind left instead: nobody posts the small blind.
    after = next_positions(before, {1, 2, 4}, "dead")
    assert after == Positions(2, 3, 4)
    assert deal_order(after, {1, 2, 4}) == (4, 1, 2)


@pytest.mark.parametrize("rule", ["moving", "dead"])
def test_nobody_is_big_blind_twice_when_the_table_becomes_heads_up(rule):
    for gone in (1, 2, 3):
        before = Positions(button=1, small_blind=2, big_blind=3)
        left = {1, 2, 3} - {gone}
        after = next_positions(before, left, rule)
        assert after.big_blind != before.big_blind
        assert after.button == after.small_blind
        again = next_positions(after, left, rule)
        assert again == Positions(after.big_blind, after.big_blind, after.button)


def test_cancelled_hand_leaves_the_button():
    before = Positions(1, 2, 3)
    assert next_positions(before, {1, 2, 3}, cancelled=True) == before


def test_button_needs_two_players():
    with pytest.raises(RulesError, match="expected"):
        first_positions({1}, 1)
    with pytest.raises(RulesError, match="two players"):
        next_positions(Positions(1, 2, 3), {4})
