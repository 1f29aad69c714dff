"""Hands written as PokerStars writes them, and read again."""

from pathlib import Path

import pytest
from table_play import act, stacked_deck

from solver.errors import HistoryError
from solver.table import Deck, Post, PostKind, Rules, Setup, start
from solver.table.histories.importing import find_files, import_files, read_hands
from solver.table.histories.pokerstars_writer import write_pokerstars
from solver.table.histories.record import PlayedHand

GOLDEN = Path(__file__).parents[1] / "data" / "golden"
HANDS = [
    hand
    for file in import_files(find_files(sorted(GOLDEN.glob("*.txt"))))
    for hand in file.hands
    if hand.info["venue"] == "PokerStars"
]
DEAD = {hand.name for hand in HANDS if any("dead" in p.kind for p in hand.state.setup.posts)}
FACTS = ("hand", "players", "seats", "table", "seat_count", "year", "month", "day", "time", "_hero")


@pytest.mark.parametrize(
    "hand", [hand for hand in HANDS if hand.name not in DEAD], ids=lambda hand: hand.name
)
def test_real_hands_read_back_the_same(hand):
    text = write_pokerstars(hand)
    (again,) = read_hands(text, ".txt").hands
    assert again.log == hand.log
    assert again.scale in (hand.scale, 1)
    for fact in FACTS:
        assert again.info.get(fact) == hand.info.get(fact), fact
    assert write_pokerstars(again) == text


def test_the_text_of_a_hand():
    deck = stacked_deck(["2c3d4h5s7c", "2d3h4s5c8d"], "KhKs")
    state = start(Setup.blinds((500, 500), 20), deck)
    state = act(state, "r c 0 2 k b c 0 0 k k 0 0 b c")
    info = {"hand": 5, "table": "Ceres", "seats": [3, 1], "players": ["Ann", "Bob"], "_hero": "Bob"}
    assert write_pokerstars(PlayedHand(state, info=info)) == (
        "PokerStars Hand #5:  Triple Draw 2-7 Lowball Limit (20/40)\n"
        "Table 'Ceres' 2-max Seat #1 is the button\n"
        "Seat 1: Bob (500 in chips)\n"
        "Seat 3: Ann (500 in chips)\n"
        "Bob: posts small blind 10\n"
        "Ann: posts big blind 20\n"
        "*** DEALING HANDS ***\n"
        "Dealt to Bob [2d 3h 4s 5c 8d]\n"
        "Bob: raises 20 to 40\n"
        "Ann: calls 20\n"
        "*** FIRST DRAW ***\n"
        "Ann: stands pat\n"
        "Bob: discards 2 cards [2d 3h]\n"
        "Dealt to Bob [4s 5c 8d] [Kh Ks]\n"
        "Ann: checks\n"
        "Bob: bets 20\n"
        "Ann: calls 20\n"
        "*** SECOND DRAW ***\n"
        "Ann: stands pat\n"
        "Bob: stands pat on [4s 5c 8d Kh Ks]\n"
        "Ann: checks\n"
        "Bob: checks\n"
        "*** THIRD DRAW ***\n"
        "Ann: stands pat\n"
        "Bob: stands pat on [4s 5c 8d Kh Ks]\n"
        "Ann: bets 40\n"
        "Bob: calls 40\n"
        "*** SHOW DOWN ***\n"
        "Ann: shows [2c 3d 4h 5s 7c] (7-5-4-3-2)\n"
        "Bob: shows [4s 5c 8d Kh Ks] (pair of kings (KK854))\n"
        "Ann collected 200 from pot\n"
        "*** SUMMARY ***\n"
        "Total pot 200 | Rake 0\n"
        "Seat 1: Bob (button) (small blind) showed [4s 5c 8d Kh Ks] and lost\n"
        "Seat 3: Ann (big blind) showed [2c 3d 4h 5s 7c] and won (200)\n"
    )


INFO = {"hand": 5, "table": "Ceres", "seats": [2, 1], "players": ["Ann", "Bob"]}
BLINDS = Setup.blinds((500, 500), 20)
DEAD_BLIND = Setup((500, 500), 20, 40, (*BLINDS.posts, Post(1, PostKind.DEAD_BLIND, 5)))


@pytest.mark.parametrize(
    ("setup", "rules", "missing", "reason"),
    [
        (BLINDS, Rules(cap=5), "", "cap of 5"),
        (BLINDS, Rules(burn=1), "", "another way"),
        (BLINDS, Rules(deal_mode="announce_then_deal"), "", "another way"),
        (DEAD_BLIND, Rules(), "", "dead blind"),
        (BLINDS, Rules(), "table", "needs the field 'table'"),
    ],
)  # fmt: skip
def test_what_the_text_cannot_say_is_refused(setup, rules, missing, reason):
    hand = PlayedHand(act(start(setup, Deck.shuffled(1), rules), "f"), info=INFO.copy())
    hand.info.pop(missing, None)
    with pytest.raises(HistoryError, match=reason):
        write_pokerstars(hand)
