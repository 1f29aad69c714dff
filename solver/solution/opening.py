"""Opening solutions of either form."""

from pathlib import Path

from solver.abstraction import verify_abstraction
from solver.solution.directories import find_solution
from solver.solution.manifest import SolutionManifest
from solver.solution.packed import PackedManifest, read_packed
from solver.solution.solution import ABSTRACTION, Solution, read_solution
from solver.storage import kind_of, read_manifest, settle, verify_arrays


def open_solution(directory: str | Path) -> Solution:
    """Open a solution, packed or not.

    Everything is checked: large and packed strategies as they are read, the rest here.

    Raises:
        SolutionError: it is missing, damaged, or of another version.
    """
    settle(Path(directory))
    packed = _manifest(directory) is PackedManifest
    return read_packed(directory) if packed else read_solution(directory)


def load(name: str | Path | None = None) -> Solution:
    """Load a solution by directory or by name.

    Args:
        name: as in `find_solution`: a directory, the name of a stored solution, or that of one that
            comes with the package; the newest if left out.

    Raises:
        SolutionError: it is missing, damaged, or of another version.

    >>> solution = solver.load("heads-up")
    >>> f"{solution.exploitability:.0f} mbb/g after {solution.iterations} iterations"
    '3 mbb/g after 400 iterations'
    """
    return open_solution(find_solution(name))


def verify(directory: str | Path) -> int:
    """Compare every array of a solution and of its abstraction with its checksum.

    Returns:
        Number of arrays.

    Raises:
        SolutionError: one is missing or has changed.
    """
    own = verify_arrays(directory, _manifest(directory))
    return own + verify_abstraction(Path(directory) / ABSTRACTION)


def require_readable(directory: str | Path) -> None:
    """Make sure that a solution is of this version, by its manifest.

    Raises:
        SolutionError: it is missing, damaged, or of another version.
    """
    read_manifest(directory, _manifest(directory))


def _manifest(directory: str | Path) -> type[SolutionManifest]:
    packed = kind_of(directory) == PackedManifest.kind
    return PackedManifest if packed else SolutionManifest
