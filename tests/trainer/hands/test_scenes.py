"""What a replay shows at every moment: hands, wagers, who is out, who won."""

import numpy as np
import pytest

import solver
from solver.table import BET, CALL, CHECK, FOLD, PAT, RAISE, Deck, Rules, Setup, discard, start
from trainer import Answer
from trainer.hands.play import WholeHand, shuffled
from trainer.hands.replays import steps_of
from trainer.hands.scenes import YOU, scenes


def test_a_hand_between_three():
    state = start(Setup.blinds((900,) * 3, 20), Deck.shuffled(5), Rules())
    first = state.hands
    for action in (RAISE, FOLD, CALL):
        state = state.apply(action)
    for action in (discard(state.hands[1][:2]), PAT, BET, FOLD):
        state = state.apply(action)
    steps = steps_of(state)
    found = scenes(steps, ("Ann", YOU, "Cleo"))
    assert len(found) == len(steps) + 1
    assert [scene.words for scene in found[:4]] == [
        "Cleo raises", "Ann folds", "You call",
        f"You {steps[3].deed(own=True)}",
    ]  # fmt: skip
    assert found[0].street == "before the draw"
    assert found[0].pot == 1.5
    assert [place.wager for place in found[1].places] == [0.5, 1, 2]
    assert [place.acting for place in found[1].places] == [True, False, False]
    drawing = found[3]
    assert drawing.street == "first draw"
    assert set(drawing.places[1].going) == set(steps[3].action.cards)
    assert [place.folded for place in drawing.places] == [True, False, False]
    assert set(drawing.places[0].hand) == set(first[0])
    assert [place.drawn for place in found[-1].places] == [(), (2,), (0,)]
    assert found[-1].words == "You take 4.5 small bets"
    assert found[-1].pot == 4.5
    assert [place.won for place in found[-1].places] == [-0.5, 2.5, -2]


def test_the_end_is_the_result(small_solution: solver.Solution):
    random = np.random.default_rng(8)
    for number in range(20):
        hand = WholeHand(small_solution, number % 2, shuffled(random), random)
        while not hand.over:
            draw = Answer.draw(hand.hand[:1])
            hand.act(draw if not hand.letters else Answer(hand.letters[0]))
        names = (YOU, "opponent") if hand.seat == 0 else ("opponent", YOU)
        end = scenes(hand.steps, names)[-1]
        assert end.places[hand.seat].won == hand.result().won
        assert sum(place.won or 0 for place in end.places) == 0
        assert all(len(place.hand) == 5 for place in end.places)


@pytest.mark.parametrize(
    ("action", "own", "others"),
    [(BET, "bet", "bets"), (PAT, "stand pat", "stands pat"), (CHECK, "check", "checks")],
)
def test_words_for_oneself_and_others(action, own: str, others: str):
    state = start(Setup.blinds((900,) * 2, 20), Deck.shuffled(5), Rules())
    for done in (CALL, CHECK, PAT, PAT, CHECK, BET):
        state = state.apply(done)
    while state.actor is not None:
        state = state.apply(state.legal_actions()[0])
    steps = {step.action: step for step in steps_of(state)}
    assert steps[action].deed(own=True) == own
    assert steps[action].words == others
