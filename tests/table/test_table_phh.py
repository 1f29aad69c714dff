"""PHH files, and the differential run against pokerkit."""

import builtins
import random
import sys
import warnings

import pokerkit
import pytest
from table_play import act, events_of, play_out, random_setup

from solver.errors import ConfigurationError, HistoryError
from solver.table import Deck, Post, PostKind, Rules, Setup, start
from solver.table import events as ev
from solver.table.histories.phh import read_phh, write_phh, write_phhs
from solver.table.histories.record import PlayedHand
from solver.table.logs import replay

PARTS = 10
AUTO = pokerkit.Automation
AUTOMATIC = pokerkit.HandHistory.__dataclass_fields__["automations"].default


def pokerkit_end(text):
    """The last state of pokerkit's own replay."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # cards dealt again after a reshuffle
        *_, state = pokerkit.HandHistory.loads(text)
    assert not state.status
    return state


def deep_setup(rng, seats):
    """Stacks beyond the 24 small bets that a capped hand can cost: nobody is all-in."""
    return Setup.blinds([rng.randint(500, 4000) for _ in range(seats)], 20)


@pytest.mark.parametrize("part", range(PARTS))
def test_same_stacks_as_pokerkit(part):
    rng = random.Random(part)
    for hand in range(5_000 // PARTS):
        rules = Rules(deal_mode=rng.choice(("sequential", "announce_then_deal")))
        setup = deep_setup(rng, rng.randint(2, 6))
        end = play_out(start(setup, Deck.shuffled(hand * PARTS + part), rules), rng)[-1]
        text = write_phh(PlayedHand(end))
        assert tuple(pokerkit_end(text).stacks) == end.stacks


@pytest.mark.parametrize("name", ["default", "wsop", "source_pages"])
def test_write_read_write_is_the_identity(name):
    rng = random.Random(name)
    hands = []
    for seed in range(150):
        rules = Rules.profile(name)
        end = play_out(start(random_setup(rng), Deck.shuffled(seed), rules), rng)[-1]
        hand = PlayedHand(end, scale=rng.choice((1, 100)), info={"hand": seed})
        hands.append(hand)
        text = write_phh(hand)
        (again,) = read_phh(text)
        assert again.state.stacks == end.stacks
        assert write_phh(again) == text
        assert replay(again.state.log) == again.state
    together = write_phhs(hands)
    assert write_phhs(read_phh(together)) == together


def test_everything_that_is_no_play_survives():
    posts = (
        Post(0, PostKind.SMALL_BLIND, 25),
        Post(1, PostKind.BIG_BLIND, 50),
        Post(3, PostKind.EXTRA, 50),
        Post(3, PostKind.DEAD_BLIND, 25),
        Post(0, PostKind.ANTE, 5),
    )
    state = start(Setup((2000, 1500, 1000, 5000), 50, 100, posts), Deck.shuffled(3))
    state = act(state, "f k c k 0 0 0 k k k 0 0 0 k k k 0 0 0 k k k")
    best = max(range(4), key=lambda seat: state.stacks[seat] - state.setup.stacks[seat])
    won = [0, 0, 0, 0]
    won[best] = state.stacks[best] - state.setup.stacks[best] + 50
    info = {
        "players": ["Ann: folds", "Bob O'Neil", "C# Major", "Đorđe 'x'"],
        "seats": [2, 3, 5, 6],
        "seat_count": 6,
        "table": "Somewhere II",
        "hand": 123456789,
        "currency_symbol": "$",
        "year": 2024,
        "_hero": "Ann: folds",
    }
    paid = list(PlayedHand(state).won)
    paid[best] -= 3
    hand = PlayedHand(state, 100, info, tuple(paid), frozenset({3}))
    text = write_phh(hand)
    (again,) = read_phh(text)
    assert dict(again.info) == info
    assert again.paid == hand.paid and again.rake == 3
    assert again.unknown_stacks == {3}
    assert again.scale == 100
    assert again.log[-1] == hand.log[-1]
    assert "inf" in text and "-0.50" in text and "_dead_blinds" in text
    assert write_phh(again) == text


@pytest.mark.filterwarnings("ignore:Returning reserved")
def test_hands_that_pokerkit_made():
    """Random pokerkit play, recorded by pokerkit, read and played by us."""
    rng = random.Random(6)
    for seed in range(60):
        random.seed(seed)
        seats = rng.randint(2, 6)
        state = pokerkit.FixedLimitDeuceToSevenLowballTripleDraw.create_state(
            (*AUTOMATIC, AUTO.HOLE_CARDS_SHOWING_OR_MUCKING, AUTO.HOLE_DEALING),
            True,
            0,
            (10, 20),
            20,
            40,
            tuple(rng.randint(1000, 4000) for _ in range(seats)),
            seats,
        )
        while state.status:
            if state.stand_patter_or_discarder_index is not None:
                hand = state.hole_cards[state.stand_patter_or_discarder_index]
                state.stand_pat_or_discard(rng.sample(list(hand), rng.randint(0, 3)))
            elif rng.random() < 0.25 and state.can_complete_bet_or_raise_to():
                state.complete_bet_or_raise_to()
            elif rng.random() < 0.1 and state.can_fold() and state.checking_or_calling_amount:
                state.fold()
            else:
                state.check_or_call()
        history = pokerkit.HandHistory.from_game_state(
            pokerkit.FixedLimitDeuceToSevenLowballTripleDraw((), True, 0, (10, 20), 20, 40), state
        )
        (ours,) = read_phh(history.dumps())
        assert ours.state.stacks == tuple(state.stacks)


# Where pokerkit is known to be wrong. Each file is written by hand; `RULES` makes it one of ours.

RULES = "\n_rules = {deal_mode = 'announce_then_deal'}"


def file(stacks, actions, blinds=(10, 20)):
    seats = len(stacks)
    deals = [f"d dh p{seat + 1} ??????????" for seat in range(seats)]
    return f"""variant = "F2L3D"
antes = {[0] * seats}
blinds_or_straddles = {[*blinds, *[0] * (seats - 2)]}
small_bet = 20
big_bet = 40
starting_stacks = {list(stacks)}
actions = {deals + actions}
"""


def test_pokerkit_allows_a_fifth_bet_before_the_draw():
    text = file((500,) * 3, ["p3 cbr 40", "p1 cbr 60", "p2 cbr 80", "p3 cbr 100", "p1 f", "p2 f"])
    assert tuple(pokerkit_end(text).stacks) == (440, 420, 640)
    (hand,) = read_phh(text)
    assert hand.state.stacks == (440, 420, 640)
    with pytest.raises(HistoryError, match="capped at 4"):
        read_phh(text + RULES)


def test_pokerkit_raises_a_whole_bet_over_a_short_all_in():
    # Under the gun raises to 40, the small blind is all-in for 45, the big blind completes to 60.
    completes = file((45, 500, 500), ["p3 cbr 40", "p1 cbr 45", "p2 cbr 60", "p3 f"])
    whole = file((45, 500, 500), ["p3 cbr 40", "p1 cbr 45", "p2 cbr 65", "p3 f"])
    with pytest.raises(ValueError, match="repair"):
        pokerkit_end(completes)
    for rules in ("", RULES):
        with pytest.raises(HistoryError, match=r"has 65 .* by the rules 60"):
            read_phh(whole + rules)


def test_pokerkit_lowers_the_price_to_a_short_big_blind():
    draws = ["p1 sd", "p2 sd", "p3 sd"]
    checks = ["p1 cc", "p3 cc"]
    text = file(
        (500, 5, 500),
        ["p3 cc", "p1 cc", *draws, *checks, *draws, *checks, *draws, *checks, "p1 sm 2c3d4h5s7c"],
    )
    theirs = pokerkit.HandHistory.loads(text)
    pot = max(sum(state.pot_amounts) for state in theirs)
    (ours,) = read_phh(text)
    assert ours.won[0] == 5 + 2 * 20
    assert pot == 5 + 2 * 10


def test_pokerkit_damages_its_state_by_a_duplicate_card_in_a_discard():
    actions = ["p2 cc", "p1 cc", "p1 sd 7c7c", "p2 sd", "d dh p1 8c9c"]
    text = file((500, 500), actions).replace("p1 ??????????", "p1 7c2d3d4d5h")
    theirs = pokerkit.HandHistory.loads(text)
    theirs.actions = theirs.actions[:4]
    state = next(state for state in theirs if state.stand_patter_or_discarder_index == 0)
    assert state.can_stand_pat_or_discard("7c7c")
    with pytest.raises(ValueError, match="not in list"):
        state.stand_pat_or_discard("7c7c")
    assert len(state.hole_cards[0]) == 4
    with pytest.raises(HistoryError, match=r"p1 sd 7c7c.*7c stands twice"):
        read_phh(text)


def test_pokerkit_deals_a_player_his_own_discard_after_a_reshuffle():
    def all_draw_five(seed):
        setup, rules = Setup.blinds((500,) * 6, 20), Rules(recycle="all")
        state = start(setup, Deck.shuffled(seed), rules)
        return act(state, "c c c c c k", "5 5 5 5 5 5", ("k" * 6 + "0" * 6) * 2, "k" * 6)

    def own_again(state):
        own = {event.seat: event.cards for event in events_of(state, ev.Discarded)[:6]}
        return any(set(own[e.seat]) & set(e.cards) for e in events_of(state, ev.Drawn))

    end = next(state for state in map(all_draw_five, range(99)) if own_again(state))
    text = write_phh(PlayedHand(end))
    assert tuple(pokerkit_end(text).stacks) == end.stacks
    foreign = text.replace("_rules = {recycle = 'all'}", "")
    assert foreign != text
    assert read_phh(foreign)[0].state.stacks == read_phh(text)[0].state.stacks == end.stacks
    with pytest.raises(HistoryError, match="twice"):
        read_phh(foreign + "_rules = {}")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("variant = ", "no PHH file"),
        ("hello", "no PHH file"),
        (file((500, 500), []).replace("F2L3D", "NT").replace("small_bet", "min_bet"), "NT"),
        (file((500, 500), ["p2 cc"]), "ends before the hand is over"),
        (file((500, 500), ["p1 cc"]), "seat 1's turn"),
        (file((500, 500), ["p2 xx"]), "not an action"),
        (file((500, 500), ["p3 f"]), "'p3' is no player"),
        (file((500, 500), ["p2 cbr zwanzig"]), "'zwanzig' is no amount"),
        (file((500, 500), ["p2 f"]) + "winnings = [500, 500]", "pays"),
        (file((500, 500), ["p2 f"]) + "_rules = {cup = 4}", "cup"),
        (file((500, 500), ["p2 f"]) + "_rules = {burn = 3}", "burn is 3"),
    ],
)
def test_bad_files_are_refused_with_the_reason(text, message):
    with pytest.raises(HistoryError, match=message):
        read_phh(text)


def test_without_pokerkit_the_error_says_how_to_install_it(monkeypatch):
    monkeypatch.delitem(sys.modules, "pokerkit", raising=False)
    real = builtins.__import__

    def missing(name, *args, **kwargs):
        if name == "pokerkit":
            raise ImportError(name)
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", missing)
    with pytest.raises(ConfigurationError, match=r"pip install 'tripledraw\[histories\]'"):
        read_phh(file((500, 500), ["p2 f"]))


def test_stakes_in_cents_keep_their_decimals():
    setup = Setup.blinds((1050, 2000), 10, small_blind=5)
    text = write_phh(PlayedHand(act(start(setup, Deck.shuffled(1)), "f"), scale=100))
    assert "starting_stacks = [10.50, 20.00]" in text
    assert write_phh(read_phh(text)[0]) == text
