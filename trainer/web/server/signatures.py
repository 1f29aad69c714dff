"""Signatures of handlers, remembered.

NiceGUI asks for every element three times whether a function takes arguments, and inspects its
signature each time: two thirds of the time that it takes to draw a page. The answer depends on the
function's code alone.
"""

from collections.abc import Callable
from types import CodeType
from typing import Any

from nicegui import helpers


def remember_signatures() -> None:
    """Let NiceGUI inspect every function once. May be called again."""
    inspect = helpers.expects_arguments
    if hasattr(inspect, "__wrapped__"):
        return
    known: dict[tuple[CodeType, bool, int, frozenset[str]], bool] = {}

    def expects_arguments(func: Callable[..., Any]) -> bool:
        function = getattr(func, "__func__", func)
        code = getattr(function, "__code__", None)
        if code is None or hasattr(function, "__wrapped__"):
            return inspect(func)
        key = (
            code,
            function is not func,
            len(function.__defaults__ or ()),
            frozenset(function.__kwdefaults__ or ()),
        )
        if key not in known:
            known[key] = inspect(func)
        return known[key]

    expects_arguments.__wrapped__ = inspect  # type: ignore[attr-defined]
    helpers.expects_arguments = expects_arguments
