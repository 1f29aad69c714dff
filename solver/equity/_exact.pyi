import numpy as np
from numpy.typing import NDArray

def sweep(
    one: NDArray[np.uint8],
    one_class: NDArray[np.uint16],
    two: NDArray[np.uint8],
    two_class: NDArray[np.uint16],
    choose: NDArray[np.int32],
    first: NDArray[np.int32],
    counts: NDArray[np.int32],
    tally: NDArray[np.int64],
) -> None: ...
def enumerate_deals(
    sets: NDArray[np.uint64],
    classes: NDArray[np.uint16],
    first: NDArray[np.int64],
    tally: NDArray[np.int64],
) -> None: ...
