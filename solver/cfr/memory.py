"""What a solve needs before it starts."""

import sys
from collections.abc import Sequence
from itertools import pairwise

import psutil

from solver.cfr.kernels import padded
from solver.cfr.rules import UpdateRule
from solver.errors import MemoryNeedError
from solver.game import Game, level_slots

OVERHEAD = 380_000_000
"""Bytes of the interpreter, libraries, hand tables, abstraction and the chunks in which strategies
are turned; an upper estimate that tests/solving holds against a real solve."""

_STRATEGY_BYTES = 2
"""Of the strategy that is kept, which exists beside regrets and sums for a moment."""

_READ_BYTES = 4
"""Of the strategy as the kernel reads it when the values near the root are computed."""


def entries(game: Game, buckets: Sequence[int]) -> int:
    """Numbers of (state, padded bucket, action) over all levels of the public tree.

    Args:
        game: the game.
        buckets: buckets in each betting round.
    """
    return sum(
        slots * padded(buckets[number // 2]) for number, slots in enumerate(level_slots(game))
    )


def matrix_bytes(buckets: Sequence[int]) -> int:
    """Bytes of the bucket transitions of both seats, which share a chain.

    For each of six draw counts the abstraction holds them in double precision; two kernels, one
    that learns and one that reads, hold them forwards and backwards in single precision.
    """
    cells = sum(padded(before) * padded(after) for before, after in pairwise(buckets))
    return 6 * (8 + 2 * 2 * 4) * cells


def memory_need(game: Game, buckets: Sequence[int], rule: UpdateRule, bits: int = 16) -> int:
    """Bytes that a solve takes at its peak, counted without building anything.

    Args:
        game: the game.
        buckets: buckets in each betting round.
        rule: the update rule.
        bits: of each number that it keeps.
    """
    arrays = 3 if rule.predict else 2
    each = _STRATEGY_BYTES + max(bits // 8 * arrays, _READ_BYTES)
    return each * entries(game, buckets) + matrix_bytes(buckets) + OVERHEAD


def learning_need(game: Game, widths: Sequence[int], bits: int = 16) -> int:
    """Bytes that learning on card sequences takes at its peak.

    Args:
        game: the game.
        widths: padded buckets of all classes of dead cards in each betting round.
        bits: of each number that it keeps.
    """
    return (_STRATEGY_BYTES + 2 * bits // 8) * entries(game, widths) + OVERHEAD


def require_memory(
    need: int,
    instead: str = "choose fewer buckets, lower draw limits or a smaller preset",
) -> None:
    """Refuse what does not fit.

    Args:
        need: bytes.
        instead: what to do about it, besides closing other programs.

    Raises:
        MemoryNeedError: less than `need` bytes are free; nothing has been allocated yet.
    """
    free = psutil.virtual_memory().available
    if need > free:
        raise MemoryNeedError(
            f"this needs {need / 1e9:.1f} GB of memory and {free / 1e9:.1f} GB are free; "
            f"close other programs, or {instead}"
        )


def peak_memory() -> int:
    """Most bytes that this process has held so far."""
    if sys.platform == "win32":
        return int(psutil.Process().memory_info().peak_wset)
    import resource  # no such module on Windows

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else 1024 * peak
