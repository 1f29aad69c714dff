"""Import of files and folders: of each hand an event log and a PHH hand, or why there is none."""

import gc
import re
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from solver.errors import HistoryError, TripleDrawError
from solver.table.histories import full_tilt, pokerstars
from solver.table.histories.encoding import Note, decode
from solver.table.histories.phh import (
    read_phh,
    require_pokerkit,
    split_phh,
    write_phh,
    write_phhs,
)
from solver.table.histories.record import PlayedHand
from solver.table.histories.splitting import LONGEST_LINE, HandText, OtherText, split_hands
from solver.table.histories.text import LineError, OtherHandError, counted, printable
from solver.table.logs import log_to_json

PHH_SUFFIXES = (".phh", ".phhs")
_SITES: tuple[tuple[re.Pattern[str], Callable[[HandText], PlayedHand]], ...] = (
    (pokerstars.HEADER, pokerstars.read_pokerstars),
    (full_tilt.HEADER, full_tilt.read_full_tilt),
)

_QUOTED = 100
"""Characters of a line that a message repeats."""


@dataclass(frozen=True)
class Refusal:
    """A hand that could not be read.

    Attributes:
        line: where in the file, from 1.
        reason: why.
    """

    line: int
    reason: str


@dataclass(frozen=True)
class ImportedFile:
    """What became of one file.

    Attributes:
        path: the file.
        target: its path below the folder that is written to, without a suffix.
        hands: those read, in the order of the file.
        skipped: how many hands were left out, by reason.
        refused: hands that contradict the rules or themselves, and hands of other sites.
        notes: what was read all the same, and how.
    """

    path: Path
    target: Path
    hands: tuple[PlayedHand, ...]
    skipped: Mapping[str, int]
    refused: tuple[Refusal, ...]
    notes: tuple[Note, ...] = ()


def find_files(paths: Sequence[Path]) -> list[tuple[Path, Path]]:
    """The files of all paths, folders searched to any depth, each with its `ImportedFile.target`.

    Raises:
        HistoryError: a path that does not exist, or no file at all.
    """
    found: list[tuple[Path, Path]] = []
    for path in paths:
        if path.is_dir():
            inside = sorted(p for p in path.rglob("*") if p.is_file() and not _hidden(p, path))
            found += [(file, file.relative_to(path).with_suffix("")) for file in inside]
        elif path.is_file():
            found.append((path, Path(path.stem)))
        else:
            raise HistoryError(f"{path} does not exist; give files or folders of hand histories")
    if not found:
        raise HistoryError(f"no files in {', '.join(map(str, paths))}")
    unique: dict[Path, Path] = {}
    for file, target in found:
        free, number = target, 1
        while free in unique:
            number += 1
            free = target.with_name(f"{target.name}-{number}")
        unique[free] = file
    return [(file, target) for target, file in unique.items()]


def _hidden(file: Path, folder: Path) -> bool:
    return any(part.startswith(".") for part in file.relative_to(folder).parts)


def import_files(files: Iterable[tuple[Path, Path]]) -> Iterator[ImportedFile]:
    """Read files one by one; nothing that is wrong with one hand or file costs another."""
    for path, target in files:
        try:
            yield _import_file(path, target)
        except Exception as error:  # as for a single hand, below
            yield ImportedFile(path, target, (), {}, (Refusal(1, _reason(error)),))


def _import_file(path: Path, target: Path) -> ImportedFile:
    text, guessed = decode(path.read_bytes())
    read = read_hands(text, path.suffix.lower())
    skipped, notes = dict(read.skipped), (*guessed, *read.notes)
    return ImportedFile(path, target, tuple(read.hands), skipped, tuple(read.refused), notes)


@dataclass
class ReadHands:
    """What became of the hands of a text; as in `ImportedFile`."""

    hands: list[PlayedHand] = field(default_factory=list)
    skipped: Counter[str] = field(default_factory=Counter)
    refused: list[Refusal] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)


def read_hands(text: str, suffix: str) -> ReadHands:
    """Read the hands of a text.

    Args:
        text: of a file.
        suffix: of its name, which tells PHH from the texts of sites.

    Raises:
        HistoryError: there is no hand in it.
    """
    result = ReadHands()
    with _nothing_collected():
        readers = _phh_readers(text) if suffix in PHH_SUFFIXES else _text_readers(text)
        for line, read in readers:
            try:
                hand = read()
            except OtherHandError as error:
                result.skipped[printable(str(error))] += 1
            except Exception as error:
                # Files hold anything; what nobody thought of must not cost the other hands.
                place = error.line if isinstance(error, LineError) and error.line else line
                result.refused.append(Refusal(place, _reason(error)))
            else:
                result.hands.append(hand)
                name = f"{hand.name}: " if hand.name else ""
                result.notes += [Note(line, printable(name + note)) for note in hand.notes]
    return result


@contextmanager
def _nothing_collected() -> Iterator[None]:
    """Let Python not look for circular garbage, as every hand read so far would be looked through.

    Of a file of many hands that would take an eighth of the time, and there is none: what a hand
    leaves behind goes by itself. Who finds it switched off already leaves it so.
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _reason(error: Exception) -> str:
    """Why something could not be read, in words."""
    if isinstance(error, LineError):
        return printable(error.reason)
    if isinstance(error, TripleDrawError):
        return printable(str(error))
    if isinstance(error, OSError):
        return f"cannot be read: {error.strerror or error}"
    return printable(f"cannot be read ({type(error).__name__}: {error})")


_Reader = tuple[int, Callable[[], PlayedHand]]
"""Where a hand begins, and how to read it."""


def _phh_readers(text: str) -> Iterator[_Reader]:
    require_pokerkit()
    return ((hand.line, hand.read) for hand in split_phh(text))


def _text_readers(text: str) -> Iterator[_Reader]:
    parts = list(split_hands(text, _header_at))
    if not any(isinstance(part, HandText) for part in parts):
        raise HistoryError("no hand of PokerStars or Full Tilt in this file")
    for part in parts:
        if isinstance(part, HandText):
            yield part.lines[0][0], partial(_read_hand, part)
        else:
            yield part.line, partial(_refuse, part)


def _header_at(line: str) -> int:
    """Where in a line the header of a hand begins, -1 if none does; chat may quote one."""
    if "PokerStars " not in line and "Full" not in line:
        return -1
    for header, _ in _SITES:
        found = header.search(line[:LONGEST_LINE])
        if found and '"' not in (before := line[: found.start()]) and not before.endswith(": "):
            return found.start()
    return -1


def _read_hand(hand: HandText) -> PlayedHand:
    read = next(read for header, read in _SITES if header.match(hand.header))
    return read(hand)


def _refuse(other: OtherText) -> PlayedHand:
    raise HistoryError(f"no hand of PokerStars or Full Tilt begins so: {other.text[:_QUOTED]!r}")


def write_hands(file: ImportedFile, folder: Path, sources: Iterable[Path] = ()) -> tuple[Path, ...]:
    """Write the hands of a file as PHHS and as event logs (JSON lines); the paths written.

    Every hand is read back first. A file without hands leaves nothing behind, nor does one that
    cannot be written in full.

    Args:
        file: whose hands.
        folder: where to; made if it does not exist.
        sources: other files that may not be replaced either, such as those still to be read.

    Raises:
        HistoryError: a result would replace a source, or cannot be written; or a hand does not
            read back, and only the others are written.
        ConfigurationError: pokerkit is not installed.
    """
    refused: list[str] = []
    hands = [hand for hand in file.hands if _reads_back(hand, refused)]
    path = folder / file.target
    paths = (path.with_name(path.name + ".phhs"), path.with_name(path.name + ".jsonl"))
    if hands:
        _check_targets(paths, (file.path, *sources))
        phhs, logs = write_phhs(hands), "".join(log_to_json(hand.log) for hand in hands)
        try:
            _write_together(dict(zip(paths, (phhs, logs), strict=True)))
        except OSError as error:
            reason = error.strerror or error
            raise HistoryError(f"the hands of {file.path} cannot be written: {reason}") from error
    if refused:
        others = f"{counted(len(hands), 'other hand')} {'is' if len(hands) == 1 else 'are'} written"
        raise HistoryError(f"{'; '.join(refused)}; {others}")
    return paths if hands else ()


def _reads_back(hand: PlayedHand, refused: list[str]) -> bool:
    """Whether a hand that is written will be the same when it is read; why not goes into a list."""
    text = write_phh(hand)
    try:
        text.encode()
        (again,) = read_phh(text)
        reason = "" if write_phh(again) == text else "it would not be the same hand"
    except (TripleDrawError, ValueError) as error:
        reason = str(error)
    if reason:
        name = hand.name or "a hand without a number"
        refused.append(printable(f"{name} would not read back as PHH ({reason})"))
    return not reason


def _check_targets(paths: Iterable[Path], sources: Iterable[Path]) -> None:
    """Refuse to replace files to import, and folders."""
    taken = {source.resolve() for source in sources}
    for path in paths:
        if path.resolve() in taken:
            raise HistoryError(f"{path} would replace a file to import; give another --out")
        if path.is_dir():
            raise HistoryError(f"{path} is a folder; move it, or give another --out")


def _write_together(texts: Mapping[Path, str]) -> None:
    """Write files of one folder, all or none; those that were there before come back."""
    folder = next(iter(texts)).parent
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".import-", dir=folder) as scratch:
        for target, text in texts.items():
            (Path(scratch) / target.name).write_text(text, encoding="utf-8", newline="\n")
        with ExitStack() as undo:
            for target in texts:
                if target.exists():
                    before = Path(scratch) / f"before-{target.name}"
                    target.rename(before)
                    undo.callback(before.replace, target)
                else:
                    undo.callback(target.unlink, missing_ok=True)
                (Path(scratch) / target.name).rename(target)
            undo.pop_all()
