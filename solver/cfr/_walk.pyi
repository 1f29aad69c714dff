from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

HAS_THREADS: bool

Rows = list[NDArray[np.float32]]

class Walk:
    widths: list[int]
    def __init__(
        self,
        rounds: list[tuple[Any, ...]],
        draws: list[tuple[Any, ...]],
        initial: list[NDArray[np.float32]],
    ) -> None: ...
    def learn(
        self,
        seat: int,
        regrets: Rows,
        source: Rows,
        totals: Rows,
        *,
        keep_positive: float,
        keep_negative: float,
        keep_predicted: float,
        keep_total: float,
        clip: bool,
        predict: bool,
        threads: int,
    ) -> float: ...
    def value(
        self, seat: int, source: Rows, respond: bool, threads: int, record: Rows | None = None
    ) -> float: ...
    def value_below(
        self,
        level: int,
        instance: int,
        seat: int,
        other: NDArray[np.float32],
        source: Rows,
        firsts: Sequence[int],
        record: Rows | None,
        respond: bool,
    ) -> NDArray[np.float32]: ...
