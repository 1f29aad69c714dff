"""Own histories: the same grades as at the table, and what is not graded said and counted."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import solver
from solver.bridge import ALL_IN, MULTIWAY, View
from solver.errors import HistoryError
from solver.table import BET, CALL, CHECK, PAT, RAISE, Deck, Post, PostKind, Rules, Setup, start
from solver.table.histories.importing import find_files, import_files, write_hands
from solver.table.histories.phh import write_phhs
from solver.table.histories.record import PlayedHand
from trainer import Answer, Rating, grade
from trainer.hands.hand_grading import GUESSED, judge_hand
from trainer.hands.play import WholeHand, shuffled
from trainer.hands.replays import Step, steps_of
from trainer.hands.review import NOBODY, SpotList, review

GOLDEN = "heads-up-showdown-hero"


@pytest.fixture(scope="module")
def played(small_solution: solver.Solution) -> list[WholeHand]:
    """Hands of a player who does anything that the solution knows."""
    random = np.random.default_rng(3)
    hands = []
    for number in range(25):
        hand = WholeHand(small_solution, number % 2, shuffled(random), random)
        while not hand.over:
            state = hand.public_state
            assert state is not None
            code = str(random.choice(state.actions))
            answer = Answer.draw(hand.hand[: int(code)]) if state.drawing else Answer(code)
            hand.act(answer)
        hands.append(hand)
    return hands


@pytest.fixture
def folder(played: list[WholeHand], tmp_path: Path) -> Path:
    """The same hands as files, the first three twice."""
    hands = [
        PlayedHand(hand.table, info={"players": ["Ann", "Bob"][:: 1 - 2 * hand.seat]})
        for hand in played
    ]
    (tmp_path / "deep").mkdir()
    (tmp_path / "one.phhs").write_text(write_phhs(hands[:20]))
    (tmp_path / "deep" / "two.phhs").write_text(write_phhs(hands[20:] + hands[:3]))
    return tmp_path


def _told(steps: tuple[Step, ...]) -> tuple:
    """A hand without the cards that nobody has seen."""
    done = [step.action for step in steps if step.street != "showdown"]
    return steps[0].before.hands, tuple(done)


def test_grades_are_those_of_the_table(
    small_solution: solver.Solution, played: list[WholeHand], folder: Path
):
    counted: list[int] = []
    found = review(small_solution, [folder], player="Ann", report=counted.append)
    assert len(found.hands) == 25
    assert found.duplicates == 3
    assert (found.refused, sum(found.skipped.values())) == ((), 0)
    assert counted[-1] == 28
    ours = {_told(hand.steps): hand for hand in played}
    for hand in found.hands:
        own = ours[_told(hand.steps)]
        assert hand.seat == own.seat
        assert [one.grade for one in hand.decisions] == [one.grade for one in own.judged]
        assert [one.spot for one in hand.decisions] == [one.spot for one in own.judged]
        assert hand.won == own.result().won
    total = sum(hand.result().ev_lost for hand in played)
    assert found.ev_lost == pytest.approx(total)


def test_the_dearest_come_first_and_can_be_filtered(small_solution: solver.Solution, folder: Path):
    found = review(small_solution, [folder], player="Bob")
    found = review(small_solution, [folder], player="Ann")
    everything = found.decisions()
    lost = [one.ev_lost for one in everything]
    assert lost == sorted(lost, reverse=True)
    blunders = found.decisions(ratings=[Rating.BLUNDER], drawing=True, streets=[0, 1], seat=1)
    assert 0 < len(blunders) < len(everything)
    for one in blunders:
        assert one.judged.grade is not None
        assert one.judged.grade.rating is Rating.BLUNDER
        assert one.judged.answer.code.isdigit()
        assert one.judged.seat == 1
    spots = found.spots(0.05)
    dear = [one for one in everything if one.ev_lost >= 0.05]
    assert len(spots.spots) == len(dear) > 5
    first = spots.spot()
    assert first is not None
    advice = small_solution.advise(first.hand, first.state)
    judged = everything[0].judged
    assert grade(advice, judged.answer) == judged.grade


def test_an_exported_hand_with_corrupt_cards_is_graded_as_the_original(
    small_solution: solver.Solution, data: Path, tmp_path: Path
):
    original = review(small_solution, [data / "golden" / "hero-with-corrupt-cards.txt"])
    (file,) = import_files(find_files([data / "golden" / "hero-with-corrupt-cards.txt"]))
    phhs, _ = write_hands(file, tmp_path)
    exported = review(small_solution, [phhs])
    grades = [[one.grade for one in hand.decisions] for hand in original.hands]
    assert [[one.grade for one in hand.decisions] for hand in exported.hands] == grades
    assert sum(grade is not None for grade in grades[0]) == 3
    assert exported.ev_lost == original.ev_lost
    (note,) = [note for _, note in original.notes]
    assert note.text.startswith("PokerStars 240000000050: line 20 tells cards of Bob")


def test_a_list_of_spots_ends(small_solution: solver.Solution):
    assert SpotList([]).spot() is None


def test_a_site_tells_whose_hand_it_is(small_solution: solver.Solution, data: Path):
    found = review(small_solution, [data / "golden" / f"{GOLDEN}.txt"])
    [hand] = found.hands
    assert hand.name == "PokerStars 240000000003"
    assert (hand.players, hand.seat, hand.won) == (("Ann", "Bob"), 1, 7.0)
    assert hand.graded == len(hand.decisions) == 7
    assert [one.answer.code for one in hand.decisions] == list("r2b1b0b")
    # Ann draws three, and two of the three cards that the solution lets her draw then.
    assert all(one.notes == () for one in hand.decisions)
    opponent = review(small_solution, [data / "golden" / f"{GOLDEN}.txt"], player="Ann")
    assert set(opponent.not_graded) == {"own cards are not told"}


def test_all_that_is_not_graded_is_counted(small_solution: solver.Solution, data: Path):
    found = review(small_solution, [data / "golden"])
    assert found.not_graded[MULTIWAY] > 20
    assert found.not_graded[NOBODY] == sum(hand.seat is None for hand in found.hands) > 20
    assert found.skipped["other game: Razz Limit"] == 4
    assert found.duplicates == 2
    reasons = [refusal.reason for _, refusal in found.refused]
    assert "raise: Ann may not, the round is capped at 4 bets" in reasons
    multiway = [hand for hand in found.hands if len(hand.players) > 2]
    assert all(hand.graded == 0 and hand.steps for hand in multiway)


def test_nobody_of_that_name(small_solution: solver.Solution, data: Path):
    with pytest.raises(HistoryError, match="no hand of 'Zoe'; the players are Ann, Bob"):
        review(small_solution, [data / "golden" / f"{GOLDEN}.txt"], player="Zoe")
    with pytest.raises(HistoryError, match="does not exist"):
        review(small_solution, [data / "nowhere"])


def test_a_hand_without_a_name_is_nobodys(small_solution: solver.Solution, folder: Path):
    found = review(small_solution, [folder])
    assert found.not_graded == {NOBODY: 25}


def blinds(stacks: tuple[int, int] = (1000, 1000), small: int = 10, ante: int = 0) -> Setup:
    return Setup.blinds(stacks, 20, small_blind=small, ante=ante)


@pytest.mark.parametrize(
    ("setup", "reason"),
    [
        (blinds(small=5), "small blind 0.25"),
        (blinds(ante=2), "ante 0.2"),
        (Setup((900, 900), 20, 60, blinds().posts), "a big bet of 3 small bets"),
        (Setup((900, 900), 20, 40, (Post(0, PostKind.BIG_BLIND, 20),)), "big blind 1 and"),
        (blinds((20, 1000)), ALL_IN),
        (Setup.blinds((900,) * 3, 20), MULTIWAY),
    ],
)
def test_other_stakes_are_outside(small_solution: solver.Solution, setup: Setup, reason: str):
    view = View.begin(small_solution.tree, setup)
    assert view.state is None
    assert reason in view.notes[-1]


def test_stakes_that_are_nearly_the_same(small_solution: solver.Solution):
    uneven = View.begin(small_solution.tree, Setup.blinds((1000, 1000), 5))
    assert uneven.state is not None
    assert uneven.notes == ("a small blind of 0.4 small bets, read as 0.5",)
    short = View.begin(small_solution.tree, blinds((150, 1000)))
    assert short.state is not None
    assert short.notes == ("the shorter stack is 7.5 small bets, graded as if deep",)
    assert View.begin(small_solution.tree, blinds()).notes == ()


def play(setup: Setup, *actions) -> tuple:
    state = start(setup, Deck.shuffled(5), Rules())
    for action in actions:
        state = state.apply(action)
    while state.actor is not None:
        state = state.apply(state.legal_actions()[0])
    return steps_of(state)


def test_a_bet_above_the_cap_of_the_solution_leads_out(small_solution: solver.Solution):
    steps = play(blinds(), RAISE, RAISE, RAISE, CALL)
    button = judge_hand(small_solution, steps, 1)
    big_blind = judge_hand(small_solution, steps, 0)
    assert button[0].grade is not None
    # Her third bet is above the cap of two, so it is not graded, nor is what follows.
    assert all(one.grade is None for one in (*button[1:], *big_blind))
    assert "the player raises, which the solution does not know here" in big_blind[0].notes[-1]
    assert "the big blind raises, which the solution does not know" in button[1].notes[-1]


def test_an_all_in_leads_out(small_solution: solver.Solution):
    steps = play(blinds((50, 1000)), CALL, CHECK, PAT, PAT, BET, RAISE)
    judged = judge_hand(small_solution, steps, 0)
    graded = [one.grade is not None for one in judged]
    assert graded == [True, True, True, False]
    assert judged[-1].notes[-1] == ALL_IN


def test_a_range_that_is_a_guess_is_marked(small_solution: solver.Solution):
    root = small_solution.state()
    strategy = [np.array(rows) for rows in small_solution.strategy]
    strategy[0][root.first_slot + root.actions.index("r")] = 0
    never_raises = replace(small_solution, strategy=strategy)
    steps = play(blinds(), RAISE, CALL)
    [first, *others] = judge_hand(never_raises, steps, 0)
    assert first.grade is not None
    assert (first.notes, others[0].notes) == ((GUESSED,), (GUESSED,))
    assert judge_hand(small_solution, steps, 0)[0].notes == ()
