"""PHH files (variant F2L3D) read and written through pokerkit.

Players stand in the order of the deal, which is the order of our seats; heads-up the arrays of
antes and blinds are written small blind first and apply in reverse. A file of ours names its rules
in the private field ``_rules``; others are played without a cap, see `phh_reader.FOREIGN_RULES`.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from solver.errors import ConfigurationError, HistoryError, TripleDrawError
from solver.table.histories.phh_reader import from_hand_history
from solver.table.histories.phh_writer import to_hand_history
from solver.table.histories.record import PlayedHand

if TYPE_CHECKING:
    from pokerkit import HandHistory


def _hand_history() -> "type[HandHistory]":
    try:
        from pokerkit import HandHistory  # an optional extra
    except ImportError as error:
        raise ConfigurationError(
            "PHH files need the package pokerkit; install it with: pip install "
            "'tripledraw[histories]'"
        ) from error
    return HandHistory


def require_pokerkit() -> None:
    """Refuse early what could not be written in the end.

    Raises:
        ConfigurationError: pokerkit is not installed.
    """
    _hand_history()


def load_phh(text: str) -> "list[HandHistory]":
    """The hands of a PHH file, or of a PHHS file with several, as pokerkit reads them.

    Raises:
        HistoryError: no PHH.
        ConfigurationError: pokerkit is not installed.
    """
    history = _hand_history()
    try:
        if any(line.split("=")[0].strip() == "variant" for line in _head(text)):
            return [history.loads(text)]
        return list(history.loads_all(text))
    except (ValueError, TypeError, AttributeError) as error:
        raise HistoryError(f"this is no PHH file: {error}") from error


def read_phh(text: str) -> list[PlayedHand]:
    """Read a PHH or PHHS file and play every hand.

    Raises:
        HistoryError: no PHH, another game, or a hand against the rules; which hand, and why.
        ConfigurationError: pokerkit is not installed.
    """
    played = []
    for number, hand in enumerate(load_phh(text), start=1):
        try:
            played.append(from_hand_history(hand))
        except TripleDrawError as error:
            raise HistoryError(f"hand {number}: {error}") from error
    return played


def _head(text: str) -> Iterable[str]:
    """The lines before the first table of a PHHS file."""
    for line in text.splitlines():
        if line.lstrip().startswith("["):
            return
        yield line


def write_phh(hand: PlayedHand) -> str:
    """One hand as a PHH file."""
    return to_hand_history(hand, _hand_history()).dumps() + "\n"


def write_phhs(hands: Iterable[PlayedHand]) -> str:
    """Several hands as a PHHS file."""
    history = _hand_history()
    return history.dumps_all(to_hand_history(hand, history) for hand in hands) + "\n"
