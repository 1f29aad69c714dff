"""Import of files and folders, and what happens to bad ones."""

# ruff: noqa: E501  (headers are one line)

import json
import random
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from solver.cli import app
from solver.errors import ConfigurationError, HistoryError
from solver.table.histories.encoding import decode
from solver.table.histories.importing import (
    Refusal,
    find_files,
    import_files,
    write_hands,
)
from solver.table.histories.phh import read_phh
from solver.table.histories.text import parse_amount
from solver.table.logs import log_from_json, replay

GOLDEN = Path(__file__).parents[1] / "data" / "golden"
STARS = (GOLDEN / "heads-up-showdown-hero.txt").read_text(encoding="utf-8")
TILT = (GOLDEN / "full-tilt-tournament-with-chat.txt").read_text(encoding="utf-8")


def run(*arguments):
    return CliRunner().invoke(app, ["import", *map(str, arguments)])


def import_text(path, text):
    path.write_text(text, encoding="utf-8")
    (file,) = import_files(find_files([path]))
    return file


@pytest.mark.parametrize(
    "data",
    [
        STARS.encode(),
        b"\xef\xbb\xbf" + STARS.encode(),
        STARS.replace("\n", "\r\n").encode(),
        STARS.encode("utf-16"),
        STARS.encode("utf-16-le"),
        STARS.encode("utf-16-be"),
        b"\xfe\xff" + STARS.replace("\n", "\r\n\r\n").encode("utf-16-be"),
    ],
)
def test_encodings_and_line_ends_give_the_same_hand(tmp_path, data):
    wanted = import_text(tmp_path / "a.txt", STARS).hands[0]
    path = tmp_path / "b.txt"
    path.write_bytes(data)
    (file,) = import_files(find_files([path]))
    assert file.hands[0].log == wanted.log
    assert file.hands[0].info == wanted.info


def test_both_sites_in_one_file(tmp_path):
    file = import_text(tmp_path / "both.txt", TILT + "\n\n" + STARS + "\n" + TILT)
    assert [hand.info["venue"] for hand in file.hands] == [
        "Full Tilt Poker",
        "PokerStars",
        "Full Tilt Poker",
    ]


def test_what_is_known_about_the_hand(tmp_path):
    info = import_text(tmp_path / "a.txt", STARS).hands[0].info
    assert info["players"] == ["Ann", "Bob"]
    assert info["seats"] == [1, 2]
    assert info["seat_count"] == 6
    assert info["_hero"] == "Bob"
    assert info["event"].startswith("Tournament #7001")
    assert (info["year"], info["month"]) == (2024, 3)
    assert info["_level"] == "I"


def test_money_is_exact():
    assert parse_amount("$1,234.50") * 100 == 123450
    assert parse_amount("€0.10") * 100 == 10
    for wrong in ("", "ten", "-5", "1.2.3", "NaN", "inf"):
        with pytest.raises(HistoryError, match="no amount"):
            parse_amount(wrong)


def test_folders_are_searched_and_names_kept_apart(tmp_path):
    source, out = tmp_path / "in", tmp_path / "out"
    (source / "deep").mkdir(parents=True)
    (source / "a.txt").write_text(STARS, encoding="utf-8")
    (source / "a.log").write_text(TILT, encoding="utf-8")
    (source / "deep" / "a.txt").write_text(TILT, encoding="utf-8")
    (source / ".hidden").write_text("x", encoding="utf-8")
    result = run(source, "--out", out)
    assert result.exit_code == 0
    assert result.output.count("1 hand read") == 3
    assert "All 3 files: 3 hands read, 0 skipped, 0 refused" in result.output
    written = sorted(str(path.relative_to(out)) for path in out.rglob("*") if path.is_file())
    assert written == [
        "a-2.jsonl",
        "a-2.phhs",
        "a.jsonl",
        "a.phhs",
        str(Path("deep", "a.jsonl")),
        str(Path("deep", "a.phhs")),
    ]


def test_what_is_written_is_the_hand(tmp_path):
    (file,) = import_files(find_files([GOLDEN / "six-handed-cash-with-rake.txt"]))
    phhs, jsonl = write_hands(file, tmp_path / "out")
    (again,) = read_phh(phhs.read_text(encoding="utf-8"))
    assert again.finishing_stacks == file.hands[0].finishing_stacks
    assert again.info == file.hands[0].info
    log = log_from_json(jsonl.read_text(encoding="utf-8"))
    assert log == file.hands[0].log
    assert replay(log) == file.hands[0].state
    # A PHHS file of ours can be imported as well, and gives the same file again.
    (once_more,) = import_files(find_files([phhs]))
    assert write_hands(once_more, tmp_path / "again")[0].read_bytes() == phhs.read_bytes()


def test_printed_report_names_line_and_reason(tmp_path):
    out = tmp_path / "out"
    result = run(GOLDEN / "bad-hands-are-refused-with-line-and-reason.txt", "--out", out)
    assert result.exit_code == 0
    assert "2 hands read, 0 skipped, 5 refused" in result.output
    assert "  line 57: Ann decides (check), but by the rules it is Bob's turn" in result.output
    result = run(GOLDEN / "mixed-games-in-one-file.txt", "--out", out)
    assert "1 hand read, 10 skipped (2 other game: Hold'em No Limit, 4 other" in result.output


def test_json_report(tmp_path):
    result = run(
        GOLDEN / "bad-hands-are-refused-with-line-and-reason.txt",
        GOLDEN / "mixed-games-in-one-file.txt",
        "--out",
        tmp_path,
        "--json",
    )
    report = json.loads(result.output)
    bad, mixed = report["files"]
    assert bad["read"] == 2 and bad["refused"][0] == {
        "line": 28,
        "reason": "the pot is 30; by the rules 20",
    }
    assert mixed["skipped"]["other game: Razz Limit"] == 4
    assert len(bad["written"]) == 2 and all(Path(path).is_file() for path in bad["written"])
    assert report["total"]["read"] == 3
    assert sum(report["total"]["skipped"].values()) == 10
    assert len(report["total"]["refused"]) == 5


def test_a_file_that_is_none_costs_no_other(tmp_path):
    source = tmp_path / "in"
    source.mkdir()
    (source / "a.bin").write_bytes(b"\x80\x81\x82\xff")
    (source / "b.txt").write_text("a shopping list\n", encoding="utf-8")
    (source / "c.txt").write_text(STARS, encoding="utf-8")
    (source / "d.phh").write_text("variant = ", encoding="utf-8")
    (source / "e.txt").write_bytes(b"")
    files = list(import_files(find_files([source])))
    assert [len(file.hands) for file in files] == [0, 0, 1, 0, 0]
    reasons = [file.refused[0].reason for file in files if file.refused]
    assert "no hand of PokerStars or Full Tilt" in reasons[0]
    assert "no hand of PokerStars or Full Tilt" in reasons[1]
    assert "no PHH file" in reasons[2]
    for file in files:
        write_hands(file, tmp_path / "out")
    assert {path.stem for path in (tmp_path / "out").iterdir()} == {"c"}


def test_paths_that_do_not_exist(tmp_path):
    with pytest.raises(HistoryError, match=r"nothing\.txt does not exist"):
        find_files([tmp_path / "nothing.txt"])
    with pytest.raises(HistoryError, match="no files in"):
        find_files([tmp_path])
    assert isinstance(run(tmp_path / "nothing.txt", "--out", tmp_path).exception, HistoryError)


@pytest.mark.parametrize("before", [{}, {"a.phhs": "old hands", "a.jsonl": "old logs"}])
def test_both_files_are_written_or_none(tmp_path, monkeypatch, before):
    file, out = import_text(tmp_path / "a.txt", STARS), tmp_path / "out"
    out.mkdir()
    for name, text in before.items():
        (out / name).write_text(text, encoding="utf-8")
    rename = Path.rename

    def full(path, target):
        if path.parent != out and Path(target).suffix == ".jsonl":
            raise OSError(28, "No space left on device")
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", full)
    with pytest.raises(HistoryError, match=r"a\.txt cannot be written: No space left on device"):
        write_hands(file, out)
    assert {path.name: path.read_text(encoding="utf-8") for path in out.iterdir()} == before
    monkeypatch.undo()
    assert write_hands(file, out) == (out / "a.phhs", out / "a.jsonl")
    assert "old logs" not in (out / "a.jsonl").read_text(encoding="utf-8")
    assert len(list(out.iterdir())) == 2


def test_a_target_that_cannot_be_written_costs_no_other_file(tmp_path):
    source, out = tmp_path / "in", tmp_path / "out"
    source.mkdir()
    (source / "a.txt").write_text(STARS, encoding="utf-8")
    (source / "b.txt").write_text(STARS, encoding="utf-8")
    (out / "a.jsonl").mkdir(parents=True)
    (out / "a.jsonl" / "kept").write_text("x", encoding="utf-8")
    result = run(source, "--out", out)
    assert result.exit_code == 2
    assert "a.jsonl is a folder" in result.stderr
    assert sorted(path.name for path in out.iterdir()) == ["a.jsonl", "b.jsonl", "b.phhs"]
    assert (out / "a.jsonl" / "kept").exists()


def test_no_file_of_the_import_is_replaced(tmp_path):
    (tmp_path / "a.txt").write_text(STARS, encoding="utf-8")
    phhs, log = write_hands(import_text(tmp_path / "a.txt", STARS), tmp_path)
    log.unlink()
    before = phhs.read_bytes()
    (tmp_path / "b.txt").write_text(STARS, encoding="utf-8")
    # a.txt comes first and would replace a.phhs before that has been read.
    result = run(tmp_path / "a.txt", phhs, tmp_path / "b.txt", "--out", tmp_path, "--json")
    assert result.exit_code == 2
    assert result.stderr.count("would replace a file to import") == 1
    reports = json.loads(result.stdout)["files"]
    assert [len(report["written"]) for report in reports] == [0, 2, 2]
    assert [bool(report["failure"]) for report in reports] == [True, False, False]
    assert phhs.read_bytes() == before


def test_out_has_to_be_a_folder(tmp_path):
    (tmp_path / "a.txt").write_text(STARS, encoding="utf-8")
    result = run(tmp_path / "a.txt", "--out", tmp_path / "a.txt")
    assert isinstance(result.exception, ConfigurationError)
    assert "--out takes a folder" in str(result.exception)
    assert result.output == ""
    result = run(tmp_path / "a.txt", "--out", tmp_path / "a.txt" / "deeper")
    assert result.exit_code == 2
    assert "cannot be written" in result.stderr


def test_nothing_is_done_without_pokerkit(tmp_path, monkeypatch):
    (tmp_path / "a.txt").write_text(STARS, encoding="utf-8")
    monkeypatch.setitem(sys.modules, "pokerkit", None)
    result = run(tmp_path / "a.txt", "--out", tmp_path / "out")
    assert isinstance(result.exception, ConfigurationError)
    assert "tripledraw[histories]" in str(result.exception)
    assert not (tmp_path / "out").exists()


def test_equal_names_never_meet(tmp_path):
    for name in ("a.txt", "a.log", "a-2.txt", "a-2.log"):
        (tmp_path / name).write_text(STARS, encoding="utf-8")
    targets = [str(target) for _, target in find_files([tmp_path, tmp_path / "a.txt"])]
    assert len(set(targets)) == 5


def test_a_file_is_not_replaced_by_its_own_import(tmp_path):
    file = import_text(tmp_path / "a.txt", STARS)
    phhs, _ = write_hands(file, tmp_path)
    before = phhs.read_bytes()
    (again,) = import_files(find_files([phhs]))
    with pytest.raises(HistoryError, match="give another --out"):
        write_hands(again, tmp_path)
    assert phhs.read_bytes() == before


def test_help_has_an_example():
    result = run("--help")
    assert result.exit_code == 0
    assert "tripledraw import HandHistory/ --out hands" in " ".join(result.output.split())


@pytest.mark.parametrize("part", range(4))
def test_damaged_texts_are_refused_and_never_break_the_import(tmp_path, part):
    rng = random.Random(part)
    texts = [decode(path.read_bytes())[0] for path in sorted(GOLDEN.glob("*.txt"))]
    refused = read = 0
    for _ in range(400):
        lines = rng.choice(texts).splitlines()
        for _ in range(rng.randint(1, 2)):
            at = rng.randrange(len(lines))
            match rng.randrange(5):
                case 0:
                    del lines[at]
                case 1:
                    lines.insert(at, rng.choice(lines))
                case 2:
                    words = lines[at].split(" ")
                    words[rng.randrange(len(words))] = rng.choice(
                        ("", "9", "Ann", "[", "[7c]", "to", "$0.01", "x:", "\u2028", "999999999")
                    )
                    lines[at] = " ".join(words)
                case 3:
                    lines[at] = lines[at][: rng.randrange(len(lines[at]) + 1)]
                case _:
                    other = rng.randrange(len(lines))
                    lines[at], lines[other] = lines[other], lines[at]
            lines = lines or ["PokerStars Hand #1: "]
        file = import_text(tmp_path / "damaged.txt", "\n".join([*lines, "", STARS]))
        refused += len(file.refused)
        assert all(isinstance(r, Refusal) and r.line > 0 and r.reason for r in file.refused)
        assert file.hands and file.hands[-1].info["hand"] == 240000000003  # the sound one
        for hand in file.hands:
            assert sum(hand.finishing_stacks) + hand.rake == sum(hand.state.setup.stacks)
            read += 1
    assert refused > 100 and read > 400


def replaced_header(text, header):
    return header + text[text.index("\n") :]


@pytest.mark.parametrize(
    ("header", "small", "big"),
    [
        ("PokerStars Game #1:  Triple Draw 2-7 Lowball Limit (20/40) - 2009/11/25 14:12:58 ET", 1, 1),
        ("PokerStars Hand #1: Tournament #9, Freeroll  Triple Draw 2-7 Lowball Limit - Level I (20/40)", 1, 1),
        ("PokerStars Hand #1: Tournament #9, 100+9 8-Game (Triple Draw 2-7 Lowball Limit) - Level II (20/40) - x", 1, 1),
        ("PokerStars Hand #1:  8-Game (Triple Draw 2-7 Lowball Limit, $20/$40 USD) - 2012/01/01", 100, 100),
        ("PokerStars Hand #1:  Triple Draw 2-7 Lowball Limit ($20.00/$40.00)", 100, 100),
        ("PokerStars Zoom Hand #1:  Triple Draw 2-7 Lowball Limit (£20/£40 GBP) - 2015/01/01", 100, 100),
        ("PokerStars Home Game Hand #1: {The Club} Tournament #4, 5+1 Triple Draw 2-7 Lowball Limit - Match Round I, Level I (20/40)", 1, 1),
    ],
)  # fmt: skip
def test_headers_of_pokerstars(tmp_path, header, small, big):
    (hand,) = import_text(tmp_path / "a.txt", replaced_header(STARS, header)).hands
    assert hand.state.setup.small_bet == 20 * small
    assert hand.state.setup.big_bet == 40 * big
    assert hand.scale == small


@pytest.mark.parametrize(
    ("header", "table"),
    [
        ("Full Tilt Poker Game #1: Table X - 20/40 - Limit 2-7 Triple Draw - 1:02:03 ET - 2010/01/31", "X"),
        ("FullTiltPoker Game #1: Table A - B (6 max) - 20/40 - Limit 2-7 Triple Draw - 1:02:03 ET - 2010/01/31", "A - B"),
        ("Full Tilt Poker Game #1: $5 + $1 Sit & Go (99), Table 7 - 20/40 - Limit 2-7 Triple Draw - 1:02:03 ET - 2010/01/31", "7"),
    ],
)  # fmt: skip
def test_headers_of_full_tilt(tmp_path, header, table):
    (hand,) = import_text(tmp_path / "a.txt", replaced_header(TILT, header)).hands
    assert hand.info["table"] == table
    assert hand.state.setup.big_bet == 40
    assert (hand.info["year"], hand.info["month"], hand.info["day"]) == (2010, 1, 31)


@pytest.mark.parametrize(
    ("header", "reason"),
    [
        ("Full Tilt Poker Game #1: Table X - $1/$2 - No Limit 2-7 Triple Draw - 1:02:03 ET - 2010/01/31", "other game: No Limit 2-7 Triple Draw"),
        ("Full Tilt Poker Game #1: Table X - $1/$2 - Pot Limit Omaha Hi - 1:02:03 ET - 2010/01/31", "other game: Pot Limit Omaha Hi"),
        ("PokerStars Hand #1:  HORSE (Razz Limit, $2/$4) - 2012/01/01 1:02:03 ET", "other game: Razz Limit"),
    ],
)  # fmt: skip
def test_headers_of_other_games(tmp_path, header, reason):
    assert import_text(tmp_path / "a.txt", header + "\nSeat 1: Ann (500)\n").skipped == {reason: 1}


@pytest.mark.parametrize(
    ("header", "reason"),
    [
        ("PokerStars Hand #1:  Triple Draw 2-7 Lowball Limit - 2012/01/01", "no stakes"),
        ("PokerStars Hand #1:  Triple Draw 2-7 Lowball Limit (20/40) - 2012/01/01 25:00:00 ET", "no time of day"),
        ("Full Tilt Poker Game #1: Table X - Limit 2-7 Triple Draw - 1:02:03 ET", "no stakes"),
    ],
)  # fmt: skip
def test_headers_that_cannot_be_read(tmp_path, header, reason):
    (refusal,) = import_text(tmp_path / "a.txt", replaced_header(STARS, header)).refused
    assert refusal.line == 1 and reason in refusal.reason


def test_a_redeal_that_shows_the_whole_hand(tmp_path):
    text = STARS.replace("Dealt to Bob [2c 3c 4d] [7s 9d]", "Dealt to Bob [2c 3c 4d 7s 9d]")
    assert text != STARS
    whole = import_text(tmp_path / "a.txt", text).hands[0]
    assert whole.log == import_text(tmp_path / "b.txt", STARS).hands[0].log
