import pytest

from solver.abstraction import build_abstraction


@pytest.fixture(scope="session")
def abstraction():
    return build_abstraction(final=32, earlier=64, cache=False)


@pytest.fixture(scope="session")
def small():
    return build_abstraction(final=6, earlier=(9, 8, 7), cache=False)
