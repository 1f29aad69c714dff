"""The speed that the table has to reach, with a wide margin for slow machines."""

import runpy
from pathlib import Path

BENCHMARK = Path(__file__).parents[2] / "benchmarks" / "table_hands.py"


def test_at_least_20_000_six_handed_hands_a_minute():
    play = runpy.run_path(str(BENCHMARK))["play"]
    hands, actions, showdowns, seconds = play("default", 6, 2.0)
    assert hands / seconds * 60 >= 20_000
    assert actions / hands > 20 and showdowns / hands > 0.5
