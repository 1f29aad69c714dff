"""Kinds of hands as players think of them: pat hands by rank, draws by cards, made hands.

A distribution of buckets times `kind_shares` says what an opponent is likely to hold.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from solver.abstraction.abstraction import Abstraction, checked_draws_left
from solver.cards import CATEGORIES, CLASSES, describe_class, low_class, suit_classes

_LOW_NAMES = (
    "7-low", "8-low", "9-low", "ten-low", "jack-low", "queen-low", "king-low", "ace-low",
)  # fmt: skip
_MADE = (*_LOW_NAMES, "pair", "two pair or worse")
_PAT = ("pat 7", "pat 8", "pat 9", "pat ten", "pat jack", "pat queen or worse")
_DRAWS = ("one-card draw", "two-card draw", "three-card draw", "four- or five-card draw")


def kind_names(draws_left: int) -> tuple[str, ...]:
    """Kinds of hands with 0 to 3 draws left, from made hands to far draws.

    Before a draw a hand is pat or a draw as the reference policy plays it.

    Raises:
        ConfigurationError: no such number of draws left.
    """
    return (*_PAT, *_DRAWS) if checked_draws_left(draws_left) else _MADE


def _made_kinds() -> NDArray[np.int8]:
    """Kind of every hand at the showdown, shape (134459,)."""
    of_class = np.empty(CLASSES, np.int8)
    for number in range(1, CLASSES + 1):
        low = describe_class(number)
        match CATEGORIES[low.category]:
            case "no pair":
                of_class[number - 1] = "789TJQKA".index(low.ranks[0])
            case "pair":
                of_class[number - 1] = _MADE.index("pair")
            case _:
                of_class[number - 1] = _MADE.index("two pair or worse")
    return of_class[low_class(suit_classes(5).example) - 1]


def kinds_of_hands(abstraction: Abstraction, draws_left: int) -> NDArray[np.int8]:
    """Kind of every hand as an index into `kind_names`, shape (134459,).

    Raises:
        ConfigurationError: no such number of draws left.
    """
    made = _made_kinds()
    if not checked_draws_left(draws_left):
        return made
    drawn = abstraction.policy[draws_left].astype(np.int8)
    pat = np.minimum(made, len(_PAT) - 1)
    draw = len(_PAT) + np.minimum(drawn, len(_DRAWS)) - 1
    return np.where(drawn == 0, pat, draw).astype(np.int8)


@lru_cache(maxsize=8)
def kind_shares(abstraction: Abstraction, draws_left: int) -> NDArray[np.float64]:
    """Share of each kind within each bucket, hands weighted as play brings them up.

    Returns:
        Shape (buckets, kinds), rows sum to one; read-only, as it is kept for the next call.

    Raises:
        ConfigurationError: no such number of draws left.
    """
    kinds = kinds_of_hands(abstraction, draws_left)
    shares = np.zeros((abstraction.size(draws_left), len(kind_names(draws_left))))
    where = (abstraction.buckets[draws_left], kinds)
    np.add.at(shares, where, abstraction.weights[draws_left])
    shares /= shares.sum(axis=1, keepdims=True)
    shares.flags.writeable = False
    return shares
