"""Presets: what they are, and what is said where one does not fit."""

import pytest

from solver.cli.solve import describe_need
from solver.configuration import preset_names, read_configuration
from solver.errors import MemoryNeedError


def free(monkeypatch: pytest.MonkeyPatch, gigabytes: float) -> None:
    class Machine:
        available = int(gigabytes * 1e9)

    monkeypatch.setattr("psutil.virtual_memory", Machine)


def test_the_presets_are_the_whole_game_in_three_sizes() -> None:
    assert preset_names() == ("deep", "quick", "standard")
    settings = {name: read_configuration(name) for name in preset_names()}
    assert {s.game.cap for s in settings.values()} == {4}
    assert settings["standard"].game.draws == (4, 3, 2)
    assert settings["deep"].game.draws == (5, 3, 2)
    for name, final, earlier in (("standard", 32, 100), ("deep", 64, 250)):
        assert settings[name].abstraction.final >= final
        assert min(settings[name].abstraction.earlier) >= earlier


@pytest.mark.parametrize(("name", "most"), [("quick", 2), ("standard", 6), ("deep", 18)])
def test_a_preset_fits_where_it_should(
    name: str, most: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    free(monkeypatch, most)
    assert "GB of memory, 2 threads" in describe_need(read_configuration(name), 2)


@pytest.mark.parametrize(
    ("gigabytes", "advice"),
    [
        (8, "take the nearest preset that fits: tripledraw solve standard"),
        (3, "take the nearest preset that fits: tripledraw solve quick"),
        (0.5, "choose fewer buckets or lower draw limits"),
    ],
)
def test_what_does_not_fit_is_refused_with_what_does(
    gigabytes: float, advice: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    free(monkeypatch, gigabytes)
    message = rf"needs 1\d\.\d GB of memory and {gigabytes:.1f} GB are free; .*{advice}"
    with pytest.raises(MemoryNeedError, match=message):
        describe_need(read_configuration("deep"), 2)
