"""Update rules as data."""

from math import inf

import pytest

from solver.cfr import RULES, update_rule
from solver.cfr.rules import discount
from solver.errors import ConfigurationError


def test_discounts():
    assert discount(0, 1.5) == 0
    assert discount(4, 1.5) == pytest.approx(8 / 9)
    assert discount(9, 0) == 0.5
    assert discount(9, inf) == 1


@pytest.mark.parametrize(
    ("rule", "positive", "negative", "total"),
    # factors in iteration 5, as the papers have them
    [
        ("CFR", 1, 1, 1),
        ("LCFR", 4 / 5, 4 / 5, 4 / 5),
        ("DCFR", 8 / 9, 1 / 2, (4 / 5) ** 2),
    ],
)
def test_factors(rule, positive, negative, total):
    found = RULES[rule]
    assert found.keep_positive(5) == pytest.approx(positive)
    assert found.keep_negative(5) == pytest.approx(negative)
    assert found.keep_total(5) == pytest.approx(total)


def test_the_first_average_starts_anew():
    assert all(rule.keep_total(1) == (rule.name == "CFR") for rule in RULES.values())


def test_the_average_starts_over_early():
    assert all(rule.keep_total(t) == 0 for rule in RULES.values() for t in (4, 16))
    assert all(rule.keep_total(t) > 0 for rule in RULES.values() for t in (2, 3, 5, 15, 17, 64))


@pytest.mark.parametrize("name", ["DCFR", "dcfr", "pdcfr+", "PDCFR+"])
def test_rules_by_name(name):
    assert update_rule(name) is RULES[name.upper()]


def test_unknown_rules():
    with pytest.raises(ConfigurationError, match=r"'MCCFR' is no update rule; choose one of CFR,"):
        update_rule("MCCFR")
