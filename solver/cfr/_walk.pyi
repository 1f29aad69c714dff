from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.cfr.short_floats import Kept

HAS_THREADS: bool

_Rows = Sequence[Kept]
_OptionalRows = Sequence[NDArray[np.float32] | None]

class Walk:
    widths: list[int]
    slots: list[int]
    def __init__(
        self,
        rounds: list[dict[str, Any]],
        draws: list[dict[str, Any]],
        widths: list[int],
    ) -> None: ...
    def set_chains(
        self,
        forward: list[list[list[NDArray[np.float32]]]],
        backward: list[list[list[NDArray[np.float32]]]],
        initial: list[NDArray[np.float32]],
    ) -> None: ...
    def learn(
        self,
        seat: int,
        regrets: _Rows,
        source: _Rows,
        totals: _Rows,
        *,
        keep_positive: float,
        keep_negative: float,
        keep_predicted: float,
        keep_total: float,
        clip: bool,
        predict: bool,
        iteration: int,
        threads: int,
        weights: list[NDArray[np.float32]] | None = None,
    ) -> float: ...
    def value(
        self,
        seat: int,
        source: _Rows,
        respond: bool,
        threads: int,
        record: _OptionalRows | None = None,
        entering: NDArray[np.float32] | None = None,
        entering_round: int = 1,
    ) -> float: ...
    def value_below(
        self,
        round: int,
        instance: int,
        decision: int,
        seat: int,
        other: NDArray[np.float32],
        source: _Rows,
        firsts: list[int],
        record: _OptionalRows | None,
        respond: bool,
    ) -> NDArray[np.float32]: ...

class SequenceWalk(Walk):
    def __init__(
        self,
        rounds: list[dict[str, Any]],
        draws: list[dict[str, Any]],
        widths: list[int],
        strides: list[int],
    ) -> None: ...
    def learn_deal(
        self,
        seat: int,
        buckets: Sequence[list[NDArray[np.int32]]],
        regrets: _Rows,
        totals: _Rows,
        *,
        regret_scale: float,
        total_scale: float,
        iteration: int,
        threads: int,
        baselines: list[NDArray[np.float32] | None] | None = None,
        certain: float = 0.0,
        least: float = 0.125,
        rate: float = 0.1,
        random: int = 0,
    ) -> float: ...
