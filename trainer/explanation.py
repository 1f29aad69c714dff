"""Why an answer is good or bad, in one line of plain words made of real figures."""

from solver.abstraction.report import LEAST_TOLD
from solver.cards import format_cards
from solver.solution import ActionAdvice, Advice
from trainer.grading import Grade, Rating
from trainer.words import chips, doing, figure, small_bets


def explain(advice: Advice, grade: Grade) -> str:
    """One line of why: what the answer earns against the alternative, then the price of a call.

    The alternative is the best action, or the second best if the answer is the best. A correct
    answer says how often the solution gives it. The chance to win is told where it is known, in
    the last round.
    """
    parts = [_comparison(advice, grade)]
    if grade.rating is Rating.CORRECT and grade.frequency >= LEAST_TOLD:
        parts.append(f"the solution does it {grade.frequency:.0%} of the time")
    if not advice.state.drawing:
        parts += _price(advice)
    return "; ".join(parts) + "."


def _comparison(advice: Advice, grade: Grade) -> str:
    hand, best = advice.hand, grade.best
    mine = _doing(grade.answer.code, grade.answer.discards)
    top = _doing(best.code, best.discards(hand))
    if len(advice.actions) == 1:
        text = f"{mine} is all that can be done here and earns {small_bets(grade.ev)}"
    elif mine != top:
        if not float(figure(grade.ev_lost)):
            text = f"{mine} and {top} earn the same, {small_bets(grade.ev)}"
        else:
            text = (
                f"{mine} earns {figure(grade.ev)}, {top} {figure(best.ev)}: "
                f"{small_bets(grade.ev_lost)} lost"
            )
    else:
        second = _second(advice, best)
        other = _doing(second.code, second.discards(hand))
        text = (
            f"{mine} earns {figure(grade.ev)}, {small_bets(best.ev - second.ev)} more than {other}"
        )
    return text[0].upper() + text[1:]


def _second(advice: Advice, best: ActionAdvice) -> ActionAdvice:
    return max((action for action in advice.actions if action is not best), key=lambda a: a.ev)


def _doing(code: str, discards: tuple[int, ...]) -> str:
    return f"discarding {format_cards(discards, ' ')}" if discards else doing(code)


def _price(advice: Advice) -> list[str]:
    """What a call needs, and in the last round what the hand has."""
    state, equity = advice.state, advice.equity
    parts = []
    if state.to_call:
        needed = state.to_call / (state.pot + state.to_call)
        later = ", later bets aside" if equity is None else ""
        parts.append(
            f"a call of {chips(state.to_call)} into a pot of {state.pot:g} needs a {needed:.0%} "
            f"chance to win{later}"
        )
    if equity is not None:
        parts.append(f"this hand wins {equity:.0%} of showdowns against the opponent's range")
    return parts
