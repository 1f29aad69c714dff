"""Settings: stored whole, read by every screen, put aside when they make no sense."""

import re
from pathlib import Path

import pytest

from solver.errors import ConfigurationError
from trainer import Thresholds
from trainer.records.settings import FILE, Settings, read_settings, write_settings

CHOICES = {
    "solution": 'C:\\mine "best"',
    "small_bet": 10.0,
    "currency": "€",
    "auto_advance": True,
    "pause": 0.5,
    "four_colours": False,
    "appearance": "dark",
    "keyboard": False,
    "live_grades": False,
    "roll": True,
    "thresholds": Thresholds(frequency=0.1, blunder=1.0),
}


def test_without_a_file_the_defaults_hold(tmp_path: Path):
    assert read_settings(tmp_path) == (Settings(), None)
    assert list(tmp_path.iterdir()) == []


def test_every_choice_comes_back(tmp_path: Path):
    settings = Settings().changed(**CHOICES)
    assert all(getattr(settings, name) == value for name, value in CHOICES.items())
    assert set(CHOICES) == set(Settings.model_fields)
    write_settings(settings, tmp_path / "new")
    assert read_settings(tmp_path / "new") == (settings, None)
    assert [path.name for path in (tmp_path / "new").iterdir()] == [FILE]


def test_one_threshold_can_be_given_alone(tmp_path: Path):
    (tmp_path / FILE).write_text("[thresholds]\nblunder = 1\n")
    settings, _ = read_settings(tmp_path)
    assert settings.thresholds == Thresholds(blunder=1.0)


@pytest.mark.parametrize(
    ("choices", "words"),
    [
        ({"pause": -1}, "a pause of -1 seconds: give a number from 0 to 10"),
        ({"small_bet": 0}, "a small bet is worth 0: give an amount above 0"),
        ({"small_bet": -5}, "a small bet is worth -5: give an amount above 0"),
        ({"small_bet": float("nan")}, "give an amount above 0"),
        ({"appearance": "pink"}, "the setting appearance is 'pink'"),
        ({"currency": '"'}, "give up to 3 signs"),
        ({"thresholds": {"mistake": 0.001}}, "each at least as large as the one before"),
        ({"thresholds": {"genius": 0.5}}, "genius"),
        ({"thresholds": {"best": "much"}}, "much"),
        ({"colour": "green"}, "there is no setting 'colour'"),
    ],
)
def test_what_makes_no_sense_is_refused(choices: dict[str, object], words: str):
    with pytest.raises(ConfigurationError, match=re.escape(words)) as refused:
        Settings().changed(**choices)
    assert "Input should" not in str(refused.value)


@pytest.mark.parametrize("content", [b"pause = -1", b"no toml", b"\xff\xfe", b"unknown = 1"])
def test_a_senseless_file_is_put_aside(tmp_path: Path, content: bytes):
    (tmp_path / FILE).write_bytes(content)
    settings, aside = read_settings(tmp_path)
    assert settings == Settings()
    assert aside is not None
    assert aside.read_bytes() == content
    assert list(tmp_path.iterdir()) == [aside]


def test_a_file_that_cannot_be_used_is_reported(tmp_path: Path):
    (tmp_path / FILE).mkdir()
    with pytest.raises(ConfigurationError, match="--data-dir"):
        read_settings(tmp_path)
    with pytest.raises(ConfigurationError, match="--data-dir"):
        write_settings(Settings(), tmp_path)


def test_amounts():
    assert Settings().unit.bare(4.5) == "4.5"
    assert Settings(small_bet=10).unit.bare(4.5) == "$45"
    assert Settings(small_bet=0.25, currency="€").unit.bare(4.5) == "€1.12"
    assert Settings(small_bet=1000).unit.bare(4) == "$4,000"
