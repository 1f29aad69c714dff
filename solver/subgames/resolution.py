"""How finely a subgame sees the hands."""

from dataclasses import replace

import numpy as np

from solver.abstraction import Abstraction
from solver.cards import CLASSES, low_class, suit_classes


def by_hand(abstraction: Abstraction) -> Abstraction:
    """The same abstraction with each of the 7,462 low classes as a final bucket of its own.

    Nothing is lost in the last betting round: hands of one class win and lose the same showdowns.
    There are no transitions to these buckets, so that only the last round can be solved in them.
    """
    classes = (low_class(suit_classes(5).example) - 1).astype(np.int16)
    return replace(
        abstraction,
        config=abstraction.config.model_copy(update={"final": CLASSES}),
        buckets=(classes, *abstraction.buckets[1:]),
        transitions=(abstraction.transitions[0], *(m[:0] for m in abstraction.transitions[1:])),
    )
