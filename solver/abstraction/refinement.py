"""Buckets inside buckets."""

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from solver.abstraction.abstraction import Abstraction
from solver.abstraction.build import assemble
from solver.abstraction.config import AbstractionConfig


@dataclass(frozen=True)
class Refinement:
    """The buckets of an abstraction, cut along the borders of another.

    Whoever sees the pieces knows both of a hand: its bucket and that of the other abstraction.

    Attributes:
        whole: the abstraction whose buckets are cut.
        pieces: piece of every hand by draws left, as in `Abstraction.buckets`, in the order of
            the whole buckets.
        around: by draws left the whole bucket around each piece, shape (pieces,).
    """

    whole: Abstraction
    pieces: tuple[NDArray[np.int16], ...]
    around: tuple[NDArray[np.intp], ...]

    @classmethod
    def cut(cls, whole: Abstraction, along: Abstraction) -> Self:
        """Cut the buckets of `whole` along the borders of those of `along`."""
        pieces, around = [], []
        for outer, other in zip(whole.buckets, along.buckets, strict=True):
            width = int(other.max()) + 1
            pairs, piece = np.unique(outer.astype(np.int64) * width + other, return_inverse=True)
            pieces.append(piece.astype(np.int16))
            around.append((pairs // width).astype(np.intp))
        return cls(whole, tuple(pieces), tuple(around))

    @property
    def sizes(self) -> tuple[int, ...]:
        """Numbers of pieces by draws left."""
        return tuple(map(len, self.around))

    def abstraction(self) -> Abstraction:
        """The pieces as an abstraction: cards are kept, and hands weigh, as in the whole."""
        final, *earlier = self.sizes
        # Not checked: a best response may see more buckets than a solve may have.
        config = AbstractionConfig.model_construct(
            final=final, earlier=tuple(earlier[::-1]), draws=self.whole.config.draws
        )
        return assemble(config, self.whole.reference, self.pieces)
