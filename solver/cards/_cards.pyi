import numpy as np
from numpy.typing import NDArray

def low_classes(
    hands: NDArray[np.uint8],
    choose: NDArray[np.int32],
    table: NDArray[np.uint16],
    out: NDArray[np.uint16],
) -> None: ...
def combinations(size: int, out: NDArray[np.uint8]) -> None: ...
def combination_ranks(
    cards: NDArray[np.uint8], choose: NDArray[np.int32], out: NDArray[np.int32]
) -> None: ...
def suit_free_keys(cards: NDArray[np.uint8], out: NDArray[np.int64]) -> None: ...
