"""NumPy is told to keep to one thread before it is imported, whatever is imported first."""

import os
import subprocess
import sys

import pytest

PROGRAM = """
import sys

class Watch:
    def find_spec(self, name, path=None, target=None):
        if name == "numpy":
            import os
            print(os.environ.get("OPENBLAS_NUM_THREADS"))
        return None

sys.meta_path.insert(0, Watch())
import {module}
import numpy
"""


@pytest.mark.parametrize("module", ["solver", "trainer", "trainer.cli", "solver.cli"])
@pytest.mark.parametrize(("chosen", "expected"), [(None, "1"), ("2", "2")])
def test_products_keep_to_one_thread(module: str, chosen: str | None, expected: str) -> None:
    kept = {k: v for k, v in os.environ.items() if k != "OPENBLAS_NUM_THREADS"}
    given = {} if chosen is None else {"OPENBLAS_NUM_THREADS": chosen}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(module=module)],
        env=kept | given,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split()[0] == expected
