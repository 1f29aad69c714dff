"""An abstraction of the hands: buckets, cards to keep, transitions; and how to look things up."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from solver.abstraction.config import DRAWS, AbstractionConfig
from solver.abstraction.outcomes import bucket_counts, next_buckets
from solver.abstraction.reference import Reference
from solver.abstraction.subsets import in_example_order
from solver.cards import format_cards, hand_index
from solver.errors import CardError, ConfigurationError

_BITS = np.arange(5, dtype=np.uint8)


@dataclass(frozen=True, eq=False, repr=False)
class Abstraction:
    """Buckets of all hands at every point of a hand of triple draw.

    All tuples are indexed by draws left, 3 before the first draw to 0 at the showdown; hands are
    numbered 0 to 134,458 as by `solver.cards.hand_index`. Buckets are numbered from the best.

    Attributes:
        config: the settings it was built from.
        buckets: bucket of every hand, shape (134459,).
        keeps: ``keeps[r][d]`` says which cards to keep when drawing d: bit i of the mask stands
            for card i of the class's example. Shape (6, 134459); no rows for r = 0.
        draw_values: ``draw_values[r][d]`` is the chance to win the showdown after drawing d, both
            players drawing by the reference policy afterwards. Shape (6, 134459); no rows for 0.
        weights: how often play brings a hand to this point, shape (134459,), sum one, none zero.
        transitions: ``transitions[r][d]`` is the distribution of the next bucket (columns) for
            every bucket (rows) after drawing d, shape (6, buckets, next buckets), rows sum to
            one; no matrices for r = 0, and none beyond the limit in a packed solution.
        initial: probability of each bucket at the deal, shape (buckets with three draws left,).
        values: chance to win the showdown by the reference policy, a tie counted as half,
            shape (134459,).
        policy: draw count of the reference policy, shape (134459,); zeros for r = 0.

    >>> abstraction = solver.load("heads-up").abstraction
    >>> abstraction.size(0), abstraction.size(1)
    (32, 240)
    >>> abstraction.bucket(solver.parse_hand("7c5d4h3s2c"), 0)
    0
    """

    config: AbstractionConfig
    buckets: tuple[NDArray[np.int16], ...]
    keeps: tuple[NDArray[np.uint8], ...]
    draw_values: tuple[NDArray[np.float32], ...]
    weights: tuple[NDArray[np.float64], ...]
    transitions: tuple[NDArray[np.float64], ...]
    initial: NDArray[np.float64]
    values: tuple[NDArray[np.float64], ...]
    policy: tuple[NDArray[np.uint8], ...]

    def __repr__(self) -> str:
        return f"Abstraction({self.config!r})"

    @property
    def hash(self) -> str:
        """Hash of the settings."""
        return self.config.hash

    @cached_property
    def digest(self) -> str:
        """SHA-256 of what a solver sees: buckets, transitions and the deal, in hexadecimal.

        Equal settings give equal digests on one machine; rounding may differ between machines.
        """
        seen = hashlib.sha256()
        drawn = (m[: self.config.counts(left)] for left, m in enumerate(self.transitions))
        for array in (*self.buckets, *drawn, self.initial):
            seen.update(np.ascontiguousarray(array).tobytes())
        return seen.hexdigest()

    @property
    def reference(self) -> Reference:
        """The reference policy that the buckets were fitted to."""
        exact = tuple(means.astype(np.float64) for means in self.draw_values)
        return Reference(self.values, self.keeps, exact, self.policy, self.weights)

    def size(self, draws_left: int) -> int:
        """Number of buckets with 0 to 3 draws left."""
        return self.config.buckets(draws_left)

    def bucket(self, hand: Sequence[int], draws_left: int) -> int:
        """Bucket of one hand of real cards; see `buckets_of`."""
        return int(self.buckets_of(hand, draws_left))

    def buckets_of(self, hands: ArrayLike, draws_left: int) -> NDArray[np.int16]:
        """Buckets of real hands.

        Args:
            hands: card numbers, shape (..., 5), in any order.
            draws_left: 0 to 3.

        Raises:
            CardError: not five different cards.
            ConfigurationError: no such number of draws left.
        """
        return self.buckets[checked_draws_left(draws_left)][hand_index(hands)]

    def best_keep(self, hand: Sequence[int], draws_left: int, count: int) -> tuple[int, ...]:
        """The cards of a hand to keep when drawing `count`, ascending; see `best_keeps`."""
        cards, kept = self.best_keeps([hand], draws_left, [count])
        return tuple(sorted(int(card) for card in cards[0][kept[0]]))

    def best_keeps(
        self, hands: ArrayLike, draws_left: int, counts: ArrayLike
    ) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
        """Which cards of real hands to keep.

        Args:
            hands: card numbers, shape (..., 5), in any order.
            draws_left: 1 to 3.
            counts: how many cards each hand draws, shape (...), 0 to 5.

        Returns:
            The hands' cards in some order and, in the same order, whether each is kept; both of
            shape (..., 5).

        Raises:
            CardError: not five different cards.
            ConfigurationError: no such draw.
        """
        number, cards = in_example_order(hands)
        drawn = np.asarray(counts)
        if not np.isin(drawn, range(6)).all():
            raise ConfigurationError(f"draws of {drawn.tolist()} cards; expected 0 to 5")
        masks = self.keeps[checked_draws_left(draws_left, 1)][drawn, number]
        return cards, (masks[..., None] >> _BITS & 1).astype(np.bool_)

    def outcome(
        self, hand: Sequence[int], keep: Sequence[int], draws_left: int
    ) -> NDArray[np.float64]:
        """Exact distribution of the next bucket when real cards are kept.

        Args:
            hand: the five cards.
            keep: those of them that are kept: all five is pat, none draws five.
            draws_left: 1 to 3, before the draw.

        Returns:
            Shape (buckets with one draw fewer left,), sum one.

        Raises:
            CardError: no hand, or a kept card that is not in it.
            ConfigurationError: no such number of draws left.
        """
        number, cards = in_example_order([hand])
        chosen = {int(card) for card in keep}
        if len(chosen) != len(keep) or not chosen <= {int(card) for card in hand}:
            raise CardError(
                f"cannot keep {format_cards(keep, ' ')} of {format_cards(hand, ' ')}; "
                "expected different cards of the hand"
            )
        mask = sum(1 << place for place, card in enumerate(cards[0]) if int(card) in chosen)
        rows = self._outcomes(number, np.array([mask], np.uint8), draws_left)
        return rows.reshape(-1)

    def outcomes(self, hands: ArrayLike, draws_left: int, counts: ArrayLike) -> NDArray[np.float64]:
        """Exact distributions of the next bucket when each hand draws a count at its best.

        Args:
            hands: card numbers, shape (m, 5), in any order.
            draws_left: 1 to 3, before the draw.
            counts: how many cards each hand draws, shape (m,).

        Returns:
            Shape (m, buckets with one draw fewer left), rows sum to one.

        Raises:
            CardError: not five different cards.
            ConfigurationError: no such draw.
        """
        _, kept = self.best_keeps(hands, draws_left, counts)
        masks = (kept << _BITS).sum(axis=-1).astype(np.uint8)
        return self._outcomes(hand_index(hands), masks, draws_left)

    def _outcomes(
        self, numbers: NDArray[np.int32], masks: NDArray[np.uint8], draws_left: int
    ) -> NDArray[np.float64]:
        after = checked_draws_left(draws_left, 1) - 1
        return next_buckets(numbers, masks, self.buckets[after], self._counts(after))

    def _counts(self, draws_left: int) -> NDArray[np.float64]:
        """How many hands of each bucket contain a set, for 0 to 2 draws left; kept once counted."""
        if draws_left not in self._counted:
            buckets, size = self.buckets[draws_left], self.size(draws_left)
            self._counted[draws_left] = bucket_counts(buckets, size)
        return self._counted[draws_left]

    @cached_property
    def _counted(self) -> dict[int, NDArray[np.float64]]:
        return {}


def checked_draws_left(draws_left: int, least: int = 0) -> int:
    """The number given, if there can be so many draws left.

    Raises:
        ConfigurationError: there cannot.
    """
    if not least <= draws_left <= DRAWS:
        raise ConfigurationError(f"{draws_left} draws left; expected {least} to {DRAWS}")
    return draws_left
