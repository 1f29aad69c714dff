"""What a solve needs before it starts."""

from collections.abc import Sequence

import psutil

from solver.cfr.kernels import padded
from solver.cfr.rules import UpdateRule
from solver.errors import MemoryNeedError
from solver.game import PublicTree

OVERHEAD = 400_000_000
"""Interpreter, libraries, hand tables and abstraction, in bytes; measured by `tripledraw bench`."""


def entries(tree: PublicTree, buckets: Sequence[int]) -> int:
    """Numbers of (state, padded bucket, action) over all levels.

    Args:
        tree: the public tree.
        buckets: buckets in each betting round.
    """
    return sum(
        level.slots * padded(buckets[number // 2]) for number, level in enumerate(tree.levels)
    )


def memory_need(tree: PublicTree, buckets: Sequence[int], rule: UpdateRule) -> int:
    """Bytes that a solve takes at its peak."""
    arrays = 3 if rule.predict else 2
    return 4 * arrays * entries(tree, buckets) + OVERHEAD


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
