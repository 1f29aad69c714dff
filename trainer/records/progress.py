"""Where the bets are lost: leaks by situation, the trend, a heat map, and all of it as CSV.

What a situation costs is what its answers lose on average times how often it comes up in play, so
that a rare blunder does not hide a small loss made in every hand. Few answers are not taken at
their word (`leaks`).
"""

import csv
import io
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from solver import Solution, TripleDrawError
from solver.cards import format_cards
from solver.errors import ConfigurationError
from solver.stopping import Report
from trainer.records.frequencies import situation_frequencies
from trainer.records.practice_log import Decision, PracticeLog, Session
from trainer.spots.situations import HAND_CLASSES, Situation
from trainer.spots.spot import Spot
from trainer.spots.words import street_name

HUNDRED = 100
"""Hands to which costs refer."""

USUAL = 0.02
"""Small bets that an answer loses as far as nobody knows the player yet."""

_USUAL_ANSWERS = 20
"""Answers that this first guess counts as much as."""

_OWN_ANSWERS = 10
"""Answers in a situation that the player's mean over all situations counts as much as there."""

_SPREAD = 4.0
"""Standard deviation of the loss of an answer in its means, as far as nobody knows the player yet:
most answers lose nothing, a few a lot."""

_SURE = 1.645
"""Standard deviations to either side that hold the mean in nine of ten cases."""


@dataclass(frozen=True)
class Leak:
    """What a situation has cost.

    Attributes:
        situation: what it is.
        answers: how many were given.
        misses: how many of them were neither best nor correct.
        mean_lost: small bets lost an answer so far.
        frequency: how often a player meets it in a hand.
        cost: estimate of the small bets lost in a hundred hands.
        least: lower end of what that may be, in nine of ten cases.
        most: upper end.
    """

    situation: Situation
    answers: int
    misses: int
    mean_lost: float
    frequency: float
    cost: float
    least: float
    most: float


@dataclass(frozen=True)
class HeatMap:
    """Losses by street and class of hands.

    Attributes:
        streets: names of the rows.
        classes: names of the columns.
        mean_lost: small bets lost an answer, shape (streets, classes); NaN without answers.
        answers: how many were given, shape (streets, classes).
        cost: small bets lost in a hundred hands, shape (streets, classes).
    """

    streets: tuple[str, ...]
    classes: tuple[str, ...]
    mean_lost: NDArray[np.float64]
    answers: NDArray[np.int64]
    cost: NDArray[np.float64]


@dataclass(frozen=True)
class TrendPoint:
    """Mean loss of an answer and those before it.

    Attributes:
        answered: when, in UTC.
        mean_lost: small bets lost an answer, over the latest answers up to this one.
        accuracy: share of hits among them.
    """

    answered: datetime
    mean_lost: float
    accuracy: float


@dataclass(frozen=True)
class Progress:
    """All that has been practised, and where the bets are lost.

    Attributes:
        decisions: in the order answered.
        leaks: from `leaks`, the dearest first.
        sessions: the latest first.
        covered: share of all decisions in play that are of a kind answered at least once.
    """

    decisions: list[Decision]
    leaks: list[Leak]
    sessions: list[Session]
    covered: float

    @property
    def cost(self) -> float:
        """Estimate of the small bets lost in a hundred hands, over all situations answered."""
        return sum(leak.cost for leak in self.leaks)


def progress(log: PracticeLog, solution: Solution, report: Report | None = None) -> Progress:
    """What the log says; takes a second or two the first time with a solution.

    Args:
        log: decisions in it that lack their situation are given it. What is counted once for a
            solution is kept beside it.
        solution: says how often situations come up.
        report: told how far that is.
    """
    name_situations(log, solution)
    frequencies = situation_frequencies(solution, log.path.parent, report)
    decisions = log.decisions()
    found = leaks(decisions, frequencies)
    met = sum(leak.frequency for leak in found) / sum(frequencies.values())
    return Progress(decisions, found, log.sessions(), met)


def name_situations(log: PracticeLog, solution: Solution) -> int:
    """Find out the situations of decisions that were written down before there were any.

    Those that the game of the solution does not hold stay without.

    Returns:
        How many were found.
    """
    database = log.database
    rows = database.read("SELECT id, history, hands FROM decisions WHERE situation IS NULL")
    found = []
    for number, public, hands in rows:
        with suppress(TripleDrawError):
            spot = Spot.read(solution, public, hands)
            found.append((Situation.of(solution, spot).key, number))
    with database.transaction():
        for values in found:
            database.write("UPDATE decisions SET situation = ? WHERE id = ?", values)
    return len(found)


def leaks(decisions: Iterable[Decision], frequencies: Mapping[Situation, float]) -> list[Leak]:
    """What each situation costs, those first that surely cost the most.

    A few answers say little. What a situation loses is taken to lie between what was lost in it
    and what the player loses on average, the nearer to the former the more answers there are; and
    that average in turn begins at a usual one. Situations are ranked by the lower end of the
    interval that holds the cost in nine of ten cases.

    Args:
        decisions: answers; those without a situation, or with one that only another version
            knows, are left out.
        frequencies: from `trainer.records.frequencies`; a situation that is not in it costs
            nothing, as it does not come up.
    """
    by_situation: dict[str, list[float]] = defaultdict(list)
    misses: Counter[str] = Counter()
    for decision in decisions:
        if decision.situation is not None:
            by_situation[decision.situation].append(decision.ev_lost)
            misses[decision.situation] += not decision.rating.hit
    everything = [lost for own in by_situation.values() for lost in own]
    usual = _Loss.of(everything, _Loss(USUAL, _SPREAD * USUAL), _USUAL_ANSWERS)
    found = []
    for key, own in by_situation.items():
        with suppress(ConfigurationError):
            situation = Situation.parse(key)
            frequency = frequencies.get(situation, 0.0)
            found.append(_leak(situation, own, misses[key], frequency, usual))
    return sorted(found, key=lambda leak: (-leak.least, -leak.cost, leak.situation))


@dataclass(frozen=True)
class _Loss:
    """What is believed of the loss of an answer: its mean and its standard deviation."""

    mean: float
    spread: float

    @classmethod
    def of(cls, lost: Sequence[float], before: "_Loss", weight: int) -> "_Loss":
        """Belief after some losses, that before counting as much as so many answers."""
        whole = len(lost) + weight
        mean = (sum(lost) + weight * before.mean) / whole
        squares = sum((one - mean) ** 2 for one in lost)
        squares += weight * (before.spread**2 + (before.mean - mean) ** 2)
        return cls(mean, sqrt(squares / whole))


def _leak(
    situation: Situation, lost: Sequence[float], misses: int, frequency: float, usual: _Loss
) -> Leak:
    belief = _Loss.of(lost, usual, _OWN_ANSWERS)
    error = belief.spread / sqrt(len(lost) + _OWN_ANSWERS)
    least, most = (_end(belief.mean, error, sign * _SURE) for sign in (-1, 1))
    hundred = HUNDRED * frequency
    return Leak(
        situation,
        len(lost),
        misses,
        sum(lost) / len(lost),
        frequency,
        hundred * belief.mean,
        hundred * least,
        hundred * most,
    )


def _end(mean: float, error: float, deviations: float) -> float:
    """End of an interval around a mean that cannot be negative (Wilson and Hilferty 1931).

    The mean is taken to be gamma distributed; the cube root of such a quantity is nearly normal.
    """
    shape = (error / mean) ** 2 / 9 if mean else 0.0
    return mean * max(1 - shape + deviations * sqrt(shape), 0.0) ** 3


def heat_map(found: Sequence[Leak]) -> HeatMap:
    """Losses by street and class of hands."""
    streets = [(number, drawing) for number in range(4) for drawing in (False, True)][:-1]
    shape = (len(streets), len(HAND_CLASSES))
    lost, cost, answers = np.zeros(shape), np.zeros(shape), np.zeros(shape, np.int64)
    for leak in found:
        row = streets.index((leak.situation.round, leak.situation.drawing))
        place = row, HAND_CLASSES.index(leak.situation.hand)
        lost[place] += leak.mean_lost * leak.answers
        answers[place] += leak.answers
        cost[place] += leak.cost
    mean = np.divide(lost, answers, out=np.full(shape, np.nan), where=answers > 0)
    names = tuple(street_name(number, drawing) for number, drawing in streets)
    return HeatMap(names, HAND_CLASSES, mean, answers, cost)


def trend(decisions: Sequence[Decision], window: int = 100) -> list[TrendPoint]:
    """Running mean over the latest answers, one point an answer.

    Args:
        decisions: in the order answered.
        window: how many answers a point looks back on, this one included.
    """
    lost = np.cumsum([0.0, *(decision.ev_lost for decision in decisions)])
    hits = np.cumsum([0, *(decision.rating.hit for decision in decisions)])
    points = []
    for last, decision in enumerate(decisions, 1):
        first = max(last - window, 0)
        points.append(
            TrendPoint(
                decision.answered,
                float(lost[last] - lost[first]) / (last - first),
                float(hits[last] - hits[first]) / (last - first),
            )
        )
    return points


def decisions_csv(decisions: Iterable[Decision]) -> str:
    """All answers as CSV, one line each; losses in small bets."""
    header = (
        "answered", "session", "situation", "history", "hands", "answer", "discards", "best",
        "rating", "ev_lost", "seconds", "roll_asked", "hand", "solution",
    )  # fmt: skip
    return _csv(
        header,
        (
            (
                one.answered.isoformat(), one.session, one.situation or "", one.history, one.hands,
                one.answer.code, format_cards(one.answer.discards), one.best, one.rating.value,
                f"{one.ev_lost:.4f}", one.milliseconds / 1000, one.asked or "", one.hand or "",
                one.solution,
            )
            for one in decisions
        ),
    )  # fmt: skip


def leaks_csv(found: Iterable[Leak]) -> str:
    """Leaks as CSV, one line a situation; amounts in small bets."""
    header = (
        "situation", "key", "answers", "misses", "mean_lost", "times_per_hand",
        "lost_per_100_hands", "at_least", "at_most",
    )  # fmt: skip
    return _csv(
        header,
        (
            (
                leak.situation.name, leak.situation.key, leak.answers, leak.misses,
                f"{leak.mean_lost:.4f}", f"{leak.frequency:.5f}", f"{leak.cost:.3f}",
                f"{leak.least:.3f}", f"{leak.most:.3f}",
            )
            for leak in found
        ),
    )  # fmt: skip


def sessions_csv(log: PracticeLog) -> str:
    """Sessions as CSV, the latest first; losses in small bets."""
    header = (
        "session", "started", "mode", "answers", "right", "ev_lost", "lost_per_answer", "hands",
        "lost_per_hand",
    )  # fmt: skip
    return _csv(
        header,
        (
            (
                one.number, one.started.isoformat(), one.mode, one.score.decisions, one.score.hits,
                f"{one.score.ev_lost:.4f}", f"{one.score.mean_lost:.4f}", one.score.hands,
                f"{one.score.lost_per_hand:.4f}",
            )
            for one in log.sessions()
        ),
    )  # fmt: skip


def _csv(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return text.getvalue()
