"""Late subgames with real cards: groups, answers to single hands, what they are worth."""

from functools import cache

import numpy as np
import pytest

import solver
from solver.cards import DECK_SIZE, low_class, parse_cards, parse_hand
from solver.errors import CardError, ConfigurationError
from solver.evaluation import Exploiter, ExploiterSettings, measure_exploiter
from solver.game.public_state import PublicState
from solver.sequences import ParticleRange, particle_range
from solver.subgames.card_answers import answer
from solver.subgames.card_groups import CardGroups
from solver.subgames.near_best import near_best
from solver.subgames.real_cards import CardSettings, CardSubgame, solve_with_real_cards

THIRD, DRAW, LAST = "rc 21 bc 11", "rc 21 bc 11 bc", "rc 21 bc 11 kk 11"
FEW = CardSettings(particles=16_384, paired=4_096, intervals=24, classes=2, iterations=120)


@pytest.fixture(scope="module")
def solved(small_solution: solver.Solution):
    @cache
    def solve(history: str) -> CardSubgame:
        state = small_solution.state(history)
        return solve_with_real_cards(small_solution, small_solution.tables, state, settings=FEW)

    return solve


def test_groups_share_a_range_evenly(small_solution: solver.Solution) -> None:
    state = small_solution.state(LAST)
    hands = particle_range(small_solution, small_solution.tables, state, 0, 8_000, 3)
    groups = CardGroups.of([(hands, 1.0)], 10, 2)
    number = groups.number(hands.low_classes, hands.used)
    tables = groups.tables(small_solution.tables)
    seen = ParticleRange(tables, 0, hands.hands, hands.used, hands.weights)
    np.testing.assert_array_equal(seen.buckets, number)
    stride = groups.size // 2
    share = np.bincount(number % stride, hands.weights, groups.intervals)
    assert share.sum() == pytest.approx(1)
    assert share.max() < 0.25
    dead = np.bincount(number // stride, hands.weights)
    assert 0.3 < dead[0] < 0.7
    for n in range(groups.intervals - 1):
        here, after = (hands.low_classes[number % stride == k] for k in (n, n + 1))
        if len(here) and len(after):
            assert here.max() < after.min()


@pytest.mark.parametrize("history", [THIRD, DRAW, LAST])
def test_the_game_is_solved(solved, history: str) -> None:
    game, played = solved(history).game, solved(history).played
    pairs = game.hands[0] @ game.meet @ game.hands[1] if history == THIRD else 1
    lost = sum(float(game.value(played, seat, best=True) @ game.hands[seat]) for seat in (0, 1))
    assert -1e-4 < lost / pairs < 0.02
    sides = [float(game.value(played, seat) @ game.hands[seat]) for seat in (0, 1)]
    assert sides[0] == pytest.approx(-sides[1], abs=1e-4)


def own_range(found: CardSubgame, state: PublicState, number: int) -> list[tuple[tuple, tuple]]:
    """Hands with their discards that the seat to act comes to a state of the round with."""
    hands = found.ranges[state.seat]
    reach = hands.weights.copy()
    for before, choice in state.path:
        if before.level >= found.state.level and before.seat == state.seat:
            reach *= found.frequencies(before)[choice][hands.buckets]
    picked = np.random.default_rng(5).choice(len(reach), number, p=reach / reach.sum())
    pairs = []
    for n in picked:
        cards = tuple(int(card) for card in hands.hands[n])
        held = [c for c in range(DECK_SIZE) if int(hands.used[n]) >> c & 1]
        pairs.append((cards, tuple(c for c in held if c not in cards)))
    return pairs


@pytest.mark.parametrize("history", [THIRD, DRAW])
def test_hands_are_worth_what_the_game_says(
    small_solution: solver.Solution, solved, history: str
) -> None:
    """Values of single hands, each against the cards that it can meet, average to the game's."""
    found = solved(history)
    state = found.state
    seat, other = state.seat, found.ranges[1 - state.seat]
    values, met = [], []
    for cards, thrown in own_range(found, state, 300):
        held = sum(1 << card for card in (*cards, *thrown))
        values.append(answer(found, cards, thrown, state).values.max())
        met.append(np.mean((other.used & np.uint64(held)) == 0))
    mean = np.average(values, weights=met)
    error = np.std(values) / np.sqrt(len(values))
    game = found.game
    won = float(game.value(found.played, seat, best=True) @ game.hands[seat])
    if history == THIRD:
        pairs = float(game.hands[0] @ game.meet @ game.hands[1])
    else:
        pairs = float(np.mean(met))
    assert mean == pytest.approx(won / pairs + state.contributed[seat], abs=3 * error + 0.1)


HAND, THROWN = parse_hand("8c6d4h3s2c"), parse_cards("KcQd8d9h")


@pytest.mark.parametrize("round_", ["", " k", " b", " kb", " br"])
def test_values_are_those_against_every_opponent_by_itself(
    small_solution: solver.Solution, solved, round_: str
) -> None:
    state = small_solution.state(LAST + round_)
    found = solved(LAST)
    seat, other = state.seat, 1 - state.seat
    thrown = THROWN[: sum(state.draws[seat])]
    told = answer(found, HAND, thrown, state)
    arrived = found.arrivals[other][0]
    held = sum(1 << card for card in (*HAND, *thrown))
    free = np.array([int(cards) & held == 0 for cards in arrived.hands.used])
    group, low = arrived.number[free], arrived.hands.low_classes[free].astype(int)
    ahead = np.sign(low - int(low_class(np.array([sorted(HAND)]))[0]))

    def won(here: PublicState, reach: np.ndarray) -> float:
        if here.ended is not None:
            if here.folded is not None:
                return here.won_by_fold(seat) * reach.sum()
            return here.contributed[seat] * (ahead @ reach)
        after = [here.play(action) for action in here.actions]
        if here.seat == seat:
            return max(won(child, reach) for child in after)
        rows = found.frequencies(here)[:, group]
        return sum(won(child, reach * row) for child, row in zip(after, rows, strict=True))

    reach = np.ones(len(group))
    for before, choice in state.path:
        if before.level == state.level and before.seat != seat:
            reach = reach * found.frequencies(before)[choice, group]
    expected = [
        won(state.play(action), reach) / reach.sum() + state.contributed[seat]
        for action in state.actions
    ]
    np.testing.assert_allclose(told.values, expected, atol=1e-5)
    if "f" in state.actions:
        assert told.values[state.actions.index("f")] == pytest.approx(0, abs=1e-6)
    assert told.low_classes is not None and told.low_classes.sum() == pytest.approx(1)
    assert told.frequencies.sum() == pytest.approx(1)
    assert not told.guessed


def test_a_subgame_inside_is_the_one_of_its_start(small_solution: solver.Solution) -> None:
    tables = small_solution.tables
    first, inside = (
        solve_with_real_cards(
            small_solution, tables, small_solution.state(history), settings=FEW, seed=4
        )
        for history in (LAST, LAST + " kb")
    )
    assert inside.state.history == LAST
    for key, rows in first.played.items():
        np.testing.assert_array_equal(inside.played[key], rows)


def test_it_reads_like_a_strategy(small_solution: solver.Solution, solved) -> None:
    found = solved(THIRD)
    state = small_solution.state(LAST + " kb")
    rows = found.strategy_at(state)
    assert rows.shape == (len(state.actions), found.groups.size)
    np.testing.assert_allclose(rows.sum(axis=0), 1, rtol=1e-5)
    arrived = found.arrivals[0][1]
    groups = found.groups.number(arrived.hands.low_classes, arrived.hands.used)
    fold = rows[state.actions.index("f")][groups]
    good = arrived.hands.low_classes < 20
    assert good.any() and fold[good].mean() < 0.01 < fold[~good].mean()


def test_levels_are_what_the_states_say(small_solution: solver.Solution, solved) -> None:
    found = solved(THIRD)
    levels = found.levels()
    for history in (THIRD, THIRD + " k", THIRD + " bc", THIRD + " kk 1", LAST + " kb"):
        state = small_solution.state(history)
        slots = slice(state.first_slot, state.first_slot + len(state.actions))
        rows = levels[state.level - 4][slots]
        np.testing.assert_allclose(rows, found.strategy_at(state), atol=1e-3)


def test_near_best_keeps_what_costs_nothing() -> None:
    group = np.array([0.5, 0.3, 0.2])
    np.testing.assert_allclose(near_best(group, np.array([1.0, 1.0, 1.0]), 0.02), group)
    np.testing.assert_allclose(
        near_best(group, np.array([1.0, 0.99, 0.9]), 0.02), [1 / 1.3, 0.3 / 1.3, 0]
    )
    # What no hand of the group plays is played where all that it does play costs too much.
    np.testing.assert_allclose(near_best(np.array([1.0, 0, 0]), np.array([0, 0, 1.0])), [0, 0, 1])


def test_advice_knows_the_discards(small_solution: solver.Solution) -> None:
    history = LAST + " b"
    advice = small_solution.advise_with_real_cards("8c6d4h3s2c", history, "Kc Qd Jd")
    assert [action.code for action in advice.actions] == ["f", "c", "r"]
    assert sum(action.frequency for action in advice.actions) == pytest.approx(1)
    assert advice.best.code in "cr" and advice.best.ev > 0
    assert sum(advice.opponent.values()) == pytest.approx(1)
    assert advice.equity is not None and 0.5 < advice.equity < 1
    # Whoever holds and has thrown away good cards meets fewer good hands.
    low = small_solution.advise_with_real_cards("8c6d4h3s2c", history, "7c 7d 5d")
    assert low.opponent["7-low"] < advice.opponent["7-low"]
    unknown = small_solution.advise_with_real_cards("8c6d4h3s2c", history)
    assert low.opponent["7-low"] < unknown.opponent["7-low"]
    for thrown, words in (("Kc", "1 cards thrown away, but 3 drawn"), ("8c Kd Qd", "none of them")):
        with pytest.raises(CardError, match=words):
            small_solution.advise_with_real_cards("8c6d4h3s2c", history, thrown)


def test_advice_at_the_draw_tells_what_to_keep(small_solution: solver.Solution) -> None:
    advice = small_solution.advise_with_real_cards("Kc6d4h3s2c", THIRD + " bc", "Kd Qd Jd")
    one = advice.action("1")
    assert one.keep is not None and set(one.discards(advice.hand)) == set(parse_cards("Kc"))
    assert one.ev > advice.action("0").ev
    assert max(advice.keeps.values()) == pytest.approx(one.ev)


def test_real_cards_are_counted_from_the_third_round_on(small_solution: solver.Solution) -> None:
    with pytest.raises(ConfigurationError, match="before the third betting round"):
        small_solution.card_subgame("rc 21")


def test_an_exploiter_wins_less_from_it(small_solution: solver.Solution) -> None:
    """Same lines, same hands of the exploiter: what buckets lose is mostly made good."""
    settings = {"samples": 2, "lines": 8, "choosing": 30_000, "measuring": 8_000, "hands": 200}
    before, after = (
        measure_exploiter(
            Exploiter(small_solution, ExploiterSettings(resolve=resolve, **settings)), threads=1
        )
        for resolve in (False, True)
    )
    assert before is not None and after is not None
    assert after.total.mean < 0.6 * before.total.mean
    with pytest.raises(ConfigurationError, match="use --rounds 2 or less"):
        Exploiter(small_solution, ExploiterSettings(resolve=True, rounds=3))


def test_two_rounds_of_a_solved_subgame_can_be_exploited(small_solution: solver.Solution) -> None:
    settings = ExploiterSettings(
        resolve=True, rounds=2, samples=2, lines=2, rollouts=200, cards=FEW, choosing=20_000
    )
    found = measure_exploiter(Exploiter(small_solution, settings), threads=1)
    assert found is not None
    assert {situation.point for sample in found.gains for situation in sample} <= {4, 5, 6}
