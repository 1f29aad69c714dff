"""Hands by the ranks they keep: ``7432.`` is a one-card draw to 2-3-4-7."""

import numpy as np
from numpy.typing import NDArray

from solver.abstraction.abstraction import Abstraction
from solver.abstraction.subsets import PAT
from solver.cards import RANKS, suit_classes

DRAWN = "."
"""Stands for a card that is drawn."""

_BASE = len(RANKS) + 1


def patterns(abstraction: Abstraction, draws_left: int) -> NDArray[np.int64]:
    """Ranks that the reference policy keeps of every hand as one number, suits forgotten.

    Args:
        abstraction: buckets and reference policy.
        draws_left: 0 to 3; at the showdown all five cards are kept.

    Returns:
        Shape (134459,); `pattern_text` says what a number stands for.
    """
    example = suit_classes(5).example
    if draws_left:
        policy = abstraction.policy[draws_left][None].astype(np.intp)
        masks = np.take_along_axis(abstraction.keeps[draws_left], policy, axis=0)[0]
    else:
        masks = np.full(len(example), PAT, np.uint8)
    key = np.zeros(len(example), np.int64)
    for place in range(5):
        digit = 1 + (example[:, place] >> 2).astype(np.int64)
        key = np.where(masks >> place & 1, key * _BASE + digit, key)
    return key


def kept_rank(kept: NDArray[np.int64], place: int) -> NDArray[np.int64]:
    """Rank of a kept card of every pattern, -1 if so many are not kept.

    Args:
        kept: patterns.
        place: 0 for the highest card.
    """
    return np.asarray(kept // _BASE**place % _BASE - 1)


def pattern_text(pattern: int) -> str:
    """Ranks from the highest, a dot for each card drawn: ``7432.``."""
    ranks = ""
    while pattern:
        pattern, digit = divmod(pattern, _BASE)
        ranks += RANKS[digit - 1]
    return ranks.ljust(5, DRAWN)
