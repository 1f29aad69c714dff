from typing import Any

import numpy as np
from numpy.typing import NDArray

class DealTable:
    def __init__(self, rounds: list[dict[str, Any]], draws: list[dict[str, Any]]) -> None: ...
    def won(
        self,
        strategies: tuple[Any, ...],
        buckets: tuple[list[NDArray[np.int32]], ...],
        low_classes: tuple[NDArray[np.int16], ...],
        orders: tuple[NDArray[np.int32], ...],
        *,
        certain: float = 0.0,
        seed: int = 0,
        threads: int = 1,
    ) -> float: ...
