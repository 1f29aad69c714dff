"""Which sets of cards each hand contains, and how a class's example maps to real suits.

A keep decision is a mask of five bits over the cards of a class's example
(`suit_classes(5).example`, ascending): bit i set means that card i is kept.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from solver.cards import combination_index, hand_index, suit_classes

PAT = 31
"""The mask that keeps all five cards."""


@dataclass(frozen=True)
class Subsets:
    """The sets of up to four cards inside each of the 134,459 hands, up to the names of suits.

    Set classes of zero to four cards share one numbering, 0 to 18,369, smaller sets first.

    Attributes:
        classes: ``classes[h, mask]`` is the class of the cards of hand h that `mask` keeps,
            shape (134459, 31); mask 31 would be the hand itself.
        sets: how many sets of cards each class holds, shape (18370,).
        hands: how many hands each suit-isomorphic hand stands for, shape (134459,).
    """

    classes: NDArray[np.uint16]
    sets: NDArray[np.int32]
    hands: NDArray[np.int32]


@cache
def subsets() -> Subsets:
    """The table, built once."""
    whole = suit_classes(5)
    smaller = [suit_classes(size) for size in range(5)]
    first = np.cumsum([0, *(len(group.count) for group in smaller)])
    classes = np.empty((len(whole.count), PAT), np.uint16)
    for mask in range(PAT):
        cards = [place for place in range(5) if mask >> place & 1]
        number = combination_index(whole.example[:, cards])
        group = smaller[len(cards)]
        classes[:, mask] = first[len(cards)] + group.of_combination[number]
    classes.setflags(write=False)
    return Subsets(classes, np.concatenate([group.count for group in smaller]), whole.count)


def _suit_order(hands: NDArray[np.integer]) -> NDArray[np.intp]:
    """Suits of each hand by what they hold, shape (..., 4): the same for all names of suits.

    Suits that hold the same ranks are interchangeable, so that their order does not matter.
    """
    ranks = 1 << (hands.astype(np.int64) >> 2)
    held = np.stack([np.where(hands & 3 == suit, ranks, 0).sum(-1) for suit in range(4)], -1)
    return np.argsort(-held, axis=-1, kind="stable")


@cache
def example_places() -> NDArray[np.uint8]:
    """Place in the order of suits of the suit of every card of every example, shape (134459, 5).

    The order of a hand's suits is that of the ranks that they hold, read as numbers of 13 bits,
    the highest first; of equal suits the lower number comes first.
    """
    example = suit_classes(5).example
    place_of_suit = np.argsort(_suit_order(example), axis=-1).astype(np.uint8)
    return np.take_along_axis(place_of_suit, (example & 3).astype(np.intp), axis=-1)


def in_example_order(hands: ArrayLike) -> tuple[NDArray[np.int32], NDArray[np.uint8]]:
    """Arrange real cards so that masks over the class's example apply to them column by column.

    Args:
        hands: card numbers, shape (..., 5), in any order.

    Returns:
        The number of each hand among the 134,459, shape (...), and the same cards with column i
        in the role of card i of the class's example, shape (..., 5).

    Raises:
        CardError: the last axis is not five distinct cards.
    """
    cards = np.asarray(hands)
    number = hand_index(cards)
    suits = np.take_along_axis(_suit_order(cards), example_places()[number], axis=-1)
    example = suit_classes(5).example[number]
    return number, ((example & 0xFC) | suits.astype(np.uint8)).astype(np.uint8)
