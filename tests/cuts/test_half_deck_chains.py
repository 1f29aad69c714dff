"""Chains of half decks: beside draws taken one by one, and over many cuts beside the whole deck."""

from itertools import combinations

import numpy as np
import pytest
from plain_cuts import plain_row

import solver
from solver.cuts import Cuts, HalfDeckChains
from solver.errors import CardError
from solver.game import Game, private_chain

GAME = Game(draws=(5, 3, 2))


def any_half(seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).permutation(52)[:26].astype(np.uint8)


def held_buckets(buckets: solver.Abstraction, half: np.ndarray, draws_left: int) -> np.ndarray:
    hands = np.array(list(combinations(half, 5)))
    return np.bincount(buckets.buckets_of(hands, draws_left), minlength=buckets.size(draws_left))


def test_the_deal(buckets: solver.Abstraction) -> None:
    half = any_half()
    chain = HalfDeckChains(buckets, GAME).chain(half)
    held = held_buckets(buckets, half, 3)
    np.testing.assert_allclose(chain.initial, held / 65_780, rtol=1e-12)


@pytest.mark.parametrize("draws_left", [3, 2, 1])
def test_draws_are_those_taken_one_by_one(buckets: solver.Abstraction, draws_left: int) -> None:
    half = any_half(draws_left)
    chain = HalfDeckChains(buckets, GAME).chain(half)
    held = held_buckets(buckets, half, draws_left)
    rarest = min(np.flatnonzero(held), key=lambda bucket: held[bucket])
    some = int(np.argsort(held)[len(held) // 3])
    for count, matrix in enumerate(chain.draws[3 - draws_left]):
        # Far draws of many hands take too long one by one.
        for bucket in {rarest, some} if count < 3 else {rarest}:
            expected = plain_row(buckets, np.sort(half), draws_left, count, bucket)
            np.testing.assert_allclose(matrix[bucket], expected, atol=1e-12, err_msg=f"{count}")


def test_matrices_are_those_that_the_game_needs(buckets: solver.Abstraction) -> None:
    chain = HalfDeckChains(buckets, Game(draws=(2, 1, 1))).chain(any_half())
    assert [len(matrices) for matrices in chain.draws] == [3, 2, 2]
    assert chain.buckets == private_chain(buckets).buckets


def test_buckets_without_hands_are_never_reached(buckets: solver.Abstraction) -> None:
    """All of the highest cards: no good hand can be made, and rows of the whole deck stand in."""
    chain = HalfDeckChains(buckets, GAME).chain(np.arange(26, 52))
    whole = private_chain(buckets)
    for number, matrices in enumerate(chain.draws):
        held = held_buckets(buckets, np.arange(26, 52), 3 - number)
        assert not held.all()
        for count, matrix in enumerate(matrices):
            after = held_buckets(buckets, np.arange(26, 52), 2 - number)
            assert not matrix[np.ix_(held > 0, after == 0)].any()
            np.testing.assert_array_equal(matrix[held == 0], whole.draws[number][count][held == 0])


def test_means_over_cuts_are_the_whole_deck(buckets: solver.Abstraction) -> None:
    """What comes into a bucket and goes on to another, over 100 cuts, within five standard errors.

    Before later draws a bucket weighs what the whole deck's play brings to its hands, so that the
    means agree draw by draw.
    """
    whole, makes = private_chain(buckets), HalfDeckChains(buckets, Game(draws=(3, 2, 1)))
    weights, flows = [[], [], []], {}
    for number in range(100):
        half = Cuts(seed=5, mirrored=False, stratified=False)[number][0]
        chain = makes.chain(half)
        share = share_of_buckets(buckets, half)
        for draw, matrices in enumerate(chain.draws):
            left = 3 - draw
            weights[draw].append(share[left])
            for count, matrix in enumerate(matrices):
                flows.setdefault((draw, count), []).append(share[left][:, None] * matrix)
        np.testing.assert_allclose(share[3], chain.initial, rtol=1e-9, atol=1e-12)
    for (draw, count), found in flows.items():
        left = 3 - draw
        own = np.bincount(buckets.buckets[left], buckets.weights[left], buckets.size(left))
        expected = own[:, None] * whole.draws[draw][count]
        agree(np.array(found), expected)
    agree(np.array(weights[0]), whole.initial)


def share_of_buckets(buckets: solver.Abstraction, half: np.ndarray) -> list[np.ndarray]:
    """Weight of each bucket in a half, such that its mean over all halves is that of the deck."""
    hands = np.array(list(combinations(np.sort(half), 5)))
    numbers = solver.cards.hand_index(hands)
    classes = solver.cards.suit_classes(5).count
    out = []
    for left in range(4):
        weights = buckets.weights[left][numbers] / classes[numbers]
        found = buckets.buckets[left][numbers]
        out.append(np.bincount(found, weights, buckets.size(left)) * (2_598_960 / len(hands)))
    return out


def agree(found: np.ndarray, expected: np.ndarray) -> None:
    mean = found.mean(axis=0)
    error = found.std(axis=0, ddof=1) / np.sqrt(len(found))
    common = expected > 1e-4
    off = (mean - expected)[common] / error[common]
    assert np.abs(off).max() < 5
    assert 0.7 < np.sqrt((off**2).mean()) < 1.4


@pytest.mark.parametrize(
    "half", [range(25), [*range(25), 24], [*range(25), 52], [-1, *range(25)], range(27)]
)
def test_what_is_no_half_is_refused(buckets: solver.Abstraction, half) -> None:
    with pytest.raises(CardError, match="expected 26 different card numbers"):
        HalfDeckChains(buckets, GAME).chain(list(half))
