"""Whole hands against a solution: rules, grades, replay, luck apart from skill."""

from pathlib import Path

import numpy as np
import pytest

import solver
from solver.bridge import table_setup
from solver.errors import ConfigurationError, HistoryError, RulesError
from solver.evaluation import SolutionPlayer
from solver.game import Game
from solver.table import Deck
from trainer import Answer, PracticeLog, Rating, grade
from trainer.drills.practice import Practice
from trainer.hands.play import SMALL_BET, STACK, WholeHand, shuffled
from trainer.hands.play_session import PlaySession, running, summarise
from trainer.hands.replays import steps_from_log, steps_of


def like_the_solution(hand: WholeHand, random: np.random.Generator) -> Answer:
    """What the solution itself would do for the player."""
    state = hand.public_state
    player = SolutionPlayer(hand.solution, "player")
    assert state is not None
    if state.drawing:
        return Answer.draw(player.discard(hand.hand, state, random))
    return Answer(player.act(hand.hand, state, random))


def play_out(solution: solver.Solution, seat: int, random: np.random.Generator) -> WholeHand:
    hand = WholeHand(solution, seat, shuffled(random), random)
    while not hand.over:
        hand.act(like_the_solution(hand, random))
    return hand


@pytest.fixture(scope="module")
def hands(small_solution: solver.Solution) -> list[WholeHand]:
    random = np.random.default_rng(5)
    return [play_out(small_solution, number % 2, random) for number in range(400)]


def test_the_players_turn_comes_or_the_hand_is_over(small_solution: solver.Solution):
    random = np.random.default_rng(1)
    for number in range(30):
        hand = WholeHand(small_solution, number % 2, shuffled(random), random)
        while not hand.over:
            assert hand.table.actor == hand.seat
            assert hand.public_state is not None
            assert hand.public_state.seat == hand.seat
            if not hand.public_state.drawing:
                assert hand.letters == hand.public_state.actions
            hand.act(like_the_solution(hand, random))
        assert hand.letters == ()
        with pytest.raises(HistoryError, match="over"):
            hand.act(Answer("f"))


def test_grades_are_those_of_a_quiz(small_solution: solver.Solution, hands: list[WholeHand]):
    for hand in hands[:40]:
        for judged in hand.judged:
            assert judged.spot is not None
            assert judged.notes == ()
            advice = small_solution.advise(judged.spot.hand, judged.spot.state)
            assert judged.grade == grade(advice, judged.answer)


def test_result_is_seat_and_decisions_and_luck(hands: list[WholeHand]):
    for hand in hands:
        result = hand.result()
        lost = sum(judged.grade.ev_lost for judged in hand.judged if judged.grade)
        assert result.ev_lost == pytest.approx(lost)
        assert result.won == pytest.approx(result.expected - result.ev_lost + result.luck)
        stacks = hand.table.stacks
        assert result.won == (stacks[hand.seat] - stacks[1 - hand.seat]) / 4
        assert sum(result.parts.values()) == pytest.approx(result.won)
    results = [hand.result() for hand in hands]
    won, skill = running(results)
    assert len(won) == len(skill) == len(hands) + 1
    assert won[0] == skill[0] == 0
    assert won[-1] == pytest.approx(sum(result.won for result in results))
    assert skill[-1] == pytest.approx(summarise(results).skill * len(results))
    for values in ([r.luck for r in results], [r.card_luck for r in results]):
        error = np.std(values) / np.sqrt(len(values))
        assert abs(np.mean(values)) < 4 * error


def test_luck_of_the_cards_explains_much(hands: list[WholeHand]):
    summary = summarise([hand.result() for hand in hands])
    assert summary.hands == len(hands)
    assert summary.adjusted_error < 0.8 * summary.won_error
    assert abs(summary.adjusted - summary.skill) < 4 * summary.adjusted_error
    assert 0 < summary.ev_lost < 0.3


def test_few_hands():
    assert summarise([]).hands == 0
    assert summarise([]).won_error == float("inf")


def test_replay_shows_both_hands(hands: list[WholeHand]):
    for hand in hands[:40]:
        steps = steps_of(hand.table)
        assert steps == hand.steps
        assert all(len(cards) == 5 for cards in steps[0].before.hands)
        assert steps[-1].after == hand.table
        assert steps[0].street == "before the draw"
        assert (steps[0].pot, steps[0].seat) == (1.5, 1)
        for step in steps:
            assert step.words
            assert len(step.hand) == 5


def test_draws_that_the_solution_does_not_know(small_solution: solver.Solution):
    random = np.random.default_rng(2)
    for _ in range(20):
        hand = WholeHand(small_solution, 0, shuffled(random), random)
        if hand.over:
            continue
        hand.act(Answer("c" if "c" in hand.letters else "k"))
        if not hand.over:
            break
    five = hand.act(Answer.draw(hand.hand))
    assert (five.grade, five.spot) == (None, None)
    assert five.notes == ("the solution draws at most 3 here; 5 cannot be graded",)
    assert len(hand.hand) == 5
    while not hand.over:
        later = hand.act(Answer.draw(()) if not hand.letters else Answer(hand.letters[-1]))
        assert later.notes == ("big blind drew 5, read as 3",)
        assert later.grade is not None
        assert later.spot is None
    assert hand.result().decisions == len(hand.judged) - 1


def test_what_is_not_allowed_changes_nothing(small_solution: solver.Solution):
    hand = WholeHand(small_solution, 1, Deck.shuffled(3), np.random.default_rng(1))
    before = hand.table
    for answer in (Answer("k"), Answer.draw(hand.hand[:1]), Answer("b")):
        with pytest.raises(RulesError):
            hand.act(answer)
        assert hand.table is before
        assert hand.judged == hand.steps == ()
    with pytest.raises(HistoryError, match="no result yet"):
        hand.result()
    hand.act(Answer("f"))
    assert hand.result().won == -0.5
    assert hand.result().card_luck == 0


def test_stakes_of_the_table(small_solution: solver.Solution):
    setup = table_setup(small_solution.tree.game, SMALL_BET, STACK)
    assert (setup.small_bet, setup.big_bet, setup.price) == (2, 4, 2)


@pytest.mark.parametrize(
    "game", [Game(forced_bets=(0.5, 0.5), live=False), Game(bets=(1, 2), draws=(3,))]
)
def test_other_games_are_refused(game: Game):
    with pytest.raises(ConfigurationError, match="cannot be played at the table"):
        table_setup(game, SMALL_BET, STACK)


def test_a_session_is_written_down(small_solution: solver.Solution, tmp_path: Path):
    random = np.random.default_rng(9)
    with PracticeLog(tmp_path) as history:
        practice = Practice(small_solution, history, "play")
        session = PlaySession(practice, 4)
        seats = []
        for _ in range(12):
            hand = session.deal()
            seats.append(hand.seat)
            while not hand.over:
                session.act(like_the_solution(hand, random), 500)
        given_up = session.deal()
        kept, decisions, score = history.hands(), history.decisions(), history.score()
    assert seats == [1, 0] * 6
    assert len(session.results) == len(kept) == 12 + given_up.over
    assert summarise(kept[:12]) == summarise(session.results[:12])
    assert score.hands == len(kept)
    assert score.lost_per_hand == pytest.approx(sum(d.ev_lost for d in decisions) / len(kept))
    assert {decision.hand for decision in decisions} <= set(range(1, len(kept) + 1))
    steps = steps_from_log(kept[0].log)
    mine = [step for step in steps if step.seat == kept[0].seat and step.words != "shows"]
    assert len(mine) == sum(decision.hand == 1 for decision in decisions)
    assert all(decision.rating in Rating for decision in decisions)


def test_no_steps_of_a_hand_in_play(small_solution: solver.Solution):
    hand = WholeHand(small_solution, 1, Deck.shuffled(3), np.random.default_rng(1))
    with pytest.raises(HistoryError, match="still to act"):
        steps_of(hand.table)
