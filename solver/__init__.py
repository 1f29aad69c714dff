"""Solver for fixed-limit 2-7 triple draw: the public interface.

What is listed in `__all__` is public: the names here, and whatever the packages among them list in
their own `__all__`. Anything else may change. Nothing is imported before it is asked for.

>>> import solver
>>> solution = solver.load("heads-up")                   # comes with the package
>>> solution.advise("2c3d4h7sKc", "rc 2").best.name
'draw 1'
>>> configuration = solver.read_configuration("quick")
>>> mine = solver.solve(configuration)                   # doctest: +SKIP
"""

import os
from importlib import import_module, metadata
from typing import Any

# Products here are small. With threads of BLAS they would take thirty times as long on a busy
# machine, since each waits for the other. NumPy reads this when it is imported first.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

_PACKAGES = (
    "abstraction",
    "cards",
    "equity",
    "evaluation",
    "game",
    "plots",
    "solution",
    "subgames",
    "table",
)

_NAMES = {
    "solver.abstraction": ("Abstraction", "AbstractionConfig", "build_abstraction"),
    "solver.cards": ("format_hand", "parse_hand"),
    "solver.configuration": ("Configuration", "Learning", "preset_names", "read_configuration"),
    "solver.errors": (
        "CardError",
        "ConfigurationError",
        "HistoryError",
        "MemoryNeedError",
        "RulesError",
        "SolutionError",
        "TripleDrawError",
    ),
    "solver.game": ("Game", "PublicState", "heads_up", "public_tree", "read_history"),
    "solver.solution": ("ActionAdvice", "Advice", "Solution", "Subgame", "Summary", "load"),
    "solver.solving": ("SolveProgress", "solve"),
    "solver.subgames": ("NodeLock", "read_lock"),
}

_HOMES = {name: home for home, names in _NAMES.items() for name in names}

__all__ = ["__version__", *sorted((*_PACKAGES, *_HOMES))]  # noqa: PLE0604


def __getattr__(name: str) -> Any:
    """Import a public name when it is first asked for."""
    if name in _HOMES:
        value = getattr(import_module(_HOMES[name]), name)
    elif name in _PACKAGES:
        value = import_module(f"solver.{name}")
    elif name == "__version__":
        value = metadata.version("tripledraw")
    else:
        raise AttributeError(f"module 'solver' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
