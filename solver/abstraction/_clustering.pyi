import numpy as np
from numpy.typing import NDArray

def nearer(
    points: NDArray[np.float64], centre: NDArray[np.float64], squared: NDArray[np.float64]
) -> None: ...
def assign(
    points: NDArray[np.float64],
    centres: NDArray[np.float64],
    half_gap: NDArray[np.float64],
    label: NDArray[np.int16],
    upper: NDArray[np.float64],
    lower: NDArray[np.float64],
) -> int: ...
