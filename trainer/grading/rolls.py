"""A roll of 0 to 99 says which action a mixed strategy takes this time."""

from itertools import accumulate

import numpy as np

from solver.errors import ConfigurationError
from solver.solution import ActionAdvice, Advice
from trainer.grading.grades import DEFAULT, Thresholds

ROLLS = 100


def roll(random: np.random.Generator) -> int:
    """A number from 0 to 99, each as likely."""
    return int(random.integers(ROLLS))


def asked_by_roll(advice: Advice, number: int, thresholds: Thresholds = DEFAULT) -> ActionAdvice:
    """The action that a roll asks for.

    The numbers are shared out in the order of the actions (fold, check or call, bet or raise; pat,
    one card, two cards ...), to each as many as the solution takes it percent of the time. Actions
    below the frequency at which they count as correct get none.

    Args:
        advice: what the solution says of the spot.
        number: 0 to 99.
        thresholds: where ratings begin.

    Raises:
        ConfigurationError: no such roll.
    """
    if not 0 <= number < ROLLS:
        raise ConfigurationError(f"a roll of {number}; expected 0 to {ROLLS - 1}")
    usual = max(advice.actions, key=lambda action: action.frequency)
    mixed = [a for a in advice.actions if a is usual or a.frequency >= thresholds.frequency]
    ends = list(accumulate(action.frequency for action in mixed))
    place = (number + 0.5) / ROLLS * ends[-1]
    return next(action for action, end in zip(mixed, ends, strict=True) if place <= end)
