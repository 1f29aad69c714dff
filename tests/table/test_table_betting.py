"""Betting (rules 4) and the posts (2)."""

import pytest
from table_play import act, events_of, legal, table

from solver.errors import RulesError
from solver.table import Deck, Post, PostKind, Rules, Setup, start
from solver.table import events as ev

HALF, FULL = Rules(), Rules(incomplete_rule="full")


def opening_all_in(chips, rules=HALF):
    """Round 1, unit 20: the first of three players bets all of his `chips`."""
    return act(table((20 + chips, 500, 500), rules=rules), "c c k", "0 0 0", "b")


def test_blinds_and_order_with_three_players_and_more():
    state = table((500,) * 6)
    assert state.wagers == (10, 20, 0, 0, 0, 0)
    assert state.actor == 2
    state = act(state, "f f f f f")
    assert state.actor is None
    assert state.stacks == (490, 510, 500, 500, 500, 500)
    assert events_of(state, ev.Returned) == [ev.Returned(1, 10)]


def test_heads_up_the_button_is_small_blind_acts_first_and_then_last():
    state = table((500, 500))
    assert state.wagers == (20, 10)
    assert state.actor == 1
    state = act(state, "c")
    assert legal(state) == "kr"  # the big blind's option
    state = act(state, "k")
    assert state.phase == "drawing" and state.actor == 0
    state = act(state, "0 0")
    assert state.actor == 0


def test_units_of_the_four_rounds():
    state = table((500, 500))
    raised = []
    for draws in ("r c", "0 0 b c", "0 0 b c", "0 0 b c"):
        state = act(state, draws)
        raised.append(events_of(state, ev.Bet, ev.Raised)[-1].total)
    assert raised == [40, 20, 40, 40]


@pytest.mark.parametrize(
    ("rules", "seats", "raises"),
    [
        (Rules(), 2, 3),
        (Rules(), 3, 3),
        (Rules(cap=5), 3, 4),
        (Rules.profile("wsop"), 3, 4),
        (Rules.profile("wsop"), 2, 20),
        (Rules(cap=5, hu_cap="uncapped_if_round_begins_hu"), 2, 20),
        (Rules(cap=None), 3, 20),
    ],
)
def test_cap_before_the_draw_counts_the_big_blind(rules, seats, raises):
    state = table((5000,) * seats, rules=rules)
    for _ in range(raises):
        assert "r" in legal(state)
        state = act(state, "r")
    assert ("r" in legal(state)) is (raises == 20)
    if raises < 20:
        with pytest.raises(RulesError, match="capped"):
            act(state, "r")


def test_cap_after_the_draw_is_one_bet_and_three_raises():
    state = act(table((5000, 5000)), "c k 0 0 b r r r")
    assert legal(state) == "fc"
    assert state.price == 80


@pytest.mark.parametrize(
    ("hu_cap", "capped"),
    [("same", True), ("uncapped_if_round_begins_hu", False), ("uncapped_only_if_table_hu", True)],
)
def test_cap_in_a_round_that_begins_with_two_of_three(hu_cap, capped):
    state = act(table((5000,) * 3, rules=Rules(hu_cap=hu_cap)), "f c k 0 0 b r r r")
    assert ("r" not in legal(state)) is capped


def test_a_round_that_begins_multiway_keeps_its_cap_when_two_are_left():
    rules = Rules(hu_cap="uncapped_if_round_begins_hu")
    state = act(table((5000,) * 3, rules=rules), "r f r r")
    assert legal(state) == "fc"


@pytest.mark.parametrize(("chips", "raise_to"), [(5, 20), (9, 20), (10, 30), (15, 35)])
def test_opening_all_in_is_completed_or_raised(chips, raise_to):
    state = opening_all_in(chips)
    assert events_of(state, ev.Bet)[0].full is (chips >= 10)
    assert state.bets == (chips >= 10)
    assert legal(state) == "fcr"
    called = act(state, "c")
    assert events_of(called, ev.Called)[-1].amount == chips
    raised = act(state, "r")
    assert raised.price == raise_to
    assert raised.bets == 1 + (chips >= 10)


def test_full_rule_raises_a_whole_unit_over_any_all_in():
    state = act(opening_all_in(5, FULL), "r")
    assert state.price == 25
    assert not events_of(state, ev.Bet)[0].full


@pytest.mark.parametrize(
    ("chips", "first_may_raise", "third_raises_to"), [(45, False, 60), (50, True, 70)]
)
def test_all_in_over_a_raise_reopens_from_half_a_bet_on(chips, first_may_raise, third_raises_to):
    # Under the gun raises to 40, the small blind is all-in for `chips`.
    state = act(table((chips, 500, 500)), "r r")
    assert state.price == chips
    assert act(state, "r").price == third_raises_to
    called = act(state, "c")
    assert called.actor == 2
    assert ("r" in legal(called)) is first_may_raise
    if not first_may_raise:
        with pytest.raises(RulesError, match="does not reopen"):
            act(called, "r")
        assert events_of(act(called, "c"), ev.Called)[-1].amount == 5


def test_short_all_ins_accumulate_to_half_a_bet():
    # Raise to 40, all-in 45, all-in 52: together 12 over the last full bet.
    state = act(table((52, 500, 500, 45)), "r r r")
    assert [event.full for event in events_of(state, ev.Raised)] == [True, False, True]
    assert act(state, "r").price == 72
    assert "r" in legal(act(state, "c"))  # under the gun, who acted at 40


def test_who_checked_may_not_raise_an_all_in_below_half_a_bet():
    state = act(table((500, 25, 500)), "c c k 0 0 0 k b c")
    assert state.actor == 0
    assert legal(state) == "fc"


def test_short_call_makes_a_side_pot():
    state = act(table((500, 500, 35)), "r r r c")
    assert events_of(state, ev.Raised)[0].all_in
    state = act(state, "0 0 0", "k k", "0 0 0", "k k", "0 0 0", "k k")
    assert [(pot.amount, pot.seats) for pot in events_of(state, ev.PotMade)] == [
        (105, (0, 1, 2)),
        (80, (0, 1)),
    ]


def test_short_big_blind_leaves_the_price():
    state = table((500, 5, 500))
    assert state.wagers == (10, 5, 0)
    called = act(state, "c")
    assert events_of(called, ev.Called)[0].total == 20
    assert events_of(act(state, "r"), ev.Raised)[0].total == 40


def test_short_small_blind_is_all_in_and_draws():
    state = act(table((3, 500, 500)), "c k")
    assert state.wagers == (0, 0, 0) and state.contributed == (3, 20, 20)
    assert state.phase == "drawing" and state.actor == 0


def test_heads_up_short_big_blind_and_nothing_left_to_decide():
    state = table((5, 500))
    assert state.phase == "drawing"
    assert events_of(state, ev.Returned) == [ev.Returned(1, 5)]


def test_heads_up_short_big_blind_for_more_than_the_small_blind():
    state = table((15, 500))
    assert legal(state) == "fc"
    with pytest.raises(RulesError, match="all opponents are all-in"):
        act(state, "r")
    state = act(state, "c")
    assert events_of(state, ev.Returned) == [ev.Returned(1, 5)]
    assert state.contributed == (15, 15)


def test_no_betting_with_one_player_with_chips_but_all_draws():
    state = act(table((20, 500, 20)), "c c")
    draws = 0
    while state.actor is not None:
        assert state.phase == "drawing"
        state = act(state, "1")
        draws += 1
    assert draws == 9
    assert len(events_of(state, ev.Shown)) == 3


def test_uncalled_bet_goes_back():
    state = act(table((500, 500)), "c k 0 0 b f")
    assert events_of(state, ev.Returned) == [ev.Returned(0, 20)]
    assert events_of(state, ev.PotMade) == [ev.PotMade(0, 40, (0,))]
    assert state.stacks == (520, 480)


def test_folding_without_a_bet_is_an_option():
    assert legal(act(table((500, 500)), "c")) == "kr"
    assert legal(act(table((500, 500), rules=Rules(open_fold=True)), "c")) == "fkr"
    with pytest.raises(RulesError, match="check instead"):
        act(table((500, 500)), "c f")


def test_antes_are_dead():
    state = table((500, 500, 500), ante=5)
    assert state.contributed == (5, 5, 5)
    assert events_of(act(state, "c"), ev.Called)[0].amount == 20


def test_ante_takes_the_last_chips():
    state = table((500, 500, 4), ante=5)
    assert state.stacks == (485, 475, 0)
    assert state.actor == 0


def test_straddle_raises_the_price_but_is_no_bet_for_the_cap():
    state = table((5000,) * 4, straddle=40)
    assert state.actor == 3
    assert (state.price, state.bets) == (40, 1)
    state = act(state, "c c c")
    assert state.actor == 2 and legal(state) == "kr"
    assert act(state, "r").price == 60


def test_dead_small_blind_posts_nothing():
    state = table((500, 500, 500), dead_small_blind=True)
    assert state.wagers == (20, 0, 0)
    assert state.actor == 1


def test_late_poster_has_a_live_blind_and_the_option():
    posts = (
        Post(0, PostKind.SMALL_BLIND, 10),
        Post(1, PostKind.BIG_BLIND, 20),
        Post(3, PostKind.EXTRA, 20),
        Post(3, PostKind.DEAD_BLIND, 10),
    )
    state = start(Setup((500,) * 4, 20, 40, posts), Deck.shuffled(1))
    assert (state.actor, state.pot, state.stacks[3]) == (2, 60, 470)
    state = act(state, "f")
    assert state.actor == 3 and legal(state) == "kr"


@pytest.mark.parametrize(
    "make",
    [
        lambda: Setup.blinds((500,), 20),
        lambda: Setup.blinds((500,) * 9, 20),
        lambda: Setup.blinds((500, 0), 20),
        lambda: Setup.blinds((500, 1.5), 20),
        lambda: Setup.blinds((500, 500), 0),
        lambda: Setup.blinds((500, 500), 20, straddle=40),
        lambda: Setup((500, 500), 20, 10, ()),
        lambda: Setup((500, 500), 20, 40, (Post(2, PostKind.ANTE, 1),)),
        lambda: Rules(cap=0),
        lambda: Rules(burn=2),
        lambda: Rules(deal_mode="whenever"),
        lambda: Rules.profile("casino"),
    ],
)
def test_set_ups_that_make_no_game(make):
    with pytest.raises(RulesError, match=r"expected|needs|seats"):
        make()
