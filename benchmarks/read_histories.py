"""Speed of reading hand histories: hands a second of processor time, in one process.

    python benchmarks/read_histories.py [--hands 2000] [--profile]

Reads the golden hands of tests/data, each repeated until there are as many as asked for: PokerStars
and Full Tilt texts, and the same hands as PHHS. Twice as many hands should take twice as long: the
last column is the rate with four times as many.
"""

import argparse
import cProfile
import pstats
import tempfile
import time
from pathlib import Path

from solver.table.histories.importing import find_files, import_files
from solver.table.histories.phh import read_phh, write_phh, write_phhs

GOLDEN = Path(__file__).parents[1] / "tests" / "data" / "golden"
SOURCES = {
    "PokerStars, heads-up": "heads-up-showdown-hero",
    "PokerStars, six seats": "six-handed-cash-with-rake",
    "Full Tilt, three seats": "full-tilt-tournament-with-chat",
}


def main() -> None:
    """Read and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--hands", type=int, default=2_000, help="of each kind")
    parser.add_argument("--profile", action="store_true", help="print where the time goes")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for name, source in SOURCES.items():
            text = (GOLDEN / f"{source}.txt").read_text(encoding="utf-8")
            (file,) = import_files(find_files([GOLDEN / f"{source}.txt"]))
            read_phh(write_phh(file.hands[0]))  # so that pokerkit is there before the clock runs
            for suffix in (".txt", ".phhs"):
                rates = []
                for count in (options.hands, 4 * options.hands):
                    path = Path(folder) / f"hands{suffix}"
                    hands = [file.hands[0]] * count
                    content = write_phhs(hands) if suffix == ".phhs" else f"{text}\n\n" * count
                    path.write_text(content, encoding="utf-8")
                    rates.append(read(path, count, options.profile))
                once, more = rates
                print(f"{name}, {suffix}: {once:,.0f} hands/s, {more:,.0f} of four times as many")


def read(path: Path, count: int, profile: bool) -> float:
    """Hands a second."""
    profiler = cProfile.Profile()
    if profile:
        profiler.enable()
    begun = time.process_time()
    (file,) = import_files(find_files([path]))
    seconds = time.process_time() - begun
    if profile:
        profiler.disable()
        pstats.Stats(profiler).sort_stats("tottime").print_stats(25)
    if len(file.hands) != count:
        raise SystemExit(f"{len(file.hands)} of {count} hands read: {file.refused[:1]}")
    return count / seconds


if __name__ == "__main__":
    main()
