"""Files sent by a browser lie in the data directory while they are read, and nowhere else."""

from pathlib import Path

import pytest

from solver.errors import HistoryError
from trainer.hands import history_files
from trainer.hands.history_files import SentFile, kept, named


def test_files_are_there_and_then_gone(tmp_path: Path):
    sent = [SentFile("one.txt", b"1"), SentFile("one.txt", b"2"), SentFile("TWO.PHHS", b"3")]
    with kept(sent, tmp_path / "data") as paths:
        assert [path.read_bytes() for path in paths] == [b"1", b"2", b"3"]
        assert [path.name for path in paths] == ["one.txt", "one.txt", "TWO.PHHS"]
        assert all(tmp_path / "data" in path.parents for path in paths)
    assert list((tmp_path / "data").iterdir()) == []


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("../../etc/passwd", "passwd"),
        ("C:\\hands\\a.txt", "a.txt"),
        ("..", "hands"),
        ("", "hands"),
        ("a\0b\n.txt", "a_b_.txt"),
        ("x" * 300 + ".phh", "x" * 80 + ".phh"),
        ("." + "y" * 300, "y" * 80),
    ],
)
def test_no_name_leads_elsewhere(tmp_path: Path, name: str, safe: str):
    with kept([SentFile(name, b"")], tmp_path) as [path]:
        assert path.name == safe
        assert path.is_file()
        assert tmp_path in path.resolve().parents


def test_too_much_or_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(history_files, "LARGEST", 2**20)
    with (
        pytest.raises(HistoryError, match="at most 1 MB"),
        kept([SentFile("a.txt", bytes(2**20 + 1))], tmp_path),
    ):
        pass
    with pytest.raises(HistoryError, match="no file"), kept([], tmp_path):
        pass
    assert list(tmp_path.iterdir()) == []


def test_a_directory_that_cannot_be_written_to(tmp_path: Path):
    (tmp_path / "file").write_text("")
    with (
        pytest.raises(HistoryError, match="cannot be written to"),
        kept([SentFile("a.txt", b"")], tmp_path / "file"),
    ):
        pass


def test_paths_that_are_typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    assert named(f" {tmp_path} ") == [tmp_path]
    monkeypatch.setenv("HOME", str(tmp_path))
    assert named("~") == [tmp_path]
    for text, reason in (
        ("", "no path"),
        ("a\0b", "no path"),
        (str(tmp_path / "nowhere"), "does not exist"),
        ("~nobody-of-that-name/x", "cannot be opened"),
        ("/" + "x" * 5000, "cannot be opened"),
    ):
        with pytest.raises(HistoryError, match=reason):
            named(text)
    monkeypatch.setattr(history_files, "MOST_FILES", 2)
    for name in "abc":
        (tmp_path / name).write_text("")
    with pytest.raises(HistoryError, match="more than 2 files"):
        named(str(tmp_path))
