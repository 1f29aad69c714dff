"""Ctrl-C that waits for the end of an iteration."""

import signal
import threading
from types import FrameType, TracebackType


class Interrupt:
    """Remembers Ctrl-C inside a ``with`` block; a second one stops at once.

    Attributes:
        requested: whether Ctrl-C was pressed.
    """

    def __init__(self) -> None:
        self.requested = False

    def __enter__(self) -> "Interrupt":
        # Only the main thread may set handlers; elsewhere Ctrl-C is not ours to catch.
        self._ours = threading.current_thread() is threading.main_thread()
        if self._ours:
            self._before = signal.signal(signal.SIGINT, self._remember)
        return self

    def _remember(self, number: int, frame: FrameType | None) -> None:
        if self.requested:
            raise KeyboardInterrupt
        self.requested = True

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._ours:
            signal.signal(signal.SIGINT, self._before)
