"""Chooses the build of the kernel that suits the processor, and hands it trees and chains."""

import os
from collections.abc import Sequence
from contextlib import suppress
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.cfr import _walk
from solver.cfr._cpu import has_avx2
from solver.cfr._walk import SequenceWalk, Walk
from solver.errors import ConfigurationError
from solver.game.betting import BettingTree
from solver.game.chains import PrivateChain
from solver.game.tree import PublicTree

LANES = 8
"""Vectors over buckets are padded to a multiple of this."""

BUILDS: dict[str, type[Walk]] = {"portable": Walk}
"""Builds of the kernel that run here; all give the same numbers."""

SEQUENCE_BUILDS: dict[str, type[SequenceWalk]] = {"portable": SequenceWalk}
"""The same for passes with card sequences."""

if has_avx2():
    # A build for several processors may leave this kernel out.
    with suppress(ImportError):
        from solver.cfr import _walk_avx2

        BUILDS["avx2"] = _walk_avx2.Walk
        SEQUENCE_BUILDS["avx2"] = _walk_avx2.SequenceWalk

HAS_THREADS = _walk.HAS_THREADS
"""False where the kernels were built without OpenMP; everything then runs on one thread."""


def default_threads() -> int:
    """Threads used unless told otherwise: the processors that this process may use."""
    if not HAS_THREADS:
        return 1
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def padded(buckets: int) -> int:
    """Length of a vector over that many buckets."""
    return -(-buckets // LANES) * LANES


def pad(values: NDArray[np.floating], *shape: int) -> NDArray[np.float32]:
    """Copy to float32 with zeros at the end of each axis up to `shape`."""
    out = np.zeros(shape, np.float32)
    out[tuple(slice(0, n) for n in values.shape)] = values
    return out


def _require_fit(tree: PublicTree, chains: Sequence[PrivateChain]) -> None:
    """Refuse chains that the kernel would read past."""
    for seat, chain in enumerate(chains):
        if len(chain.draws) != len(tree.draws):
            raise ConfigurationError(
                f"the chain of seat {seat} has {len(chain.draws)} draws; the game has "
                f"{len(tree.draws)}"
            )
        if chain.buckets != chains[0].buckets:
            raise ConfigurationError(
                f"the chains have {chains[0].buckets} and {chain.buckets} buckets; both seats "
                "need the same numbers"
            )
        for number, (level, matrices) in enumerate(zip(tree.draws, chain.draws, strict=True)):
            needed = int(level.choices[:, seat].max())
            if len(matrices) < needed:
                raise ConfigurationError(
                    f"the chain of seat {seat} has matrices for {len(matrices)} draw counts at "
                    f"draw {number + 1}; the game needs {needed}"
                )


def make_walk(tree: PublicTree, chains: Sequence[PrivateChain], build: str | None = None) -> Walk:
    """Kernel for a tree and the chains of both seats.

    Args:
        tree: the public tree.
        chains: one chain a seat.
        build: a key of `BUILDS`; the fastest that runs here if left out.

    Raises:
        ConfigurationError: the chains do not fit the tree or each other.
    """
    _require_fit(tree, chains)
    widths = [padded(n) for n in chains[0].buckets]
    walk = (BUILDS[build] if build else list(BUILDS.values())[-1])(*level_arrays(tree), widths)
    set_chains(walk, chains)
    return walk


def make_sequence_walk(
    tree: PublicTree, widths: Sequence[int], strides: Sequence[int], build: str | None = None
) -> SequenceWalk:
    """Kernel for passes over a tree with card sequences.

    Args:
        tree: the public tree.
        widths: padded buckets in each betting round.
        strides: the same for one class of dead cards; the buckets of the others follow.
        build: a key of `SEQUENCE_BUILDS`; the fastest that runs here if left out.
    """
    kernel = SEQUENCE_BUILDS[build] if build else list(SEQUENCE_BUILDS.values())[-1]
    return kernel(*level_arrays(tree), list(widths), list(strides))


def level_arrays(tree: PublicTree) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Betting rounds and draws as kernels take them."""
    rounds = [
        {
            "actor": level.betting.actor,
            "first_action": level.betting.first_action,
            "target": level.betting.target,
            "folder": level.betting.folder,
            "added": level.betting.added,
            "stake": np.ascontiguousarray(level.stake),
            "paths": level.paths,
            **_order_of_play(level.betting),
        }
        for level in tree.rounds
    ]
    draws = [
        {
            "choices": np.ascontiguousarray(level.choices),
            "first_child": level.first_child,
            "slot_starts": level.slot_starts,
            "paths": level.paths,
        }
        for level in tree.draws
    ]
    return rounds, draws


def set_chains(walk: Walk, chains: Sequence[PrivateChain]) -> None:
    """Give a kernel other private chains of the same numbers of buckets."""
    widths = walk.widths[::2]
    seats = chains[:1] if chains[0] is chains[1] else chains
    forward, backward = [], []
    for number, (before, after) in enumerate(pairwise(widths)):
        there = [[pad(m, before, after) for m in chain.draws[number]] for chain in seats]
        back = [[pad(m.T, after, before) for m in chain.draws[number]] for chain in seats]
        # If both seats have the same chain, one copy serves.
        forward.append(there * 2 if len(seats) == 1 else there)
        backward.append(back * 2 if len(seats) == 1 else back)
    walk.set_chains(forward, backward, [pad(chain.initial, widths[0]) for chain in chains])


def _order_of_play(betting: BettingTree) -> dict[str, NDArray[np.int32]]:
    """Where the kernel finds the reaches that lead to a decision or to an end of a round."""
    decisions, leaves = len(betting.actor), len(betting.folder)
    closed_place = np.full(leaves, -1, np.int32)
    closed_place[list(betting.closed)] = np.arange(len(betting.closed))
    arrival = np.full(decisions, -1, np.int32)
    before = np.full((decisions, 2), -1, np.int32)
    leaf_before = np.full((leaves, 2), -1, np.int32)
    last = np.arange(1, decisions + 1, dtype=np.int32)
    for decision, seat in enumerate(betting.actor):
        for action in range(*betting.first_action[decision : decision + 2]):
            target = betting.target[action]
            after = before[decision].copy()
            after[seat] = action
            if target >= 0:
                arrival[target], before[target] = action, after
            else:
                leaf_before[-1 - target] = after
    for decision in range(decisions - 1, 0, -1):  # later decisions lie deeper
        parent = np.searchsorted(betting.first_action, arrival[decision], side="right") - 1
        last[parent] = max(last[parent], last[decision])
    return {
        "closed_place": closed_place,
        "arrival": arrival,
        "before": before,
        "leaf_before": leaf_before,
        "last": last,
    }
