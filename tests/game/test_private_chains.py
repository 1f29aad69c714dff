"""Private chains: their shapes, and what is refused."""

import numpy as np
import pytest

from solver.errors import ConfigurationError
from solver.game import PrivateChain

IDENTITY = np.eye(2)
WIDER = np.array([[0.5, 0.25, 0.25], [0.0, 0.0, 1.0]])


def test_buckets_of_each_round():
    assert PrivateChain(np.ones(1), ()).buckets == (1,)
    half = np.full(2, 0.5)
    assert PrivateChain(half, ((IDENTITY, IDENTITY), (WIDER,))).buckets == (2, 2, 3)


@pytest.mark.parametrize(
    ("initial", "draws", "message"),
    [
        ([0.5, 0.4], (), "initial probabilities sum to 0.900000000; they must sum to 1"),
        ([1.5, -0.5], (), "initial probabilities must lie between 0 and 1; got -0.5 to 1.5"),
        ([np.nan, 1.0], (), "initial probabilities sum to nan"),
        (
            [0.5, 0.5],
            ((IDENTITY, np.eye(3)),),
            r"1 cards at draw 1 has shape \(3, 3\); expected 2 rows and 2 columns",
        ),
        (
            [0.5, 0.5],
            ((IDENTITY, WIDER),),
            r"1 cards at draw 1 has shape \(2, 3\); expected 2 rows and 2 columns",
        ),
        (
            [0.5, 0.5],
            ((IDENTITY,), (WIDER,), (IDENTITY,)),
            r"0 cards at draw 3 has shape \(2, 2\); expected 3 rows and 2 columns",
        ),
        ([0.5, 0.5], ((IDENTITY / 2,),), "0 cards at draw 1 are no probabilities"),
        (
            [0.5, 0.5],
            ((IDENTITY,), (IDENTITY, [[1.5, -0.5], [0.0, 1.0]])),
            "1 cards at draw 2 are no probabilities",
        ),
        ([0.5, 0.5], ((np.array([[np.nan, 1], [0, 1]]),),), "are no probabilities"),
    ],
)
def test_chains_that_make_no_sense(initial, draws, message):
    matrices = tuple(tuple(np.asarray(matrix) for matrix in draw) for draw in draws)
    with pytest.raises(ConfigurationError, match=message):
        PrivateChain(np.array(initial), matrices)
