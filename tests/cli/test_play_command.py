"""`tripledraw play`: hands of a solution against itself, read back by everybody."""

import errno
import json
import signal
import warnings
from pathlib import Path
from typing import Any

import pokerkit
import pytest
from typer.testing import CliRunner, Result

import solver
from solver.cli import app
from solver.errors import ConfigurationError, HistoryError
from solver.evaluation.self_play import self_play
from solver.table.histories import writing
from solver.table.histories.importing import find_files, import_files
from solver.table.histories.phh_writer import write_hand
from solver.table.histories.writing import HandFile
from trainer.hands.review import review


def invoke(*arguments: object) -> Result:
    words = ["play", *map(str, arguments)]
    return CliRunner().invoke(app, words, catch_exceptions=False)


@pytest.fixture(scope="module")
def folder(solution_directory: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same forty hands as PHH and as text."""
    folder = tmp_path_factory.mktemp("played")
    for name in ("hands.phhs", "hands.txt"):
        result = invoke(solution_directory, "--hands", 40, "--seed", 3, "--out", folder / name)
        assert result.exit_code == 0
        assert result.stdout.startswith("40 hands of small against itself, seed 3: ")
    return folder


def test_help_has_an_example() -> None:
    text = " ".join(invoke("--help").stdout.split())
    assert "tripledraw play --hands 1000 --out hands.phhs" in text


@pytest.mark.parametrize("name", ["hands.phhs", "hands.txt"])
def test_our_review_reads_them(folder: Path, small_solution: solver.Solution, name: str) -> None:
    found = review(small_solution, [folder / name])
    assert (len(found.hands), found.refused, found.notes) == (40, (), ())
    assert found.duplicates == 0 and not found.skipped and not found.not_graded
    assert {hand.players[hand.seat or 0] for hand in found.hands} == {"Player 1"}
    assert {hand.seat for hand in found.hands} == {0, 1}


def test_both_formats_are_graded_alike(folder: Path, small_solution: solver.Solution) -> None:
    phh, text = (review(small_solution, [folder / n]) for n in ("hands.phhs", "hands.txt"))
    grades = [[[d.grade for d in hand.decisions] for hand in one.hands] for one in (phh, text)]
    assert grades[0] == grades[1] and sum(map(len, grades[0])) > 100
    # What a solution does with some frequency loses next to nothing.
    assert phh.ev_lost / len(phh.hands) < 0.1
    assert phh.ev_lost == text.ev_lost


def test_pokerkit_reads_the_phh(folder: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with (folder / "hands.phhs").open("rb") as file:
            histories = list(pokerkit.HandHistory.load_all(file))
        ends = [list(history)[-1] for history in histories]
    (ours,) = import_files(find_files([folder / "hands.phhs"]))
    assert [tuple(end.stacks) for end in ends] == [hand.finishing_stacks for hand in ours.hands]
    assert len({history.hand for history in histories}) == 40


def test_pokerkit_reads_the_text_that_was_imported(folder: Path, tmp_path: Path) -> None:
    (told,) = import_files(find_files([folder / "hands.txt"]))
    assert len(told.hands) == 40
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for hand in told.hands:
            *_, end = pokerkit.HandHistory.loads(write_hand(hand))
            assert tuple(end.stacks) == hand.finishing_stacks


def test_a_seed_gives_the_same_hands(
    folder: Path, solution_directory: Path, tmp_path: Path
) -> None:
    for seed, same in ((3, True), (4, False)):
        invoke(solution_directory, "--hands", 40, "--seed", seed, "--out", tmp_path / "a.phhs")
        again = (tmp_path / "a.phhs").read_bytes() == (folder / "hands.phhs").read_bytes()
        assert again is same


def test_json(solution_directory: Path, tmp_path: Path) -> None:
    result = invoke(solution_directory, "--hands", 2, "--out", tmp_path / "a.txt", "--json")
    told = json.loads(result.stdout)
    assert (told["hands"], told["finished"], told["hero"]) == (2, True, "Player 1")


@pytest.mark.parametrize("name", ["a.phhs", "a.txt"])
def test_ctrl_c_keeps_the_hands_that_are_over(
    solution_directory: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    add = HandFile.add

    def interrupted(self: HandFile, hand: Any) -> None:
        add(self, hand)
        if self.hands == 5:
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(HandFile, "add", interrupted)
    result = invoke(solution_directory, "--hands", 1000, "--out", tmp_path / name)
    assert result.exit_code == 130
    assert "5 hands, stopped early, of small" in result.stdout
    (file,) = import_files(find_files([tmp_path / name]))
    assert (len(file.hands), file.refused) == (5, ())
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_a_second_ctrl_c_keeps_them_as_well(
    solution_directory: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add = HandFile.add

    def interrupted(self: HandFile, hand: Any) -> None:
        if self.hands == 3:
            signal.raise_signal(signal.SIGINT)
            signal.raise_signal(signal.SIGINT)
        add(self, hand)

    monkeypatch.setattr(HandFile, "add", interrupted)
    assert invoke(solution_directory, "--out", tmp_path / "a.txt").exit_code == 130
    (file,) = import_files(find_files([tmp_path / "a.txt"]))
    assert len(file.hands) == 3


def test_what_is_there_is_replaced_at_the_end_only(
    solution_directory: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "a.txt"
    out.write_text("old")
    monkeypatch.setitem(writing._FORMATS, ".txt", lambda hand: "no hand")
    with pytest.raises(HistoryError, match=r"tripledraw 1 would not read back from a\.txt"):
        invoke(solution_directory, "--out", out)
    assert out.read_text() == "old" and len(list(tmp_path.iterdir())) == 1


def test_where_nothing_can_be_written(
    solution_directory: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("a", "a.phh", "a.csv"):
        with pytest.raises(ConfigurationError, match=r"ends in .* \.phhs"):
            invoke(solution_directory, "--out", tmp_path / name)
    (tmp_path / "b.txt").mkdir()
    with pytest.raises(ConfigurationError, match="is a folder"):
        invoke(solution_directory, "--out", tmp_path / "b.txt")
    (tmp_path / "c").write_text("x")
    with pytest.raises(HistoryError, match=r"d\.txt cannot be written: "):
        invoke(solution_directory, "--out", tmp_path / "c" / "d.txt")

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(HistoryError, match=r"e\.txt cannot be written: No space left on device"):
        invoke(solution_directory, "--hands", 1, "--out", tmp_path / "e.txt")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["b.txt", "c"]


def test_other_games_are_refused(one_card_solution: solver.Solution) -> None:
    game = one_card_solution.tree.game
    assert next(self_play(one_card_solution, "x")).state.rules.cap == game.cap
    object.__setattr__(game, "bets", (1, 1, 1, 1))
    try:
        with pytest.raises(ConfigurationError, match="expected triple draw"):
            next(self_play(one_card_solution, "x"))
    finally:
        object.__setattr__(game, "bets", (1, 1, 2, 2))
