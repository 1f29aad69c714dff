"""Private chains of a half deck: the buckets of a player who is dealt from 26 known cards.

Heads-up at most 40 cards are used, so that dealing one shuffled deck is the same as cutting it into
two halves of 26 and dealing each player from an own half. Given the cut, the hands of the two seats
are independent, each a chain of its own.

A chain is exact in what one draw does: the cards thrown away by this draw do not come back. It
forgets as buckets do: of a player's earlier discards, which have left the half as well, it knows
nothing, and which hands stand behind a bucket after a draw is taken from the whole deck's play
(`Abstraction.weights`), narrowed to the hands of the half.
"""

from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import ArrayLike, NDArray

from solver.abstraction import DRAWS, Abstraction
from solver.abstraction.subsets import PAT, example_places
from solver.cards import all_combinations, combination_index, suit_classes
from solver.cards.combinations import binomials
from solver.cuts import _cuts
from solver.cuts.cuts import HALF
from solver.errors import CardError
from solver.game import Game, PrivateChain


@dataclass(frozen=True)
class LocalSets:
    """Sets of up to five of the 26 cards of a half, by place in the half; the same for all halves.

    Sets of zero to four cards share one numbering, 0 to 17,901, smaller sets first.

    Attributes:
        hands: places of the cards of each hand, ascending, shape (65780, 5).
        inside: ``inside[h, mask]`` is the set of the cards of hand h in `mask`, shape (65780, 31).
        smaller: each set of up to three cards without its first, second, ... card, shape (2952, 3);
            zeros beyond.
        starts: first set of zero to three cards, and one past the last, shape (5,).
        around: the hands that contain each set of four cards, shape (14950, 22).
        missing: the bit of the card that such a hand adds to the set, shape (14950, 22).
    """

    hands: NDArray[np.uint8]
    inside: NDArray[np.uint16]
    smaller: NDArray[np.uint16]
    starts: NDArray[np.uint16]
    around: NDArray[np.int32]
    missing: NDArray[np.uint8]


@cache
def local_sets() -> LocalSets:
    """The table, built once."""
    starts = np.cumsum([0, *(comb(HALF, size) for size in range(5))])
    # In colexicographic order the sets of the first 26 cards come first.
    hands = np.ascontiguousarray(all_combinations(5)[: comb(HALF, 5)])
    inside = np.empty((len(hands), PAT), np.uint16)
    for mask in range(PAT):
        cards = [place for place in range(5) if mask >> place & 1]
        inside[:, mask] = starts[len(cards)] + combination_index(hands[:, cards])
    smaller = np.zeros((starts[4], 3), np.uint16)
    for size in (1, 2, 3):
        sets = all_combinations(size)[: comb(HALF, size)]
        for column, left in enumerate(combinations(range(size), size - 1)):
            rest = starts[size - 1] + combination_index(sets[:, list(left)])
            smaller[starts[size] : starts[size + 1], column] = rest
    without_one = PAT ^ (1 << np.arange(5))
    by_set = np.argsort(inside[:, without_one], axis=None, kind="stable").reshape(-1, HALF - 4)
    missing = (1 << (by_set % 5)).astype(np.uint8)
    around = (by_set // 5).astype(np.int32)
    tables = (hands, inside, smaller, starts[:5].astype(np.uint16), around, missing)
    for table in tables:
        table.setflags(write=False)
    return LocalSets(*tables)


class HalfDeckChains:
    """Makes the private chains of half decks; not for two threads at the same time.

    Args:
        abstraction: buckets, and which cards are kept.
        game: says how many cards may be drawn at each draw.
    """

    def __init__(self, abstraction: Abstraction, game: Game):
        self._abstraction = abstraction
        self._limits = game.draws
        sets = local_sets()
        self._number = np.empty(len(sets.hands), np.int32)
        self._bit = np.empty((len(sets.hands), 5), np.uint8)
        hands = suit_classes(5).count
        self._weights = [
            abstraction.weights[left] / hands * hands.sum() for left in range(DRAWS + 1)
        ]
        most = max(abstraction.size(left) for left in range(DRAWS + 1))
        self._counts = np.empty(len(sets.smaller) * most)
        self._parts = np.empty(len(sets.smaller) * most)
        self._dropped = np.empty(len(sets.hands), np.uint8)
        self._bucket = np.empty((2, len(sets.hands)), np.int16)
        self._sums = np.zeros(most)

    def chain(self, half: ArrayLike) -> PrivateChain:
        """Chain of a player who is dealt from a half and draws from what is left of it.

        Buckets of which the half holds no hand are never reached; their rows are those of the
        whole deck.

        Args:
            half: 26 different cards, in any order.

        Raises:
            CardError: no half of a deck.
        """
        self._list_hands(_checked_half(half))
        abstraction = self._abstraction
        first = abstraction.buckets[DRAWS][self._number]
        initial = np.bincount(first, minlength=abstraction.size(DRAWS)) / len(first)
        draws = tuple(
            self._draw(left, limit)
            for left, limit in zip(range(DRAWS, 0, -1), self._limits, strict=True)
        )
        return PrivateChain(initial, draws)

    def _list_hands(self, half: NDArray[np.uint8]) -> None:
        hands = suit_classes(5)
        _cuts.list_hands(
            half,
            local_sets().hands,
            binomials(),
            hands.of_combination,
            hands.example,
            example_places(),
            self._number,
            self._bit,
        )

    def _draw(self, draws_left: int, limit: int) -> tuple[NDArray[np.float64], ...]:
        """Matrices for drawing 0 to `limit` cards."""
        abstraction, sets = self._abstraction, local_sets()
        before, after = abstraction.buckets[draws_left], abstraction.buckets[draws_left - 1]
        columns = abstraction.size(draws_left - 1)
        counts = _shaped(self._counts, len(sets.smaller), columns)
        parts = _shaped(self._parts, len(sets.smaller), abstraction.size(draws_left))
        _cuts.count_containing(self._number, after, sets.inside, sets.smaller, sets.starts, counts)
        matrices = []
        for count in range(limit + 1):
            matrix = np.empty((parts.shape[1], columns))
            _cuts.transitions(
                self._number,
                self._bit,
                sets.inside,
                sets.around,
                sets.missing,
                self._weights[draws_left],
                before,
                after,
                abstraction.keeps[draws_left][count],
                counts,
                parts,
                self._dropped,
                self._bucket,
                self._sums,
                matrix,
            )
            np.maximum(matrix, 0, out=matrix)
            whole = matrix.sum(axis=1, keepdims=True)
            elsewhere = abstraction.transitions[draws_left][count]
            matrices.append(np.where(whole > 0, matrix / np.where(whole > 0, whole, 1), elsewhere))
        return tuple(matrices)


def _checked_half(half: ArrayLike) -> NDArray[np.uint8]:
    cards = np.unique(np.asarray(half))
    if cards.shape != np.shape(half) or len(cards) != HALF or not 0 <= cards[0] <= cards[-1] < 52:
        raise CardError(
            f"a half of {np.size(half)} cards from {np.min(half, initial=0)} to "
            f"{np.max(half, initial=0)} given; expected {HALF} different card numbers from 0 to 51"
        )
    return cards.astype(np.uint8)


def _shaped(memory: NDArray[np.float64], rows: int, columns: int) -> NDArray[np.float64]:
    return memory[: rows * columns].reshape(rows, columns)
