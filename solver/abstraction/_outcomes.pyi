import numpy as np
from numpy.typing import NDArray

def containing_sums(
    subsets: NDArray[np.uint16],
    hands: NDArray[np.int32],
    values: NDArray[np.float64],
    out: NDArray[np.float64],
) -> None: ...
def containing_counts(
    subsets: NDArray[np.uint16],
    hands: NDArray[np.int32],
    bucket: NDArray[np.int16],
    out: NDArray[np.float64],
) -> None: ...
def best_keeps(
    subsets: NDArray[np.uint16],
    sums: NDArray[np.float64],
    value: NDArray[np.float64],
    tolerance: float,
    keeps: NDArray[np.uint8],
    best: NDArray[np.float64],
) -> None: ...
def mean_outcomes(
    subsets: NDArray[np.uint16],
    chosen: NDArray[np.int32],
    masks: NDArray[np.uint8],
    sums: NDArray[np.float64],
    values: NDArray[np.float64],
    out: NDArray[np.float64],
) -> None: ...
def spread(
    subsets: NDArray[np.uint16],
    masks: NDArray[np.uint8],
    weight: NDArray[np.float64],
    group: NDArray[np.int16],
    parts: NDArray[np.float64],
    whole: NDArray[np.float64],
) -> None: ...
def collect(
    subsets: NDArray[np.uint16], parts: NDArray[np.float64], out: NDArray[np.float64]
) -> None: ...
def combine(
    parts: NDArray[np.float64], counts: NDArray[np.float64], out: NDArray[np.float64]
) -> None: ...
