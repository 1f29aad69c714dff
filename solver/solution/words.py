"""What a terminal, a notebook and the trainer tell of an advice in the same words."""

from typing import TYPE_CHECKING

from solver.abstraction.report import shares_in_words

if TYPE_CHECKING:
    from solver.solution.advisor import Advice


def describe_range(advice: "Advice") -> str:
    """The opponent's range by kinds of hands, the largest first, and whether it is a guess."""
    shares = shares_in_words(advice.opponent)
    if advice.guessed:
        return (
            f"{shares} (a guess: the solution never plays as the opponent did, so this is the "
            "range before that action)"
        )
    return shares
