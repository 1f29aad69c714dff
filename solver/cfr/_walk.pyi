from typing import Any

import numpy as np
from numpy.typing import NDArray

HAS_THREADS: bool

Rows = list[NDArray[np.float32]]
OptionalRows = list[NDArray[np.float32] | None]

class Walk:
    widths: list[int]
    slots: list[int]
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
        self,
        seat: int,
        source: Rows,
        respond: bool,
        threads: int,
        record: OptionalRows | None = None,
        entering: NDArray[np.float32] | None = None,
    ) -> float: ...
    def value_below(
        self,
        round: int,
        instance: int,
        decision: int,
        seat: int,
        other: NDArray[np.float32],
        source: Rows,
        firsts: list[int],
        record: OptionalRows | None,
        respond: bool,
    ) -> NDArray[np.float32]: ...
