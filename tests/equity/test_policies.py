from itertools import combinations, permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.cards import (
    all_combinations,
    format_hand,
    hand_index,
    low_class,
    parse_cards,
    suit_classes,
)
from solver.equity import (
    DrawCount,
    DrawUntil,
    KeepFunction,
    StandPat,
    draw_values,
    equity,
    keeps_of_hands,
    parse_policy,
)
from solver.equity.values import DISCARDS, chance_against_random
from solver.errors import CardError, ConfigurationError

HANDS = st.permutations(range(52)).map(lambda deck: tuple(sorted(deck[:5])))
POLICIES = st.sampled_from([DrawUntil(121), DrawUntil(5), DrawCount(1), DrawCount(2)])


def kept(policy, hand, draws_left=1):
    cards = sorted(parse_cards(hand) if isinstance(hand, str) else hand)
    mask = int(policy.keep(np.array([cards], np.uint8), draws_left)[0])
    return {card for i, card in enumerate(cards) if mask >> i & 1}


def means(hand, worth):
    """Mean worth of the hand after one draw, by cards kept, counted draw by draw."""
    deck = [card for card in range(52) if card not in hand]
    out = {}
    for count in range(4):
        draws = np.array(list(combinations(deck, count)), np.uint8).reshape(
            -1 if count else 1, count
        )
        for keeps in combinations(hand, 5 - count):
            after = np.hstack([np.tile(np.array(keeps, np.uint8), (len(draws), 1)), draws])
            out[keeps] = worth[low_class(after)].mean()
    return out


def test_chance_against_random_hands():
    chance = chance_against_random()
    assert (np.diff(chance[1:]) < 0).all()
    assert chance[1] == pytest.approx(1 - 1020 / 2 / 2_598_960)
    weight = suit_classes(5).count / 2_598_960
    assert chance[low_class(suit_classes(5).example)] @ weight == pytest.approx(0.5)


@settings(max_examples=5, deadline=None)
@given(HANDS)
def test_draw_values_equal_counted_means(hand):
    worth = chance_against_random()
    values = draw_values(worth[low_class(suit_classes(5).example)])
    number = hand_index(hand)
    example = tuple(suit_classes(5).example[number].tolist())
    for keeps, mean in means(example, worth).items():
        mask = sum(1 << example.index(card) for card in keeps)
        assert values[mask, number] == pytest.approx(mean, abs=1e-9)


@pytest.mark.parametrize("hand", ["2c3d4h7sKc", "8c7d6h5s4d", "7c7d4h3s2c", "Kc7c5c4c2c"])
@pytest.mark.parametrize("count", [1, 2, 3])
def test_draw_count_keeps_the_best_cards(hand, count):
    cards = tuple(sorted(parse_cards(hand)))
    choices = {
        keeps: mean
        for keeps, mean in means(cards, chance_against_random()).items()
        if len(keeps) == 5 - count
    }
    chosen = choices[tuple(sorted(kept(DrawCount(count), hand)))]
    assert chosen == pytest.approx(max(choices.values()), abs=1e-9)


@pytest.mark.parametrize("target", ["75432", "86432", "T9875", "KQJT8"])
@pytest.mark.parametrize("hand", ["2c3d4h7sKc", "8c7d6h5s4d", "9c9d4h3s2c", "Kc7c5c4c2c"])
def test_draw_until_has_the_best_chance(hand, target):
    policy = parse_policy(f"until:{target}")
    cards = tuple(sorted(parse_cards(hand)))
    reached = (np.arange(7463) <= policy.target).astype(float)
    choices = means(cards, reached)
    if low_class(cards) <= policy.target:
        assert len(kept(policy, hand)) == 5
        return
    chosen = tuple(sorted(kept(policy, hand)))
    assert 2 <= len(chosen) < 5
    # A thousandth of what a miss is worth may outweigh a smaller difference.
    assert choices.pop(chosen) >= max(choices.values()) - 1e-3


@pytest.mark.parametrize(
    ("policy", "hand", "draws_left", "keeps"),
    [
        ("until:T9875", "2c3d4h7sKc", 3, "2c3d4h7s"),
        ("until:T9875", "2c3d4h7sTc", 1, "2c3d4h7sTc"),
        ("until:86432", "2c3d4h7sTc", 1, "2c3d4h7s"),
        ("until:85432", "8c7d6h5s2d", 3, "2d5s6h7d"),
        ("until:T9875", "KcKdQh2s3c", 3, "2s3c"),
        ("draw:3", "KcKdQh2s7c", 3, "2s7c"),
        ("draw:0", "KcKdQh2s7c", 3, "KcKdQh2s7c"),
        ("draw:5", "2c3d4h7s5c", 3, ""),
        ("pat", "KcKdQh2s7c", 1, "KcKdQh2s7c"),
    ],
)
def test_what_everybody_would_keep(policy, hand, draws_left, keeps):
    assert kept(parse_policy(policy), hand, draws_left) == set(parse_cards(keeps))


@settings(max_examples=60, deadline=None)
@given(HANDS, POLICIES, st.permutations(range(4)), st.integers(1, 3))
def test_suit_names_do_not_matter(hand, policy, suits, draws_left):
    """Equal up to a choice between cards that nothing tells apart."""

    def rename(cards):
        return {card & ~3 | suits[card & 3] for card in cards}

    one = rename(kept(policy, hand, draws_left))
    other = kept(policy, rename(hand), draws_left)
    rest = [tuple(sorted(rename(hand) - cards)) for cards in (one, other)]

    def shape(cards, discards):
        """Rank sets by suit, kept and thrown away."""
        return sorted(
            tuple(tuple(card >> 2 for card in sorted(part) if card & 3 == suit) for part in parts)
            for suit in range(4)
            for parts in [(cards, discards)]
        )

    assert shape(one, rest[0]) == shape(other, rest[1])


def test_carrying_over_equals_trying_all_suit_names():
    rng = np.random.default_rng(2)
    hands = all_combinations(5)[rng.choice(2_598_960, 300, replace=False)]
    keeps = rng.integers(0, 32, 134_459).astype(np.uint8)
    masks = keeps_of_hands(hands, keeps)
    classes = suit_classes(5)
    for hand, mask in zip(hands.tolist(), masks.tolist(), strict=True):
        number = hand_index(hand)
        example = classes.example[number].tolist()
        wanted = [card for i, card in enumerate(example) if keeps[number] >> i & 1]
        possible = set()
        for suits in permutations(range(4)):
            renamed = {card: card & ~3 | suits[card & 3] for card in example}
            if set(renamed.values()) == set(hand):
                possible.add(sum(1 << hand.index(renamed[card]) for card in wanted))
        assert mask in possible, format_hand(hand)


def test_tables_cover_every_hand():
    hands = all_combinations(5)
    for count in (0, 2, 5):
        assert (DISCARDS[DrawCount(count).keep(hands, 2)] == count).all()
    pat = DrawUntil(121).keep(hands, 1) == 31
    assert (pat == (low_class(hands) <= 121)).all()


def break_pairs(hand, draws_left):
    """One card of each rank."""
    return [card for i, card in enumerate(hand) if i == 0 or card >> 2 != hand[i - 1] >> 2]


def test_functions_are_policies():
    policy = KeepFunction(break_pairs)
    assert len(kept(policy, "7c7d4h3s2c")) == 4
    assert len(kept(policy, "7c7d7h3s3c")) == 2
    assert str(policy) == "break_pairs"
    known = equity(["7c7d4h3s2c", "9c8d6h5h3c"], policies=[break_pairs])
    assert known.exact and known.outcomes == 42


def test_function_that_keeps_foreign_cards():
    with pytest.raises(ConfigurationError, match="only cards of the hand"):
        equity(["7c7d4h3s2c", "9c8d6h5h3c"], policies=[lambda hand, draws_left: [51]])


class Wrong:
    def __init__(self, masks):
        self.masks = masks

    def keep(self, hands, draws_left):
        return self.masks


@pytest.mark.parametrize("masks", [[32], [-1], [1, 2], 3])
def test_policy_with_impossible_masks(masks):
    with pytest.raises(ConfigurationError, match="from 0 to 31"):
        equity(["7c7d4h3s2c", "9c8d6h5h3c"], policies=[Wrong(np.array(masks))])


@pytest.mark.parametrize(
    ("text", "policy"),
    [
        ("pat", StandPat()),
        (" PAT ", StandPat()),
        ("draw:2", DrawCount(2)),
        ("until:75432", DrawUntil(1)),
        ("until:10 9 8 7 5".replace(" ", ""), DrawUntil(121)),
        ("until:7c5d4h3s2c", DrawUntil(1)),
        ("until:7c5c4c3c2c", DrawUntil(5864)),
        ("until:22543", DrawUntil(1279)),
        ("until:AAAAK", DrawUntil(7453)),
    ],
)
def test_parse_policy(text, policy):
    assert parse_policy(text) == policy


@pytest.mark.parametrize("text", ["", "pat:1", "draw", "draw:", "draw:-1", "draw:x", "until:", "x"])
def test_text_that_is_no_policy(text):
    with pytest.raises(ConfigurationError, match="is no draw policy"):
        parse_policy(text)


def test_impossible_policies():
    with pytest.raises(ConfigurationError, match="draw 0 to 5"):
        parse_policy("draw:6")
    with pytest.raises(CardError, match="four suits"):
        parse_policy("until:77777")
    with pytest.raises(CardError, match="expected 5"):
        parse_policy("until:7c5d4h3s")
    with pytest.raises(CardError, match="no low class"):
        DrawUntil(0)


def test_policies_in_words():
    assert str(parse_policy("until:86432")) == "draw until 8-6-4-3-2 or better"
    assert (str(DrawCount(2)), str(StandPat())) == ("draw 2", "stand pat")
