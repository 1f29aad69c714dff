from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.sequences._tables import TableView

class Strategies:
    def __init__(
        self,
        rounds: Sequence[tuple[NDArray[Any], ...]],
        stakes: list[NDArray[np.float32]],
        draws: Sequence[tuple[NDArray[Any], ...]],
        buckets: list[int],
        trunk: list[NDArray[np.uint16]],
    ) -> None: ...
    def add_block(self, instance: int, rows: list[NDArray[np.uint16]]) -> None: ...
    def has_block(self, instance: int) -> bool: ...
    def compare_actions(
        self,
        view: TableView,
        seat: int,
        level: int,
        instance: int,
        decision: int,
        draws_left: NDArray[np.int32],
        hands: NDArray[np.uint8],
        used: NDArray[np.uint64],
        opponent_hands: NDArray[np.uint8],
        opponent_used: NDArray[np.uint64],
        outside: int,
        rollouts: int,
        seed: int,
        mean: NDArray[np.float64],
        error: NDArray[np.float64],
        met: NDArray[np.int32],
        missing: NDArray[np.uint8],
    ) -> None: ...
