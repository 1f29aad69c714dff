import numpy as np
from numpy.typing import NDArray

from solver.sequences._tables import TableView

def shuffle(share: NDArray[np.uint8], seed: int, order: NDArray[np.uint8]) -> None: ...
def follow_paths(
    view: TableView,
    order: NDArray[np.uint8],
    paths: NDArray[np.int32],
    draws_left: NDArray[np.int32],
    hands: NDArray[np.uint8],
    used: NDArray[np.uint64],
    bucket: NDArray[np.int32],
    low_class: NDArray[np.int16],
) -> None: ...
