import numpy as np
from numpy.typing import NDArray

def forward(
    inside: NDArray[np.uint16],
    terms: NDArray[np.uint16],
    factors: NDArray[np.float64],
    hands: NDArray[np.int32],
    sets: NDArray[np.int32],
    weight: NDArray[np.float64],
    parts: NDArray[np.float64],
    out: NDArray[np.float64],
) -> None: ...
def backward(
    inside: NDArray[np.uint16],
    terms: NDArray[np.uint16],
    factors: NDArray[np.float64],
    hands: NDArray[np.int32],
    sets: NDArray[np.int32],
    value: NDArray[np.float64],
    parts: NDArray[np.float64],
    out: NDArray[np.float64],
) -> None: ...
