"""Walking the public tree: what a solution does at a state, and what it knows of a hand there."""

from dataclasses import dataclass
from functools import lru_cache

from solver import Solution
from solver.game import SEAT_NAMES, PublicState
from solver.solution import Advice, GroupSummary, Summary
from trainer.grading.explanation import explain
from trainer.grading.grades import DEFAULT, Thresholds, grade
from trainer.spots.spot import Answer
from trainer.spots.words import SMALL_BETS, Unit, chips, round_name

BY = "smoothness"
"""Hands as players tell them apart (`solver.abstraction.smoothness`)."""

_KEPT_VIEWS = 256
"""States whose views are kept; each takes some 100 kB."""


@dataclass(frozen=True)
class View:
    """A state of the public tree as the explorer shows it.

    Attributes:
        state: the state.
        summary: what the seat to act does, group by group; None once the hand is over.
        ranges: share of every group in the range of the big blind and of the button; the groups
            differ while only one of them has made the last draw.
        guessed: seats that did what the solution never does; their range is the one they had
            before.
    """

    state: PublicState
    summary: Summary | None
    ranges: tuple[dict[str, float], dict[str, float]]
    guessed: frozenset[int]

    @property
    def evs(self) -> tuple[float, float] | None:
        """What each seat wins from here on, in small bets; together they win the pot.

        None once the hand is over, or if a range is a guess.
        """
        if self.summary is None or self.guessed:
            return None
        mine = self.summary.whole.ev
        other = self.state.pot - mine
        return (other, mine) if self.state.seat else (mine, other)

    @property
    def words(self) -> str:
        """Who is to act, when, and for how much."""
        state = self.state
        if state.folded is not None:
            winner = SEAT_NAMES[1 - state.folded]
            return f"The {winner} wins the pot of {chips(state.pot)}."
        if not state.actions:
            return f"Showdown for a pot of {chips(state.pot)}."
        price = f", {chips(state.to_call)} to call" if state.to_call else ""
        where = round_name(state)
        if state.drawing:
            return f"The {SEAT_NAMES[state.seat]} draws ({where}). Pot {chips(state.pot)}."
        return f"The {SEAT_NAMES[state.seat]} acts {where}. Pot {chips(state.pot)}{price}."

    @property
    def doubts(self) -> str:
        """Which ranges are guesses, in a sentence; empty if none is."""
        if not self.guessed:
            return ""
        who = " and the ".join(SEAT_NAMES[seat] for seat in sorted(self.guessed))
        return (
            f"A guess: the solution never plays as the {who} did here; the range is the one before."
        )


class Explorer:
    """Views of a solution's states, the latest of which are kept. Threads may share it.

    Args:
        solution: whose states.
    """

    def __init__(self, solution: Solution):
        self.solution = solution
        self._views = lru_cache(_KEPT_VIEWS)(self._view)
        self._hands = lru_cache(_KEPT_VIEWS)(self._hands_of)

    def view(self, history: str) -> View:
        """What is to be seen after a history; a fraction of a second, and nothing when kept.

        Raises:
            HistoryError: the history cannot happen in this game.
        """
        return self._views(self.solution.state(history).history)

    def hands(self, history: str, group: str) -> tuple[GroupSummary, ...]:
        """The likeliest hands of a group, those that keep the same ranks together.

        Raises:
            HistoryError: the history cannot happen, or nobody is to act.
            ConfigurationError: no such group.
        """
        return self._hands(history, group)

    def _view(self, history: str) -> View:
        state = self.solution.state(history)
        summary = self.solution.summary(state, BY) if state.actions else None
        guessed = self.solution.evaluator.ranges(state).guessed
        return View(state, summary, self.solution.ranges(state, BY), guessed)

    def _hands_of(self, history: str, group: str) -> tuple[GroupSummary, ...]:
        return self.solution.hands_of(group, history, BY)


@lru_cache(maxsize=1)
def explorer_of(solution: Solution) -> Explorer:
    """The explorer that all tabs share, until another solution is explored."""
    return Explorer(solution)


def reasons(
    advice: Advice, thresholds: Thresholds = DEFAULT, unit: Unit = SMALL_BETS
) -> tuple[str, ...]:
    """Why the best action is best, in a few sentences."""
    best = advice.best
    answer = Answer(best.code, best.discards(advice.hand))
    return explain(advice, grade(advice, answer, thresholds), unit=unit)
