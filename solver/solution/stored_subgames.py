"""Subgames that a packed solution stores because play often comes to them, each compressed alone.

One subgame begins with an instance of the third betting round. Its probabilities are bytes
(`solver.solution.codes`), level after level.
"""

import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.errors import SolutionError
from solver.solution.codes import StoredCodes, decode, encode
from solver.subgames.resolving import Levels


@dataclass(frozen=True, eq=False)
class StoredSubgames:
    """Compressed subgames.

    Attributes:
        instances: instances of the third betting round that are stored, ascending.
        starts: where each begins in `data`, and one past the last, shape (instances + 1,).
        data: compressed codes, one subgame after the other.
    """

    instances: NDArray[np.int32]
    starts: NDArray[np.int64]
    data: StoredCodes

    def read(self, instance: int, shapes: Sequence[tuple[int, int]]) -> Levels | None:
        """Probabilities of a subgame, None if it is not stored.

        Args:
            instance: instance of the third betting round.
            shapes: slots and padded buckets of each of its levels.

        Raises:
            SolutionError: it is damaged.
        """
        place = int(np.searchsorted(self.instances, instance))
        if place == len(self.instances) or self.instances[place] != instance:
            return None
        packed = self.data[self.starts[place] : self.starts[place + 1]].tobytes()
        sizes = [slots * buckets for slots, buckets in shapes]
        stream = zlib.decompressobj()
        try:
            # No more memory than it needs, whatever is in there.
            codes = np.frombuffer(stream.decompress(packed, sum(sizes) + 1), np.uint8)
        except zlib.error:
            codes = np.empty(0, np.uint8)
        if len(codes) != sum(sizes) or not stream.eof:
            raise SolutionError(
                f"subgame {instance} of the packed solution is damaged; get the solution again"
            )
        parts = np.split(codes, np.cumsum(sizes)[:-1])
        return tuple(
            decode(part).astype(np.float16).reshape(shape)
            for part, shape in zip(parts, shapes, strict=True)
        )


def store_subgames(
    order: Sequence[int], levels_of: Callable[[int], Sequence[NDArray[np.floating]]], most: int
) -> StoredSubgames:
    """Store subgames until there is no more room.

    Args:
        order: instances, the most important first.
        levels_of: probabilities of the levels of one.
        most: bytes that they may take together.
    """
    kept: dict[int, bytes] = {}
    for instance in order:
        codes = np.concatenate([encode(level).ravel() for level in levels_of(instance)])
        packed = zlib.compress(codes.tobytes(), 9)
        most -= len(packed)
        if most < 0:
            break
        kept[instance] = packed
    instances = sorted(kept)
    sizes = [len(kept[instance]) for instance in instances]
    data = b"".join(kept[instance] for instance in instances)
    return StoredSubgames(
        np.array(instances, np.int32),
        np.cumsum([0, *sizes], dtype=np.int64),
        np.frombuffer(data, np.uint8),
    )
