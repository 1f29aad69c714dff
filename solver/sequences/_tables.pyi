import numpy as np
from numpy.typing import NDArray

class TableView:
    def __init__(
        self,
        bucket: NDArray[np.int16],
        low_class: NDArray[np.int16],
        keep: NDArray[np.uint8],
        choose: NDArray[np.int32],
        score: NDArray[np.int16],
        limits: list[NDArray[np.int16]],
    ) -> None: ...

def keep_masks(
    hands: NDArray[np.uint8],
    number: NDArray[np.int32],
    example: NDArray[np.uint8],
    place: NDArray[np.uint8],
    keeps: NDArray[np.uint8],
    out: NDArray[np.uint8],
) -> None: ...
