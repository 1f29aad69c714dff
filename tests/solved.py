"""A solve with its settings given one by one."""

from typing import Any

import solver


def solved(
    game: solver.Game, buckets: solver.Abstraction, *, locks: Any = (), **settings: Any
) -> solver.Solution:
    """Solve a game with buckets at hand.

    Args:
        game: the rules.
        buckets: for the draws of the game.
        locks: decisions with fixed frequencies.
        settings: of `solver.Learning` by name, all others of `solver.solve`.
    """
    learning = {name: settings.pop(name) for name in solver.Learning.model_fields & settings.keys()}
    configuration = solver.Configuration.of(game, buckets.config, locks=locks, **learning)
    return solver.solve(configuration, buckets, **settings)
