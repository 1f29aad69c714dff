"""What the benchmark prints of the runs."""

from benchmarks.peers.__main__ import table, verdict
from benchmarks.peers.measure import Reached, Run


def run(solver, *seconds, exploitability=1e-4):
    reached = [
        Reached(target=target, iterations=10 * place, seconds=time, exploitability=target)
        for place, (target, time) in enumerate(zip((1e-2, 1e-3, 1e-4), seconds, strict=False), 1)
    ]
    return Run(
        solver=solver,
        game="tiny-draw",
        memory=2_500_000,
        iterations=100,
        seconds=50,
        exploitability=exploitability,
        value=0,
        reached=reached,
    )


RUNS = [
    *(run("OpenSpiel CFR+", 1, s, exploitability=3e-4) for s in (4, 9, 5)),
    run("LiteEFG CFR+", 2, 6, 7),
    run("tripledraw DCFR", 0.01, 0.1, 0.2),
    run("tripledraw CFR+", 0.01, 0.05, 0.2),
]


def test_table_has_medians_of_what_was_reached():
    lines = table(RUNS).splitlines()
    assert lines[2] == ("| OpenSpiel CFR+ | 2.5 | 2 | 1 (10) | 5 (20) | at 3.0e-04 after 50 s |")
    assert lines[4] == "| tripledraw DCFR | 2.5 | 2 | 0.01 (10) | 0.1 (20) | 0.2 (30) |"


def test_a_target_counts_when_every_run_has_reached_it():
    runs = [run("OpenSpiel CFR+", *times, exploitability=2e-3) for times in [(1, 4), (1,)]]
    assert (
        table(runs)
        .splitlines()[2]
        .endswith("| 1 (10) | at 2.0e-03 after 50 s | at 2.0e-03 after 50 s |")
    )


def test_verdict_names_the_fastest_peer():
    assert verdict(RUNS) == (
        "To 0.001, beside OpenSpiel CFR+: tripledraw CFR+ 100 times as fast, "
        "tripledraw DCFR 50 times as fast"
    )
    assert verdict(RUNS[:3]).startswith("No comparison")
