"""Where the bets are lost: leaks by situation, the trend, a heat map, and all of it as CSV.

What a situation costs is what its answers lose on average times how often it comes up in play, so
that a rare blunder does not hide a small loss made in every hand.
"""

import csv
import io
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from solver import Solution, TripleDrawError
from solver.cards import format_cards
from solver.errors import ConfigurationError
from solver.solution import PackedSolution
from solver.stopping import stop_if_asked
from trainer.history import Decision, History, Session
from trainer.selfplay import Decisions, SelfPlay
from trainer.situations import DREW, FACING, HAND_CLASSES, Situation, hand_classes
from trainer.spots import Spot
from trainer.words import street_name

HUNDRED = 100
"""Hands to which costs refer."""

_HANDS, _PACKED_HANDS, _BATCH = 60_000, 4_000, 4_000
"""Hands that tell how often situations come up: about a second. With a packed solution, which has
to solve some of what they come to, fewer of them take some seconds."""

_SHAPE = (2, len(FACING), len(DREW), len(HAND_CLASSES))


@dataclass(frozen=True)
class Leak:
    """What a situation has cost.

    Attributes:
        situation: what it is.
        answers: how many were given.
        misses: how many of them were neither best nor correct.
        mean_lost: small bets lost an answer.
        frequency: how often a player meets it in a hand.
        cost: small bets lost in a hundred hands.
    """

    situation: Situation
    answers: int
    misses: int
    mean_lost: float
    frequency: float
    cost: float


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
        """Small bets lost in a hundred hands in all situations that were answered."""
        return sum(leak.cost for leak in self.leaks)


def progress(history: History, solution: Solution) -> Progress:
    """What the history says; takes a second or two the first time with a solution.

    Args:
        history: decisions in it that lack their situation are given it.
        solution: says how often situations come up.
    """
    name_situations(history, solution)
    frequencies = situation_frequencies(solution)
    decisions = history.decisions()
    found = leaks(decisions, frequencies)
    met = sum(leak.frequency for leak in found) / sum(frequencies.values())
    return Progress(decisions, found, history.sessions(), met)


@lru_cache(maxsize=4)
def situation_frequencies(solution: Solution) -> Mapping[Situation, float]:
    """How often a player meets each situation in a hand, both seats as often as each other."""
    counts: Counter[Situation] = Counter()
    random = np.random.default_rng(0)
    hands = _PACKED_HANDS if isinstance(solution, PackedSolution) else _HANDS
    for _ in range(hands // _BATCH):
        for decisions in SelfPlay(solution, _BATCH, random).play():
            stop_if_asked()
            counts += _count(solution, decisions)
    return {situation: count / (2 * hands) for situation, count in counts.items()}


def _count(solution: Solution, decisions: Decisions) -> Counter[Situation]:
    """Decisions of a level by situation; those with one action only are none."""
    seen = decisions.features(solution.tree)
    classes = hand_classes(solution.abstraction, len(solution.tree.draws) - seen.round)
    columns = (
        seen.seat,
        seen.facing,
        np.minimum(seen.opponent_drew, 2) + 1,
        classes[decisions.number].astype(np.int64),
    )
    codes = np.ravel_multi_index(columns, _SHAPE)[decisions.choices > 1]
    found, counts = np.unique(codes, return_counts=True)
    places = zip(*np.unravel_index(found, _SHAPE), strict=True)
    return Counter(
        {
            Situation(
                seen.round, seen.drawing, int(seat), FACING[facing], DREW[drew], HAND_CLASSES[held]
            ): int(count)
            for (seat, facing, drew, held), count in zip(places, counts, strict=True)
        }
    )


def name_situations(history: History, solution: Solution) -> int:
    """Find out the situations of decisions that were written down before there were any.

    Those that the game of the solution does not hold stay without.

    Returns:
        How many were found.
    """
    database = history.database
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
    """What each situation has cost, the dearest first.

    Args:
        decisions: answers; those without a situation, or with one that only another version
            knows, are left out.
        frequencies: from `situation_frequencies`; a situation that is not in it costs nothing, as
            it does not come up.
    """
    by_situation: dict[str, list[Decision]] = defaultdict(list)
    for decision in decisions:
        if decision.situation is not None:
            by_situation[decision.situation].append(decision)
    found = []
    for key, own in by_situation.items():
        with suppress(ConfigurationError):
            found.append(_leak(Situation.parse(key), own, frequencies))
    return sorted(found, key=lambda leak: (-leak.cost, leak.situation))


def _leak(
    situation: Situation, decisions: list[Decision], frequencies: Mapping[Situation, float]
) -> Leak:
    lost = sum(decision.ev_lost for decision in decisions) / len(decisions)
    misses = sum(not decision.rating.hit for decision in decisions)
    frequency = frequencies.get(situation, 0.0)
    return Leak(situation, len(decisions), misses, lost, frequency, HUNDRED * frequency * lost)


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
        "lost_per_100_hands",
    )  # fmt: skip
    return _csv(
        header,
        (
            (
                leak.situation.name, leak.situation.key, leak.answers, leak.misses,
                f"{leak.mean_lost:.4f}", f"{leak.frequency:.5f}", f"{leak.cost:.3f}",
            )
            for leak in found
        ),
    )  # fmt: skip


def sessions_csv(history: History) -> str:
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
            for one in history.sessions()
        ),
    )  # fmt: skip


def _csv(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return text.getvalue()
