"""Matches: duplicate decks, reproducible, zero-sum, and fair about what they do not know."""

from collections.abc import Iterator

import numpy as np
import pytest

import solver
from solver.errors import ConfigurationError
from solver.evaluation import AlwaysCall, DrawLuck, RuleBook, SolutionPlayer, play_match
from solver.evaluation.baselines import aggressive, passive
from solver.evaluation.luck import win_chance
from solver.evaluation.players import Memory
from solver.game import Game, PublicTree, public_tree
from solver.table import Deck, Phase, Setup, discard, start
from solver.table.actions import CALL, CHECK, RAISE


class Scripted:
    """Always the same style, and remembers what it was asked."""

    def __init__(self, tree: PublicTree, name: str, act=passive, thrown: int = 0):
        self.tree, self.name = tree, name
        self._act, self._thrown = act, thrown
        self.seen: list[tuple[tuple[int, ...], str]] = []

    def act(self, hand, state, random, thrown=None) -> str:
        self.seen.append((hand, state.history))
        return self._act(state)

    def discard(self, hand, state, random, thrown=None):
        self.seen.append((hand, state.history))
        return hand[: min(self._thrown, len(state.actions) - 1)]


@pytest.fixture(scope="module")
def luck(small_solution: solver.Solution) -> DrawLuck:
    return DrawLuck(small_solution.abstraction)


@pytest.fixture(scope="module")
def player(small_solution: solver.Solution) -> Iterator[SolutionPlayer]:
    yield SolutionPlayer(small_solution, "small")


def test_a_solution_beats_who_only_calls(
    small_solution: solver.Solution, player: SolutionPlayer, luck: DrawLuck
) -> None:
    opponent = AlwaysCall(small_solution.tree, small_solution.abstraction)
    result = play_match((player, opponent), 1200, luck)
    score = result.score
    assert score.hands == 1200 and result.finished and result.cap == 2
    assert result.players == ("small", "call")
    assert score.adjusted.mean > 6 * score.adjusted.standard_error
    assert score.adjusted.standard_error < 0.75 * score.plain.standard_error
    difference = score.adjusted.mean - score.plain.mean
    assert abs(difference) < 3 * score.plain.standard_error
    assert score.plain.mean == pytest.approx((score.big_blind + score.button) / 2)


def test_what_one_wins_the_other_loses(
    small_solution: solver.Solution, player: SolutionPlayer, luck: DrawLuck
) -> None:
    book = RuleBook(small_solution.tree)
    ours = play_match((player, book), 200, luck, seed=3).score
    theirs = play_match((book, player), 200, luck, seed=3).score
    assert ours.plain.mean == -theirs.plain.mean
    assert ours.adjusted.mean == pytest.approx(-theirs.adjusted.mean)
    assert ours.big_blind == -theirs.button


def test_a_player_does_not_beat_itself(player: SolutionPlayer, luck: DrawLuck) -> None:
    score = play_match((player, player), 100, luck).score
    assert score.plain.mean == 0 == score.plain.standard_error
    assert score.adjusted.mean == pytest.approx(0)
    assert score.big_blind == -score.button != 0


def test_results_follow_from_the_seed(
    small_solution: solver.Solution, player: SolutionPlayer, luck: DrawLuck
) -> None:
    book = RuleBook(small_solution.tree)
    first = play_match((player, book), 100, luck, seed=1).score
    assert play_match((player, book), 100, luck, seed=1).score == first
    assert play_match((player, book), 100, luck, seed=2).score != first
    # A longer match begins with the same decks.
    stopped = play_match((player, book), 400, luck, seed=1, report=lambda done, _: done == 50)
    assert stopped.score == first and not stopped.finished


def test_every_deck_is_dealt_to_both(small_solution: solver.Solution, luck: DrawLuck) -> None:
    one = Scripted(small_solution.tree, "one", thrown=1)
    two = Scripted(small_solution.tree, "two", thrown=1)
    play_match((one, two), 4, luck)
    half = len(one.seen) // 2
    assert one.seen and one.seen != two.seen
    # Two decks, two seats each: what one saw in a seat, the other saw in it with the same deck.
    assert sorted(one.seen) == sorted(two.seen)
    assert len({hand for hand, _ in one.seen}) > half // 2


def test_draws_that_a_tree_does_not_hold_are_seen_as_its_largest(
    small_solution: solver.Solution, luck: DrawLuck
) -> None:
    wide = public_tree(Game(cap=1, draws=(5, 1, 1)))
    narrow = Scripted(small_solution.tree, "narrow")
    play_match((narrow, Scripted(wide, "wide", thrown=5)), 2, luck)
    histories = [history for _, history in narrow.seen]
    assert "ck 03" in {history[:5] for history in histories}
    assert "ck 30" in {history[:5] for history in histories}


def test_the_smaller_cap_holds(small_solution: solver.Solution, luck: DrawLuck) -> None:
    higher = public_tree(Game(cap=4, draws=(1, 1, 1)))
    raiser = Scripted(higher, "raiser", act=aggressive)
    other = Scripted(small_solution.tree, "other", act=aggressive)
    result = play_match((raiser, other), 2, luck)
    assert result.cap == 2
    assert "rc 00 brc 00 brc 00 br" in {history for _, history in raiser.seen + other.seen}


def test_bad_matches_are_refused(
    small_solution: solver.Solution, player: SolutionPlayer, luck: DrawLuck
) -> None:
    for hands in (0, 7, -2):
        with pytest.raises(ConfigurationError, match=f"{hands} hands asked for"):
            play_match((player, player), hands, luck)
    other = Scripted(public_tree(Game(bets=(1, 1, 1, 1), draws=(1, 1, 1))), "flat")
    with pytest.raises(ConfigurationError, match="flat plays with bets of"):
        play_match((player, other), 2, luck)


@pytest.mark.parametrize("last_draw", [False, True])
@pytest.mark.parametrize("count", [1, 2, 3, 5])
def test_luck_has_mean_zero(luck: DrawLuck, count: int, last_draw: bool) -> None:
    """Over all rotations of the stub, every one as likely as the others."""
    order = Deck.shuffled(4).order
    gains = []
    for turn in range(42):
        stub = order[10:][turn:] + order[10:][:turn]
        state = start(Setup.blinds((100, 100), 2), Deck((*order[:10], *stub)))
        for action in (RAISE, CALL):
            state = state.apply(action)
        while last_draw and state.round < 2:
            state = state.apply(discard(())).apply(discard(())).apply(CHECK).apply(CHECK)
        if last_draw:
            state = state.apply(discard(()))
        assert state.phase is Phase.DRAWING and state.actor == int(last_draw)
        hand = state.hands[state.actor]
        gains.append(luck.of_draw(state, hand[count:], 1 if last_draw else 3))
    assert sum(gains) == pytest.approx(0, abs=1e-9)
    assert max(gains) > 0.1
    if last_draw:
        # The showdown decides: the pot is won, lost or split.
        assert len(set(np.round(np.diff(np.sort(gains)), 9))) <= 3


def test_chances_against_each_other() -> None:
    own = np.array([0.0, 0.3, 0.5, 1.0])
    np.testing.assert_allclose(win_chance(own, 0.5, final=False), own)
    np.testing.assert_allclose(win_chance(own, 0.3, final=True), [0, 0.5, 1, 1])
    np.testing.assert_allclose(win_chance(own, 0.0, final=False), [0.5, 1, 1, 1])
    assert win_chance(own, 0.2, final=False)[1] + win_chance(
        np.array([0.2]), 0.3, final=False
    ) == pytest.approx(1)


def test_memory_keeps_the_latest() -> None:
    memory: Memory[str] = Memory(size=2)
    computed: list[str] = []

    def value(key: str) -> str:
        computed.append(key)
        return key.upper()

    for key in "aabcacb":
        assert memory.get(key, lambda key=key: value(key)) == key.upper()
    assert computed == list("abcab")
