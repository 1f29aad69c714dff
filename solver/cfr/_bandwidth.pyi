import numpy as np
from numpy.typing import NDArray

def triad(
    out: NDArray[np.float32],
    x: NDArray[np.float32],
    y: NDArray[np.float32],
    scale: float,
    threads: int,
) -> None: ...
