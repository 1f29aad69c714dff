"""Card sequences: random orders of a share of the deck, and the hands that they are by then.

The first five cards of an order are the hand, the rest its replacements in order. Whatever a seat
draws, a sequence is a definite hand of real cards, and what it has thrown away never comes back.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from solver.errors import ConfigurationError
from solver.sequences._deal import follow_paths, shuffle
from solver.sequences._tables import TableView
from solver.sequences.paths import DrawPaths


@dataclass(frozen=True, eq=False)
class Sequences:
    """What n sequences are after every own draw path; paths as in `DrawPaths`.

    Attributes:
        hands: five cards, ascending, shape (paths, n, 5).
        used: set of all cards held so far as bits, shape (paths, n).
        bucket: bucket of the hand and its dead cards, shape (paths, n).
        low_class: low class of the hand, shape (paths, n).
    """

    hands: NDArray[np.uint8]
    used: NDArray[np.uint64]
    bucket: NDArray[np.int32]
    low_class: NDArray[np.int16]

    def buckets(self, paths: DrawPaths) -> list[NDArray[np.int32]]:
        """Buckets by betting round, each of shape (paths of the round, n)."""
        rounds = range(len(paths.first) - 1)
        return [np.ascontiguousarray(self.bucket[paths.of_round(k)]) for k in rounds]


def follow(view: TableView, paths: DrawPaths, share: ArrayLike, count: int, seed: int) -> Sequences:
    """Sequences of a share of the deck.

    Args:
        view: buckets and cards to keep.
        paths: of the game.
        share: the cards, in any order.
        count: how many sequences.
        seed: of the random orders.

    Raises:
        ConfigurationError: the share has fewer cards than a hand can need.
    """
    cards = np.ascontiguousarray(share, np.uint8)
    if len(cards) < paths.cards:
        raise ConfigurationError(
            f"a share of {len(cards)} cards is too small: with these draws a hand needs up to "
            f"{paths.cards}"
        )
    order = np.empty((count, paths.cards), np.uint8)
    shuffle(cards, seed, order)
    shape = (len(paths.steps), count)
    found = Sequences(
        np.empty((*shape, 5), np.uint8),
        np.empty(shape, np.uint64),
        np.empty(shape, np.int32),
        np.empty(shape, np.int16),
    )
    follow_paths(
        view,
        order,
        paths.steps,
        paths.draws_left,
        found.hands,
        found.used,
        found.bucket,
        found.low_class,
    )
    return found
