"""How finely a subgame sees the hands."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from solver.abstraction import Abstraction
from solver.cards import CLASSES, low_class, suit_classes
from solver.subgames.ranges import HandRange

LEAST = 1e-9
"""Share of a range below which a low class need not be told from its neighbours."""


def by_hand(abstraction: Abstraction, reach: Sequence[HandRange] = ()) -> Abstraction:
    """The same abstraction with each of the 7,462 low classes as a final bucket of its own.

    Nothing is lost in the last betting round: hands of one class win and lose the same showdowns.
    There are no transitions to these buckets, so that only the last round can be solved in them.

    Args:
        abstraction: all but the final buckets is taken over.
        reach: ranges that will meet; neighbouring classes that none of them holds share a bucket,
            which saves time. All classes are told apart if left out.
    """
    classes = low_class(suit_classes(5).example) - 1
    held = np.full(CLASSES, not reach)
    for hands in reach:
        held |= np.bincount(classes, hands, CLASSES) > LEAST * hands.sum()
    apart = held | np.concatenate([[True], held[:-1]])
    bucket_of_class = (np.cumsum(apart) - 1).astype(np.int16)
    return replace(
        abstraction,
        config=abstraction.config.model_copy(update={"final": int(apart.sum())}),
        buckets=(bucket_of_class[classes], *abstraction.buckets[1:]),
        transitions=(abstraction.transitions[0], *(m[:0] for m in abstraction.transitions[1:])),
    )
