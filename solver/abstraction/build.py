"""Building an abstraction."""

import contextlib
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.abstraction.abstraction import Abstraction
from solver.abstraction.bucketing import earlier_buckets, final_buckets
from solver.abstraction.config import DRAWS, AbstractionConfig
from solver.abstraction.outcomes import bucket_counts, transition
from solver.abstraction.reference import Reference, deal, reference_policy
from solver.abstraction.storage import cache_directory, load_abstraction, save_abstraction
from solver.errors import ConfigurationError, SolutionError
from solver.storage import discard

FIRST_FINAL, FIRST_EARLIER = 24, 96
"""Buckets of the first solution from which strategic buckets are made."""

FEATURES: dict[str, Callable[[AbstractionConfig, Abstraction], tuple[NDArray[np.int16], ...]]] = {}
"""Ways to make earlier buckets that solve a first game: from the settings and its few buckets to
the buckets with one, two and three draws left. Entered by the layers that can solve, the module
``solver.NAME`` at the latest when it is asked for."""

Progress = Callable[[str, float], None]
"""Called with what is being done and the share of the work that is behind, 0 to 1."""


def build_abstraction(
    config: AbstractionConfig | None = None,
    *,
    cache: bool = True,
    progress: Progress | None = None,
    **settings: Any,
) -> Abstraction:
    """Build an abstraction, or read it from the cache if it was built before.

    Args:
        config: the settings; instead of it they may be given one by one, as in
            ``build_abstraction(final=32, earlier=64)``.
        cache: whether to look in the cache and to store the result there. A damaged entry is
            built anew; a cache that cannot be written is done without.
        progress: told what is going on.
        settings: fields of `AbstractionConfig`.

    Raises:
        ConfigurationError: settings that make no sense.
        MemoryNeedError: the first solution of strategic buckets does not fit.

    >>> abstraction = solver.build_abstraction(final=4, earlier=8, draws=(1, 1, 1))
    >>> abstraction.transitions[1].shape  # counts of cards drawn, buckets before, buckets after
    (6, 8, 4)
    """
    if config is not None and settings:
        raise ConfigurationError(
            f"a configuration and {', '.join(settings)} given; expected one or the other"
        )
    config = config or AbstractionConfig(**settings)
    entry = cache_directory() / config.hash
    if cache and entry.exists():
        try:
            return load_abstraction(entry)
        except SolutionError:
            discard(entry)  # Built anew below.
    abstraction = _build(config, progress or _silent)
    if cache:
        with contextlib.suppress(SolutionError):  # The result is good without the cache.
            save_abstraction(abstraction, entry)
    return abstraction


def _silent(what: str, share: float) -> None:
    """Progress that nobody asked for."""


def _build(config: AbstractionConfig, progress: Progress) -> Abstraction:
    progress("reference policy", 0.0)
    reference = reference_policy(config)
    buckets = _buckets(config, reference, progress)
    progress("transitions", 0.8)
    abstraction = assemble(config, reference, buckets)
    progress("done", 1.0)
    return abstraction


def _buckets(
    config: AbstractionConfig, reference: Reference, progress: Progress
) -> tuple[NDArray[np.int16], ...]:
    """Buckets of all hands by draws left."""
    final = final_buckets(reference.weights[0], config.final)
    if config.features == "draws":
        earlier = []
        for draws_left in range(1, DRAWS + 1):
            progress(f"buckets with {draws_left} draws left", (1 + draws_left) / 6)
            earlier.append(earlier_buckets(reference, draws_left, config))
        return (final, *earlier)
    progress("first solution", 1 / 6)
    first = AbstractionConfig(
        final=FIRST_FINAL,
        earlier=(FIRST_EARLIER, FIRST_EARLIER, FIRST_EARLIER),
        draws=config.draws,
        exploration=config.exploration,
        seed=config.seed,
    )
    few = assemble(first, reference, _buckets(first, reference, _silent))
    if config.features not in FEATURES:
        import_module(f"solver.{config.features}")
    return (final, *FEATURES[config.features](config, few))


def assemble(
    config: AbstractionConfig, reference: Reference, buckets: Sequence[NDArray[np.int16]]
) -> Abstraction:
    """Abstraction with given buckets.

    Args:
        config: the settings, which the numbers of buckets must follow.
        reference: policy that says which cards are kept and how often hands come up.
        buckets: bucket of every hand by draws left, four arrays of shape (134459,).
    """
    transitions = [np.empty((0, config.final, 0))]
    for draws_left in range(1, DRAWS + 1):
        counts = bucket_counts(buckets[draws_left - 1], config.buckets(draws_left - 1))
        matrices = [
            transition(
                reference.keeps[draws_left][count],
                reference.weights[draws_left],
                buckets[draws_left],
                before=config.buckets(draws_left),
                after=buckets[draws_left - 1],
                counts=counts,
            )
            for count in range(6)
        ]
        transitions.append(np.stack(matrices))
    initial = np.zeros(config.buckets(DRAWS))
    np.add.at(initial, buckets[DRAWS], deal())
    return Abstraction(
        config=config,
        buckets=tuple(buckets),
        keeps=reference.keeps,
        draw_values=tuple(values.astype(np.float32) for values in reference.draw_values),
        weights=reference.weights,
        transitions=tuple(transitions),
        initial=initial,
        values=reference.values,
        policy=reference.policy,
    )
