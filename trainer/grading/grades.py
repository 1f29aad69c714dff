"""Grades: what an answer loses against the best one, in small bets."""

from dataclasses import dataclass
from enum import StrEnum

from solver.cards import format_cards
from solver.errors import CardError, ConfigurationError
from solver.solution import ActionAdvice, Advice
from trainer.spots.spot import Answer


class Rating(StrEnum):
    """From no loss to a great one."""

    BEST = "best"
    CORRECT = "correct"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"

    @property
    def hit(self) -> bool:
        """Whether the answer needs no correction."""
        return self in (Rating.BEST, Rating.CORRECT)


@dataclass(frozen=True)
class Thresholds:
    """Where one rating ends and the next begins.

    A whole hand is worth about 0.1 small bets to the button: a mistake gives away half of that
    at a stroke, a blunder more than twice as much.

    Attributes:
        frequency: an action that the solution takes at least this often is correct, unless it
            loses as much as a blunder: an average of many iterations still holds some bad ones.
        best: losses below this, in small bets, count as none: it is what a suit that hardly
            matters makes of two equal discards.
        correct: losses below this, in small bets, are correct.
        mistake: smallest loss of a mistake, in small bets; what lies between is an inaccuracy.
        blunder: smallest loss of a blunder, in small bets.

    Raises:
        ConfigurationError: they are not in order.
    """

    frequency: float = 0.035
    best: float = 0.001
    correct: float = 0.01
    mistake: float = 0.05
    blunder: float = 0.25

    def __post_init__(self) -> None:
        losses = (self.best, self.correct, self.mistake, self.blunder)
        if not (losses[0] > 0 and list(losses) == sorted(losses) and 0 < self.frequency <= 1):
            raise ConfigurationError(
                f"thresholds of {', '.join(f'{loss:g}' for loss in losses)} small bets and a "
                f"frequency of {self.frequency:.4g}: give losses above 0, each at least as large "
                "as the one before, and a frequency above 0% and up to 100%"
            )


DEFAULT = Thresholds()


@dataclass(frozen=True)
class Grade:
    """What an answer is worth.

    Attributes:
        answer: what was answered.
        rating: the verdict.
        ev: what the answer wins from here on, in small bets.
        ev_lost: how much less that is than the best answer wins, in small bets; never negative.
        frequency: how often the solution does it; 0 for a draw that keeps worse cards than the
            best for its count.
        best: the action that wins most.
    """

    answer: Answer
    rating: Rating
    ev: float
    ev_lost: float
    frequency: float
    best: ActionAdvice


def grade(advice: Advice, answer: Answer, thresholds: Thresholds = DEFAULT) -> Grade:
    """Grade an answer by what it loses.

    Best is what wins most to within ``thresholds.best``, or what the solution does most often if
    that loses less than ``thresholds.correct``. Correct is what the solution does often enough, or
    what loses less than that. A draw is judged by the cards that go: keeping other cards than the
    best for their number is as frequent as its count only if they are worth the same to within
    ``thresholds.correct``, as when two suits make no difference.

    Args:
        advice: what the solution says of the spot.
        answer: what was done.
        thresholds: where ratings begin.

    Raises:
        HistoryError: the action is not possible here.
        CardError: discards that are not in the hand, or not as many as are drawn.
    """
    action, ev = _chosen(advice, answer)
    best = advice.best
    lost = max(best.ev - ev, 0.0)
    frequency = action.frequency if action.ev - ev < thresholds.correct else 0.0
    return Grade(answer, _rating(advice, lost, frequency, thresholds), ev, lost, frequency, best)


def _chosen(advice: Advice, answer: Answer) -> tuple[ActionAdvice, float]:
    """The action of an answer and the value of its very cards."""
    state = advice.state
    state.play(answer.code)
    action = advice.action(answer.code)
    if not state.drawing:
        return action, action.ev
    keep = answer.keep(advice.hand)
    if len(answer.discards) != int(answer.code) or len(keep) + len(answer.discards) != len(
        advice.hand
    ):
        raise CardError(
            f"discarding {format_cards(answer.discards)} of {format_cards(advice.hand)} is no draw "
            f"of {answer.code}; expected as many different cards of the hand"
        )
    return action, advice.keeps[keep]


def _rating(advice: Advice, lost: float, frequency: float, thresholds: Thresholds) -> Rating:
    usual = max(action.frequency for action in advice.actions)
    if lost < thresholds.best or (lost < thresholds.correct and frequency == usual):
        return Rating.BEST
    played = frequency >= thresholds.frequency and lost < thresholds.blunder
    if lost < thresholds.correct or played:
        return Rating.CORRECT
    if lost < thresholds.mistake:
        return Rating.INACCURACY
    return Rating.MISTAKE if lost < thresholds.blunder else Rating.BLUNDER
