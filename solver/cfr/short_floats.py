"""Floats of 16 bits, in which the kernel keeps regrets and sums of strategies.

A sign, seven bits of exponent and eight of fraction: from 2**-96 to 2**32 in steps of 0.4 percent.
Zero is zero. Range matters more than digits: half precision begins at 2**-24, and in a trial with
2**-40 rarely reached states forgot how to play, which showed when somebody came there
(docs/performance.md). bfloat16 has twice the range that is needed, and one digit less.

The kernel (_decisions.h) encodes as well, rounding by a dither; this is how its numbers are read.
"""

import numpy as np
from numpy.typing import NDArray

SHIFT = 23 - 8
BASE = (127 - 96) << 23
SIGN = 0x8000
LARGEST = 0x7FFF

Kept = NDArray[np.float32] | NDArray[np.uint16]
"""Numbers in single precision, or as short floats."""


def decode(kept: Kept) -> NDArray[np.float32]:
    """Numbers in single precision; an array that holds them already comes back as it is."""
    if kept.dtype != np.uint16:
        return np.asarray(kept, np.float32)
    bits = kept.astype(np.uint32)
    size = bits & LARGEST
    size = np.where(size > 0, (size << SHIFT) + BASE, 0)
    return ((bits & SIGN) << 16 | size).astype(np.uint32).view(np.float32)


def encode(values: NDArray[np.floating]) -> NDArray[np.uint16]:
    """Short floats nearest to `values`.

    What is too small becomes zero, what is too large the largest.
    """
    bits = np.ascontiguousarray(values, np.float32).view(np.uint32)
    size = (bits & 0x7FFFFFFF).astype(np.int64) - BASE + (1 << SHIFT - 1)
    size = np.clip(np.where(size > 0, size, 0) >> SHIFT, 0, LARGEST)
    kept: NDArray[np.uint16] = ((bits >> 16 & SIGN) | size.astype(np.uint32)).astype(np.uint16)
    return kept
