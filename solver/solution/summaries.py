"""A public state as players think of it: what each kind of hand does there."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from solver.abstraction.kinds import kind_names, kind_shares
from solver.game.history import PublicState, action_name

if TYPE_CHECKING:
    from solver.solution.solution import Solution


@dataclass(frozen=True)
class KindSummary:
    """One kind of hand of the seat to act.

    Attributes:
        kind: as in `solver.abstraction.kinds`.
        share: of the range on arrival.
        frequencies: of every action.
    """

    kind: str
    share: float
    frequencies: tuple[float, ...]


@dataclass(frozen=True)
class StateSummary:
    """How the seat to act plays its range at a public state.

    Attributes:
        state: the public state.
        frequencies: of every action over the whole range.
        kinds: the kinds of hands that get here, from made hands to far draws.
    """

    state: PublicState
    frequencies: tuple[float, ...]
    kinds: tuple[KindSummary, ...]

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        names = [action_name(action) for action in self.state.actions]
        return {
            "history": self.state.history,
            "seat": ("big blind", "button")[self.state.seat],
            "frequencies": dict(zip(names, self.frequencies, strict=True)),
            "kinds": [
                {
                    "kind": row.kind,
                    "share": row.share,
                    "frequencies": dict(zip(names, row.frequencies, strict=True)),
                }
                for row in self.kinds
            ],
        }


def summarise_state(solution: "Solution", history: str | PublicState) -> StateSummary:
    """Range and strategy of the seat to act by kind of hand.

    Raises:
        HistoryError: the history cannot happen, or nobody is to act.
    """
    state = solution.state(history) if isinstance(history, str) else history
    evaluator = solution.evaluator
    reach = evaluator.ranges(state).reach[state.seat]
    taken = evaluator.strategy_at(state) * reach
    shares = kind_shares(solution.abstraction, state.draws_left)
    by_kind = taken @ shares
    whole = by_kind.sum(axis=0)
    rows = []
    for place, kind in enumerate(kind_names(state.draws_left)):
        if whole[place] > 1e-4 * whole.sum():
            frequencies = by_kind[:, place] / whole[place]
            rows.append(
                KindSummary(
                    kind, float(whole[place] / whole.sum()), tuple(float(f) for f in frequencies)
                )
            )
    overall = np.asarray(taken.sum(axis=1) / taken.sum())
    return StateSummary(state, tuple(float(f) for f in overall), tuple(rows))
