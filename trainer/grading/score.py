"""A running score: how many answers of each rating, and what they lost."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from trainer.grading.grades import Grade, Rating


@dataclass(frozen=True)
class Score:
    """A score over some decisions.

    Attributes:
        ratings: how many answers of each rating; those with none may be missing.
        ev_lost: lost over all of them, in small bets.
        hands: whole hands that were played to the end.
        lost_in_hands: lost in those, in small bets.
    """

    ratings: Mapping[Rating, int] = field(default_factory=dict)
    ev_lost: float = 0.0
    hands: int = 0
    lost_in_hands: float = 0.0

    def __add__(self, other: "Score") -> "Score":
        ratings = {
            rating: count
            for rating in Rating
            if (count := self.ratings.get(rating, 0) + other.ratings.get(rating, 0))
        }
        return Score(
            ratings,
            self.ev_lost + other.ev_lost,
            self.hands + other.hands,
            self.lost_in_hands + other.lost_in_hands,
        )

    @property
    def decisions(self) -> int:
        """Number of answers."""
        return sum(self.ratings.values())

    @property
    def hits(self) -> int:
        """Number of answers that were best or correct."""
        return sum(count for rating, count in self.ratings.items() if rating.hit)

    @property
    def accuracy(self) -> float:
        """Share of hits; 0 without decisions."""
        return self.hits / self.decisions if self.decisions else 0.0

    @property
    def mean_lost(self) -> float:
        """Small bets lost per decision; 0 without decisions."""
        return self.ev_lost / self.decisions if self.decisions else 0.0

    @property
    def lost_per_hand(self) -> float:
        """Small bets lost per whole hand; 0 without hands."""
        return self.lost_in_hands / self.hands if self.hands else 0.0

    def share(self, rating: Rating) -> float:
        """Share of answers with a rating; 0 without decisions."""
        return self.ratings.get(rating, 0) / self.decisions if self.decisions else 0.0

    def with_grade(self, grade: Grade) -> "Score":
        """The score after one more answer."""
        return self + Score({grade.rating: 1}, grade.ev_lost)
