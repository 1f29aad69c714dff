"""On average a traversal adds what plain enumeration says."""

import numpy as np
import pytest
from naive_seats import Enumeration, mini_game

from solver.multiway.history import start
from solver.multiway.learner import Sampling, run, traverser

BLOCKS, PER_BLOCK = 24, 8192

SAMPLING = Sampling(batch=PER_BLOCK, hands=4, even_own=1.0, even_others=0.3, rate=0)


def _random_cells(layout, seed):
    return np.random.default_rng(seed).random(layout.cells).astype(np.float32) + 0.05


def _sampled(layout, cards, cells, known, learner, part, others=None):
    """Regrets by block, and what the learner wins by block."""
    kernel = traverser(layout, cards, SAMPLING, 1)
    shares = np.zeros(2 * layout.game.rounds - 1)
    shares[part] = 1
    regrets, won = [], []
    for block in range(BLOCKS):
        added = np.zeros(layout.cells, np.float32)
        found = run(
            kernel,
            SAMPLING,
            own=cells,
            others=cells if others is None else others,
            values=known,
            regrets=added,
            first=block * PER_BLOCK,
            seed=5,
            learner=learner,
            parts=shares,
        )
        regrets.append(added / PER_BLOCK)
        won.append(found.values.mean())
    return np.array(regrets), np.array(won)


def _require_close(blocks, exact):
    """Within five standard errors everywhere, and on the whole as far off as they say."""
    error = blocks.std(axis=0, ddof=1) / np.sqrt(len(blocks))
    off = np.abs(blocks.mean(axis=0) - exact)
    assert (off <= 6 * error + 1e-6).all()
    known = error > 1e-9
    if known.sum() > 20:
        assert np.mean((off[known] / error[known]) ** 2) < 2.5


@pytest.mark.parametrize("part", [0, 1, 2])
@pytest.mark.parametrize("learner", [0, 1, 2])
def test_regrets_of_three_seats(learner, part):
    _, cards, layout = mini_game()
    cells = _random_cells(layout, 1)
    exact = Enumeration(layout, cards, cells, learner, part)
    value = exact.value()
    known = np.random.default_rng(2).normal(size=layout.cells).astype(np.float32)
    blocks, won = _sampled(layout, cards, cells, known, learner, part)
    assert np.count_nonzero(exact.regrets) >= 8
    _require_close(blocks, exact.regrets)
    assert won.mean() == pytest.approx(value, abs=5 * won.std() / np.sqrt(BLOCKS))


def test_regrets_with_two_seats_and_with_antes():
    for settings in ({"seats": 2}, {"ante": 1.0, "cap": 1}):
        _, cards, layout = mini_game(**settings)
        cells = _random_cells(layout, 3)
        exact = Enumeration(layout, cards, cells, 1, 2)
        value = exact.value()
        blocks, won = _sampled(layout, cards, cells, np.zeros_like(cells), 1, 2)
        _require_close(blocks, exact.regrets)
        assert won.mean() == pytest.approx(value, abs=5 * won.std() / np.sqrt(BLOCKS))


def test_a_strategy_of_its_own_for_the_learner():
    _, cards, layout = mini_game()
    own, others = _random_cells(layout, 3), _random_cells(layout, 4)
    exact = Enumeration(layout, cards, own, 1, 0, others)
    exact.value()
    blocks, _ = _sampled(layout, cards, own, np.zeros_like(own), 1, 0, others)
    _require_close(blocks, exact.regrets)


def test_traversals_that_begin_after_folds():
    """Values given that the first seat has folded, whose hand is then dead."""
    _, cards, layout = mini_game()
    cells = _random_cells(layout, 6)
    sampling = SAMPLING.model_copy(update={"ahead": 0.99})
    kernel = traverser(layout, cards, sampling, 1)
    for learner in (1, 2):
        won = []
        for block in range(BLOCKS):
            found = run(
                kernel,
                sampling,
                own=cells,
                others=cells,
                values=np.zeros_like(cells),
                first=block * PER_BLOCK,
                seed=8,
                learner=learner,
                ahead=1.0,
            )
            assert (found.starts == 1).all()
            won.append(found.values.mean())
        exact = Enumeration(layout, cards, cells, learner)
        first = start(layout)
        fold = cells[first.cells].reshape(-1, 2)
        share = (fold[:, 0] / fold.sum(axis=1))[cards.bucket[0][exact.hands[:, 0]]]
        value = exact.value(first.play("f"), share)
        assert np.mean(won) == pytest.approx(value, abs=5 * np.std(won) / np.sqrt(BLOCKS))
