"""Settings and reference files for all tests."""

from pathlib import Path

import pytest
from hypothesis import settings

# A loaded machine is no reason to fail.
settings.register_profile("tripledraw", deadline=None)
settings.load_profile("tripledraw")


@pytest.fixture(scope="session")
def data():
    """Folder of the reference files."""
    return Path(__file__).parent / "data"
