"""Random play: cards and chips are conserved, nobody is stuck, the log gives the hand again."""

import random
from itertools import product

import pytest
from table_ledger import Ledger
from table_play import choose, play_out, random_setup

from solver.errors import HistoryError, RulesError
from solver.table import PAT, Action, Deck, Kind, Phase, Rules, discard, start
from solver.table.logs import log_from_json, log_to_json, replay
from solver.table.rules import PROFILES

HANDS_PER_PROFILE = 7_000  # 21,000 hands in all
PARTS = 7


def check_hand(setup, deck, rules, rng):
    states = play_out(start(setup, deck, rules), rng)
    for state in states:
        assert len(set(state.cards())) == len(state.cards()) == 52
        assert sum(state.stacks) + state.pot == sum(setup.stacks)
        assert bool(state.legal_actions()) is (state.phase is not Phase.OVER)
    end = states[-1]
    ledger = Ledger().follow(end.log)
    assert tuple(ledger.stacks) == end.stacks
    assert replay(end.log) == end
    return end, ledger


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("part", range(PARTS))
def test_random_play_under_each_profile(profile, part):
    rng = random.Random(f"{profile}/{part}")
    showdowns = reshuffles = 0
    for hand in range(HANDS_PER_PROFILE // PARTS):
        deck = Deck.shuffled(hand * PARTS + part)
        end, ledger = check_hand(random_setup(rng), deck, Rules.profile(profile), rng)
        showdowns += any(end.shown)
        reshuffles += ledger.reshuffles > 0
    assert showdowns > 300 and reshuffles > 10  # random play reaches what is to be tested


OPTIONS = list(
    product(
        ("sequential", "announce_then_deal"),
        (0, 1),
        ("consecutive", "four_then_one"),
        ("deal", "wsop"),
        ("earlier", "served", "others", "all"),
        (True, False),
    )
)


def test_eight_seats_drawing_five_under_every_combination_of_dealing_options():
    rng = random.Random(5)
    reshuffled = 0
    for number, (mode, burn, five, last, recycle, burns) in enumerate(OPTIONS):
        rules = Rules(
            deal_mode=mode,
            burn=burn,
            five_card_rule=five,
            last_card=last,
            recycle=recycle,
            recycle_burns=burns,
            losers_muck=bool(number % 2),
            incomplete_rule="full" if number % 3 == 0 else "half",
            open_fold=number % 5 == 0,
        )
        for hand in range(2):
            setup = random_setup(rng, seats=8 - hand)
            state = start(setup, Deck.shuffled(number), rules)
            while state.actor is not None:
                legal = state.legal_actions()
                wanted = legal[-1] if state.phase is Phase.DRAWING else legal[len(legal) > 1]
                state = state.apply(wanted)
            ledger = Ledger().follow(state.log)
            reshuffled += ledger.reshuffles > 1
            assert replay(state.log) == state
            check_hand(setup, Deck.shuffled(number + 1000), rules, rng)
    assert reshuffled > len(OPTIONS)


def test_log_as_json_lines_gives_the_same_log():
    rng = random.Random(8)
    for seed in range(200):
        log = play_out(start(random_setup(rng), Deck.shuffled(seed)), rng)[-1].log
        text = log_to_json(log)
        assert log_from_json(text) == log
        assert log_to_json(log_from_json(text)) == text


def test_a_log_replays_from_any_point_of_the_hand():
    rng = random.Random(9)
    for seed in range(50):
        for state in play_out(start(random_setup(rng), Deck.shuffled(seed)), rng):
            assert replay(state.log) == state


def test_an_action_makes_a_new_state_and_leaves_the_old_one():
    rng = random.Random(11)
    for seed in range(100):
        state = start(random_setup(rng), Deck.shuffled(seed))
        while state.actor is not None:
            before = state.copy()
            after = [state.apply(action) for action in state.legal_actions()]
            assert state == before
            assert all(other != state for other in after)
            state = rng.choice(after)


def test_a_log_that_was_tampered_with_is_refused():
    rng = random.Random(12)
    log = play_out(start(random_setup(rng, seats=4), Deck.shuffled(4)), rng)[-1].log
    for at in range(2, len(log)):
        with pytest.raises(HistoryError):
            replay((*log[:at], *log[at + 1 :], *log[at : at + 1]) if at + 1 < len(log) else log[:1])
    with pytest.raises(HistoryError, match="begins with"):
        replay(log[1:])
    with pytest.raises(HistoryError, match="line 1 of the log"):
        log_from_json('{"event": "winked", "seat": 1}')


def test_illegal_actions_are_refused_and_leave_the_state():
    rng = random.Random(10)
    betting = [Action(k) for k in (Kind.FOLD, Kind.CHECK, Kind.CALL, Kind.BET, Kind.RAISE)]
    refused = 0
    for seed in range(150):
        state = start(random_setup(rng), Deck.shuffled(seed))
        while state.actor is not None:
            before = state.copy()
            legal = state.legal_actions()
            outside = [c for c in range(52) if c not in state.hands[state.actor]][:2]
            hand = state.hands[state.actor]
            tries = [
                *betting,
                Action(Kind.SHOW),
                Action(Kind.MUCK),
                PAT,
                discard((outside[0],)),
                discard((hand[0], hand[0])),
                discard((*hand, outside[0])),
                discard((-1,)),
                discard((77,)),
            ]
            for action in tries:
                if action in legal:
                    continue
                with pytest.raises(RulesError) as error:
                    state.apply(action)
                assert action.kind in str(error.value)
                assert state == before
                refused += 1
            state = state.apply(choose(state, rng))
        with pytest.raises(RulesError, match="the hand is over"):
            state.apply(PAT)
    assert refused > 10_000


def test_the_same_seed_gives_the_same_hand():
    setup = random_setup(random.Random(1), seats=6)
    first, second = (
        play_out(start(setup, Deck.shuffled(77)), random.Random(2))[-1] for _ in range(2)
    )
    assert first == second
    assert first != play_out(start(setup, Deck.shuffled(78)), random.Random(2))[-1]
