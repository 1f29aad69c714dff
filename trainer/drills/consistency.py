"""Whether answers contradict themselves: frequencies, values and grades over spots of a drill.

The trainer shows how often a hand takes each action, what each is worth, and grades by both. Here
all three are held against each other, for every answer that a player could give.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from typing import Self

from solver import Solution
from solver.solution import Advice
from solver.stopping import Report, stop_if_asked, tell
from trainer.drills.drill import Drill, DrillDealer
from trainer.grading.grades import DEFAULT, Rating, Thresholds, grade
from trainer.spots.spot import Answer

NEAR, FAR, OFTEN = 0.02, 0.05, 0.2
"""Small bets that the action taken most often may lose, small bets that no correct answer loses,
and how often an action is taken that may not be graded worse than correct."""


@dataclass(frozen=True)
class Consistency:
    """What was found over some spots.

    Attributes:
        spots: how many.
        own_loss: mean loss of what the solution does by its own values, in small bets a decision.
        near: share of the spots in which the action taken most often loses less than `NEAR`.
        most_lost: most that such an action loses, in small bets.
        punished: actions taken in `OFTEN` of the cases or more and graded worse than correct.
        excused: answers that lose more than `FAR` and are graded correct or best.
        astray: answers graded best that lose as much as the thresholds call correct, or more.
    """

    spots: int
    own_loss: float
    near: float
    most_lost: float
    punished: int
    excused: int
    astray: int

    @classmethod
    def of(cls, advices: Iterable[Advice], thresholds: Thresholds = DEFAULT) -> Self:
        """Look through the answers to some spots, at least one."""
        spots = near = punished = excused = astray = 0
        own_loss = most_lost = 0.0
        for advice in advices:
            spots += 1
            best = advice.best.ev
            own_loss += sum(action.frequency * (best - action.ev) for action in advice.actions)
            usual = max(advice.actions, key=lambda action: action.frequency)
            near += best - usual.ev < NEAR
            most_lost = max(most_lost, best - usual.ev)
            for answer in _answers(advice):
                given = grade(advice, answer, thresholds)
                punished += given.frequency >= OFTEN and not given.rating.hit
                excused += given.ev_lost > FAR and given.rating.hit
                astray += given.rating is Rating.BEST and given.ev_lost >= thresholds.correct
        return cls(spots, own_loss / spots, near / spots, most_lost, punished, excused, astray)


def check_drill(
    solution: Solution,
    drill: Drill,
    spots: int,
    *,
    seed: int = 0,
    report: Report | None = None,
) -> Consistency:
    """Look through the answers to spots of a drill.

    Args:
        solution: whose answers.
        drill: where spots are from.
        spots: how many.
        seed: of the spots.
        report: told how many are behind; may end it.

    Raises:
        DrillError: the solution's play brings up no spot.
        Stopped: they are not wanted any more (`solver.stopping`).
    """
    dealer = DrillDealer(solution, drill, seed)

    def advices() -> Iterable[Advice]:
        for number in range(spots):
            stop_if_asked()
            tell(report, number, spots)
            spot = dealer.spot()
            yield solution.advise(spot.hand, spot.state)

    return Consistency.of(advices())


def _answers(advice: Advice) -> Iterable[Answer]:
    """Every answer to a spot; at a draw every set of cards to throw away."""
    if not advice.state.drawing:
        return [Answer(action.code) for action in advice.actions]
    counts = range(len(advice.actions))
    return [Answer.draw(gone) for count in counts for gone in combinations(advice.hand, count)]
