"""What a solve needs before it starts."""

from collections.abc import Sequence

import psutil

from solver.cfr.kernels import padded
from solver.cfr.rules import UpdateRule
from solver.errors import MemoryNeedError
from solver.game import Game, level_slots

OVERHEAD = 400_000_000
"""Bytes of the interpreter, libraries, hand tables, abstraction and the chunks in which strategies
are turned; an upper estimate that tests/solving holds against a real solve."""

_STRATEGY_BYTES = 2
"""Of the strategy that is kept, which exists beside regrets and sums for a moment."""


def entries(game: Game, buckets: Sequence[int]) -> int:
    """Numbers of (state, padded bucket, action) over all levels of the public tree.

    Args:
        game: the game.
        buckets: buckets in each betting round.
    """
    return sum(
        slots * padded(buckets[number // 2]) for number, slots in enumerate(level_slots(game))
    )


def memory_need(game: Game, buckets: Sequence[int], rule: UpdateRule) -> int:
    """Bytes that a solve takes at its peak, counted without building anything."""
    arrays = 3 if rule.predict else 2
    return (4 * arrays + _STRATEGY_BYTES) * entries(game, buckets) + OVERHEAD


def require_memory(need: int) -> None:
    """Refuse what does not fit.

    Raises:
        MemoryNeedError: less than `need` bytes are free; nothing has been allocated yet.
    """
    free = psutil.virtual_memory().available
    if need > free:
        raise MemoryNeedError(
            f"this needs {need / 1e9:.1f} GB of memory and {free / 1e9:.1f} GB are free; "
            "close other programs, or choose fewer buckets, lower draw limits or a smaller preset"
        )
