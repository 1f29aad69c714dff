import numpy as np
from numpy.typing import NDArray

from solver.sequences._tables import TableView

def draw_cards(
    view: TableView,
    draws_left: int,
    count: int,
    seed: int,
    gone: NDArray[np.uint64],
    hands: NDArray[np.uint8],
    used: NDArray[np.uint64],
) -> None: ...
def find_buckets(
    view: TableView,
    draws_left: int,
    hands: NDArray[np.uint8],
    used: NDArray[np.uint64],
    bucket: NDArray[np.int16],
) -> None: ...
def push_draws(
    view: TableView,
    draws_left: int,
    count: int,
    samples: int,
    seed: int,
    hands: NDArray[np.uint8],
    used: NDArray[np.uint64],
    outside: int,
    weights: NDArray[np.float64],
    group: NDArray[np.int32],
    out: NDArray[np.float64],
) -> None: ...
