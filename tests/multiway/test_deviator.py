"""What a seat gains by leaving a strategy, learned on some deals and tested on others."""

import numpy as np
import pytest
from typer.testing import CliRunner

from solver.abstraction import build_abstraction
from solver.cli import app
from solver.errors import ConfigurationError
from solver.multiway.configuration import MultiwayConfiguration
from solver.multiway.deviator import deviators_gain
from solver.multiway.history import start
from solver.multiway.solution import MultiwaySolution, layout_of


@pytest.fixture(scope="module")
def folding():
    """Everybody but the big blind folds whatever he holds when first in; otherwise even chances."""
    configuration = MultiwayConfiguration.from_table(
        {
            "game": {"seats": 3, "cap": 1, "draws": [1, 1, 1]},
            "abstraction": {"final": 8, "earlier": [16, 8, 8]},
        },
        "test",
    )
    layout = layout_of(configuration)
    codes = np.zeros(layout.cells, np.uint8)
    state = start(layout)
    for _ in range(2):
        part = codes[state.cells].reshape(-1, len(state.actions))
        part[:, 0] = 255
        state = state.play("f")
    abstraction = build_abstraction(configuration.abstraction)
    return MultiwaySolution(configuration, abstraction, layout, codes, 0, 0.0, (0.0,) * 3)


def test_values_of_who_always_folds(folding):
    for seat, value in enumerate((0, -0.5, 0.5)):
        found = deviators_gain(folding, seat, training=1024, test=2048, threads=1)
        assert found.value == pytest.approx(value, abs=0.005)


def test_an_answer_gains_where_there_is_something_to_gain(folding):
    """The small blind folds all its hands, though half of the price is paid already."""
    found = deviators_gain(folding, 1, training=40_000, test=20_000, threads=1)
    assert found.mean > 5 * found.error > 0
    nothing = deviators_gain(folding, 2, training=1024, test=2048, threads=1)
    assert nothing.mean == 0 and nothing.error == 0


def test_threads_change_nothing(folding):
    found = [
        deviators_gain(folding, 1, training=2048, test=2048, threads=threads) for threads in (1, 3)
    ]
    assert found[0] == found[1]


def test_no_such_seat(folding, tmp_path, monkeypatch):
    with pytest.raises(ConfigurationError, match="no seat 3 at a table of 3"):
        deviators_gain(folding, 3)
    monkeypatch.setenv("TRIPLEDRAW_DATA_DIR", str(tmp_path))
    folding.save(tmp_path / "solutions" / "folding")
    runner = CliRunner()
    refused = runner.invoke(app, ["evaluate", "seats", "folding", "--seat", "UTG"])
    assert "there is no seat 'UTG'" in str(refused.exception)
    small = ["--training", "1024", "--test", "2048", "--seat", "sb"]
    told = runner.invoke(app, ["evaluate", "seats", "folding", *small])
    assert told.exit_code == 0 and "SB" in told.stdout and "-0.500" in told.stdout
