"""Node locking: decisions whose frequencies somebody fixes, by history and kind of hand."""

import math
from typing import Self

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from solver.abstraction import Abstraction
from solver.cfr.locks import Lock
from solver.errors import ConfigurationError
from solver.game.public_state import PublicState, action_name
from solver.subgames.ranges import members
from solver.validation import Fault

_SEPARATOR = "|"


class NodeLock(BaseModel):
    """What a seat plays at one decision, whatever it would learn.

    Attributes:
        history: the public history that leads to the decision.
        frequencies: of the actions by letter or draw count, summing to 1; actions left out are
            never taken.
        hands: a group of hands of `solver.abstraction.GROUPINGS` that plays so; all if left out.

    >>> lock = solver.NodeLock(history="rc 21 bc 11 kk 11", frequencies={"k": 1.0})
    >>> subgame = solver.load("heads-up").subgame("rc 21 bc 11 kk 11", locks=[lock])
    >>> subgame.advise("7c5d4h3s2c").action("k").frequency
    1.0
    """

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    history: str
    frequencies: dict[str, float] = Field(min_length=1)
    hands: str | None = None

    @model_validator(mode="after")
    def _check(self) -> Self:
        total = sum(self.frequencies.values())
        if min(self.frequencies.values()) < 0 or not math.isclose(total, 1, abs_tol=1e-6):
            raise ValueError(
                f"frequencies after {self.history!r} must not be negative and sum to 1; "
                f"got {self.frequencies}"
            )
        return self

    def at(self, abstraction: Abstraction, state: PublicState) -> Lock:
        """The lock in the buckets of an abstraction.

        A bucket belongs to a group of hands if it holds more of the group than of others.

        Args:
            abstraction: the buckets.
            state: the decision, in the tree that is solved.

        Raises:
            ConfigurationError: an action that is not possible there, or no such hands.
        """
        for action in self.frequencies:
            if action not in state.actions:
                possible = ", ".join(f"{a} ({action_name(a)})" for a in state.actions)
                raise ConfigurationError(
                    f"{action!r} is not possible after {state.history!r}; expected {possible}"
                )
        left = state.draws_left
        size = abstraction.size(left)
        inside = np.ones(size, np.bool_)
        if self.hands is not None:
            weights, buckets = abstraction.weights[left], abstraction.buckets[left]
            chosen = weights * members(abstraction, left, self.hands)
            inside = np.bincount(buckets, chosen, size) > np.bincount(buckets, weights, size) / 2
            if not inside.any():
                raise ConfigurationError(
                    f"no bucket holds mostly {self.hands} after {state.history!r}; choose a larger "
                    "group, or finer buckets"
                )
        row = [self.frequencies.get(action, 0.0) for action in state.actions]
        frequencies = np.repeat(np.array(row)[:, None], size, axis=1)
        return Lock(state, frequencies / frequencies.sum(axis=0), inside)


def read_lock(text: str) -> NodeLock:
    """A lock as text: ``HISTORY | ACTION=FREQUENCY, ... | HANDS``, the hands optional.

    Raises:
        ConfigurationError: something else.

    >>> solver.read_lock("rc 11 kk | 0=0.5, 1=0.5").frequencies
    {'0': 0.5, '1': 0.5}
    """
    history, frequencies, hands = (*(part.strip() for part in text.split(_SEPARATOR)), "", "")[:3]
    try:
        named = {
            name.strip(): float(value)
            for name, value in (item.split("=") for item in frequencies.split(","))
        }
        return NodeLock(history=history, frequencies=named, hands=hands or None)
    except ValidationError as error:
        raise ConfigurationError(f"lock {text!r}: {Fault.of(error).reason}") from None
    except ValueError:
        raise ConfigurationError(
            f"{text!r} is no lock; expected HISTORY | ACTION=FREQUENCY, ... with or without "
            "| HANDS at the end, as in 'rc 11 kk | 0=0.5, 1=0.5'"
        ) from None
