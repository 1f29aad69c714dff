"""Ways to sort all hands into a few named groups, for tables and figures."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.abstraction.abstraction import Abstraction, checked_draws_left
from solver.abstraction.kinds import kind_names, kinds_of_hands
from solver.abstraction.patterns import pattern_text, patterns
from solver.abstraction.smoothness import smoothness_names, smoothness_of_hands
from solver.cards import HANDS, RANKS, describe_class, low_class, suit_classes
from solver.errors import ConfigurationError

LOW_RANKS = RANKS.index("7") + 1
"""Ranks of a low card: deuce to seven, the cards of the best hand."""


@dataclass(frozen=True, eq=False)
class Grouping:
    """Every hand in one of some named groups.

    Attributes:
        names: the groups, in the order in which they are shown; no name stands twice.
        of_hand: group of every hand, numbered as by `solver.cards.hand_index`, shape (134459,).
    """

    names: tuple[str, ...]
    of_hand: NDArray[np.intp]


def by_kind(abstraction: Abstraction, draws_left: int) -> Grouping:
    """Kinds as in `solver.abstraction.kinds`."""
    kinds = kinds_of_hands(abstraction, draws_left)
    return Grouping(kind_names(draws_left), kinds.astype(np.intp))


def by_smoothness(abstraction: Abstraction, draws_left: int) -> Grouping:
    """Pats by rank, draws by the cards kept, as in `solver.abstraction.smoothness`."""
    return Grouping(smoothness_names(draws_left), smoothness_of_hands(abstraction, draws_left))


def by_low_cards(abstraction: Abstraction, draws_left: int) -> Grouping:
    """How many different ranks from deuce to seven a hand holds, most first."""
    ranks = suit_classes(5).example >> 2
    held = np.zeros((HANDS, len(RANKS)), np.bool_)
    np.put_along_axis(held, ranks.astype(np.intp), True, axis=1)
    low = held[:, :LOW_RANKS].sum(axis=1)
    names = tuple(f"{n} low card{'s' * (n != 1)}" for n in range(5, -1, -1))
    return Grouping(names, (5 - low).astype(np.intp))


def by_kept_cards(abstraction: Abstraction, draws_left: int) -> Grouping:
    """Ranks that the reference policy keeps, as in `solver.abstraction.patterns`."""
    kept, of_hand = np.unique(patterns(abstraction, draws_left), return_inverse=True)
    return Grouping(tuple(pattern_text(int(pattern)) for pattern in kept), of_hand.astype(np.intp))


def by_bucket(abstraction: Abstraction, draws_left: int) -> Grouping:
    """Buckets, best first.

    With draws left a bucket is named by its number and the ranks that it mostly keeps; at the
    showdown by its best and worst hand.
    """
    buckets = abstraction.buckets[checked_draws_left(draws_left)].astype(np.intp)
    size = abstraction.size(draws_left)
    if draws_left:
        kept = by_kept_cards(abstraction, draws_left)
        together = np.zeros((size, len(kept.names)))
        np.add.at(together, (buckets, kept.of_hand), abstraction.weights[draws_left])
        names = [f"{n}: {kept.names[most]}" for n, most in enumerate(together.argmax(axis=1))]
    else:
        classes = low_class(suit_classes(5).example)
        first, last = np.full(size, classes.max()), np.zeros(size, classes.dtype)
        np.minimum.at(first, buckets, classes)
        np.maximum.at(last, buckets, classes)
        names = [
            " to ".join(dict.fromkeys(describe_class(int(n)).ranks for n in ends))
            for ends in zip(first, last, strict=True)
        ]
    return Grouping(tuple(names), buckets)


GROUPINGS = {
    "kind": by_kind,
    "smoothness": by_smoothness,
    "low cards": by_low_cards,
    "kept cards": by_kept_cards,
    "bucket": by_bucket,
}
"""The groupings by name."""


def group_hands(abstraction: Abstraction, draws_left: int, by: str) -> Grouping:
    """All hands in the groups of a grouping.

    Args:
        abstraction: buckets and reference policy.
        draws_left: 0 to 3.
        by: a name of `GROUPINGS`.

    Raises:
        ConfigurationError: no such grouping, or no such number of draws left.
    """
    if by not in GROUPINGS:
        raise ConfigurationError(f"hands by {by!r}; expected one of {', '.join(GROUPINGS)}")
    return GROUPINGS[by](abstraction, draws_left)
