"""What has been practised: sessions, hands and decisions, kept in the trainer's database."""

import hashlib
import json
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Self

from solver import Solution
from solver.cards import format_cards, parse_cards
from solver.errors import CardError
from trainer.grading.grades import Grade, Rating
from trainer.grading.score import Score
from trainer.records.database import Database
from trainer.spots.spot import Answer, Spot


@dataclass(frozen=True)
class Decision:
    """One answered spot.

    Attributes:
        session: number of its session.
        answered: when, in UTC.
        solution: identity of the solution that graded it, see `solution_identity`.
        history: public history of the spot.
        hands: the player's hands, as `Spot.read` takes them.
        answer: what was answered.
        best: code of the best action.
        rating: the verdict.
        ev_lost: in small bets.
        milliseconds: time taken to answer.
        situation: key of its `trainer.spots.situations.Situation`; None if it was written down
            before there were any.
        asked: code of the action that a roll asked for; None without a roll.
        hand: number of the whole hand that it was part of; None for a single decision.
    """

    session: int
    answered: datetime
    solution: str
    history: str
    hands: str
    answer: Answer
    best: str
    rating: Rating
    ev_lost: float
    milliseconds: int
    situation: str | None = None
    asked: str | None = None
    hand: int | None = None


@dataclass(frozen=True)
class HandRecord:
    """A whole hand that was played; amounts in small bets.

    Attributes:
        session: number of its session.
        played: when, in UTC.
        solution: identity of the opponent.
        seat: of the player.
        log: all events as JSON lines, see `solver.table.logs.log_from_json`.
        won: what the player won.
        expected: what a player who makes no mistake wins on average from the seat.
        ev_lost: what his decisions lost.
        card_luck: luck of the cards drawn.
    """

    session: int
    played: datetime
    solution: str
    seat: int
    log: str
    won: float
    expected: float
    ev_lost: float
    card_luck: float


@dataclass(frozen=True)
class Session:
    """A session of practice.

    Attributes:
        number: its number.
        started: when, in UTC.
        mode: what was practised.
        score: how it went.
    """

    number: int
    started: datetime
    mode: str
    score: Score


def solution_identity(solution: Solution) -> str:
    """Sixteen hex digits that tell solutions apart: what it was made from and how it went."""
    facts = {
        "configuration": solution.configuration.model_dump(mode="json"),
        "trace": [
            (entry.iteration, entry.exploitability, *entry.values) for entry in solution.trace
        ],
    }
    return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()[:16]


class PracticeLog:
    """The database of sessions and decisions. Use as a context manager, or close it.

    A file that is damaged or something else is kept aside under another name and a new one begun.

    Args:
        directory: where it lies; the user's data directory by default.

    Attributes:
        database: the database, for what else is kept in it.

    Raises:
        PracticeLogError: it cannot be opened, or a newer version of the program wrote it.
    """

    def __init__(self, directory: str | Path | None = None):
        self.database = Database(directory)

    @property
    def path(self) -> Path:
        """The file."""
        return self.database.path

    @property
    def damaged(self) -> Path | None:
        """Where a damaged file was put; None if there was none."""
        return self.database.damaged

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the database."""
        self.database.close()

    def begin(self, mode: str) -> int:
        """Begin a session.

        Args:
            mode: what is practised, such as ``quiz``.

        Returns:
            Its number.
        """
        return self.database.write(
            "INSERT INTO sessions (started, mode) VALUES (?, ?)", (time.time(), mode)
        )

    def record(
        self,
        session: int,
        solution: str,
        spot: Spot,
        grade: Grade,
        milliseconds: int,
        *,
        situation: str | None = None,
        asked: str | None = None,
    ) -> int:
        """Write down an answer; it is safe once this returns.

        Args:
            session: from `begin`.
            solution: identity of the solution that graded.
            spot: what was asked.
            grade: what was answered, and how it was graded.
            milliseconds: time taken.
            situation: key of the situation.
            asked: code of the action that a roll asked for.

        Returns:
            Number of the decision.
        """
        answer = grade.answer
        values = (
            session, time.time(), solution, *spot.to_text(), answer.code,
            format_cards(answer.discards), grade.best.code, grade.rating.value, grade.ev_lost,
            milliseconds, situation, asked, None,
        )  # fmt: skip
        return self.database.write(
            f"INSERT INTO decisions ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            values,
        )

    def record_hand(self, hand: HandRecord, decisions: Sequence[int] = ()) -> int:
        """Write down a whole hand that was played to the end.

        Args:
            hand: the hand.
            decisions: numbers of the decisions that were part of it.

        Returns:
            Number of the hand.
        """
        values = (
            hand.session, hand.played.timestamp(), hand.solution, hand.seat, hand.log, hand.won,
            hand.expected, hand.ev_lost, hand.card_luck,
        )  # fmt: skip
        with self.database.transaction():
            number = self.database.write(
                f"INSERT INTO hands ({_HAND_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", values
            )
            for decision in decisions:
                self.database.write(
                    "UPDATE decisions SET hand = ? WHERE id = ?", (number, decision)
                )
        return number

    def hands(self, session: int | None = None) -> list[HandRecord]:
        """Whole hands in the order played, of one session or of all time."""
        rows = self.database.read(
            f"SELECT {_HAND_COLUMNS} FROM hands WHERE {_FINITE} "
            + ("" if session is None else "AND session = ? ")
            + "ORDER BY id",
            () if session is None else (session,),
        )
        found = []
        for number, played, *others in rows:
            with suppress(*_UNREADABLE):
                found.append(HandRecord(number, datetime.fromtimestamp(played, UTC), *others))
        return found

    def score(self, session: int | None = None) -> Score:
        """Score of one session, or of all time."""
        scores = self._scores("WHERE session = ?" if session is not None else "", session)
        return sum(scores.values(), Score())

    def sessions(self) -> list[Session]:
        """All sessions in which something was answered, the latest first."""
        scores = self._scores("")
        rows = self.database.read("SELECT id, started, mode FROM sessions ORDER BY id DESC")
        found = []
        for number, started, mode in rows:
            if number in scores:
                with suppress(*_UNREADABLE):
                    when = datetime.fromtimestamp(started, UTC)
                    found.append(Session(number, when, mode, scores[number]))
        return found

    def decisions(self, session: int | None = None) -> list[Decision]:
        """All decisions in the order answered, of one session or of all time."""
        rows = self.database.read(
            f"SELECT {_COLUMNS} FROM decisions "
            + f"WHERE {_FINITE} {'' if session is None else 'AND session = ? '}"
            + "ORDER BY id",
            () if session is None else (session,),
        )
        found = []
        for number, answered, solution, history, hands, code, discards, best, rating, lost, \
            milliseconds, situation, asked, hand in rows:  # fmt: skip
            with suppress(*_UNREADABLE):
                found.append(
                    Decision(
                        number, datetime.fromtimestamp(answered, UTC), solution, history, hands,
                        Answer(code, parse_cards(discards)), best, Rating(rating), lost,
                        milliseconds, situation, asked, hand,
                    )
                )  # fmt: skip
        return found

    def _scores(self, where: str, *values: int | None) -> dict[int, Score]:
        """Score of every session that has one; ratings of another version do not count."""
        where = f"{where} AND {_FINITE}" if where else f"WHERE {_FINITE}"
        given = [value for value in values if value is not None]
        scores: dict[int, Score] = {}
        for session, rating, count, lost in self.database.read(
            f"SELECT session, rating, count(*), sum(ev_lost) FROM decisions {where} "
            "GROUP BY session, rating",
            given,
        ):
            with suppress(ValueError):
                one = Score({Rating(rating): count}, lost)
                scores[session] = scores.get(session, Score()) + one
        for session, hands, lost in self.database.read(
            f"SELECT session, count(*), sum(ev_lost) FROM hands {where} GROUP BY session", given
        ):
            scores[session] = scores.get(session, Score()) + Score(hands=hands, lost_in_hands=lost)
        return scores


_COLUMNS = (
    "session, answered, solution, history, hands, answer, discards, best, rating, ev_lost, "
    "milliseconds, situation, asked, hand"
)

_FINITE = "abs(ev_lost) < 1e9"
"""What any answer can have lost."""

_UNREADABLE = (ValueError, OverflowError, OSError, CardError)
"""What a row raises that another version or program wrote; it is left out, and the others are read.

`OSError` is how some systems refuse a time that is none.
"""

_HAND_COLUMNS = "session, played, solution, seat, log, won, expected, ev_lost, card_luck"
