"""One solver on one game in a process of its own: time, memory and iterations to each target.

The clock is the processor time of the process and runs only while the solver iterates: loading, the
making of strategies and the measuring of exploitability stand outside. Memory is what the process
has taken at its peak by the end of the first iteration beyond what it held when the solver's
package had been imported; loading the game is in it, measuring is not.
"""

import pickle
from contextlib import suppress
from pathlib import Path
from time import process_time

from pydantic import BaseModel

from benchmarks.peers.deal import counts, deal_out
from benchmarks.peers.formats import write_efg, write_liteefg
from benchmarks.peers.games import GAMES
from benchmarks.peers.sequences import SequenceForm
from benchmarks.peers.solvers import SOLVERS

TARGETS = (1e-2, 1e-3, 1e-4)
"""Exploitabilities in small bets a hand."""

SPACING = 1.05
"""Exploitability is measured after numbers of iterations that grow by this factor."""


class Reached(BaseModel):
    """The first measurement at or below a target."""

    target: float
    iterations: int
    seconds: float
    exploitability: float


class Run(BaseModel):
    """What one process has measured.

    Attributes:
        memory: bytes, or None where the system does not tell.
        iterations: done when the run ended.
        seconds: processor time of all iterations.
        exploitability: at the end, in small bets a hand.
        value: what seat 0 wins with the last strategies, in small bets a hand.
        reached: one item for each target that was reached.
    """

    solver: str
    game: str
    memory: int | None
    iterations: int
    seconds: float
    exploitability: float
    value: float
    reached: list[Reached]


def prepare(name: str, folder: Path) -> dict[str, int]:
    """Deal out a game and write it in all forms; returns its size."""
    described = GAMES[name]()
    dealt = deal_out(*described)
    (folder / "game.pickle").write_bytes(pickle.dumps(tuple(described)))
    (folder / "information_sets.pickle").write_bytes(pickle.dumps(dealt.information_sets))
    with open(folder / "game.efg", "w", encoding="utf-8") as file:
        write_efg(dealt, file, name)
    with open(folder / "game.liteefg", "w", encoding="utf-8") as file:
        write_liteefg(dealt, file)
    SequenceForm.of(dealt).save(folder)
    return counts(dealt)


def measure(game: str, solver: str, folder: Path, limit: float) -> Run:
    """Run a solver until it has reached all targets or has iterated for `limit` seconds.

    Args:
        game: name of the game.
        solver: a key of `SOLVERS`.
        folder: what `prepare` wrote.
        limit: processor time of iterations, in seconds.
    """
    adapter, algorithm = SOLVERS[solver]
    running = adapter(algorithm)
    before = _start_of_peak()
    running.load(folder)
    begun = process_time()
    running.iterate(1)
    seconds = process_time() - begun
    memory = None if before is None else _memory("VmHWM") - before

    information_sets = pickle.loads((folder / "information_sets.pickle").read_bytes())
    sequences = SequenceForm.load(folder)
    reached: list[Reached] = []
    done = 1
    while True:
        weights = running.average(information_sets)
        found = sequences.exploitability(weights)
        for target in TARGETS[len(reached) :]:
            if found <= target:
                reached.append(
                    Reached(target=target, iterations=done, seconds=seconds, exploitability=found)
                )
        if len(reached) == len(TARGETS) or seconds > limit:
            break
        more = max(1, round(done * (SPACING - 1)))
        begun = process_time()
        running.iterate(more)
        seconds += process_time() - begun
        done += more
    return Run(
        solver=solver,
        game=game,
        memory=memory,
        iterations=done,
        seconds=seconds,
        exploitability=found,
        value=sequences.value(weights),
        reached=reached,
    )


def _start_of_peak() -> int | None:
    """Forget the peak so far; returns bytes held now, None where the system cannot do this."""
    with suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")  # man 5 proc
        return _memory("VmRSS")
    return None


def _memory(field: str) -> int:
    """A field of this process's status under Linux, in bytes."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith(f"{field}:"):
            return 1024 * int(line.split()[1])
    raise OSError(f"no {field}")
