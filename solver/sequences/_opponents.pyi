import numpy as np
from numpy.typing import NDArray

def compare(
    cards: NDArray[np.uint64],
    low_class: NDArray[np.int16],
    used: NDArray[np.uint64],
    opponent_class: NDArray[np.int16],
    starts: NDArray[np.int32],
    number: NDArray[np.int32],
    ahead: NDArray[np.int32],
) -> None: ...
