"""Private chains of both seats from a public state on."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from solver.errors import ConfigurationError
from solver.game import BIG_BLIND, BUTTON, SEAT_NAMES, PrivateChain
from solver.game.public_state import PublicState

Matrix = NDArray[np.float64]
Draws = tuple[tuple[Matrix, ...], ...]
"""For every draw and draw count a matrix (buckets before, buckets after)."""


def chains_from(
    state: PublicState, draws: Sequence[Draws], reach: Sequence[NDArray[np.float64]]
) -> tuple[PrivateChain, PrivateChain]:
    """Chains that fit the tree of `solver.game.subtree`.

    Args:
        state: where they begin, in the whole tree.
        draws: what draws do to the buckets of both seats, from the draw of the round of `state` on.
        reach: ranges of both seats over their buckets at the state; only proportions count.

    Raises:
        ConfigurationError: a range is empty, or does not fit the draws.
    """
    shares = []
    for seat, vector in enumerate(reach):
        if not (vector.min() >= 0 and 0 < vector.sum() < np.inf):
            raise ConfigurationError(
                f"the range of the {SEAT_NAMES[seat]} is empty, or not made of weights from 0 on"
            )
        shares.append(vector / vector.sum())
    if state.drawing and state.decision > 0:
        # Seat 0 holds its new cards already; seat 1 does not. One width serves both, and what is
        # beyond a seat's own buckets has no reach.
        width = max(len(share) for share in shares)
        new = len(shares[BIG_BLIND])
        first = (_stretched(np.eye(new), width),)
        second = tuple(_stretched(matrix, width) for matrix in draws[BUTTON][0])
        shares = [np.pad(share, (0, width - len(share))) for share in shares]
        draws = ((first, *draws[BIG_BLIND][1:]), (second, *draws[BUTTON][1:]))
    big_blind, button = (PrivateChain(*both) for both in zip(shares, draws, strict=True))
    return big_blind, button


def _stretched(matrix: Matrix, rows: int) -> Matrix:
    """A matrix with further rows, which lead to the first bucket."""
    out = np.zeros((rows, matrix.shape[1]))
    out[: len(matrix)] = matrix
    out[len(matrix) :, 0] = 1
    return out
