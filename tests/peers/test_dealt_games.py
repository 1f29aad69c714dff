"""Games as other solvers get them, read back and solved by linear programming."""

import io

import numpy as np
import pytest
from extensive import ExtensiveForm
from gambit import GambitGame
from small_games import TINY, TINY_CHAINS, TINY_VALUE, random_chain

from benchmarks.peers.deal import Chance, Decision, deal_out
from benchmarks.peers.formats import write_efg, write_liteefg
from benchmarks.peers.games import one_card, tiny_draw
from solver.game import Game, PrivateChain

GAMES = {
    "blinds": (Game(bets=(1, 2), cap=2, draws=(2,)), (3, 3)),
    "two draws": (Game(bets=(1, 1, 2), cap=1, draws=(1, 1)), (2, 1, 2)),
    "free draws": (Game(bets=(1, 1, 2), cap=1, draws=(0, 2), draw_rule="free"), (2, 3, 2)),
}

every_game = pytest.mark.parametrize(("game", "buckets"), GAMES.values(), ids=GAMES)


def written(write, game, chain):
    file = io.StringIO()
    write(deal_out(game, chain), file)
    return file.getvalue()


def test_tiny_draw_game_has_its_known_value():
    assert tiny_draw().game == TINY
    text = written(write_efg, *tiny_draw())
    assert GambitGame(text).value() == pytest.approx(TINY_VALUE, abs=1e-6)
    assert TINY_CHAINS[0].draws[0][1] == pytest.approx(tiny_draw().chain.draws[0][1])


def test_one_card_game_has_the_value_of_its_matrix():
    """Nine deals, twelve information sets: the same by the rules of a hand one by one."""
    game, chain = one_card()
    expected = ExtensiveForm(game, (chain, chain)).value()
    read = GambitGame(written(write_efg, game, chain))
    assert read.value() == pytest.approx(expected, abs=1e-9)
    assert read.nodes == {"c": 1, "p": 9 * 4, "t": 9 * 5}
    assert [len(seat.actions) for seat in read.seats] == [6, 6]


@every_game
def test_value_of_random_games(game, buckets):
    chain = random_chain(np.random.default_rng(7), game, buckets)
    expected = ExtensiveForm(game, (chain, chain)).value()
    read = GambitGame(written(write_efg, game, chain))
    assert read.value() == pytest.approx(expected, abs=1e-8)


@every_game
def test_liteefg_file_describes_the_same_tree(game, buckets):
    chain = random_chain(np.random.default_rng(8), game, buckets)
    dealt = deal_out(game, chain)
    lines = [line.split() for line in written(write_liteefg, game, chain).splitlines()]
    nodes = {words[1]: words[2:] for words in lines if words[0] == "node"}
    sets = {words[1]: words[3:] for words in lines if words[0] == "infoset"}
    assert len(nodes) == len(dealt.nodes)
    members = {name: which for which, names in sets.items() for name in names}
    payoffs, seen = [], []

    def compare(name, numbers):
        """Follow both trees together; the dealt one is in depth-first order."""
        node, words = dealt.nodes[next(numbers)], nodes[name]
        seen.append(name)
        if isinstance(node, Chance):
            assert words[:2] == ["chance", "actions"]
            chances = [word.split("=") for word in words[2:]]
            assert [round(float(p) * 10**12) for _, p in chances] == list(node.parts)
            children = [child for child, _ in chances]
        elif isinstance(node, Decision):
            assert words[:3] == ["player", str(node.seat + 1), "actions"]
            assert members[name] == f"{node.seat}.{node.information_set}"
            children = words[3:]
            assert len(children) == len(node.letters)
        else:
            assert words == ["leaf", "payoffs", f"1={node.won:.9g}", f"2={-node.won:.9g}"]
            payoffs.append(node.won)
            children = []
        for child in children:
            compare(child, numbers)

    compare("0", iter(range(len(dealt.nodes))))
    assert len(set(seen)) == len(seen) == len(nodes)
    assert min(payoffs) < 0 < max(payoffs)


def test_chances_of_small_parts_sum_to_one():
    game = Game(forced_bets=(1, 1), live=False, bets=(1,), cap=1, draws=())
    initial = np.array([1e-9, 1 / 3, 2 / 3 - 1e-9])
    root = deal_out(game, PrivateChain(initial, ())).nodes[0]
    assert sum(root.parts) == 10**12
    assert root.branches == 8  # both best cards have a chance of 1e-18: never dealt
