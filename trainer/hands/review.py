"""Own hand histories, graded decision by decision.

Only hands that were heads-up from the deal are graded. With three players dealt in, who folds has
told something, and what is left is another game than the one that was solved.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from solver import Solution
from solver.errors import HistoryError
from solver.table import log_to_json
from solver.table.histories import Note, PlayedHand, Refusal, find_files, import_files
from trainer.grading.grades import DEFAULT, Rating, Thresholds
from trainer.hands.hand_grading import Judged, judge_hand
from trainer.hands.replays import Step, steps_of
from trainer.spots.spot import Spot

NOBODY = "it is not told whose hand it is; name the player"

Report = Callable[[int], None]
"""Called after every hand with the number of hands read."""


@dataclass(frozen=True)
class ReviewedHand:
    """A hand of a history.

    Attributes:
        name: what it is called: site and number, or file and place.
        file: where it is from.
        players: names in the order of the deal.
        seat: of the player who is graded; None if nobody is.
        steps: the whole hand, for a replay.
        decisions: of the player, graded or not.
        won: what the player won after rake, in small bets.
    """

    name: str
    file: Path
    players: tuple[str, ...]
    seat: int | None
    steps: tuple[Step, ...]
    decisions: tuple[Judged, ...]
    won: float

    @property
    def ev_lost(self) -> float:
        """Lost by the decisions that are graded, in small bets."""
        return sum(one.grade.ev_lost for one in self.decisions if one.grade is not None)

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why decisions are not graded, each reason once."""
        if self.seat is None:
            return (NOBODY,)
        notes = (one.notes[-1] for one in self.decisions if one.grade is None and one.notes)
        return tuple(dict.fromkeys(notes))

    @property
    def graded(self) -> int:
        """How many decisions are graded."""
        return sum(one.grade is not None for one in self.decisions)


@dataclass(frozen=True)
class ReviewedDecision:
    """A graded decision with the hand that it is from."""

    hand: ReviewedHand
    judged: Judged

    @property
    def ev_lost(self) -> float:
        """In small bets."""
        return self.judged.grade.ev_lost if self.judged.grade is not None else 0.0


@dataclass(frozen=True)
class Counts:
    """Sums over all hands of a review.

    Attributes:
        graded: decisions that are graded.
        graded_hands: hands in which there is one.
        ev_lost: by all of them, in small bets.
        not_graded: decisions that are not graded.
        reasons: why, and how often; hands without a player to grade count there, too.
    """

    graded: int
    graded_hands: int
    ev_lost: float
    not_graded: int
    reasons: Counter[str]


@dataclass(frozen=True)
class Review:
    """What some hand histories came to.

    Attributes:
        hands: all hands read, in the order of the files.
        duplicates: hands that were read before in these files.
        skipped: hands of other games and the like, by reason.
        refused: hands that cannot be read, with their file.
        notes: what was read only in part or by a guess, with its file.
    """

    hands: tuple[ReviewedHand, ...]
    duplicates: int
    skipped: Counter[str]
    refused: tuple[tuple[Path, Refusal], ...]
    notes: tuple[tuple[Path, Note], ...]

    @property
    def graded_hands(self) -> int:
        """Hands with a graded decision."""
        return sum(hand.graded > 0 for hand in self.hands)

    @property
    def ev_lost(self) -> float:
        """Lost by all graded decisions, in small bets."""
        return sum(hand.ev_lost for hand in self.hands)

    @property
    def not_graded(self) -> Counter[str]:
        """Decisions that are not graded, by reason; and hands without a player to grade."""
        reasons = Counter(
            one.notes[-1]
            for hand in self.hands
            for one in hand.decisions
            if one.grade is None and one.notes
        )
        nobody = sum(hand.seat is None for hand in self.hands)
        return reasons + Counter({NOBODY: nobody})

    def counts(self) -> Counts:
        """Sums over all hands."""
        return Counts(
            sum(hand.graded for hand in self.hands),
            self.graded_hands,
            self.ev_lost,
            sum(one.grade is None for hand in self.hands for one in hand.decisions),
            self.not_graded,
        )

    def decisions(
        self,
        *,
        ratings: Sequence[Rating] = (),
        least_lost: float = 0.0,
        streets: Sequence[int] = (),
        drawing: bool | None = None,
        seat: int | None = None,
    ) -> list[ReviewedDecision]:
        """Graded decisions, the dearest first.

        Args:
            ratings: only these; all if there are none.
            least_lost: only those that lost at least this, in small bets.
            streets: only these betting rounds, from 0, or the draws after them.
            drawing: only draws, or only bets.
            seat: only those of the big blind (0) or of the button (1).
        """
        found = [
            ReviewedDecision(hand, one)
            for hand in self.hands
            for one in hand.decisions
            if one.grade is not None
            and one.situation is not None
            and (not ratings or one.grade.rating in ratings)
            and one.grade.ev_lost >= least_lost
            and (not streets or one.situation.round in streets)
            and (drawing is None or one.situation.drawing == drawing)
            and (seat is None or one.seat == seat)
        ]
        return sorted(found, key=lambda one: -one.ev_lost)

    def spots(self, least_lost: float) -> "SpotList":
        """The mistakes to be drilled, the dearest first.

        Args:
            least_lost: only those that lost at least this, in small bets.
        """
        dear = self.decisions(least_lost=least_lost)
        return SpotList([one.judged.spot for one in dear if one.judged.spot is not None])


class SpotList:
    """Given spots, asked one after the other.

    Args:
        spots: in the order in which they are asked.
    """

    def __init__(self, spots: Sequence[Spot]):
        self.spots = tuple(spots)
        self._asked = 0

    def spot(self) -> Spot | None:
        """The next one; None if all were asked."""
        if self._asked == len(self.spots):
            return None
        self._asked += 1
        return self.spots[self._asked - 1]


def review(
    solution: Solution,
    paths: Sequence[Path],
    *,
    player: str | None = None,
    thresholds: Thresholds = DEFAULT,
    report: Report | None = None,
) -> Review:
    """Grade hand histories.

    Args:
        solution: what decisions are graded against.
        paths: files of PokerStars, Full Tilt or PHH, or folders of them.
        player: whose decisions are graded; by default the player whose cards the site deals face
            up, or the only one whose first cards are known.
        thresholds: where ratings begin.
        report: told how far it is.

    Raises:
        HistoryError: a path that does not exist, no file at all, or no hand of the player.
    """
    hands: list[ReviewedHand] = []
    seen: set[str] = set()
    duplicates, skipped = 0, Counter[str]()
    refused: list[tuple[Path, Refusal]] = []
    notes: list[tuple[Path, Note]] = []
    for file in import_files(find_files(paths)):
        skipped.update(file.skipped)
        refused += [(file.path, refusal) for refusal in file.refused]
        notes += [(file.path, note) for note in file.notes]
        for place, played in enumerate(file.hands, 1):
            identity = _identity(played)
            if identity in seen:
                duplicates += 1
                continue
            seen.add(identity)
            name = _name(played, file.path, place)
            hands.append(_reviewed(solution, played, name, file.path, player, thresholds))
            if report is not None:
                report(len(hands) + duplicates)
    if player is not None and hands and all(hand.seat is None for hand in hands):
        names = sorted({name for hand in hands for name in hand.players})
        raise HistoryError(f"no hand of {player!r}; the players are {', '.join(names)}")
    return Review(tuple(hands), duplicates, skipped, tuple(refused), tuple(notes))


def _reviewed(
    solution: Solution,
    played: PlayedHand,
    name: str,
    file: Path,
    player: str | None,
    thresholds: Thresholds,
) -> ReviewedHand:
    names = tuple(played.info.get("players") or map(str, range(played.state.setup.seats)))
    seat = _seat(played, names, player)
    steps = steps_of(played.state)
    decisions: tuple[Judged, ...] = ()
    won = 0.0
    if seat is not None:
        decisions = judge_hand(solution, steps, seat, thresholds)
        setup = played.state.setup
        won = (played.finishing_stacks[seat] - setup.stacks[seat]) / setup.small_bet
    return ReviewedHand(name, file, names, seat, steps, decisions, won)


def _seat(played: PlayedHand, names: tuple[str, ...], player: str | None) -> int | None:
    """Seat of the player to grade."""
    wanted = player or played.info.get("_hero")
    if wanted is not None:
        return names.index(wanted) if wanted in names else None
    known = [seat for seat, cards in enumerate(_dealt(played)) if min(cards) >= 0]
    return known[0] if len(known) == 1 else None


def _dealt(played: PlayedHand) -> list[tuple[int, ...]]:
    """First hands of all seats."""
    seats = played.state.setup.seats
    order = played.state.deck.order
    return [order[seat : 5 * seats : seats] for seat in range(seats)]


def _identity(played: PlayedHand) -> str:
    """What tells hands apart: site and number, or else everything that happened."""
    number = played.info.get("hand")
    if number is not None and "venue" in played.info:
        return f"{played.info['venue']} {number}"
    facts = [str(played.info.get(key)) for key in ("players", "table", "year", "month", "day")]
    return log_to_json(played.log) + " ".join((*facts, str(played.info.get("time"))))


def _name(played: PlayedHand, file: Path, place: int) -> str:
    number = played.info.get("hand")
    if number is None:
        return f"{file.name}, hand {place}"
    return f"{played.info.get('venue', file.name)} {number}"
