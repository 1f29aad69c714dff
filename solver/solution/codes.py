"""Probabilities as bytes."""

import numpy as np
from numpy.typing import NDArray

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
