from typing import Any

import numpy as np
from numpy.typing import NDArray

class Traverser:
    threads: int
    batch: int
    def __init__(self, facts: dict[str, Any], threads: int, batch: int) -> None: ...
    def run(
        self,
        own: NDArray[np.float32],
        others: NDArray[np.float32],
        fallback: NDArray[np.float32] | None,
        values: NDArray[np.float32],
        regrets: NDArray[np.float32] | None,
        sums: NDArray[np.float32] | None,
        first: int,
        seed: int,
        weight: float,
        rate: float,
        learner: int,
        ahead: float,
        parts: NDArray[np.float64],
        best: bool,
        even_others: float,
        even_own: float,
        won: NDArray[np.float64],
        learners: NDArray[np.int8],
        starts: NDArray[np.int8],
    ) -> None: ...
