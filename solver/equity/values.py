"""What a hand becomes by a draw: exact means over all the cards it may receive."""

from functools import cache
from math import comb

import numpy as np
from numpy.typing import ArrayLike, NDArray

from solver.cards import (
    CLASSES,
    DECK_SIZE,
    HANDS,
    combination_index,
    low_class,
    suit_classes,
)
from solver.equity import _keeps

KEEP_ALL = 31
"""The mask that keeps all five cards: bit i stands for the i-th lowest card of a hand."""

DISCARDS = np.array([5 - mask.bit_count() for mask in range(KEEP_ALL + 1)], np.uint8)
"""How many cards each of the 32 masks throws away."""


@cache
def example_classes() -> NDArray[np.uint16]:
    """Low class of each suit-isomorphic hand, shape (134,459,)."""
    return low_class(suit_classes(5).example)


@cache
def chance_against_random() -> NDArray[np.float64]:
    """Equity of each low class against five random cards of a full deck, ties half.

    Shape (7,463,); entry 0 has no meaning.
    """
    count = np.bincount(example_classes(), suit_classes(5).count, CLASSES + 1)
    worse = count.sum() - np.cumsum(count)
    chance: NDArray[np.float64] = (worse + count / 2) / count.sum()
    return chance


@cache
def _one_card_more(size: int) -> NDArray[np.int32]:
    """Class of each set of `size` cards together with each card, shape (classes, 52).

    -1 where the set already has the card.
    """
    example = suit_classes(size).example
    card = np.broadcast_to(np.arange(DECK_SIZE, dtype=np.uint8), (len(example), DECK_SIZE))
    repeated = np.repeat(example[:, None, :], DECK_SIZE, axis=1)
    sets = np.sort(np.concatenate([repeated, card[..., None]], axis=-1), axis=-1)
    known = (repeated == card[..., None]).any(axis=-1)
    sets[known] = np.arange(size + 1)  # any set that exists; overwritten below
    out = suit_classes(size + 1).of_combination[combination_index(sets)]
    out[known] = -1
    return out


@cache
def _kept_classes() -> tuple[NDArray[np.int32], ...]:
    """By mask: class of the cards that it keeps of each suit-isomorphic hand, shape (134,459,)."""
    example = suit_classes(5).example
    out = []
    for mask in range(KEEP_ALL + 1):
        kept = example[:, [i for i in range(5) if mask >> i & 1]]
        out.append(suit_classes(kept.shape[1]).of_combination[combination_index(kept)])
    return tuple(out)


def draw_values(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Mean value of the hand after keeping some cards and replacing the others.

    The replacements come from the 47 cards that are not in the hand: nothing is known of other
    players, and the hand's own discards are dead.

    Args:
        values: value of each suit-isomorphic hand after the draw, shape (134,459,).

    Returns:
        Shape (32, 134,459): by mask of the cards kept, by hand before the draw.
    """
    # sums[k]: over all hands that contain a set of k cards, by class of the set.
    sums = [values]
    for size in range(4, -1, -1):
        more = _one_card_more(size)
        with_zero = np.append(sums[0], 0.0)  # reached by -1
        sums.insert(0, with_zero[more].sum(axis=1) / (5 - size))
    out = np.empty((KEEP_ALL + 1, HANDS))
    for mask, kept in enumerate(_kept_classes()):
        out[mask] = sums[5 - DISCARDS[mask]][kept]
    # Inclusion and exclusion take out the hands that contain one of the discards.
    for bit in (1, 2, 4, 8, 16):
        for mask in range(KEEP_ALL + 1):
            if not mask & bit:
                out[mask] -= out[mask | bit]
    out /= np.array([comb(DECK_SIZE - 5, int(count)) for count in DISCARDS])[:, None]
    return out


def keeps_of_hands(hands: ArrayLike, keeps: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Carry masks over from the suit-isomorphic examples to hands with other suits.

    The lowest sevens of two hands that differ by the names of suits need not correspond, so a
    mask of the example cannot be used as it stands.

    Args:
        hands: card numbers, shape (n, 5), ascending in each row.
        keeps: mask for each example of `suit_classes(5)`, shape (134,459,).

    Returns:
        Mask of the cards kept for each hand, shape (n,); bit i is the i-th lowest card.
    """
    rows = np.ascontiguousarray(hands, np.uint8)
    classes = suit_classes(5)
    out = np.empty(len(rows), np.uint8)
    of_hand = classes.of_combination[combination_index(rows)]
    _keeps.carry_over(rows, of_hand, classes.example, np.ascontiguousarray(keeps, np.uint8), out)
    return out
