"""Golden hands: histories written by hand, with the results worked out by hand."""

import json
from pathlib import Path

import pytest

from solver.table import events as ev
from solver.table.deck import UNKNOWN, format_known
from solver.table.histories.importing import find_files, import_files
from solver.table.histories.phh import read_phh, write_phh, write_phhs
from solver.table.logs import log_from_json, log_to_json, replay

GOLDEN = Path(__file__).parents[1] / "data" / "golden"
NAMES = sorted(path.stem for path in GOLDEN.glob("*.json"))


def imported(name):
    (path,) = (p for p in GOLDEN.glob(f"{name}.*") if p.suffix != ".json")
    (file,) = import_files(find_files([path]))
    expected = json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))
    return file, expected


def of(hand, event_class):
    return [event for event in hand.log if isinstance(event, event_class)]


def hero_hands(hand):
    """The hero's cards after the deal and after each draw, as text."""
    seat = list(hand.info["players"]).index(hand.info["_hero"])
    cards, after = list(of(hand, ev.Dealt)[seat].cards), []
    for event in hand.log:
        match event:
            case ev.BettingBegan():
                after.append(format_known(cards))
            case ev.Discarded(seat=s, cards=gone) if s == seat:
                if UNKNOWN in gone:
                    cards = [UNKNOWN] * (5 - len(gone))
                cards = [card for card in cards if card == UNKNOWN or card not in gone]
            case ev.Drawn(seat=s, cards=new) if s == seat:
                cards += new
    return after


def test_there_are_at_least_forty():
    assert len(NAMES) >= 40


@pytest.mark.parametrize("name", NAMES)
def test_golden_hand(name):
    file, expected = imported(name)
    assert len(file.hands) == expected["read"], file.refused
    assert file.skipped == expected["skipped"]
    assert len(file.refused) == len(expected["refused"])
    for refusal, (line, reason) in zip(file.refused, expected["refused"], strict=True):
        assert refusal.line == line, refusal
        assert reason in refusal.reason
    for hand, wanted in zip(file.hands, expected["hands"], strict=True):
        check(hand, wanted)


def check(hand, wanted):
    names = list(hand.info["players"])
    assert dict(zip(names, hand.finishing_stacks, strict=True)) == wanted["stacks"]
    assert hand.rake == wanted.get("rake", 0)
    returned = {names[event.seat]: event.amount for event in of(hand, ev.Returned)}
    assert returned == wanted.get("returned", {})
    if "pots" in wanted:
        pots = [[e.amount, [names[s] for s in e.seats]] for e in of(hand, ev.PotMade)]
        assert [[amount, sorted(seats)] for amount, seats in pots] == wanted["pots"]
    assert [len(e.order) for e in of(hand, ev.Reshuffled)] == wanted.get("reshuffles", [])
    if "hero" in wanted:
        assert hero_hands(hand)[-1] == wanted["hero"]
    if "hero_after_first_draw" in wanted:
        assert hero_hands(hand)[1] == wanted["hero_after_first_draw"]
    if "mucked" in wanted:
        assert {names[e.seat]: format_known(e.cards) for e in of(hand, ev.Mucked)} == wanted[
            "mucked"
        ]
    if "draws" in wanted:
        assert len(of(hand, ev.Discarded)) == wanted["draws"]
        assert len(of(hand, ev.BettingBegan)) == 4
        assert not [e for e in of(hand, ev.Checked)]
    if "dealt" in wanted:
        assert [[names[e.seat], len(e.cards)] for e in of(hand, ev.Drawn)] == wanted["dealt"]
        assert len(of(hand, ev.Burned)) == wanted["burns"]
    if "mode" in wanted:
        assert hand.state.rules.deal_mode == wanted["mode"]


@pytest.mark.parametrize("name", NAMES)
def test_golden_hands_replay_and_survive_phh_and_json(name):
    file, _ = imported(name)
    for hand in file.hands:
        assert replay(hand.log) == hand.state
        assert len(hand.state.cards()) == 52
        lines = log_to_json(hand.log)
        assert log_from_json(lines) == hand.log
        assert log_to_json(log_from_json(lines)) == lines
        text = write_phh(hand)
        (again,) = read_phh(text)
        assert again.finishing_stacks == hand.finishing_stacks
        assert write_phh(again) == text
    together = write_phhs(file.hands) if file.hands else ""
    assert not file.hands or write_phhs(read_phh(together)) == together


def test_where_the_site_says_that_the_deck_is_reshuffled_the_engine_does_it():
    name = "reshuffle-twice"
    text = (GOLDEN / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    file, _ = imported(name)
    (hand,) = file.hands
    told, draws = [], 0
    for line in text:
        draws += "discards" in line or "stands pat" in line
        if line == "The deck is reshuffled":
            told.append(draws)
    done, draws = [], 0
    for event in hand.log:
        if isinstance(event, ev.Discarded):
            draws += 1
        elif isinstance(event, ev.Reshuffled):
            done.append(draws)
    # The line stands after the player who took the last card, or who ran out of cards.
    assert told == [8, 14]
    assert done == [8, 15]
