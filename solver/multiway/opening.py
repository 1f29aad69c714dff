"""Which hands every seat opens, and how often: the first question of every player."""

from dataclasses import dataclass

from solver.abstraction import group_hands
from solver.cards import suit_classes
from solver.errors import ConfigurationError
from solver.game.betting import FOLD
from solver.multiway.history import MultiwayState, start
from solver.multiway.solution import MultiwaySolution


@dataclass(frozen=True)
class Frequencies:
    """What a seat does with some hands.

    Attributes:
        name: of the hands.
        share: of all hands that are dealt.
        by_action: how often each action is taken, by its letter.
    """

    name: str
    share: float
    by_action: dict[str, float]


@dataclass(frozen=True)
class OpeningRange:
    """What a seat does where all before it have folded.

    Attributes:
        position: name of the seat.
        whole: with all hands.
        groups: by group of hands.
    """

    position: str
    whole: Frequencies
    groups: tuple[Frequencies, ...]


def first_decision(solution: MultiwaySolution, history: str = "", by: str = "kind") -> OpeningRange:
    """What the seat to act does with all hands that can be dealt, before the first draw.

    Args:
        solution: the strategy.
        history: of the first betting round.
        by: how hands are grouped; see `solver.abstraction.groupings`.

    Raises:
        HistoryError: the history cannot happen, or nobody is to act.
        ConfigurationError: no such grouping, or the first round is over.
    """
    return _range(solution, solution.state(history), by)


def opening_ranges(solution: MultiwaySolution, by: str = "kind") -> tuple[OpeningRange, ...]:
    """The first decision of every seat but the big blind, all before it having folded."""
    found, state = [], start(solution.layout)
    for _ in range(solution.layout.game.seats - 1):
        found.append(_range(solution, state, by))
        if FOLD in state.actions:
            state = state.play(FOLD)
    return tuple(found)


def _range(solution: MultiwaySolution, state: MultiwayState, by: str) -> OpeningRange:
    if state.round or state.drawing:
        raise ConfigurationError("ranges are told for the first betting round")
    abstraction = solution.abstraction
    left = state.draws_left
    dealt = suit_classes(5).count / suit_classes(5).count.sum()
    of_hand = solution.strategy_at(state)[abstraction.buckets[left]]
    grouping = group_hands(abstraction, left, by)
    position = state.position
    groups = []
    for group, name in enumerate(grouping.names):
        chosen = grouping.of_hand == group
        share = float(dealt[chosen].sum())
        if share > 0:
            means = dealt[chosen] @ of_hand[chosen] / share
            groups.append(Frequencies(name, share, dict(zip(state.actions, means, strict=True))))
    whole = dict(zip(state.actions, dealt @ of_hand, strict=True))
    return OpeningRange(position, Frequencies("all", 1.0, whole), tuple(groups))
