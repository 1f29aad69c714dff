"""Building an abstraction."""

import contextlib
import shutil
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.abstraction.abstraction import Abstraction
from solver.abstraction.bucketing import earlier_buckets, final_buckets
from solver.abstraction.config import DRAWS, AbstractionConfig
from solver.abstraction.outcomes import bucket_counts, transition
from solver.abstraction.reference import Reference, deal, reference_policy
from solver.abstraction.storage import (
    cache_directory,
    load_abstraction,
    save_abstraction,
    verify_abstraction,
)
from solver.errors import ConfigurationError, SolutionError

FIRST_FINAL, FIRST_EARLIER = 24, 96
"""Buckets of the first solution from which strategic buckets are made."""

FEATURES: dict[str, Callable[[AbstractionConfig, Abstraction], tuple[NDArray[np.int16], ...]]] = {}
"""Ways to make earlier buckets that solve a first game: from the settings and its few buckets to
the buckets with one, two and three draws left. Entered by the layers that can solve."""

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
    """
    if config is not None and settings:
        raise ConfigurationError(
            f"a configuration and {', '.join(settings)} given; expected one or the other"
        )
    config = config or AbstractionConfig(**settings)
    entry = cache_directory() / config.hash
    if cache and entry.exists():
        try:
            verify_abstraction(entry)
            return load_abstraction(entry)
        except SolutionError:
            shutil.rmtree(entry, ignore_errors=True)  # Built anew below.
    abstraction = _build(config, progress or _silent)
    if cache:
        with contextlib.suppress(SolutionError):  # The result is good without the cache.
            save_abstraction(abstraction, entry)
    return abstraction


def _silent(what: str, share: float) -> None:
    """Progress that nobody asked for."""


def _first_buckets(config: AbstractionConfig, reference: Reference) -> Abstraction:
    """The few buckets of a first solution."""
    first = AbstractionConfig(
        final=FIRST_FINAL,
        earlier=(FIRST_EARLIER, FIRST_EARLIER, FIRST_EARLIER),
        draws=config.draws,
        exploration=config.exploration,
        seed=config.seed,
    )
    return _assemble(first, reference, _silent)


def _build(config: AbstractionConfig, progress: Progress) -> Abstraction:
    progress("reference policy", 0.0)
    return _assemble(config, reference_policy(config), progress)


def _assemble(config: AbstractionConfig, reference: Reference, progress: Progress) -> Abstraction:
    buckets = [final_buckets(reference.weights[0], config.final)]
    earlier = None
    if config.features != "draws":
        progress("first solution", 1 / 6)
        earlier = FEATURES[config.features](config, _first_buckets(config, reference))
    transitions = [np.empty((0, config.final, 0))]
    for draws_left in range(1, DRAWS + 1):
        progress(f"buckets with {draws_left} draws left", (2 + draws_left) / 6)
        buckets.append(
            earlier[draws_left - 1] if earlier else earlier_buckets(reference, draws_left, config)
        )
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
    progress("done", 1.0)
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
