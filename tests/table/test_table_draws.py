"""Draws (rules 5): order, modes, burns, the fifth card, an exhausted deck."""

import pytest
from table_play import act, cards, events_of, stacked_deck

from solver.errors import RulesError
from solver.table import Deck, Rules, Setup, discard, start
from solver.table import events as ev

HANDS = ["2c3c4c5c7d", "2d3d4d5d7c", "2h3h4h5h7s"]
NEXT = "TcTdThTsJcJdJhJsQcQdQhQsKcKdKhKs"


def three(rules=None, draws=NEXT):
    state = start(Setup.blinds((500,) * 3, 20), stacked_deck(HANDS, draws), rules or Rules())
    return act(state, "c c k")


def eight(rules, hands=None):
    """Eight players at the first draw; the deck is in ascending order unless hands are given."""
    deck = Deck(tuple(range(52))) if hands is None else hands
    return act(start(Setup.blinds((500,) * 8, 20), deck, rules), "c" * 7, "k")


def drawn(state):
    return [(event.seat, event.cards) for event in events_of(state, ev.Drawn)]


def test_deal_is_one_at_a_time_from_the_left_of_the_button():
    state = start(Setup.blinds((500,) * 3, 20), Deck(tuple(range(52))))
    assert state.hands[0] == (0, 3, 6, 9, 12)
    assert state.hands[2] == (2, 5, 8, 11, 14)
    assert not events_of(state, ev.Burned)


def test_sequential_replaces_at_once():
    state = act(three(), "2")
    assert state.hands[0] == cards("4c5c7dTcTd")
    assert state.actor == 1
    assert drawn(act(state, "0 1")) == [(0, cards("TcTd")), (2, cards("Th"))]


def test_announce_then_deal_waits_and_burns():
    rules = Rules(deal_mode="announce_then_deal", burn=1)
    state = act(three(rules), "2")
    assert state.hands[0] == cards("4c5c7d")
    state = act(state, "0 1")
    assert events_of(state, ev.Burned) == [ev.Burned(cards("Tc")[0])]
    assert drawn(state) == [(0, cards("TdTh")), (2, cards("Ts"))]


def test_burn_also_when_everybody_is_pat():
    for mode in ("announce_then_deal", "sequential"):
        state = act(three(Rules(deal_mode=mode, burn=1)), "0 0 0", "k k k", "0 0 0")
        assert len(state.burns) == 2


def test_all_in_players_draw():
    state = start(Setup.blinds((500, 500, 20), 20), stacked_deck(HANDS, NEXT))
    state = act(state, "c c k", "0 0")
    assert state.actor == 2 and state.stacks[2] == 0
    assert act(state, "3").hands[2] == cards("5h7sTcTdTh")


def test_five_cards_all_together():
    assert drawn(act(three(), "5 1 1"))[0] == (0, cards("TcTdThTsJc"))


def test_four_then_one_after_everybody_else():
    rules = Rules.profile("source_pages")
    state = act(three(rules), "5")
    assert len(state.hands[0]) == 4 and state.owed == (1, 0, 0)
    state = act(state, "1 1")
    assert drawn(state) == [
        (0, cards("TcTdThTs")),
        (1, cards("Jc")),
        (2, cards("Jd")),
        (0, cards("Jh")),
    ]
    assert not events_of(state, ev.Burned)


def test_four_then_one_burns_before_the_fifth_card_of_the_last_player():
    state = act(three(Rules.profile("source_pages")), "1 0 5")
    assert drawn(state)[1:] == [(2, cards("TdThTsJc")), (2, cards("Jh"))]
    assert events_of(state, ev.Burned) == [ev.Burned(cards("Jd")[0])]


def test_four_then_one_with_two_players_who_draw_five():
    rules = Rules(five_card_rule="four_then_one", deal_mode="announce_then_deal")
    state = act(three(rules), "5 0 5")
    assert drawn(state) == [
        (0, cards("TcTdThTs")),
        (2, cards("JcJdJhJs")),
        (0, cards("Qc")),
        (2, cards("Qh")),
    ]
    assert events_of(state, ev.Burned) == [ev.Burned(cards("Qd")[0])]


def test_source_pages_pass_the_button_one_seat_and_split_ties():
    rules = Rules.profile("source_pages")
    assert (rules.button_rule, rules.recycle, rules.burn) == ("moving", "earlier", 0)


@pytest.mark.parametrize(
    ("thrown", "message"),
    [("2d", "does not hold 2d"), ("2c2c", "throws away twice 2c"), ("2c3c4c5c7dKs", "Ks")],
)
def test_a_discard_of_cards_not_held_is_refused(thrown, message):
    state = three()
    numbers = tuple(cards(thrown[i : i + 2])[0] for i in range(0, len(thrown), 2))
    with pytest.raises(RulesError, match=message):
        state.apply(discard(numbers))
    assert state.hands[0] == cards(HANDS[0])


def test_reshuffle_contains_neither_live_hands_nor_discards_of_this_draw():
    # Eight draw five: after two drawers two cards are left, nobody has folded, so X is empty and
    # the discards of the other players come in; the third player's own do not.
    state = act(eight(Rules()), "5 5")
    own = state.hands[2]
    state = act(state, "5")
    (reshuffled,) = events_of(state, ev.Reshuffled)
    assert not set(reshuffled.order) & set(own)
    assert len(reshuffled.order) == 10
    state = act(state, "5 5 5 5 5")
    assert len(events_of(state, ev.Reshuffled)) == 3
    assert all(len(hand) == 5 for hand in state.hands)


def six_with_fold(recycle="earlier"):
    """Six seats, one folded hand: five draw five (25 of 22 cards in the stub)."""
    rules = Rules(recycle=recycle, deal_mode="announce_then_deal")
    state = start(Setup.blinds((500,) * 6, 20), Deck(tuple(range(52))), rules)
    state = act(state, "f c c c c k")
    folded = {event.seat: event.cards for event in events_of(state, ev.Folded)}[2]
    hands = state.hands
    return folded, hands, act(state, "5 5 5 5 5")


def test_recycle_options_differ_in_the_current_discards():
    contents = {}
    for recycle in ("earlier", "served", "others", "all"):
        folded, hands, state = six_with_fold(recycle)
        (reshuffled,) = events_of(state, ev.Reshuffled)
        assert set(folded) <= set(reshuffled.order)
        contents[recycle] = set(reshuffled.order) - set(folded)
    # The stub of 22 serves seats 0, 1, 3, 4 and two cards of seat 5.
    assert contents["earlier"] == set()
    served = {card for seat in (0, 1, 3, 4) for card in hands[seat]}
    assert contents["served"] == contents["others"] == served
    assert contents["all"] == served | set(hands[5])


def test_player_who_runs_into_the_end_gets_the_last_card_and_goes_on():
    _, _, state = six_with_fold()
    assert [(event.seat, len(event.cards)) for event in events_of(state, ev.Drawn)] == [
        (0, 5), (1, 5), (3, 5), (4, 5), (5, 2), (5, 3),
    ]  # fmt: skip


def test_wsop_shuffles_the_last_card_in_unless_it_completes_the_draw():
    rules = Rules.profile("wsop")
    state = start(Setup.blinds((500,) * 6, 20), Deck(tuple(range(52))), rules)
    # 22 in the stub, one burned, 21 left.
    for draws, completes in (("5 5 5 5 1", True), ("5 5 5 5 2", False)):
        end = act(state, "f c c c c k", draws)
        shuffles = events_of(end, ev.Reshuffled)
        assert bool(shuffles) is not completes
        if shuffles:
            assert 51 in shuffles[0].order
            assert end.hands[5][-2:] == shuffles[0].order[:2]


def test_last_card_is_dealt_by_default():
    state = start(Setup.blinds((500,) * 6, 20), Deck(tuple(range(52))), Rules())
    end = act(state, "f c c c c k", "5 5 5 5 3")
    assert events_of(end, ev.Drawn)[4].cards == (50, 51)


def test_burns_are_recycled_unless_the_option_says_otherwise():
    for recycled in (True, False):
        rules = Rules(burn=1, deal_mode="announce_then_deal", recycle_burns=recycled)
        state = start(Setup.blinds((500,) * 6, 20), Deck(tuple(range(52))), rules)
        state = act(state, "f c c c c k", "5 5 5 5 5")
        (reshuffled,) = events_of(state, ev.Reshuffled)
        (burned,) = events_of(state, ev.Burned)
        assert (burned.card in reshuffled.order) is recycled
        assert (burned.card in state.burns) is not recycled


def test_a_second_exhaustion_repeats_the_procedure():
    state = start(Setup.blinds((500,) * 6, 20), Deck(tuple(range(52))), Rules())
    state = act(state, "c c c c c k", "5 5 5 5 5 5", "k" * 6)
    first = events_of(state, ev.Reshuffled)
    assert len(first) == 1
    state = act(state, "4 4 4 4 4 4", "k" * 6)
    second = events_of(state, ev.Reshuffled)
    assert len(second) > 1
    # Cards thrown away in the first draw are live again in the second.
    early = {c for event in events_of(state, ev.Discarded)[:6] for c in event.cards}
    assert early & set(second[1].order)


def test_given_reshuffle_orders_are_used_and_checked():
    folded, _, state = six_with_fold()
    (reshuffled,) = events_of(state, ev.Reshuffled)
    order = tuple(reversed(reshuffled.order))
    rules = Rules(deal_mode="announce_then_deal")
    setup = Setup.blinds((500,) * 6, 20)
    again = start(setup, Deck(tuple(range(52)), (order,)), rules)
    again = act(again, "f c c c c k", "5 5 5 5 5")
    assert again.hands[5][-3:] == order[:3]
    wrong = start(setup, Deck(tuple(range(52)), (folded[:3],)), rules)
    with pytest.raises(RulesError, match="reshuffle 1 has the 3 cards"):
        act(wrong, "f c c c c k", "5 5 5 5 5")


@pytest.mark.parametrize("order", [tuple(range(51)), (0, *range(51)), (52, *range(51))])
def test_decks_that_are_none(order):
    with pytest.raises(RulesError, match=r"expected|twice"):
        Deck(order)
