"""Time and memory of solvers of extensive-form games beside ours, on the same small draw games.

`games` describes them, `deal` deals one out hand by hand, `formats` writes what other solvers load,
`sequences` measures every strategy the same way, `solvers` has an adapter for each solver,
`measure` runs one of them in a process of its own, and ``python -m benchmarks.peers`` runs all.
"""
