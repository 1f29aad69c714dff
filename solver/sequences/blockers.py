"""Classes of the cards that a seat has held, its hand and its discards: what it knows to be gone.

Cards count by how good a hand they make for the opponent: a weight for each rank, summed over the
cards that a seat has held. The hands of a bucket that hold or have thrown away as many cards are
split into classes of equal size by that sum, class 0 being those to whom the fewest good cards are
known to be gone.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from solver.cards import DECK_SIZE
from solver.sequences._tables import TableView
from solver.sequences.paths import DrawPaths
from solver.sequences.sequences import follow

WEIGHTS = (13, 12, 11, 10, 5, 12, 5, 1, 0, 0, 0, 0, 0)
"""Weight of each rank from deuce to ace: deuces, threes and sevens are missed most."""

MOST_USED = 20
"""Cards that a seat can have held: five, and three draws of five."""

SCORE_BITS = 10

_SAMPLES = 16_384
"""Sequences from which the limits of the classes are found."""


def card_scores() -> NDArray[np.int16]:
    """Scores of all sets of 13 cards: number of cards times 1024 plus their weights, (4, 8192)."""
    sets = np.arange(1 << 13)
    scores = np.zeros((4, len(sets)), np.int16)
    for card in range(DECK_SIZE):
        quarter, bit = divmod(card, 13)
        scores[quarter] += (sets >> bit & 1).astype(np.int16) * np.int16(
            (1 << SCORE_BITS) + WEIGHTS[card >> 2]
        )
    return scores


def one_class(size: int) -> NDArray[np.int16]:
    """Limits where buckets are not split, shape (buckets, cards held, 0)."""
    return np.empty((size, MOST_USED + 1, 0), np.int16)


def class_limits(
    view: TableView, sizes: Sequence[int], paths: DrawPaths, classes: Sequence[int]
) -> list[NDArray[np.int16]]:
    """Largest sum of weights of every class but the last.

    Args:
        view: tables in which buckets are not split.
        sizes: buckets by draws left.
        paths: draw paths of the game.
        classes: how many classes after the first, the second and the third draw.

    Returns:
        By draws left an array (buckets, cards held, classes - 1).
    """
    found = follow(view, paths, np.arange(DECK_SIZE, dtype=np.uint8), _SAMPLES, seed=1)
    scores = score_sums(found.used)
    limits = [one_class(size) for size in sizes]
    for left, number in zip(range(len(sizes) - 2, -1, -1), classes, strict=True):
        here = paths.draws_left == left
        held = np.repeat(paths.held[here], _SAMPLES)
        group = found.bucket[here].ravel().astype(np.int64) * (MOST_USED + 1) + held
        found_limits = _quantiles(
            group, scores[here].ravel(), sizes[left] * (MOST_USED + 1), number
        )
        limits[left] = found_limits.reshape(sizes[left], MOST_USED + 1, number - 1)
    return limits


def score_sums(used: NDArray[np.uint64]) -> NDArray[np.int16]:
    """Sum of the weights of every set of cards."""
    table, sums = card_scores(), np.zeros(used.shape, np.int16)
    for quarter in range(4):
        sums += table[quarter][(used >> np.uint64(13 * quarter)) & np.uint64(0x1FFF)]
    return sums & np.int16((1 << SCORE_BITS) - 1)


def _quantiles(
    group: NDArray[np.int64], score: NDArray[np.int16], groups: int, classes: int
) -> NDArray[np.int16]:
    """Scores that split each group into classes of equal size, shape (groups, classes - 1)."""
    order = np.lexsort((score, group))
    group, score = group[order], score[order]
    starts = np.searchsorted(group, np.arange(groups + 1))
    sizes = np.diff(starts)
    out = np.zeros((groups, classes - 1), np.int16)
    for nth in range(1, classes):
        at = starts[:-1] + (sizes * nth) // classes - 1
        known = sizes >= classes
        out[known, nth - 1] = score[at[known]]
    return out
