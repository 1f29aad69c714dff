"""Games of groups late in a hand, against best responses written out group by group."""

from itertools import pairwise, product

import numpy as np
import pytest

import solver
from solver.game import betting_tree
from solver.subgames.card_game import CardGame, Strategy, matched
from solver.subgames.solving import RULE

GROUPS, AFTER = (4, 3), (5, 6)


def random_game(seed: int) -> CardGame:
    """Two counts for each seat, a cap of one before the draw and of two after it."""
    random = np.random.default_rng(seed)
    first = betting_tree(solver.heads_up(cap=1), 2)
    last = betting_tree(solver.heads_up(cap=2), 3)

    def shares(*shape: int) -> np.ndarray:
        numbers = random.random(shape)
        return (numbers / numbers.sum(axis=-1, keepdims=True)).astype(np.float32)

    hands = shares(GROUPS[0]), shares(GROUPS[1])
    draws = tuple(tuple(shares(GROUPS[s], AFTER[s]) for _ in range(2)) for s in (0, 1))
    meet_last = tuple(tuple(shares(*AFTER) + 0.5 for _ in range(2)) for _ in range(2))
    ahead = tuple(
        tuple(m * random.uniform(-1, 1, AFTER).astype(np.float32) for m in row) for row in meet_last
    )
    stakes = (3 + random.random((len(first.closed), 2, 2))).astype(np.float32)
    meet = shares(*GROUPS) + 0.5
    return CardGame(first, last, 3.0, stakes, hands, (draws[0], draws[1]), meet, meet_last, ahead)


def written_out(game: CardGame, strategy: Strategy, seat: int) -> float:
    """What a seat wins by a strategy, over every pair of groups before and after the draw."""

    def round_value(betting, stake, played, pair, at_end) -> float:
        def value(n: int) -> float:
            begin, end = betting.first_action[n : n + 2]
            total = 0.0
            for action in range(begin, end):
                target = int(betting.target[action])
                if target >= 0:
                    won = value(target)
                else:
                    leaf = -1 - target
                    folder = betting.folder[leaf]
                    paid = stake + betting.added[leaf]
                    if folder < 0:
                        won = at_end(leaf)
                    else:
                        won = at_end(None) * (-paid[0] if folder == 0 else paid[1])
                total += played(n)[action - begin, pair[betting.actor[n]]] * won
            return total

        return value(0)

    total = 0.0
    for before in product(*map(range, GROUPS)):

        def after_first(leaf: int | None, before: tuple[int, int] = before) -> float:
            if leaf is None:
                return float(game.meet[before])
            end = game.first.closed.index(leaf)
            found = 0.0
            for counts in product(range(2), range(2)):
                chance = strategy["draw", 0][end, counts[0], before[0]]
                chance *= strategy["draw", 1][end, counts[0], counts[1], before[1]]
                for after in product(*map(range, AFTER)):
                    arrive = (
                        game.draws[0][counts[0]][before[0], after[0]]
                        * game.draws[1][counts[1]][before[1], after[1]]
                    )

                    def shown(leaf: int | None, counts=counts, after=after, end=end) -> float:
                        if leaf is None:
                            return float(game.meet_last[counts[0]][counts[1]][after])
                        paid = game.stakes[end, counts[0], counts[1]] + game.last.added[leaf, 0]
                        return float(paid * game.ahead[counts[0]][counts[1]][after])

                    found += (
                        chance
                        * arrive
                        * round_value(
                            game.last,
                            game.stakes[end, counts[0], counts[1]],
                            lambda n, c=counts, e=end: strategy["last", c[0], c[1], n][e],
                            after,
                            shown,
                        )
                    )
            return found

        total += (
            game.hands[0][before[0]]
            * game.hands[1][before[1]]
            * round_value(
                game.first, game.stake, lambda n: strategy["first", n], before, after_first
            )
        )
    return total if seat == 0 else -total


def random_strategy(game: CardGame, seed: int) -> Strategy:
    random = np.random.default_rng(seed)
    return {
        key: matched(random.random(shape).astype(np.float32)) for key, _, shape in game.decisions()
    }


@pytest.mark.parametrize("seed", range(3))
def test_values_are_those_written_out(seed: int) -> None:
    game = random_game(seed)
    strategy = random_strategy(game, seed)
    for seat in (0, 1):
        won = game.value(strategy, seat) @ game.hands[seat]
        assert won == pytest.approx(written_out(game, strategy, seat), rel=1e-4, abs=1e-5)


@pytest.mark.parametrize("seed", range(3))
def test_no_change_at_one_decision_beats_the_best_response(seed: int) -> None:
    game = random_game(seed)
    strategy = random_strategy(game, seed)
    random = np.random.default_rng(seed)
    for seat in (0, 1):
        most = game.value(strategy, seat, best=True) @ game.hands[seat]
        for _ in range(20):
            other = random_strategy(game, int(random.integers(1 << 30)))
            mixed = {
                key: other[key] if owner == seat else strategy[key]
                for key, owner, _ in game.decisions()
            }
            assert game.value(mixed, seat) @ game.hands[seat] <= most + 1e-5


@pytest.mark.parametrize("seed", range(3))
def test_it_comes_to_an_equilibrium(seed: int) -> None:
    game = random_game(seed)
    lost = []
    for iterations in (20, 1000):
        strategy = game.solve(iterations, RULE)
        for rows in strategy.values():
            np.testing.assert_allclose(rows.sum(axis=-2), 1, rtol=1e-5)
        lost.append(
            sum(float(game.value(strategy, seat, best=True) @ game.hands[seat]) for seat in (0, 1))
        )
    assert -1e-4 <= lost[1] < 0.004 < lost[0]


def test_probabilities_follow_what_is_positive() -> None:
    numbers = np.array([[1.0, -2.0], [3.0, -1.0]], np.float32)
    np.testing.assert_allclose(matched(numbers), [[0.25, 0.5], [0.75, 0.5]])


def test_every_decision_is_learned() -> None:
    game = random_game(0)
    keys = [key for key, _, _ in game.decisions()]
    assert set(game.solve(1, RULE)) == set(keys)
    starts = [len(list(pairwise(tree.first_action))) for tree in (game.first, game.last)]
    assert len(keys) == starts[0] + 2 + 4 * starts[1]
