"""Settings, and what makes no sense."""

import pytest

from solver.abstraction import AbstractionConfig, build_abstraction
from solver.errors import ConfigurationError


def test_one_number_stands_for_three():
    config = AbstractionConfig(final=16, earlier=32)
    assert [config.buckets(r) for r in (3, 2, 1, 0)] == [32, 32, 32, 16]
    assert config == AbstractionConfig(final=16, earlier=(32, 32, 32))
    assert [AbstractionConfig(draws=(5, 3, 2)).limit(r) for r in (3, 2, 1)] == [5, 3, 2]


def test_the_hash_tells_settings_apart_and_stays():
    assert AbstractionConfig().hash == AbstractionConfig(final=32, earlier=64).hash
    others = [
        AbstractionConfig(final=33),
        AbstractionConfig(earlier=(64, 64, 65)),
        AbstractionConfig(draws=(3, 3, 2)),
        AbstractionConfig(seed=1),
        AbstractionConfig(exploration=0.2),
    ]
    assert len({config.hash for config in [AbstractionConfig(), *others]}) == 6


def test_settings_survive_json():
    config = AbstractionConfig(final=10, earlier=(9, 8, 7), draws=(4, 3, 2), seed=5)
    assert AbstractionConfig(**config.model_dump(mode="json")) == config


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"final": 1}, "final is 1"),
        ({"final": "many"}, "final is 'many'"),
        ({"earlier": 1}, "1 earlier buckets"),
        ({"earlier": (64, 64)}, "earlier is"),
        ({"draws": (6, 2, 1)}, "at most 6 cards"),
        ({"draws": (3, 2, 0)}, "at most 0 cards"),
        ({"seed": -1}, "seed is -1"),
        ({"exploration": 0.0}, "exploration is 0.0"),
        ({"bucket": 3}, "bucket"),
    ],
)
def test_senseless_settings_are_refused(settings, message):
    with pytest.raises(ConfigurationError, match=message):
        build_abstraction(cache=False, **settings)


def test_a_configuration_or_its_fields_but_not_both():
    with pytest.raises(ConfigurationError, match="one or the other"):
        build_abstraction(AbstractionConfig(), final=16)
