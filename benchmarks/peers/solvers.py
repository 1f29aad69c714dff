"""One adapter for each solver: load a game, iterate, hand out the average strategy.

A solver's own package is imported when its adapter is made, so that a process holds one solver.
"""

import contextlib
import io
import pickle
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.peers.deal import InformationSet
from benchmarks.peers.sequences import Weights

InformationSets = tuple[list[InformationSet], list[InformationSet]]


class Solver(ABC):
    """A solver with a game loaded; made with the name of an algorithm, then `load`, `iterate`.

    Attributes:
        package: what it imports.
        algorithm: as the solver's authors call it.
    """

    package: str

    def __init__(self, algorithm: str):
        self.algorithm = algorithm

    @abstractmethod
    def load(self, folder: Path) -> None:
        """Load the game that `benchmarks.peers.measure.prepare` wrote."""

    @abstractmethod
    def iterate(self, iterations: int) -> None:
        """Do that many iterations."""

    @abstractmethod
    def average(self, information_sets: InformationSets) -> Weights:
        """The average strategy so far."""


class Ours(Solver):
    """This project's kernel; the algorithm is one of `solver.cfr.RULES`."""

    package = "solver"

    def __init__(self, algorithm: str):
        super().__init__(algorithm)
        import solver.cfr  # noqa: F401

    def load(self, folder: Path) -> None:
        """Build the public tree and the chains of both seats."""
        from solver.cfr import Minimiser, update_rule
        from solver.game import public_tree

        game, chain = pickle.loads((folder / "game.pickle").read_bytes())
        rule = update_rule(self.algorithm)
        self.minimiser = Minimiser(public_tree(game), (chain, chain), rule, threads=1)

    def iterate(self, iterations: int) -> None:
        """Iterate."""
        for _ in range(iterations):
            self.minimiser.iterate()

    def average(self, information_sets: InformationSets) -> Weights:
        """The numbers of a public decision and bucket serve all paths that lead to the bucket."""
        totals = self.minimiser.totals
        first, second = (
            np.concatenate(
                [
                    totals[one.level][one.slot : one.slot + len(one.letters), one.bucket]
                    for one in sets
                ]
            ).astype(np.float64)
            for sets in information_sets
        )
        return first, second


class OpenSpiel(Solver):
    """OpenSpiel's C++ solvers, and its discounted CFR, which is written in Python."""

    package = "pyspiel"

    def __init__(self, algorithm: str):
        super().__init__(algorithm)
        import pyspiel

        self._makers: dict[str, Callable[[Any], Any]] = {
            "CFR": pyspiel.CFRSolver,
            "CFR+": pyspiel.CFRPlusSolver,
        }
        if algorithm == "DCFR, Python":
            from open_spiel.python.algorithms import discounted_cfr

            self._makers[algorithm] = discounted_cfr.DCFRSolver

    def load(self, folder: Path) -> None:
        """Load the Gambit file."""
        import pyspiel

        game = pyspiel.load_game(f"efg_game(filename={folder / 'game.efg'})")
        self.solver = self._makers[self.algorithm](game)

    def iterate(self, iterations: int) -> None:
        """Iterate; one call updates both seats."""
        for _ in range(iterations):
            self.solver.evaluate_and_update_policy()

    def average(self, information_sets: InformationSets) -> Weights:
        """Actions are numbered within the whole game, ascending within an information set."""
        policy = self.solver.average_policy()
        if self.algorithm == "DCFR, Python":
            return self._python_average(policy, information_sets)
        out = []
        for seat, sets in enumerate(information_sets):
            probabilities: list[float] = []
            for which in range(len(sets)):
                key = information_state(seat, which)
                actions, found = policy.get_state_policy_as_parallel_vectors(key)
                probabilities += [found[place] for place in np.argsort(actions)]
            out.append(np.array(probabilities))
        return out[0], out[1]

    @staticmethod
    def _python_average(policy: Any, information_sets: InformationSets) -> Weights:
        out = []
        for seat, sets in enumerate(information_sets):
            rows = [
                policy.state_lookup[information_state(seat, which)] for which in range(len(sets))
            ]
            legal = policy.legal_actions_mask[rows].astype(bool)
            out.append(policy.action_probability_array[rows][legal].astype(np.float64))
        return out[0], out[1]


def information_state(seat: int, which: int) -> str:
    """What OpenSpiel calls an information set of a Gambit file of ours."""
    return f"{seat}-{seat}-{which + 1}-{seat}.{which}"


class LiteEFG(Solver):
    """LiteEFG's baselines with alternating updates.

    CFR+ and PCFR+ average through `update_strategy`, in proportion to the iteration as its own
    runner does; DCFR has an average of its own.
    """

    package = "LiteEFG"
    _MODULES = {"CFR+": "CFRplus", "DCFR": "DCFR", "PCFR+": "PCFR"}  # noqa: RUF012

    def __init__(self, algorithm: str):
        super().__init__(algorithm)
        from importlib import import_module

        self._baseline = import_module(f"LiteEFG.baselines.{self._MODULES[algorithm]}")

    def load(self, folder: Path) -> None:
        """Load LiteEFG's own file format."""
        import LiteEFG

        LiteEFG.set_threads(1)
        self.environment = LiteEFG.FileEnv(str(folder / "game.liteefg"))
        with contextlib.redirect_stdout(io.StringIO()):
            self.graph = self._baseline.graph()
        self.environment.set_graph(self.graph)

    def iterate(self, iterations: int) -> None:
        """Iterate, averaging included."""
        for _ in range(iterations):
            self.graph.update_graph(self.environment)
            if self.algorithm != "DCFR":
                self.environment.update_strategy(self.graph.current_strategy())

    def average(self, information_sets: InformationSets) -> Weights:
        """Information sets come back by name."""
        if self.algorithm == "DCFR":
            node, kind = self.graph.current_strategy("average-iterate"), "default"
        else:
            node, kind = self.graph.current_strategy(), "linear-avg-iterate"
        out = []
        for seat, sets in enumerate(information_sets):
            found = dict(self.environment.get_strategy(seat + 1, node, kind))
            out.append(np.concatenate([found[f"{seat}.{which}"] for which in range(len(sets))]))
        return out[0], out[1]


SOLVERS: dict[str, tuple[type[Solver], str]] = {
    "OpenSpiel CFR": (OpenSpiel, "CFR"),
    "OpenSpiel CFR+": (OpenSpiel, "CFR+"),
    "OpenSpiel DCFR, Python": (OpenSpiel, "DCFR, Python"),
    "LiteEFG CFR+": (LiteEFG, "CFR+"),
    "LiteEFG DCFR": (LiteEFG, "DCFR"),
    "LiteEFG PCFR+": (LiteEFG, "PCFR+"),
    **{f"tripledraw {rule}": (Ours, rule) for rule in ("CFR+", "DCFR", "PCFR+", "PDCFR+")},
}
"""Lines of the benchmark: adapter and algorithm by name."""
