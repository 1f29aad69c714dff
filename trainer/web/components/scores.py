"""Scores: hits, what was lost, and the share of every grade as a bar."""

from trainer.grading.grades import Rating
from trainer.grading.score import Score
from trainer.spots.words import Unit
from trainer.web.components.still import show_still, still


def show_score(name: str, score: Score, unit: Unit) -> None:
    """One score under its name, such as ``This session``."""
    lines = [still("div", "score-name", name)]
    if score.decisions:
        lost = f"{unit.value(score.mean_lost)} lost a decision"
        if score.hands:
            lost += f", {unit.value(score.lost_per_hand)} a whole hand"
        given = [(rating, score.share(rating)) for rating in Rating if score.share(rating)]
        shares = (
            still("div", f"share rating-{rating}", css=f"flex-grow:{share:.4f}")
            for rating, share in given
        )
        lines += [
            still("div", "", f"{score.hits} of {score.decisions} right ({score.accuracy:.0%})"),
            still("div", "", lost),
            still("div", "range-bar", *shares, aria_hidden="true"),
            still("div", "quiet", ", ".join(f"{rating} {share:.0%}" for rating, share in given)),
        ]
    else:
        lines.append(still("div", "", "no answers yet"))
    show_still("div", "score-block", *lines)
