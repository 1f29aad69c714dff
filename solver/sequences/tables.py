"""An abstraction as tables over all 2,598,960 hands of real cards, as kernels read them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from solver.abstraction import DRAWS, Abstraction
from solver.abstraction.subsets import example_places
from solver.cards import all_combinations, format_cards, low_class, suit_classes
from solver.cards.combinations import binomials
from solver.cfr.kernels import padded
from solver.errors import CardError
from solver.sequences._particles import find_buckets
from solver.sequences._tables import TableView, keep_masks
from solver.sequences.blockers import card_scores, class_limits, one_class
from solver.sequences.paths import DrawPaths

COUNTS = 6
"""Draws of 0 to 5 cards."""


@dataclass(frozen=True, eq=False)
class HandTables:
    """Buckets, low classes and cards to keep of all hands of real cards; about 80 MB.

    Hands are numbered as combinations of five ascending cards in colexicographic order
    (`solver.cards.combination_index`).

    Attributes:
        bucket: bucket of every hand by draws left, shape (4, 2598960).
        low_class: 1 (the best) to 7462, shape (2598960,).
        keep: ``keep[r - 1][d]``: which cards a hand keeps when it draws d with r draws left; bit i
            stands for its i-th card in ascending order. Shape (3, 6, 2598960).
        limits: by draws left the limits of the classes of dead cards (`class_limits`), shape
            (buckets, 21, classes - 1).
        outside: cards that are not in the deck, as bits.
    """

    bucket: NDArray[np.int16]
    low_class: NDArray[np.int16]
    keep: NDArray[np.uint8]
    limits: tuple[NDArray[np.int16], ...]
    outside: int = 0

    @cached_property
    def view(self) -> TableView:
        """The same for kernels."""
        return TableView(
            self.bucket, self.low_class, self.keep, binomials(), card_scores(), list(self.limits)
        )

    def split(self, paths: DrawPaths, classes: Sequence[int]) -> "HandTables":
        """The same buckets, each split by the cards that a seat has held.

        Args:
            paths: draw paths of the game.
            classes: classes of dead cards after the first, the second and the third draw.
        """
        if all(number == 1 for number in classes):
            return self
        return replace(self, limits=tuple(class_limits(self.view, self.sizes, paths, classes)))

    def bucket_of(self, hand: Sequence[int], thrown: Sequence[int], draws_left: int) -> int:
        """Bucket of one hand with the cards that its seat has thrown away.

        Raises:
            CardError: not five different cards, or one that was thrown away is still held.
        """
        require_apart(hand, thrown)
        cards = sorted(hand)
        used = card_sets(np.array([[*cards, *thrown]], np.uint8))
        out = np.empty(1, np.int16)
        find_buckets(self.view, draws_left, np.array([cards], np.uint8), used, out)
        return int(out[0])

    @property
    def sizes(self) -> tuple[int, ...]:
        """Buckets by draws left, dead cards left aside."""
        return tuple(len(limit) for limit in self.limits)

    @property
    def classes(self) -> tuple[int, ...]:
        """Classes of dead cards by draws left."""
        return tuple(limit.shape[2] + 1 for limit in self.limits)

    @property
    def widths(self) -> tuple[int, ...]:
        """Padded buckets by draws left, one stretch for each class of dead cards."""
        return tuple(
            padded(size) * number for size, number in zip(self.sizes, self.classes, strict=True)
        )

    @cached_property
    def places_by_bucket(self) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        """Hands at the deal in the order of their buckets, and where each bucket begins.

        Returns:
            Shapes (hands of the deck,) and (buckets + 1,).
        """
        held = card_sets(all_combinations(5))
        places = np.flatnonzero((held & np.uint64(self.outside)) == 0).astype(np.int32)
        at_deal = self.bucket[DRAWS][places]
        sizes = np.bincount(at_deal, minlength=self.sizes[DRAWS])
        return places[np.argsort(at_deal, kind="stable")], np.concatenate([[0], np.cumsum(sizes)])


def require_apart(hand: Sequence[int], thrown: Sequence[int]) -> None:
    """Make sure that a hand is one, and that none of it was thrown away.

    Raises:
        CardError: not five different cards, or one that was thrown away is still held.
    """
    if len(set(hand)) != 5 or len({*hand, *thrown}) != 5 + len(thrown):
        raise CardError(
            f"{format_cards(hand, ' ')} held and {format_cards(thrown, ' ') or 'nothing'} thrown "
            "away; expected five different cards, and none of them thrown away"
        )


def card_sets(hands: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """Hands as sets of bits, one for each card; shape (n,)."""
    bits = np.uint64(1) << hands.astype(np.uint64)
    return np.asarray(np.bitwise_or.reduce(bits, axis=1), np.uint64)


def hand_tables(abstraction: Abstraction) -> HandTables:
    """Tables of an abstraction, buckets not split by dead cards; takes about 0.2 s."""
    hands, classes = all_combinations(5), suit_classes(5)
    number = classes.of_combination
    keeps = np.concatenate([abstraction.keeps[left] for left in range(1, DRAWS + 1)])
    keep = np.empty((len(keeps), len(hands)), np.uint8)
    keep_masks(hands, number, classes.example, example_places(), np.ascontiguousarray(keeps), keep)
    return HandTables(
        np.stack([abstraction.buckets[left][number] for left in range(DRAWS + 1)]),
        low_class(hands).astype(np.int16),
        keep.reshape(DRAWS, COUNTS, -1),
        tuple(one_class(abstraction.size(left)) for left in range(DRAWS + 1)),
    )
