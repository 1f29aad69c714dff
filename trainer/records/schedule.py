"""Spaced repetition: situations come back when they are about to be forgotten.

What is scheduled is a `Situation`, not a hand: each time it comes back as a fresh spot. When, is
said by FSRS (Ye and others 2022, package `fsrs`) from what the answers lost and how long they took.
"""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any

import fsrs

from solver.errors import ConfigurationError
from trainer.grading.grades import Grade, Rating
from trainer.records.database import Database
from trainer.spots.situations import Situation

LONGEST = 60
"""Days after which a situation comes back at the latest."""

QUICK, SLOW = 4_000, 20_000
"""Milliseconds: a right answer in less was easy, in more hard."""

_STEP = timedelta(minutes=10)
"""When a situation comes back that was just missed, or met for the first time."""

_SCHEDULER = fsrs.Scheduler(
    learning_steps=(_STEP,), relearning_steps=(_STEP,), maximum_interval=LONGEST
)


@dataclass(frozen=True)
class Scheduled:
    """A situation that comes back.

    Attributes:
        situation: what it is.
        due: from when on, in UTC.
        answers: how many answers have counted.
        recall: estimated chance to get it right now.
    """

    situation: Situation
    due: datetime
    answers: int
    recall: float


@dataclass(frozen=True)
class Overview:
    """What there is to repeat; nothing here grows because somebody took a holiday.

    Attributes:
        due: situations due now.
        tomorrow: those that become due within a day.
        known: all that are scheduled.
        next: when the next one becomes due, in UTC; None if one is due, or there is none.
    """

    due: int
    tomorrow: int
    known: int
    next: datetime | None


def recall_rating(grade: Grade, milliseconds: int) -> fsrs.Rating:
    """What an answer says of how well a situation is known.

    Mistakes and blunders mean again, inaccuracies and slow hits hard, quick hits easy.
    """
    if not grade.rating.hit:
        lapse = grade.rating is not Rating.INACCURACY
        return fsrs.Rating.Again if lapse else fsrs.Rating.Hard
    if milliseconds > SLOW:
        return fsrs.Rating.Hard
    return fsrs.Rating.Easy if milliseconds < QUICK else fsrs.Rating.Good


class Schedule:
    """When situations come back, in the trainer's database.

    Args:
        database: where it is kept.
    """

    def __init__(self, database: Database):
        self._database = database

    def answer(
        self, situation: Situation, grade: Grade, milliseconds: int, now: datetime | None = None
    ) -> datetime:
        """Take an answer into account.

        A right answer before a situation is due changes nothing: many spots of one kind in a row
        would push it away for weeks by their number alone. A miss always counts.

        Args:
            situation: of the spot.
            grade: of the answer.
            milliseconds: time taken.
            now: when it was given; a time in UTC.

        Returns:
            When the situation is due next.
        """
        when = now or datetime.now(UTC)
        with self._database.transaction():
            rows = self._database.read(
                "SELECT card, answers FROM schedule WHERE situation = ?", (situation.key,)
            )
            card, answers = fsrs.Card(card_id=0, due=when), 0
            if rows:
                with suppress(*_UNREADABLE):
                    card, answers = _card(rows[0][0]), rows[0][1]
            if card.due > when and grade.rating.hit:
                return card.due
            card, _ = _SCHEDULER.review_card(card, recall_rating(grade, milliseconds), when)
            self._database.write(
                "INSERT OR REPLACE INTO schedule (situation, card, due, answers) "
                "VALUES (?, ?, ?, ?)",
                (situation.key, card.to_json(), card.due.timestamp(), answers + 1),
            )
        return card.due

    def due(self, now: datetime | None = None, limit: int | None = None) -> list[Scheduled]:
        """Situations due, those first that are likeliest forgotten.

        Args:
            now: a time in UTC.
            limit: how many at most.
        """
        when = now or datetime.now(UTC)
        rows = self._database.read(
            "SELECT situation, card, answers FROM schedule WHERE due <= ?", (when.timestamp(),)
        )
        return sorted(_scheduled(rows, when), key=lambda one: one.recall)[:limit]

    def all(self, now: datetime | None = None) -> list[Scheduled]:
        """All situations that are scheduled, the next one first."""
        when = now or datetime.now(UTC)
        rows = self._database.read("SELECT situation, card, answers FROM schedule ORDER BY due")
        return _scheduled(rows, when)

    def overview(self, now: datetime | None = None) -> Overview:
        """How much there is to repeat."""
        when = now or datetime.now(UTC)
        dates = [one.due for one in self.all(when)]
        later = [date for date in dates if date > when]
        tomorrow = sum(date <= when + timedelta(days=1) for date in later)
        waiting = len(dates) - len(later)
        return Overview(
            waiting, tomorrow, len(dates), min(later) if later and not waiting else None
        )

    def forget(self, situation: Situation) -> None:
        """No longer schedule a situation."""
        self._database.write("DELETE FROM schedule WHERE situation = ?", (situation.key,))


def per_day(scheduled: Iterable[Scheduled], now: datetime, days: int = 7) -> dict[date, int]:
    """How many situations come back on each of the next days, today first.

    Args:
        scheduled: situations; what has been due for longer counts today.
        now: the time, with the time zone whose days are meant.
        days: how many days, today included.
    """
    counts = {now.date() + timedelta(days=ahead): 0 for ahead in range(days)}
    for one in scheduled:
        day = max(one.due, now).astimezone(now.tzinfo).date()
        if day in counts:
            counts[day] += 1
    return counts


_UNREADABLE = (ConfigurationError, ValueError, KeyError, TypeError, AttributeError, ArithmeticError)
"""What text raises that is no situation or no card of this version."""


def _card(text: str) -> fsrs.Card:
    """A card from its JSON.

    Raises:
        ValueError, KeyError, TypeError, AttributeError: it is none.
    """
    card = fsrs.Card.from_json(text)
    if card.due.tzinfo is None:
        raise ValueError(f"{card.due} is in no time zone")
    return card


def _scheduled(rows: list[tuple[Any, ...]], now: datetime) -> list[Scheduled]:
    """What the rows say; what only another version can read is left out."""
    found = []
    for key, text, answers in rows:
        with suppress(*_UNREADABLE):
            situation = Situation.parse(key)
            card = _card(text)
            recall = float(_SCHEDULER.get_card_retrievability(card, now))
            found.append(Scheduled(situation, card.due, answers, recall))
    return found
