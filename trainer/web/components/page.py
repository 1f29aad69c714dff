"""What a page is: an address, a name, and a function that builds it."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from trainer.spots.spot import Spot
from trainer.workspace import Workspace

Build = Callable[[Workspace, Mapping[str, str]], Awaitable[None]]
"""Builds a page into the frame from the workspace and the query of the address.

It reads what it needs aside (`trainer.web.components.background`) and then draws; what takes long
comes after the page, with a timer. A `TripleDrawError` it raises is shown to the player in place of
the page.
"""


@dataclass(frozen=True)
class Page:
    """One page of the trainer.

    Attributes:
        path: address, such as ``/drill``.
        title: its name in the navigation.
        place: position in the navigation, smallest first.
        build: fills it.
    """

    path: str
    title: str
    place: int
    build: Build


def address(path: str, **query: str) -> str:
    """Address of a page with a query, to link to it."""
    return f"{path}?{urlencode(query)}" if query else path


def drill_address(spot: Spot) -> str:
    """Where a spot can be answered."""
    history, hands = spot.to_text()
    return address("/drill", history=history, hands=hands)


def explorer_address(spot: Spot) -> str:
    """Where the explorer shows a spot with the hand that is held."""
    history, hands = spot.to_text()
    return address("/explorer", history=history, hand=hands.split()[-1])
