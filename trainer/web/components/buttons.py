"""Buttons that answer, with the keys that press them."""

from typing import TypeVar

from nicegui import ui

E = TypeVar("E", bound=ui.element)

BET_KEYS = {"f": "f", "k": "k,c", "c": "c,k", "b": "b,r", "r": "r,b"}
"""Keys of the bets: check and call share theirs, and so do bet and raise."""


def answer_button(text: str, keys: str, style: str, shown: str | None = None) -> ui.button:
    """A large button that keys press too.

    Args:
        text: what it does.
        keys: keys separated by commas, as browsers name them; the space bar is ``Space``. If two
            buttons on the page have the same key, it presses the one that comes first.
        style: code of the action (a letter, or ``0`` for pat, ``1`` for any draw), or ``next``.
        shown: the key to show; the first one if None.
    """
    first = shown or keys.partition(",")[0]
    button = ui.button(text, color=None).classes(f"answer answer-{style}")
    button.props(f'unelevated no-caps :ripple=false data-key="{keys.lower()}"')
    with button:
        key = ui.label(first.upper() if len(first) == 1 else first).classes("key")
        key.props("aria-hidden=true")
    return button


def labelled(element: E, name: str) -> E:
    """Give an element a name for screen readers, whatever signs there are in it."""
    element.props["aria-label"] = name
    return element
