import pytest

from solver.cards import all_combinations, low_class


@pytest.fixture(scope="session")
def all_hands():
    """All 2,598,960 hands, ascending."""
    return all_combinations(5)


@pytest.fixture(scope="session")
def all_classes(all_hands):
    """Their low classes."""
    return low_class(all_hands)
