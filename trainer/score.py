"""A running score: how many answers of each rating, and what they lost."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from trainer.grading import Grade, Rating


@dataclass(frozen=True)
class Score:
    """A score over some decisions.

    Attributes:
        ratings: how many answers of each rating; those with none may be missing.
        ev_lost: lost over all of them, in small bets.
    """

    ratings: Mapping[Rating, int] = field(default_factory=dict)
    ev_lost: float = 0.0

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

    def with_grade(self, grade: Grade) -> "Score":
        """The score after one more answer."""
        counts = dict(self.ratings)
        counts[grade.rating] = counts.get(grade.rating, 0) + 1
        return Score(counts, self.ev_lost + grade.ev_lost)
