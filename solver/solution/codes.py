"""Probabilities as bytes."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.storage import CheckedRows, Places, UnpackedRows

Codes = NDArray[np.uint8]

_CODES = 255

_PROBABILITIES = np.asarray((np.arange(_CODES + 1, dtype=np.float32) / np.float32(_CODES)) ** 2)


def encode(probabilities: NDArray[np.floating]) -> Codes:
    """Square roots in 255ths: rare actions keep some digits in a byte."""
    shares = np.clip(probabilities.astype(np.float32), 0, 1)
    return np.asarray(np.rint(_CODES * np.sqrt(shares)), np.uint8)


def decode(codes: Codes) -> NDArray[np.float32]:
    """Probabilities, which sum to one only about."""
    return _PROBABILITIES[codes]


StoredCodes = Codes | CheckedRows | UnpackedRows
"""Bytes of a level, in memory or as they are stored."""


@dataclass(frozen=True, eq=False)
class DecodedRows:
    """Probabilities of a level, decoded as they are read.

    Attributes:
        codes: their bytes, shape (slots, padded buckets).
    """

    codes: StoredCodes

    @property
    def shape(self) -> tuple[int, ...]:
        """As of an array."""
        return self.codes.shape

    def __len__(self) -> int:
        return len(self.codes)

    def __getitem__(self, places: Places, /) -> NDArray[Any]:
        """Some of the probabilities, as of an array."""
        return decode(self.codes[places])
