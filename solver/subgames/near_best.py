"""What one hand does, from what its bucket does and what each action is worth to the very hand.

A strategy is learned for a bucket, values are of a hand, and a bucket holds hands that gain by an
action and hands that lose by it: the bucket's mix, played by every hand in it, would be a mistake
for some. So a hand keeps to the actions that are worth as much to it as its best one, or nearly,
in the proportions of its bucket. A hand whose actions are worth the same mixes as its bucket does;
the others mix as a best response of theirs would, and the hands of a bucket that gain by an action
are those that take it.
"""

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float64]

TOLERANCE = 0.003
"""In small bets: what an action may cost a hand that still plays it. As much as a best response
wins from a good solution: less is below what the values are good for."""


def near_best(frequencies: Vector, values: Vector, tolerance: float = TOLERANCE) -> Vector:
    """Frequencies of a hand from those of its group.

    An action that costs the hand `tolerance` or more is not played, one that costs half of it half
    as often as the group plays it; what is left keeps its proportions.

    Args:
        frequencies: of the group, shape (actions,).
        values: of the hand.
        tolerance: in the unit of the values.
    """
    kept = frequencies * np.maximum(0, 1 - (values.max() - values) / tolerance)
    if not kept.sum() > 0:
        kept = (values == values.max()).astype(float)
    return np.asarray(kept / kept.sum())
