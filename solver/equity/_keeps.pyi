import numpy as np
from numpy.typing import NDArray

def carry_over(
    hands: NDArray[np.uint8],
    of_hand: NDArray[np.int32],
    examples: NDArray[np.uint8],
    keeps: NDArray[np.uint8],
    out: NDArray[np.uint8],
) -> None: ...
