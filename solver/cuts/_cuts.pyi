import numpy as np
from numpy.typing import NDArray

def list_hands(
    half: NDArray[np.uint8],
    local: NDArray[np.uint8],
    choose: NDArray[np.int32],
    of_combination: NDArray[np.int32],
    example: NDArray[np.uint8],
    place: NDArray[np.uint8],
    number: NDArray[np.int32],
    bit: NDArray[np.uint8],
) -> None: ...
def count_containing(
    number: NDArray[np.int32],
    bucket: NDArray[np.int16],
    inside: NDArray[np.uint16],
    smaller: NDArray[np.uint16],
    starts: NDArray[np.uint16],
    counts: NDArray[np.float64],
) -> None: ...
def transitions(
    number: NDArray[np.int32],
    bit: NDArray[np.uint8],
    inside: NDArray[np.uint16],
    around: NDArray[np.int32],
    missing: NDArray[np.uint8],
    weight: NDArray[np.float64],
    before: NDArray[np.int16],
    after: NDArray[np.int16],
    keeps: NDArray[np.uint8],
    counts: NDArray[np.float64],
    parts: NDArray[np.float64],
    dropped: NDArray[np.uint8],
    bucket: NDArray[np.int16],
    sums: NDArray[np.float64],
    out: NDArray[np.float64],
) -> None: ...
