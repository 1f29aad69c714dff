"""Sequences of cuts: whole decks, the same for every run, spread evenly."""

import numpy as np
import pytest

from solver.cuts import Cuts
from solver.cuts.cuts import KINDS, _steps

KINDS_OF_SEQUENCES = pytest.mark.parametrize("stratified", [False, True])


@KINDS_OF_SEQUENCES
def test_both_halves_make_a_deck(stratified: bool) -> None:
    for number in range(20):
        cut = Cuts(3, stratified=stratified)[number]
        assert cut.shape == (2, 26)
        assert (np.diff(cut.astype(int)) > 0).all()
        np.testing.assert_array_equal(np.sort(cut.ravel()), np.arange(52))


@KINDS_OF_SEQUENCES
def test_cuts_follow_from_seed_and_number(stratified: bool) -> None:
    cuts = Cuts(7, stratified=stratified)
    later = cuts[31]
    np.testing.assert_array_equal(Cuts(7, stratified=stratified)[31], later)
    assert (Cuts(8, stratified=stratified)[31] != later).any()
    assert len({cuts[number].tobytes() for number in range(100)}) == 100


def test_every_second_cut_is_a_mirror() -> None:
    cuts, plain = Cuts(2), Cuts(2, mirrored=False)
    for number in range(10):
        np.testing.assert_array_equal(cuts[2 * number + 1], cuts[2 * number][::-1])
        np.testing.assert_array_equal(cuts[2 * number], plain[number])


@KINDS_OF_SEQUENCES
def test_every_card_is_as_likely_in_either_half(stratified: bool) -> None:
    """2,000 cuts; five standard errors of a fair coin."""
    halves = np.array([Cuts(1, False, stratified)[number][0] for number in range(2000)])
    share = np.bincount(halves.ravel(), minlength=52) / 2000
    assert np.abs(share - 0.5).max() < 5 * 0.5 / np.sqrt(2000)


def test_low_cards_are_spread_as_they_fall_but_more_evenly() -> None:
    def deuces(stratified: bool) -> np.ndarray:
        halves = [Cuts(4, False, stratified)[number][0] for number in range(640)]
        return np.array([(half < 4).sum() for half in halves])

    expected = np.array([0.0552, 0.2497, 0.3902, 0.2497, 0.0552])  # hypergeometric
    spread = np.bincount(deuces(True), minlength=5) / 640
    np.testing.assert_allclose(spread, expected, atol=0.005)

    def unrest(numbers: np.ndarray) -> float:
        return float(numbers.reshape(-1, 16).mean(axis=1).std())

    assert unrest(deuces(True)) < 0.5 * unrest(deuces(False))


def test_steps_are_those_of_the_golden_ratio_and_beyond() -> None:
    assert _steps(1) == pytest.approx([2 / (1 + np.sqrt(5))])
    root = 1 / _steps(len(KINDS))[0]
    assert root ** (len(KINDS) + 1) == pytest.approx(1 + root)
