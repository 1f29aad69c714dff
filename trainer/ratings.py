"""What each grade means, in words made of the thresholds that hold."""

from trainer.grading import Rating, Thresholds


def meanings(thresholds: Thresholds) -> dict[Rating, str]:
    """Every rating with what has to be lost for it, in small bets."""
    limits = thresholds
    return {
        Rating.BEST: "nothing lost",
        Rating.CORRECT: (
            f"less than {limits.correct:g} small bets lost, or what the solution does at least "
            f"{limits.frequency:.1%} of the time, blunders apart"
        ),
        Rating.INACCURACY: f"less than {limits.mistake:g} lost",
        Rating.MISTAKE: f"less than {limits.blunder:g} lost",
        Rating.BLUNDER: f"{limits.blunder:g} or more lost",
    }
