"""Every row of the reference of hand histories that were once misread (tests/data/HISTORIES.md)."""

# ruff: noqa: E501  (lines of histories are as long as they are)

import random
import re
import warnings
from pathlib import Path

import pokerkit
import pytest
from table_play import act, stacked_deck

from solver.errors import HistoryError
from solver.table import MUCK, Action, Deck, Kind, Rules, Setup, start
from solver.table import events as ev
from solver.table.deck import format_known
from solver.table.histories.importing import find_files, import_files, write_hands
from solver.table.histories.phh import read_phh, write_phh, write_phhs
from solver.table.histories.phh_fields import MOST_UNITS
from solver.table.histories.record import PlayedHand
from solver.table.histories.splitting import LONGEST_LINE, MOST_LINES
from solver.table.logs import log_from_json, log_to_json, replay

DATA = Path(__file__).parents[1] / "data"
REFERENCE = (DATA / "HISTORIES.md").read_text(encoding="utf-8")
B0 = re.search(r"```\n(.*?)```", REFERENCE, re.DOTALL)[1]
STARS = (DATA / "golden" / "heads-up-showdown-hero.txt").read_text(encoding="utf-8")
ELSEWHERE = """
Winamax Poker - CashGame - HandId: #15-3-1 - 2-7 Triple Draw fixed limit (1€/2€) - 2015/01/02 03:04:05 UTC
Table: 'Nice' 6-max (real money) Seat #1 is the button
Seat 1: Ann (50€)
Seat 4: Bob (60€)
*** ANTE/BLINDS ***
Ann posts small blind 0.50€
Bob posts big blind 1€
*** FIRST-BET ***
Ann folds
Bob collected 1.50€ from pot
*** SUMMARY ***
Total pot 1.50€ | No rake
"""


def test_every_row_has_a_test():
    rows = re.findall(r"^\| ([A-Z]) \|", REFERENCE, re.MULTILINE)
    held = {name[5].upper() for name in globals() if re.match(r"test_[a-z]_", name)}
    assert len(rows) == 17 and held == set(rows)


def numbered(number, text=B0):
    return text.replace("#7000001", f"#{number}")


def import_data(path, data):
    path.write_bytes(data)
    (file,) = import_files(find_files([path]))
    return file


def imported(tmp_path, text, name="hands.txt"):
    return import_data(tmp_path / name, text.encode())


def numbers(file):
    return [hand.info.get("hand") for hand in file.hands]


def reason(file):
    (refusal,) = file.refused
    return refusal.reason


def of(hand, kind):
    return [event for event in hand.log if isinstance(event, kind)]


def pokerkit_end(text):
    """The last state of pokerkit's own replay."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # cards dealt again after a reshuffle
        *_, state = pokerkit.HandHistory.loads(text)
    assert not state.status
    return state


# A, B: bytes ------------------------------------------------------------------------------------


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_a_half_a_character_at_the_end(tmp_path, encoding):
    text = numbered(1) + "\n\n" + numbered(2)
    file = import_data(tmp_path / "a.txt", text.encode(encoding) + b"\n")
    assert numbers(file) == [1, 2] and file.refused == ()
    (note,) = file.notes
    assert note.line == text.count("\n") + 1
    assert note.text == "half a character of UTF-16 stands here; it is left out"


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_a_byte_lost_in_the_middle_costs_one_hand(tmp_path, encoding):
    text = "\n\n".join(numbered(n) for n in (1, 2, 3))
    data = text.encode(encoding)
    at = data.index(
        "Dealt".encode(
            encoding.replace("utf-16", "utf-16-le") if encoding == "utf-16" else encoding
        ),
        len(data) // 3,
    )
    file = import_data(tmp_path / "a.txt", data[:at] + data[at + 1 :])
    assert {1, 3} <= set(numbers(file))
    assert len(file.notes) >= 1


def test_b_windows_1252_costs_nothing(tmp_path):
    text = B0.encode() + b"\n\n" + numbered(2, B0.replace("Bob", "Zoë")).encode("cp1252")
    file = import_data(tmp_path / "b.txt", text)
    assert [hand.info["players"] for hand in file.hands] == [["Bob", "Ann"], ["Zoë", "Ann"]]
    (note,) = file.notes
    assert note.text == "4 lines from here on are not in UTF-8; read as Windows-1252"
    assert text.split(b"\n")[note.line - 1].startswith(b"Seat 4: Zo\xeb")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-be"])
def test_b_one_wrong_byte_costs_at_most_its_own_hand(tmp_path, encoding):
    rng = random.Random(encoding)
    parts = [(numbered(n) + "\n\n").encode(encoding) for n in (1, 2, 3)]
    mark = {"utf-8-sig": 3, "utf-16": 2}.get(encoding, 0)
    data = parts[0] + parts[1][mark:] + parts[2][mark:]
    own = range(len(parts[0]), len(parts[0]) + len(parts[1]) - mark)
    for _ in range(300):
        at = rng.choice(own)
        damaged = data[:at] + bytes([rng.randrange(256)]) + data[at + 1 :]
        found = numbers(import_data(tmp_path / "b.txt", damaged))
        assert found[0] == 1 and found[-1] == 3, (at, damaged[at - 20 : at + 20])


# C, D: Full Tilt --------------------------------------------------------------------------------

TILT = """{header}
Seat 1: Ann ($50)
Seat 2: Bob ($60)
Ann posts the small blind of $0.50
Bob posts the big blind of $1
The button is in seat #1
*** HOLE CARDS ***
Ann folds
Uncalled bet of $0.50 returned to Bob
Bob wins the pot ($1)
*** SUMMARY ***
Total pot $1 | Rake $0
"""


def test_c_full_tilt_of_2013_puts_the_game_first(tmp_path):
    header = "Full Tilt Poker Game #1: Table Dun (heads up) - FL 2-7 Triple Draw - $1/$2 - 10:11:12 ET - 2013/05/08"
    (hand,) = imported(tmp_path, TILT.format(header=header)).hands
    assert (hand.info["table"], hand.info["year"], str(hand.info["time"])) == (
        "Dun",
        2013,
        "10:11:12",
    )
    assert (hand.state.setup.small_bet, hand.state.setup.big_bet) == (100, 200)
    assert hand.notes == ()


def test_c_full_tilt_of_2016_is_in_the_layout_of_pokerstars(tmp_path):
    text = B0.replace("PokerStars Hand #7000001", "Full Tilt Hand #1")
    (hand,) = imported(tmp_path, text).hands
    assert (hand.info["venue"], hand.info["hand"]) == ("Full Tilt Poker", 1)


@pytest.mark.parametrize(
    ("rest", "game"),
    [
        ("Table Dun (heads up) - NL Hold'em - $1/$2 - 10:11:12 ET - 2013/05/08", "NL Hold'em"),
        ("Table Dun - $1/$2 - Limit Razz - 10:11:12 ET - 2013/05/08", "Limit Razz"),
        ("Table A - B - Something New - $1/$2 - 10:11:12 ET - 2013/05/08", "Something New"),
        ("Table Dun - $1/$2 - 10:11:12 ET - 2013/05/08", "none is named in the header"),
    ],
)
def test_c_other_games_are_named(tmp_path, rest, game):
    file = imported(tmp_path, f"Full Tilt Poker Game #1: {rest}\nSeat 1: Ann ($50)\n")
    assert file.skipped == {f"other game: {game}": 1}


def test_c_what_is_not_known_in_a_header_is_said(tmp_path):
    header = (
        "Full Tilt Poker Game #1: Table Dun - FL 2-7 Triple Draw - $1/$2 - 10:11:12 ET - 8 May 2013"
    )
    (note,) = imported(tmp_path, TILT.format(header=header)).notes
    assert note.text == "Full Tilt Poker 1: its date and time cannot be read in full: '8 May 2013'"


CHECKED_THROUGH = """Full Tilt Poker Game #1: Table Dun - $1/$2 - Limit 2-7 Triple Draw - 10:11:12 ET - 2010/05/08
Seat 1: Ann ($50)
Seat 2: Bob ($60)
Ann posts the small blind of $0.50
Bob posts the big blind of $1
The button is in seat #1
*** HOLE CARDS ***
Ann raises to $2
Bob calls $1
*** FIRST DRAW ***
Bob discards 1 card
Ann discards 1 card
Bob is dealt 1 card
Ann is dealt 1 card
Bob checks
Ann bets $1
Bob calls $1
*** SECOND DRAW ***
Bob stands pat
Ann stands pat
Bob checks
Ann checks
*** THIRD DRAW ***
Bob stands pat
Ann stands pat
Bob checks
Ann checks
*** SHOW DOWN ***
Ann shows [8s 7d 4h 3d 2c] 8,7,4,3,2
Bob mucks
Ann wins the pot ($5.70)
*** SUMMARY ***
Total pot $6 | Rake $0.30
"""


def test_d_the_shown_hand_is_kept_and_pokerkit_pays_it(tmp_path):
    (hand,) = imported(tmp_path, CHECKED_THROUGH).hands
    (shown,) = of(hand, ev.Shown)
    assert (shown.seat, format_known(shown.cards)) == (1, "8s7d4h3d2c")
    assert [event.seat for event in of(hand, ev.Mucked)] == [0]
    text = write_phh(hand)
    assert "'p2 sm 8s7d4h3d2c'" in text
    assert [int(100 * stack) for stack in pokerkit_end(text).stacks] == [5700, 5300]
    (again,) = read_phh(text)
    assert again.state == hand.state and again.paid == hand.paid
    assert replay(log_from_json(log_to_json(hand.log))) == hand.state


def test_d_who_is_left_alone_need_not_show(tmp_path):
    text = CHECKED_THROUGH.replace("Ann shows [8s 7d 4h 3d 2c] 8,7,4,3,2\n", "")
    (hand,) = imported(tmp_path, text).hands
    assert of(hand, ev.Shown) == []
    assert replay(hand.log) == hand.state
    written = write_phh(hand)
    assert write_phh(read_phh(written)[0]) == written


# E, F, H: PHH -----------------------------------------------------------------------------------


@pytest.mark.filterwarnings("ignore:Returning reserved")
def test_e_hands_dealt_card_by_card():
    game = pokerkit.FixedLimitDeuceToSevenLowballTripleDraw((), True, 0, (10, 20), 20, 40)
    random.seed(5)
    automations = (
        *pokerkit.HandHistory.__dataclass_fields__["automations"].default,
        pokerkit.Automation.HOLE_DEALING,
        pokerkit.Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    )
    state = pokerkit.FixedLimitDeuceToSevenLowballTripleDraw.create_state(
        automations, True, 0, (10, 20), 20, 40, (500, 500, 500), 3
    )
    while state.status:
        if (seat := state.stand_patter_or_discarder_index) is not None:
            state.stand_pat_or_discard(list(state.hole_cards[seat])[:2])
        else:
            state.check_or_call()
    history = pokerkit.HandHistory.from_game_state(game, state, compression_status=False)
    text = history.dumps()
    assert len(re.findall(r"d dh p1 \w\w'", text)) > 5
    (ours,) = read_phh(text)
    assert ours.state.stacks == tuple(state.stacks)
    four = text.replace(re.search(r"'d dh p1 \w\w', ", text)[0], "", 1)
    with pytest.raises(HistoryError, match="p1 is dealt 4 cards; expected 5"):
        read_phh(four)


NASTY = (
    "a\nb",
    "a\r\nb",
    "it's",
    "''' x",
    '"""',
    "\a bell",
    "back\\slash",
    "tab\t",
    "\x7f",
    "\x85\u2028",
    "♥ Zoë",
    " ",
    "[2]",
    "# no",
    "\0",
)


def folded(info, seed=1):
    return PlayedHand(act(start(Setup.blinds((500, 500), 20), Deck.shuffled(seed)), "f"), info=info)


@pytest.mark.parametrize("text", NASTY)
def test_f_texts_read_back_the_same(tmp_path, text):
    info = {
        "event": text,
        "table": text,
        "players": [text, f"{text}2"],
        "_club": text,
        "_x": {text: [text]},
    }
    hand = folded(info)
    (again,) = read_phh(write_phh(hand))
    assert dict(again.info) == info
    assert pokerkit.HandHistory.loads(write_phh(hand)).table == text
    together = write_phhs([hand, folded({"hand": 2})])
    assert [one.info for one in read_phh(together)] == [info, {"hand": 2}]
    file = imported(tmp_path, together, "hands.phhs")
    phhs, _ = write_hands(file, tmp_path / "out")
    assert [one.info for one in read_phh(phhs.read_bytes().decode())] == [info, {"hand": 2}]


def test_f_what_does_not_read_back_is_no_success(tmp_path, monkeypatch):
    file = imported(tmp_path, numbered(1) + "\n\n" + numbered(2))
    spoiled = file.hands[0].info | {"table": "\ud800"}  # half a character cannot be written at all
    object.__setattr__(file.hands[0], "info", spoiled)
    with pytest.raises(
        HistoryError, match=r"PokerStars 1 would not read back .*; 1 other hand is written"
    ):
        write_hands(file, tmp_path / "out")
    (kept,) = read_phh((tmp_path / "out" / "hands.phhs").read_text(encoding="utf-8"))
    assert kept.info["hand"] == 2
    assert len((tmp_path / "out" / "hands.jsonl").read_text().split('"started"')) == 2


def test_h_a_damaged_hand_of_a_phhs_file_costs_itself_only(tmp_path):
    text = write_phhs([folded({"hand": n}) for n in (1, 2, 3)])
    at = text.index("starting_stacks", text.index("[2]"))
    file = imported(tmp_path, text[:at] + text[at:].replace("]", "", 1), "h.phhs")
    assert numbers(file) == [1, 3]
    assert reason(file).startswith("hand 2: no PHH file: ")
    assert text.split("\n")[file.refused[0].line - 1].startswith(
        ("[2]", "starting_stacks", "actions")
    )


def test_h_any_wrong_byte_of_a_phhs_file_costs_at_most_its_own_hand(tmp_path):
    rng = random.Random(1)
    data = write_phhs([folded({"hand": n, "table": "Ceres"}) for n in (1, 2, 3)]).encode()
    first, last = data.index(b"[2]"), data.index(b"[3]") - 2
    for _ in range(300):
        at = rng.randrange(first, last)
        damaged = data[:at] + bytes([rng.randrange(256)]) + data[at + 1 :]
        found = numbers(import_data(tmp_path / "h.phhs", damaged))
        assert found[0] == 1 and found[-1] == 3, damaged[at - 20 : at + 20]


@pytest.mark.parametrize(
    "field", ["antes", "small_bet", "starting_stacks", "actions", "players", "_rules", "_told"]
)
@pytest.mark.parametrize(
    "value", ["5", "'x'", "[1, 'x']", "['x', 'y']", "{a = 1}", "1e999999", "[[]]", "nan"]
)
def test_h_fields_of_the_wrong_kind_are_named(tmp_path, field, value):
    lines = [line for line in write_phh(folded({})).split("\n") if not line.startswith(field)]
    file = imported(tmp_path, "\n".join([*lines, f"{field} = {value}"]), "h.phh")
    for refusal in file.refused:
        assert "cannot be read (" not in refusal.reason
        assert (
            field in refusal.reason
            or "action 1" in refusal.reason
            or "amount of money" in refusal.reason
        )
    sound = {("players", "['x', 'y']"), ("small_bet", "5")}
    assert bool(file.hands) is ((field, value) in sound) or not file.refused


# G, P: what PHH has no field for ----------------------------------------------------------------

CORRUPT = (
    STARS.replace("Bob: discards 1 card [9d]", "Bob: discards 1 card []")
    .replace("Dealt to Bob [2c 3c 4d 7s] [8d]", "Dealt to Bob [2c 3c 4d 7s 9d] [2c 3c 4d 7s 9d]")
    .replace("Bob: stands pat on [2c 3c 4d 7s 8d]", "Bob: stands pat")
)  # fmt: skip


def test_g_corrupt_cards_are_reported_and_the_hand_as_dealt_is_kept(tmp_path):
    file = imported(tmp_path, CORRUPT)
    (hand,) = file.hands
    (note,) = file.notes
    assert note.text == (
        "PokerStars 240000000003: line 20 tells cards of Bob that do not fit the ones before; from "
        "there on the hand of Bob is unknown"
    )
    text = write_phh(hand)
    assert "_told = [[], ['2c3c4dKhKs', 'KhKs', '7s9d', '??', '??', '', '']]" in text
    assert "d dh p2 ??????????" in text
    (again,) = read_phh(text)
    assert again.state == hand.state
    assert write_phh(again) == text
    assert pokerkit_end(text).stacks == [360, 640]


SHOWN = B0.replace("*** SUMMARY", "Bob: shows [7c 5d 4h 3s 2c] (Lo: 7,5,4,3,2)\n*** SUMMARY")


def test_p_cards_shown_without_a_showdown_are_kept(tmp_path):
    (hand,) = imported(tmp_path, SHOWN.replace("Dealt to Ann [2c 3d 4h 8s Kc]\n", "")).hands
    assert hand.info["_shown"] == ["7c5d4h3s2c", ""]
    assert of(hand, ev.Shown) == []
    text = write_phh(hand)
    (again,) = read_phh(text)
    assert again.info == hand.info and write_phh(again) == text
    assert sum(pokerkit_end(text).stacks) == 110


def test_p_shown_cards_have_to_fit(tmp_path):
    text = SHOWN.replace("Dealt to Ann [2c 3d 4h 8s Kc]", "Dealt to Bob [2c 3d 4h 8s Kc]")
    assert reason(imported(tmp_path, text)) == "Bob shows 7c5d4h3s2c but holds 2c3d4h8sKc"


# I: the rules engine ----------------------------------------------------------------------------


def side_pot():
    """The row's hand up to its showdown: seat 0 gave up the side pot of 40 to seat 1."""
    state = start(Setup.blinds((500, 500, 20, 20), 20), Deck.unknown(), Rules())
    state = act(state, "c c c k", "0000", "b c", "0000", "k b f", "000")
    assert state.actor == 1
    return state


def test_i_a_side_pot_goes_to_the_only_seat_with_a_claim():
    state = side_pot().apply(MUCK)
    state = state.apply(Action(Kind.SHOW, stacked_deck(["7c5d4h3s2c"]).order[:5])).apply(MUCK)
    assert [event for event in state.log if isinstance(event, ev.PotMade)] == [
        ev.PotMade(0, 80, (1, 2, 3)),
        ev.PotMade(1, 40, (1,)),
    ]
    won = [event for event in state.log if isinstance(event, ev.Won)]
    assert won == [ev.Won(2, 80, 0), ev.Won(1, 40, 1)]
    assert replay(state.log) == state


def test_i_if_all_give_up_a_side_pot_the_last_one_keeps_it():
    state = start(Setup.blinds((500, 500, 20, 20), 20), Deck.unknown(), Rules())
    state = act(state, "c c c k", "0000", "b c", "0000", "k k", "0000", "k k")
    state = state.apply(MUCK).apply(MUCK)  # seats 0 and 1: the side pot is theirs
    state = state.apply(MUCK).apply(MUCK)  # seat 3 is left alone with the main pot
    won = [event for event in state.log if isinstance(event, ev.Won)]
    assert won == [ev.Won(3, 80, 0), ev.Won(1, 40, 1)]
    assert state.shown == (False, False, False, None)
    assert replay(state.log) == state


# J, K, L, M: texts of sites ---------------------------------------------------------------------


@pytest.mark.parametrize("where", ["after", "before", "between"])
def test_j_a_hand_of_another_site_costs_no_hand_of_ours(tmp_path, where):
    parts = {
        "after": [numbered(1), ELSEWHERE],
        "before": [ELSEWHERE, numbered(1)],
        "between": [numbered(1), ELSEWHERE, numbered(2)],
    }[where]
    file = imported(tmp_path, "\n\n".join(parts))
    assert numbers(file) == [1, 2][: len(parts) - 1]
    assert reason(file).startswith(
        "no hand of PokerStars or Full Tilt begins so: 'Winamax Poker - CashGame - HandId: #15-3-1"
    )


@pytest.mark.parametrize(
    "header",
    [
        "***** Hand History for Game 123456 *****",
        "Ignition Hand #3598 TBL#12 2-7 Triple Draw",
        "Poker Hand #TD123: Triple Draw",
        "#Game No : 123456",
        "GAME #8123: Triple Draw $1/$2",
        "Stage #1234: Triple Draw",
        "Nobody has seen such a site",
    ],
)
def test_j_other_sites_are_known_by_their_beginning_or_by_their_headings(tmp_path, header):
    other = ELSEWHERE.replace(ELSEWHERE.split("\n")[1], header)
    file = imported(tmp_path, f"{numbered(1)}\n{other}\n{numbered(2)}")
    assert numbers(file) == [1, 2]
    assert repr(header) in reason(file)


def test_j_what_is_no_hand_is_passed_over(tmp_path):
    noise = '**** # 1 ****\nAnn said, "Game #7 was better"\n\n'
    file = imported(tmp_path, noise + numbered(1) + "Bob leaves the table\n" + noise + numbered(2))
    assert numbers(file) == [1, 2] and file.refused == ()


@pytest.mark.parametrize(
    ("date", "time"),
    [
        ("2008/08/17 - 01:14:43 (ET)", "01:14:43"),
        ("2008/08/17 1:14:43 ET", "01:14:43"),
        ("2008/08/17 7:14:43 CET [2008/08/17 1:14:43 ET]", "07:14:43"),
        ("2008/08/17", "None"),
    ],
)
def test_k_dates_are_kept(tmp_path, date, time):
    header = f"PokerStars Game #7: Triple Draw 2-7 Lowball Limit ($1/$2) - {date}"
    (hand,) = imported(tmp_path, header + B0[B0.index("\n") :]).hands
    info = hand.info
    assert (info["year"], info["month"], info["day"], str(info.get("time"))) == (2008, 8, 17, time)
    assert hand.notes == ()


def test_k_a_date_that_cannot_be_read_is_said(tmp_path):
    header = "PokerStars Game #7: Triple Draw 2-7 Lowball Limit ($1/$2) - 17.08.2008 01:14"
    (note,) = imported(tmp_path, header + B0[B0.index("\n") :]).notes
    assert note.text == "PokerStars 7: its date and time cannot be read: '17.08.2008 01:14'"


def test_l_a_decimal_comma(tmp_path):
    text = B0.replace("($1/$2 USD)", "($1,00/$2,00 USD)").replace("$0.50", "$0,50")
    (hand,) = imported(tmp_path, text).hands
    assert (hand.state.setup.small_bet, hand.state.setup.big_bet, hand.scale) == (100, 200, 100)
    assert hand.finishing_stacks == imported(tmp_path, B0).hands[0].finishing_stacks


@pytest.mark.parametrize(
    "amount", ["$1,0", "$1.000", "$1,00,0", "$1.234.5", "$0x1", "$1_000", "$٣", "$1e3"]
)
def test_l_an_amount_is_read_in_one_way_or_refused(tmp_path, amount):
    file = imported(tmp_path, B0.replace("Ann ($50", f"Ann ({amount}"))
    if amount == "$1,0":
        assert file.hands[0].state.setup.stacks == (6000, 100)
    else:
        assert "is no amount of money" in reason(file)


@pytest.mark.parametrize("site", ["PokerStars", "Full Tilt"])
def test_m_a_player_without_a_seat_line(tmp_path, site):
    if site == "PokerStars":
        text = B0.replace("Ann: folds", "Zoe: folds\nAnn: folds")
    else:
        header = "Full Tilt Poker Game #1: Table Dun - $1/$2 - Limit 2-7 Triple Draw - 10:11:12 ET"
        text = TILT.format(header=header).replace("Ann folds", "Zoe folds\nAnn folds")
    file = imported(tmp_path, text)
    assert reason(file) == "'Zoe' plays, but no line tells the seat and the stack"
    assert text.split("\n")[file.refused[0].line - 1].startswith("Zoe")


def test_m_chat_about_folding_is_no_play(tmp_path):
    text = B0.replace("Ann: folds", 'Zoe said, "Ann: folds"\nAnn: folds')
    assert len(imported(tmp_path, text).hands) == 1
    header = "Full Tilt Poker Game #1: Table Dun - $1/$2 - Limit 2-7 Triple Draw - 10:11:12 ET"
    text = TILT.format(header=header).replace("Ann folds", "Zoe: Ann folds\nAnn folds")
    assert len(imported(tmp_path, text).hands) == 1


# N, O, Q ----------------------------------------------------------------------------------------


def test_n_games_and_events_keep_their_names(tmp_path):
    header = "PokerStars Hand #9: Tournament #5, $5+$0.50 USD Single Draw 2-7 Lowball No Limit - Level I (10/20) - 2024/03/01 20:00:00 ET\n"
    assert imported(tmp_path, header).skipped == {"other game: Single Draw 2-7 Lowball No Limit": 1}
    header = "PokerStars Hand #9: Tournament #5, 100+9 8-Game (Triple Draw 2-7 Lowball Limit) - Level II (20/40) - 2024/03/01 20:00:00 ET\n"
    text = header + STARS[STARS.index("\n") + 1 :]
    assert imported(tmp_path, text).hands[0].info["event"] == "Tournament #5, 100+9 8-Game"


def test_n_one_player(tmp_path):
    text = B0.replace("Seat 4: Bob ($60 in chips)\n", "")
    assert "Bob" in reason(imported(tmp_path, text))
    lines = [line for line in B0.split("\n") if "Bob" not in line]
    assert reason(imported(tmp_path, "\n".join(lines))) == "1 player takes part; expected 2 to 8"


def test_n_a_ten_of_two_letters():
    text = write_phh(folded({}))
    known = re.search(r"d dh p1 (\w{10})", text)[1]
    assert "Ts" not in known
    ten = text.replace(known[:2], "10s", 1)
    (hand,) = read_phh(ten)
    assert format_known(hand.state.deck.order[0:1]) == "Ts"
    with pytest.raises(HistoryError, match=r"action 1 .*'1x' in"):
        read_phh(text.replace(known[:2], "1x", 1))


@pytest.mark.parametrize("part", range(3))
def test_n_whatever_is_damaged_the_reason_is_in_words(tmp_path, part):
    rng = random.Random(part)
    texts = [path.read_bytes() for path in sorted((DATA / "golden").glob("*.txt"))]
    hands = [hand for file in import_files(find_files([DATA / "golden"])) for hand in file.hands]
    for _ in range(250):
        if rng.random() < 0.5:
            name, data = "n.txt", bytearray(rng.choice(texts))
        else:
            name, data = "n.phh", bytearray(write_phh(rng.choice(hands)).encode())
        for _ in range(rng.randint(1, 3)):
            at = rng.randrange(len(data))
            data[at : at + rng.randint(0, 3)] = rng.choice(
                (b"", b"]", b"'", b"9", b"\xff", b" ", b"-1", b"??", b"{", b"=", b"e9")
            )
        for refusal in import_data(tmp_path / name, bytes(data)).refused:
            assert "cannot be read (" not in refusal.reason
            assert refusal.reason.isprintable()


def test_o_a_line_has_a_limit(tmp_path):
    header = "PokerStars Hand #1: Tournament #5, " + "1.1+" * 15_000
    file = imported(tmp_path, f"{header}\n{B0[B0.index('Table') :]}\n{numbered(2)}")
    assert numbers(file) == [2]
    assert (
        reason(file) == f"{len(header):,} characters in a line; at most {LONGEST_LINE:,} are read"
    )


def test_o_a_hand_has_a_limit(tmp_path):
    seats = "".join(f"Seat {n}: P{n} ($50 in chips)\n" for n in range(20_000))
    file = imported(tmp_path, B0.replace("Seat 1", seats + "Seat 1") + "\n" + numbered(2))
    assert numbers(file) == [2]
    assert reason(file) == f"a hand of 20,013 lines; at most {MOST_LINES:,} are read"
    few = "".join(f"Seat {n}: P{n} ($50 in chips)\n" for n in range(2, 900))
    assert reason(imported(tmp_path, B0.replace("Ann: posts", few + "Ann: posts"))) in (
        "seat 4 or 'P4' stands there twice",
        "seat 11; a table has the seats 1 to 10",
    )


def test_o_a_phh_hand_and_its_amounts_have_limits(tmp_path):
    text = write_phh(folded({"event": "x" * 200_000}))
    assert "at most 100,000 are read" in reason(imported(tmp_path, text, "o.phh"))
    text = write_phh(folded({})).replace("[500, 500]", f"[500, {MOST_UNITS * 10}]", 1)
    assert "is no amount of money" in reason(imported(tmp_path, text, "o.phh"))


@pytest.mark.parametrize("suffix", [".txt", ".phhs"])
def test_o_the_work_grows_with_the_input(tmp_path, suffix):
    """Calls of Python functions, which a busy machine does not change."""
    import sys

    def calls(count):
        path = tmp_path / f"o{suffix}"
        text = "\n\n".join([STARS] * count)
        if suffix == ".phhs":
            text = write_phhs(imported(tmp_path, text).hands)
        path.write_text(text, encoding="utf-8")
        counted = 0

        def count_call(frame, event, argument):
            nonlocal counted
            counted += event in ("call", "c_call")

        sys.setprofile(count_call)
        try:
            (file,) = import_files(find_files([path]))
        finally:
            sys.setprofile(None)
        assert len(file.hands) == count
        return counted

    calls(1)
    few, many = calls(10), calls(100)
    assert many < 10.5 * few


def test_q_a_winner_against_the_rules_is_read_with_a_warning(tmp_path):
    end = act(
        start(Setup.blinds((500, 500), 20), stacked_deck(["7c5d4h3s2c", "KcKdKhKsQs"])),
        "c k 0 0 k k 0 0 k k 0 0 k k",
    )
    text = write_phh(PlayedHand(end, info={"hand": 7}))
    wrong = text.replace("winnings = [40, 0]", "winnings = [0, 40]").replace(
        "[520, 480]", "[480, 520]"
    )
    assert wrong != text
    file = imported(tmp_path, wrong, "q.phh")
    assert file.hands[0].winnings == (0, 40)
    assert [note.text for note in file.notes] == ["7: p1 is paid 0; by the rules 40"]
    assert imported(tmp_path, text, "q.phh").notes == ()
    raked = text.replace("winnings = [40, 0]", "winnings = [38, 0]").replace(
        "[520, 480]", "[518, 480]"
    )
    assert imported(tmp_path, raked, "q.phh").notes == ()
