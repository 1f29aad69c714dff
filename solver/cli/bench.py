"""`tripledraw bench`: the figures of the README, measured on the machine at hand."""

import statistics
import time
from collections.abc import Callable
from typing import Annotated, Any

import numpy as np
import typer

from solver.abstraction import AbstractionConfig, build_abstraction
from solver.cards import all_combinations, low_class
from solver.cfr import Minimiser, default_threads
from solver.cfr._bandwidth import triad
from solver.cfr.kernels import BUILDS
from solver.cfr.memory import entries, memory_need, peak_memory, require_memory
from solver.cfr.rules import RULES, update_rule
from solver.cli.app import app, console, errors, example, print_json
from solver.errors import ConfigurationError
from solver.game import BUTTON, heads_up, private_chain, public_tree

BYTES_PER_ENTRY = 20
"""Memory moved per entry and iteration: the regret read and written by its owner and read once by
the other seat's pass, the sum read and written, four bytes each."""

_TRIAD = 50_000_000


def _median_seconds(work: Callable[[], Any], runs: int) -> float:
    times = []
    for _ in range(runs):
        begin = time.perf_counter()
        work()
        times.append(time.perf_counter() - begin)
    return statistics.median(times)


def bandwidth(threads: int) -> float:
    """Bytes a second that the float32 triad moves, median of seven runs."""
    x, y = np.ones(_TRIAD, np.float32), np.ones(_TRIAD, np.float32)
    out = np.zeros(_TRIAD, np.float32)
    return 12 * _TRIAD / _median_seconds(lambda: triad(out, x, y, 0.5, threads), 7)


@app.command(epilog=example("tripledraw bench", "tripledraw bench --iterations 400 --json"))
def bench(
    cap: Annotated[int, typer.Option(min=1, help="Most bets in a round.")] = 3,
    final: Annotated[int, typer.Option(min=2, help="Final buckets.")] = 32,
    earlier: Annotated[int, typer.Option(min=2, help="Earlier buckets.")] = 64,
    rule: Annotated[str, typer.Option(help=f"One of {', '.join(RULES)}.")] = "DCFR",
    iterations: Annotated[
        int, typer.Option(min=0, help="Also solve for this long and print what is reached.")
    ] = 0,
    runs: Annotated[int, typer.Option(min=1, help="Timed iterations; the median counts.")] = 15,
    threads: Annotated[int | None, typer.Option(min=1, help="All processors by default.")] = None,
    build: Annotated[
        str | None, typer.Option(help=f"Kernel build, one of {', '.join(BUILDS)}.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Measure speed, memory and convergence on this machine (about a minute).

    Other programs that run at the same time make everything slower; figures of one run can be
    compared with each other.
    """
    learned = update_rule(rule)
    if build is not None and build not in BUILDS:
        raise ConfigurationError(
            f"{build!r} is no kernel build that runs here; choose one of {', '.join(BUILDS)}"
        )
    used = threads or default_threads()
    rows: dict[str, Any] = {}

    def tell(name: str, value: float, text: str) -> None:
        rows[name] = value
        if not as_json:
            console.print(text, soft_wrap=True)

    hands = all_combinations(5)
    low_class(hands[:1])
    seconds = _median_seconds(lambda: low_class(hands), 5)
    tell("class_all_hands_s", seconds, f"low class of all 2,598,960 hands: {seconds:.3f} s")

    config = AbstractionConfig(final=final, earlier=(earlier,) * 3)
    begin = time.perf_counter()
    abstraction = build_abstraction(config, cache=False)
    seconds = time.perf_counter() - begin
    tell(
        "abstraction_s",
        seconds,
        f"abstraction {final}/{earlier}, hand tables included: {seconds:.1f} s",
    )

    moved = bandwidth(used)
    tell("bandwidth_gb_s", moved / 1e9, f"memory bandwidth, {used} threads: {moved / 1e9:.1f} GB/s")

    tree, chain = public_tree(heads_up(cap)), private_chain(abstraction)
    require_memory(memory_need(tree.game, chain.buckets, learned, 32))
    size = entries(tree.game, chain.buckets)
    minimiser = Minimiser(tree, (chain, chain), learned, used, build)
    for _ in range(3):
        minimiser.iterate()
    seconds = _median_seconds(minimiser.iterate, runs)
    tell("entries", size, f"entries: {size / 1e6:.1f} million")
    tell("iteration_s", seconds, f"one iteration of {learned.name}: {seconds:.3f} s")
    tell(
        "ns_per_entry",
        1e9 * seconds / size,
        f"per entry and iteration: {1e9 * seconds / size:.2f} ns",
    )
    fraction = BYTES_PER_ENTRY * size / seconds / moved
    tell(
        "bandwidth_fraction",
        fraction,
        f"memory moved by the kernel: {fraction:.0%} of the bandwidth",
    )
    seconds = _median_seconds(minimiser.exploitability, 3)
    tell("exploitability_s", seconds, f"one measurement of exploitability: {seconds:.2f} s")

    while minimiser.iteration < iterations:
        minimiser.iterate()
        if minimiser.iteration % 50 == 0 and not as_json:
            reached = minimiser.exploitability()
            errors.print(f"iteration {minimiser.iteration}: {reached.mbb:.2f} mbb/g")
    if iterations:
        reached = minimiser.exploitability()
        tell(
            "exploitability_mbb",
            reached.mbb,
            f"after {minimiser.iteration} iterations: {reached.mbb:.2f} mbb/g, value to the "
            f"button {reached.value[BUTTON]:+z.4f} small bets a hand",
        )
        rows["button_value_sb"] = reached.value[BUTTON]
        rows["iterations"] = minimiser.iteration
    tell("peak_memory_gb", peak_memory() / 1e9, f"peak memory: {peak_memory() / 1e9:.2f} GB")
    if as_json:
        print_json(rows)
