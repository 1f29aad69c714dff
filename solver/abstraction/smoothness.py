"""Hands as players tell them apart: pats by rank, draws by how smooth the kept cards are.

A low is smooth if no card lies directly below its highest: 8-6-4-3-2 is a smooth eight, 8-7-4-3-2 a
rough one. The same goes for the cards that a one-card draw keeps.
"""

import numpy as np
from numpy.typing import NDArray

from solver.abstraction.abstraction import Abstraction
from solver.abstraction.kinds import kind_names, kinds_of_hands
from solver.abstraction.patterns import kept_rank, patterns
from solver.cards import RANKS

_SPLIT = ("pat 8", "pat 9", "8-low", "9-low")
_ONE_CARD = (
    "one card: 6 or lower", "one card: 7, smooth", "one card: 7, rough", "one card: 8, smooth",
    "one card: 8, rough", "one card: 9 or higher",
)  # fmt: skip
_TWO_CARD = ("two cards: to 7 with 2", "two cards: to 7, no 2", "two cards: 8 or higher")
_THREE_CARD = ("three cards: with 2", "three cards: no 2")


def smoothness_names(draws_left: int) -> tuple[str, ...]:
    """Groups of hands with 0 to 3 draws left, from made hands to far draws.

    Raises:
        ConfigurationError: no such number of draws left.
    """
    finer = {
        **{kind: (f"{kind}, smooth", f"{kind}, rough") for kind in _SPLIT},
        "one-card draw": _ONE_CARD,
        "two-card draw": _TWO_CARD,
        "three-card draw": _THREE_CARD,
    }
    return tuple(name for kind in kind_names(draws_left) for name in finer.get(kind, (kind,)))


def smoothness_of_hands(abstraction: Abstraction, draws_left: int) -> NDArray[np.intp]:
    """Group of every hand as an index into `smoothness_names`, shape (134459,).

    Before a draw a hand is pat or a draw as the reference policy plays it.

    Raises:
        ConfigurationError: no such number of draws left.
    """
    kinds = kinds_of_hands(abstraction, draws_left)
    kept = patterns(abstraction, draws_left)
    highest = kept_rank(kept, 0)
    rough = kept_rank(kept, 1) == highest - 1
    deuce = np.any([kept_rank(kept, place) == RANKS.index("2") for place in range(5)], axis=0)
    seven, eight = RANKS.index("7"), RANKS.index("8")

    conditions = []
    for number, kind in enumerate(kind_names(draws_left)):
        here = kinds == number
        match kind:
            case kind if kind in _SPLIT:
                parts = [~rough, rough]
            case "one-card draw":
                parts = [highest < seven]
                for rank in (seven, eight):
                    parts += [(highest == rank) & ~rough, (highest == rank) & rough]
                parts.append(highest > eight)
            case "two-card draw":
                parts = [(highest <= seven) & deuce, (highest <= seven) & ~deuce, highest > seven]
            case "three-card draw":
                parts = [deuce, ~deuce]
            case _:
                parts = [np.ones_like(rough)]
        conditions += [here & part for part in parts]
    return np.select(conditions, range(len(conditions))).astype(np.intp)
