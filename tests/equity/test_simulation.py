from math import comb

import numpy as np
import pytest
from brute_force import brute_force, equities, with_stub

from solver.cards import all_combinations, combination_index, parse_cards
from solver.equity import Matchup, equity, estimates
from solver.equity.calculation import DEFAULT_TRIALS
from solver.equity.matchup import FirstDraw
from solver.equity.simulation import BATCH, Dealer, _tables, simulate

WORD = (1 << 64) - 1
EVERYBODY_DRAWS = [
    "KcQcJcTc2c",
    "KdQdJdTd2d",
    "KhQhJhTh2h",
    "KsQsJsTs2s",
    "Ac9c8c7c3c",
    "Ad9d8d7d3d",
]


def first_draw(hands, draws, dead=(), policies=()):
    return FirstDraw.of(Matchup.of(hands, draws, dead, policies))


def random_words(state):
    """Xoshiro256++ in whole numbers of Python."""

    def rotate(x, bits):
        return (x << bits | x >> (64 - bits)) & WORD

    s = [int(word) for word in state]
    while True:
        yield (rotate((s[0] + s[3]) & WORD, 23) + s[0]) & WORD
        t = s[1] << 17 & WORD
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = rotate(s[3], 45)


def played(draw, seed, deals):
    """Twin of the kernel with lists of cards."""
    words = random_words(np.random.SeedSequence(seed).generate_state(4, np.uint64))
    rows, tables = _tables(draw.policies, draw.draws_left)
    stub = list(draw.stub)
    out = []
    for _ in range(deals):
        left, spent = len(stub), []
        earlier, reshuffled = list(draw.dead), False
        hands = [list(kept) for kept in draw.kept]
        for number in range(len(rows) + 1):
            current = []
            for player, hand in enumerate(hands):
                own = list(draw.discarded[player])
                if number > 0:
                    row = rows[number - 1, player]
                    mask = 31 if row < 0 else tables[row, int(combination_index(hand))]
                    own = [card for i, card in enumerate(hand) if not mask >> i & 1]
                    hand[:] = [card for card in hand if card not in own]
                while len(hand) < 5:
                    if left == 0:
                        spent = earlier or current
                        stub[: len(spent)] = spent
                        left, reshuffled = len(spent), True
                        earlier, current = [], current if earlier else []
                    place = (next(words) >> 32) * left >> 32
                    left -= 1
                    hand.append(stub[place])
                    stub[place], stub[left] = stub[left], stub[place]
                hand.sort()
                current += own
            earlier += current
        if reshuffled:
            stub = list(draw.stub)
        out.append(hands)
    return out


@pytest.mark.parametrize(
    "draw",
    [
        first_draw(["2c3d4h7s", "Td8c6h4c2d"], 3),
        first_draw(["2c3d4h", "2d3h", "9c8d7h6s4c"], 3, "KcKd", [None, "draw:3", "until:86432"]),
        first_draw(EVERYBODY_DRAWS, 1, (), ["draw:5"] * 6),
        first_draw(EVERYBODY_DRAWS, 3, "AhAs", ["draw:3", "draw:4", "draw:5"] * 2),
    ],
    ids=["heads-up", "three players", "no earlier discards", "reshuffles"],
)
def test_deals_equal_their_twin(draw):
    assert Dealer(draw, 7).deal(40).tolist() == played(draw, 7, 40)


def test_reshuffled_cards_are_nobodys_and_not_the_drawers_own():
    draw = first_draw(EVERYBODY_DRAWS, 1, (), ["draw:5"] * 6)
    hands = Dealer(draw, 1).deal(2000)
    everything = np.sort(hands.reshape(len(hands), -1), axis=1)
    assert (np.diff(everything.astype(int), axis=1) > 0).all()
    for player, own in enumerate(draw.discarded):
        assert not np.isin(hands[:, player], own).any()
    # 22 cards were unseen; the last eight come from discards of players served before.
    assert np.isin(hands[:, 5], draw.discarded[0]).any()


def within_error(estimate, expected):
    return all(
        abs(found - exact) < 4 * error
        for found, exact, error in zip(
            estimate.equity, expected, estimate.standard_error, strict=True
        )
    )


@pytest.mark.parametrize(
    "hands",
    [
        ["2c3d4h7s", "Td8c6h4c2d"],
        ["2c3d4h7s", "2d3h4s"],
        ["2c7d", "2d3h"],
        ["2c3d4h7s", "2d3h4s7c", "2h3s4c7d"],
        ["2c3d4h7s", "2d3h4s7c", "2h3s4c7d", "9s8h6c5c4d"],
    ],
)
def test_agrees_with_exact_equity(hands):
    *_, estimate = simulate(first_draw(hands, 1), 400_000, None, seed=3)
    exact = equity(hands, draws=1)
    assert exact.exact and not estimate.exact
    assert within_error(estimate, exact.equity)
    assert sum(estimate.equity) == pytest.approx(1)


TWO_DRAWS = [
    (["2c3d4h7s", "9d8c6h4c2d"], "5cKdKh7d8hQs", None),
    (["2c3d4h7s", "2d3h4s8c"], "5c6d7h9hKcQd", ["until:86432", "until:97532"]),
    (["2c3d4h7sKc", "2d3h5s8c"], "5c7d6hKd", ["draw:1", "draw:1"]),
]


@pytest.mark.parametrize(("hands", "stub", "policies"), TWO_DRAWS)
def test_two_draws_agree_with_brute_force(hands, stub, policies):
    dealt = [parse_cards(hand) for hand in hands]
    dead = with_stub(dealt, parse_cards(stub))
    matchup = Matchup.of(dealt, 2, dead, policies or ())
    *_, estimate = simulate(FirstDraw.of(matchup), 400_000, None, seed=5)
    assert within_error(estimate, equities(brute_force(matchup), 2))


def test_reshuffle_agrees_with_brute_force():
    dealt = [parse_cards("2c3d4hKsKd"), parse_cards("2d3h5sQcQd")]
    dead = with_stub(dealt, parse_cards("7c7d8c"))
    matchup = Matchup.of(dealt, 1, dead, ["draw:2", "draw:2"])
    estimate = equity(dealt, 1, dead=dead, policies=["draw:2", "draw:2"], trials=400_000)
    assert not estimate.exact
    assert within_error(estimate, equities(brute_force(matchup), 2))


def test_same_seed_same_result():
    hands = ["2c3d4h7s", "2d3h4s7c"]
    one = equity(hands, 2, trials=50_000, seed=11)
    assert one == equity(hands, 2, trials=50_000, seed=11)
    assert one != equity(hands, 2, trials=50_000, seed=12)
    assert one.outcomes == 50_000


def test_standard_error_is_reached_and_not_overshot():
    hands = ["2c3d4h7s", "2d3h4s7c"]
    series = [
        max(estimate.standard_error)
        for estimate in estimates(Matchup.of(hands, 2, (), ()), standard_error=0.001)
    ]
    assert series[-1] <= 0.001 < series[-2]


def test_standard_error_is_that_of_the_mean():
    """Spread of many independent estimates against the error that each of them claims."""
    draw = first_draw(["2c3d4h7s", "2d3h4s7c"], 1)
    results = [next(simulate(draw, 2000, None, seed)) for seed in range(200)]
    claimed = results[0].standard_error[0]
    spread = np.std([result.equity[0] for result in results])
    assert spread == pytest.approx(claimed, rel=0.2)


def test_an_error_of_zero_is_never_claimed():
    result = equity(["2c3d4h7s", "KcKdKhKsAc"], 2, trials=1000)
    assert result.win == (1, 0)
    assert result.standard_error == (0.001, 0.001)


def test_default_number_of_deals():
    assert equity(["2c3d4h7s", "Td8c6h4c2d"], 2).outcomes == DEFAULT_TRIALS
    assert DEFAULT_TRIALS % BATCH != 0, "the last batch is a part of one"


def test_tables_are_shared_by_equal_policies():
    draw = first_draw(["2c3d4h7s", "2d3h4s7c", "2h3s4c7d"], 3, (), ["draw:1", "pat", "draw:1"])
    rows, tables = _tables(draw.policies, draw.draws_left)
    assert rows.tolist() == [[0, -1, 0], [1, -1, 1]]
    assert tables.shape == (2, comb(52, 5))
    assert (tables[0] == draw.policies[0].keep(all_combinations(5), 2)).all()
