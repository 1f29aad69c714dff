"""What each grade means, in words made of the thresholds that hold."""

from trainer.grading.grades import Rating, Thresholds
from trainer.spots.words import SMALL_BETS, Unit


def meanings(thresholds: Thresholds, unit: Unit = SMALL_BETS) -> dict[Rating, str]:
    """Every rating with what has to be lost for it."""
    limits = thresholds
    return {
        Rating.BEST: "nothing lost",
        Rating.CORRECT: (
            f"less than {unit.limit(limits.correct)} lost, or what the solution does at least "
            f"{limits.frequency:.1%} of the time, blunders apart"
        ),
        Rating.INACCURACY: f"less than {unit.limit(limits.mistake)} lost",
        Rating.MISTAKE: f"less than {unit.limit(limits.blunder)} lost",
        Rating.BLUNDER: f"{unit.limit(limits.blunder)} or more lost",
    }
