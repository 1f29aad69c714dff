"""Solvers of extensive-form games beside ours, one thread each, on the same small draw games.

    pip install -e '.[benchmark]'
    nice -n 5 python -m benchmarks.peers
    python -m benchmarks.peers --games tiny-draw --solvers 'LiteEFG CFR+' 'tripledraw DCFR'

Prints a table in Markdown for each game, with medians over the repetitions.
"""

import argparse
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks.peers.games import GAMES
from benchmarks.peers.measure import TARGETS, Run, measure, prepare
from benchmarks.peers.solvers import SOLVERS, Ours

SLOW = {"OpenSpiel CFR", "OpenSpiel DCFR, Python", "LiteEFG PCFR+"}
MOST_NODES_FOR_SLOW = 20_000
"""Larger games are not tried with these: small ones take them twice as long as the fastest peer."""


def main() -> None:
    """Run what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", nargs="+", choices=GAMES, default=list(GAMES))
    parser.add_argument("--solvers", nargs="+", choices=SOLVERS, default=list(SOLVERS))
    parser.add_argument("--repeat", type=int, default=3, help="runs of each solver")
    parser.add_argument("--limit", type=float, default=20.0, help="seconds of iterations in a run")
    parser.add_argument("--out", type=Path, help="file for every run as a line of JSON")
    parser.add_argument("--in-folder", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.in_folder:
        run = measure(options.games[0], options.solvers[0], options.in_folder, options.limit)
        print(run.model_dump_json())
        return
    for name in options.solvers:
        if find_spec(SOLVERS[name][0].package) is None:
            parser.error(
                f"{name} needs the package {SOLVERS[name][0].package}, which is not installed; "
                "pip install -e '.[benchmark]', or choose others with --solvers"
            )
    with options.out.open("w", encoding="utf-8") if options.out else nullcontext() as out:
        for game in options.games:
            runs = []
            for run in in_processes(game, options.solvers, options.repeat, options.limit):
                runs.append(run)
                if out:
                    print(run.model_dump_json(), file=out, flush=True)
            print(f"{table(runs)}\n\n{verdict(runs)}", flush=True)


def in_processes(game: str, solvers: Sequence[str], repeat: int, limit: float) -> Iterator[Run]:
    """Run every solver on a game, each time in a process of its own."""
    with TemporaryDirectory() as folder:
        size = prepare(game, Path(folder))
        print(f"\n{game}: " + ", ".join(f"{n:,} {what}" for what, n in size.items()), flush=True)
        for _ in range(repeat):
            for solver in solvers:
                if solver not in SLOW or size["nodes"] <= MOST_NODES_FOR_SLOW:
                    yield in_process(game, solver, Path(folder), limit)


def in_process(game: str, solver: str, folder: Path, limit: float) -> Run:
    """One run in a fresh interpreter with one thread."""
    command = [sys.executable, "-m", "benchmarks.peers", "--games", game, "--solvers", solver]
    done = subprocess.run(
        [*command, "--in-folder", str(folder), "--limit", str(limit)],
        env=os.environ | {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return Run.model_validate_json(done.stdout.splitlines()[-1])


def table(runs: Sequence[Run]) -> str:
    """Medians over the repetitions in Markdown."""
    lines = [
        "| solver | memory, MB | iterations/s | "
        + " | ".join(f"to {target:g}, s (iterations)" for target in TARGETS)
        + " |",
        "|---|" + "---|" * (2 + len(TARGETS)),
    ]
    names = list(dict.fromkeys(run.solver for run in runs))
    for name in names:
        mine = [run for run in runs if run.solver == name]
        memory = [run.memory / 1e6 for run in mine if run.memory is not None]
        cells = [f"{median(memory):.1f}" if memory else "unknown"]
        cells.append(f"{median(run.iterations / run.seconds for run in mine):,.3g}")
        cells += [_cell(mine, target) for target in TARGETS]
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def verdict(runs: Sequence[Run], target: float = 1e-3) -> str:
    """How many times as fast as the fastest peer ours is, in one sentence."""
    times = {
        name: seconds
        for name in {run.solver for run in runs}
        if (seconds := seconds_to([run for run in runs if run.solver == name], target))
    }
    ours = {name: seconds for name, seconds in times.items() if SOLVERS[name][0] is Ours}
    peers = {name: seconds for name, seconds in times.items() if name not in ours}
    if not ours or not peers:
        return f"No comparison: not both ours and a peer have come to {target:g}."
    peer = min(peers, key=peers.__getitem__)
    return f"To {target:g}, beside {peer}: " + ", ".join(
        f"{name} {peers[peer] / ours[name]:,.3g} times as fast"
        for name in sorted(ours, key=ours.__getitem__)
    )


def seconds_to(runs: Sequence[Run], target: float) -> float | None:
    """Median time to a target; None if not every run reached it."""
    times = [one.seconds for run in runs for one in run.reached if one.target == target]
    return median(times) if runs and len(times) == len(runs) else None


def _cell(runs: Sequence[Run], target: float) -> str:
    seconds = seconds_to(runs, target)
    if seconds is None:
        last = median(run.exploitability for run in runs)
        return f"at {last:.1e} after {median(run.seconds for run in runs):.0f} s"
    iterations = next(one.iterations for run in runs for one in run.reached if one.target == target)
    return f"{seconds:.3g} ({iterations:,})"


if __name__ == "__main__":
    main()
