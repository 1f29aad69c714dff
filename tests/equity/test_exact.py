import numpy as np
import pytest
from brute_force import brute_force, equities, with_stub
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.cards import format_cards, parse_cards
from solver.equity import Matchup, equity
from solver.equity.exact import _enumerate, exact_tally
from solver.equity.matchup import FirstDraw

THREE_TO_FIVE = st.integers(3, 5)


@st.composite
def hands(draw, players=2, sizes=THREE_TO_FIVE):
    deck = draw(st.permutations(range(52)))
    out = []
    for _ in range(draw(st.integers(*players)) if isinstance(players, tuple) else players):
        size = draw(sizes)
        out.append(tuple(deck[:size]))
        deck = deck[size:]
    return out


@st.composite
def small_stubs(draw, players, stub):
    """Hands, and dead cards that leave few to draw but enough for everybody."""
    dealt = draw(hands(players))
    known = {card for hand in dealt for card in hand}
    need = sum(5 - len(hand) for hand in dealt)
    rest = draw(st.permutations([card for card in range(52) if card not in known]))
    return dealt, with_stub(dealt, rest[: max(need, stub)])


@settings(max_examples=25, deadline=None)
@given(small_stubs(players=(2, 4), stub=5))
def test_equals_brute_force(case):
    dealt, dead = case
    result = equity(dealt, draws=1, dead=dead)
    assert result.exact
    assert result.equity == pytest.approx(
        equities(brute_force(Matchup.of(dealt, 1, dead, ())), len(dealt)), abs=1e-12
    )


@settings(max_examples=40, deadline=None)
@given(hands(players=2, sizes=THREE_TO_FIVE))
def test_sweep_equals_enumeration(dealt):
    draw = FirstDraw.of(Matchup.of(dealt, 1, (), ()))
    tally = exact_tally(draw)
    assert tally.tolist() == _enumerate(draw).tolist()
    assert tally.sum() == draw.outcomes


@pytest.mark.parametrize("sizes", [(1, 2), (2, 2), (1, 4), (2, 5)])
def test_sweep_equals_enumeration_for_many_cards(sizes):
    stub = parse_cards("2c3c4c5c7c2d3d4d6d7d8h9hThJsQs")
    dealt = [parse_cards("KcKdKhKsAc")[: sizes[0]], parse_cards("2h3h4h5h7s")[: sizes[1]]]
    draw = FirstDraw.of(Matchup.of(dealt, 1, with_stub(dealt, stub), ()))
    assert exact_tally(draw).tolist() == _enumerate(draw).tolist()


@settings(max_examples=40, deadline=None)
@given(hands(players=2, sizes=st.integers(2, 5)), st.permutations(range(4)))
def test_symmetries(dealt, suits):
    result = equity(dealt)
    assert sum(result.equity) == pytest.approx(1, abs=1e-12)
    assert sum(result.win) + result.tie[0] == pytest.approx(1, abs=1e-12)
    assert result.tie[0] == result.tie[1]
    swapped = equity(dealt[::-1])
    assert swapped.equity == result.equity[::-1]
    renamed = [[card & ~3 | suits[card & 3] for card in hand] for hand in dealt]
    assert equity(renamed) == result


@settings(max_examples=20, deadline=None)
@given(hands(players=3, sizes=st.integers(4, 5)), st.permutations(range(3)))
def test_order_of_three_players_does_not_matter(dealt, order):
    result = equity(dealt)
    other = equity([dealt[player] for player in order])
    assert other.equity == pytest.approx([result.equity[player] for player in order], abs=1e-12)


def test_showdown_of_six():
    result = equity(
        ["7c5d4h3s2c", "7d5h4s3c2d", "7h5s4c3d2h", "8c6d4d3h2s", "KcKdKhKsAc", "AdQdJdTd9d"],
        draws=0,
    )
    assert result.exact and result.outcomes == 1
    assert result.equity == pytest.approx((1 / 3, 1 / 3, 1 / 3, 0, 0, 0))
    assert result.win == (0,) * 6
    assert result.tie == (1, 1, 1, 0, 0, 0)


def test_pat_hands_are_a_showdown_whatever_the_draws():
    for draws in range(4):
        result = equity(["8c6d4d3h2s", "9c6s4h3d2c"], draws=draws)
        assert result.exact and result.equity == (1, 0)


def test_known_discard_is_dead_and_unknown_is_not():
    pat = "9c8c7d5h4s"
    unknown = equity(["2c3d4h7s", pat], draws=1)
    broken = equity(["2c3d4h7s6c", pat], draws=1, policies=["draw:1"])
    assert unknown.outcomes == 43 and broken.outcomes == 42
    # 5, 6, 8, 9 except those known: 3 + 4 + 3 + 3 against 3 + 3 + 3 + 3; 9-7-4-3-2 wins.
    assert unknown.win[0] == pytest.approx(13 / 43)
    assert broken.win[0] == pytest.approx(12 / 42)


def test_dead_cards_are_not_drawn():
    outs = "5c5d5s6c6d6h6s8d8h8s9d9h9s"
    result = equity(["2c3d4h7s", "9c8c7d5h4s"], dead=outs)
    assert result.equity == (0, 1) and result.outcomes == 43 - 13


def test_one_draw_with_pat_policies_is_exact_with_more_draws_left():
    one = equity(["2c3d4h7s", "Td8c6h4c2d"], draws=1)
    assert equity(["2c3d4h7s", "Td8c6h4c2d"], draws=3, policies=["pat", "pat"]) == one


def test_too_many_outcomes_for_several_players_are_simulated():
    three = ["2c3d", "2d3h", "2h3s"]
    result = equity(three, trials=1000)
    assert not result.exact and result.outcomes == 1000


def test_two_players_drawing_most_cards():
    """37 thousand million outcomes, by symmetry worth one half."""
    result = equity(["2c", "2d"])
    assert result.outcomes == 37_581_505_500
    assert result.equity == pytest.approx((0.5, 0.5), abs=1e-12)


def test_enumeration_twin():
    """The kernel against three nested loops."""
    dealt = [parse_cards(text) for text in ("2c3d4h7s", "2d3h5s", "8c7d6h4s3c")]
    stub = parse_cards("4c5c6c7c8d9d2h2s3s")
    draw = FirstDraw.of(Matchup.of(dealt, 1, with_stub(dealt, stub), ()))
    tally = np.zeros(8, np.int64)
    chances = brute_force(Matchup.of(dealt, 1, with_stub(dealt, stub), ()))
    for who, chance in chances.items():
        tally[sum(1 << player for player in who)] = chance * draw.outcomes
    assert _enumerate(draw).tolist() == tally.tolist(), format_cards(stub)
