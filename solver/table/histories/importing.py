"""Import of files and folders: of each hand an event log and a PHH hand, or why there is none."""

import re
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from solver.errors import HistoryError, TripleDrawError
from solver.table.histories import full_tilt, pokerstars
from solver.table.histories.phh import load_phh, write_phhs
from solver.table.histories.phh_reader import from_hand_history
from solver.table.histories.record import PlayedHand
from solver.table.histories.text import HandText, LineError, OtherHandError, decode, split_hands
from solver.table.replay import log_to_json

PHH_SUFFIXES = (".phh", ".phhs")
_SITES: tuple[tuple[re.Pattern[str], Callable[[HandText], PlayedHand]], ...] = (
    (pokerstars.HEADER, pokerstars.read_pokerstars),
    (full_tilt.HEADER, full_tilt.read_full_tilt),
)


@dataclass(frozen=True)
class Refusal:
    """A hand that could not be read.

    Attributes:
        line: where in the file, from 1; of a PHHS file the number of the hand.
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
        refused: hands that contradict the rules or themselves.
    """

    path: Path
    target: Path
    hands: tuple[PlayedHand, ...]
    skipped: Mapping[str, int]
    refused: tuple[Refusal, ...]


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
            outcomes = _read(path)
        except Exception as error:  # as for a single hand, below
            yield ImportedFile(path, target, (), {}, (Refusal(1, str(error)),))
            continue
        hands, skipped, refused = [], Counter[str](), []
        for outcome in outcomes:
            if isinstance(outcome, PlayedHand):
                hands.append(outcome)
            elif isinstance(outcome, Refusal):
                refused.append(outcome)
            else:
                skipped[outcome] += 1
        yield ImportedFile(path, target, tuple(hands), dict(skipped), tuple(refused))


def _read(path: Path) -> list[PlayedHand | Refusal | str]:
    """The hands of a file: played, refused, or the reason why one was skipped."""
    text = decode(path.read_bytes())
    if path.suffix.lower() in PHH_SUFFIXES:
        histories = load_phh(text)
        return [
            _outcome(partial(from_hand_history, history), number)
            for number, history in enumerate(histories, start=1)
        ]
    hands = list(split_hands(text, _is_header))
    if not hands:
        raise HistoryError("no hand of PokerStars or Full Tilt in this file")
    return [_outcome(partial(_read_hand, hand), hand.lines[0][0]) for hand in hands]


def _is_header(line: str) -> bool:
    return any(header.match(line) for header, _ in _SITES)


def _read_hand(hand: HandText) -> PlayedHand:
    read = next(read for header, read in _SITES if header.match(hand.header))
    return read(hand)


def _outcome(read: Callable[[], PlayedHand], line: int) -> PlayedHand | Refusal | str:
    try:
        return read()
    except OtherHandError as error:
        return str(error)
    except LineError as error:
        return Refusal(error.line or line, error.reason)
    except TripleDrawError as error:
        return Refusal(line, str(error))
    except Exception as error:
        # Files hold anything; what nobody thought of must not cost the other hands.
        return Refusal(line, f"cannot be read ({type(error).__name__}: {error})")


def write_hands(file: ImportedFile, folder: Path, sources: Iterable[Path] = ()) -> tuple[Path, ...]:
    """Write the hands of a file as PHHS and as event logs (JSON lines); the paths written.

    A file without hands leaves nothing behind, nor does one that cannot be written in full.

    Args:
        file: whose hands.
        folder: where to; made if it does not exist.
        sources: other files that may not be replaced either, such as those still to be read.

    Raises:
        HistoryError: a result would replace a source, or cannot be written.
        ConfigurationError: pokerkit is not installed.
    """
    if not file.hands:
        return ()
    path = folder / file.target
    texts = {
        path.with_name(path.name + ".phhs"): write_phhs(file.hands),
        path.with_name(path.name + ".jsonl"): "".join(log_to_json(h.log) for h in file.hands),
    }
    taken = {source.resolve() for source in (file.path, *sources)}
    for target in texts:
        if target.resolve() in taken:
            raise HistoryError(f"{target} would replace a file to import; give another --out")
        if target.is_dir():
            raise HistoryError(f"{target} is a folder; move it, or give another --out")
    try:
        _write_together(texts)
    except OSError as error:
        reason = error.strerror or error
        raise HistoryError(f"the hands of {file.path} cannot be written: {reason}") from error
    return tuple(texts)


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
