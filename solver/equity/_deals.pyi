import numpy as np
from numpy.typing import NDArray

def play(
    kept: NDArray[np.uint8],
    kept_count: NDArray[np.int32],
    thrown: NDArray[np.uint8],
    thrown_count: NDArray[np.int32],
    stub: NDArray[np.uint8],
    dead: NDArray[np.uint8],
    policy: NDArray[np.int32],
    keeps: NDArray[np.uint8],
    choose: NDArray[np.int32],
    state: NDArray[np.uint64],
    hands: NDArray[np.uint8],
) -> None: ...
