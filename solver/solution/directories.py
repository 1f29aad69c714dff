"""Where solutions live unless told otherwise."""

import contextlib
import os
from pathlib import Path

from platformdirs import user_data_path

from solver.errors import SolutionError
from solver.storage import MANIFEST, kind_of, reason, settle, tidy

SHIPPED = Path(__file__).parent.parent / "solutions"
"""Where solutions stand that come with the package."""


def data_directory() -> Path:
    """$TRIPLEDRAW_DATA_DIR, or the user's data directory of the platform."""
    chosen = os.environ.get("TRIPLEDRAW_DATA_DIR")
    return Path(chosen) if chosen else user_data_path("tripledraw", appauthor=False)


def solutions_directory() -> Path:
    """Directory that holds one directory a solution."""
    return data_directory() / "solutions"


SEVERAL_SEATS = "multiway solution"
"""Kind of the folders that hold strategies for several seats; they are only found by name."""


def stored_solutions() -> list[Path]:
    """Heads-up solutions in `solutions_directory`, the newest first."""
    found = []
    for manifest in solutions_directory().glob(f"*/{MANIFEST}"):
        place = manifest.parent
        if kind_of(place) == SEVERAL_SEATS:
            continue
        if not place.name.startswith(".") and not place.name.endswith(".checkpoint"):
            with contextlib.suppress(OSError):  # It may just have been replaced.
                found.append((manifest.stat().st_mtime, place))
    return [place for _, place in sorted(found, key=lambda one: one[0], reverse=True)]


def shipped_solutions() -> list[Path]:
    """Heads-up solutions that come with the package."""
    found = sorted(m.parent for m in SHIPPED.glob(f"*/{MANIFEST}"))
    return [place for place in found if kind_of(place) != SEVERAL_SEATS]


def find_solution(name: str | Path | None = None) -> Path:
    """Directory of a solution.

    Args:
        name: a directory, the name of one in `solutions_directory`, or that of one that comes with
            the package. If left out, the newest in `solutions_directory`, or else the one that
            comes with the package. What saves that were killed have left there is put in order.

    Raises:
        SolutionError: there is none; the message says how to make one.
    """
    tidy(solutions_directory())
    if name is None:
        stored = [*stored_solutions(), *shipped_solutions()]
        if not stored:
            raise SolutionError(
                f"there is no solution in {solutions_directory()} yet; make one with "
                "`tripledraw solve`"
            )
        return stored[0]
    for place in (Path(name), solutions_directory() / name, SHIPPED / name):
        try:
            settle(place)
            if (place / MANIFEST).exists():
                return place
        except (OSError, ValueError) as error:  # too long, or no name at all
            why = reason(error) if isinstance(error, OSError) else str(error)
            raise SolutionError(f"{str(name)!r} is no name of a solution ({why})") from None
    known = ", ".join(p.name for p in (*stored_solutions(), *shipped_solutions())) or "none"
    raise SolutionError(
        f"{str(name)!r} is neither a directory with a solution nor one of those in "
        f"{solutions_directory()} or of the package ({known}); make one with `tripledraw solve`"
    )
