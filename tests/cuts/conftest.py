import pytest

import solver


@pytest.fixture(scope="session")
def buckets(cache_directory) -> solver.Abstraction:
    return solver.build_abstraction(final=16, earlier=32, draws=(5, 3, 2))
