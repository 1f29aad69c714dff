"""Hands written into one file while they are played, as PHHS or as PokerStars text."""

import os
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from solver.errors import ConfigurationError, HistoryError
from solver.table.histories.importing import read_hands
from solver.table.histories.phh import require_pokerkit
from solver.table.histories.phh_writer import write_hand
from solver.table.histories.pokerstars_writer import write_pokerstars
from solver.table.histories.record import PlayedHand

_FORMATS: dict[str, Callable[[PlayedHand], str]] = {
    ".phhs": write_hand,
    ".txt": write_pokerstars,
}


class HandFile:
    """A file of hands that appears when its context ends, with every hand that was added.

    What is written is read back hand by hand. If the context is left by Ctrl-C, the hands so far
    are kept.

    Args:
        path: of the file; ``.phhs`` makes it PHHS, ``.txt`` a text as PokerStars writes it. A file
            that is there is replaced.

    Attributes:
        hands: how many were added.

    Raises:
        ConfigurationError: another ending, a folder, or pokerkit is not installed.
        HistoryError: the file cannot be written.
    """

    def __init__(self, path: Path):
        if path.suffix not in _FORMATS:
            raise ConfigurationError(
                f"{path} ends in {path.suffix or 'nothing'!r}; a file of hands ends in .phhs (PHH) "
                "or in .txt (as PokerStars writes hands)"
            )
        if path.is_dir():
            raise ConfigurationError(f"{path} is a folder; give the name of a file")
        if path.suffix == ".phhs":
            require_pokerkit()
        self.path = path
        self.hands = 0
        self._write = _FORMATS[path.suffix]
        self._file: IO[str] | None = None

    def __enter__(self) -> Self:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._file = tempfile.NamedTemporaryFile(
                "w",
                encoding="utf-8",
                newline="\n",
                prefix=".hands-",
                dir=self.path.parent,
                delete=False,
            )
        except OSError as error:
            raise self._failure(error) from error
        return self

    def add(self, hand: PlayedHand) -> None:
        """Write a hand.

        Raises:
            HistoryError: it does not read back the same, or cannot be written.
        """
        assert self._file is not None
        text = self._write(hand)
        try:
            again = read_hands(text, self.path.suffix)
            same = [self._write(one) for one in again.hands] == [text]
            reason = again.refused[0].reason if again.refused else "it would not be the same hand"
        except HistoryError as error:
            same, reason = False, str(error)
        if not same:
            raise HistoryError(f"{hand.name} would not read back from {self.path.name}: {reason}")
        heading = f"[{self.hands + 1}]\n" if self.path.suffix == ".phhs" else ""
        gap = "\n" if self.hands else ""
        try:
            self._file.write(gap + heading + text)
        except OSError as error:
            raise self._failure(error) from error
        self.hands += 1

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._file is not None
        scratch = Path(self._file.name)
        try:
            self._file.close()
            if self.hands and (kind is None or issubclass(kind, KeyboardInterrupt)):
                scratch.chmod(0o666 & ~_umask())
                scratch.replace(self.path)
        except OSError as failure:
            raise self._failure(failure) from failure
        finally:
            with suppress(OSError):
                scratch.unlink(missing_ok=True)

    def _failure(self, error: OSError) -> HistoryError:
        return HistoryError(f"{self.path} cannot be written: {error.strerror or error}")


def _umask() -> int:
    """What the user does not want to grant; it can only be read by setting it."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
