"""Why an answer is good or bad, in a player's words.

Nothing is said that the table of actions says already: frequencies and EVs are left to it. All
figures are computed (`trainer.grading.facts`).
"""

from collections.abc import Sequence

from solver.abstraction import LEAST_TOLD
from solver.cards import format_cards
from solver.game import BET, CALL, CHECK, FOLD, RAISE
from solver.solution import Advice
from trainer.grading.facts import EIGHT, Facts, Outcomes, Replies, aggressive, folds_needed, price
from trainer.grading.grades import Grade
from trainer.spots.hand_words import RANK_NAMES, dashed, held, with_article
from trainer.spots.words import SMALL_BETS, Unit, doing, sentence

EARLY = 0.05
"""Small bets: what later betting changes less than this is not told."""

CLEAR = 0.02
"""Difference of two chances that is told."""

HALF = 0.5

WEAK = 0.35
"""Chance to win up to which a bet on the end is looked at as a bluff."""

FEW = 0.05
"""Shares of pat hands up to which those of the ranges are not told: they are all draws."""

Keep = tuple[int, ...]


def explain(
    advice: Advice, grade: Grade, thrown: Sequence[int] = (), unit: Unit = SMALL_BETS
) -> tuple[str, ...]:
    """A few sentences on why.

    Args:
        advice: what the solution says.
        grade: of the answer.
        thrown: cards that the player has thrown away before.
        unit: how amounts are told.
    """
    facts = Facts(advice, thrown)
    if advice.state.drawing:
        return tuple(_of_draw(facts, grade))
    return tuple(_of_bet(facts, unit))


def _of_bet(facts: Facts, unit: Unit) -> list[str]:
    state, advice = facts.advice.state, facts.advice
    hand = held(advice.abstraction, advice.hand, state.draws_left)
    out = "once all have drawn, it" if state.draws_left else "it"
    told = [
        f"You hold {hand}: {out} beats the opponent's range in {facts.wins:.0%} of showdowns. "
        f"Your whole range does so in {facts.range_wins:.0%}.",
        *_ranges(facts),
    ]
    if state.to_call:
        told.append(_price(facts, unit))
    if (code := aggressive(state)) is not None and (replies := facts.replies(code)) is not None:
        told.append(_bet_and_replies(facts, code, replies))
    if CHECK in state.actions and (replies := facts.replies(CHECK)) is not None:
        told.append(f"If you check, the opponent bets {_percent(replies.shares.get(BET, 0))}.")
    return told


def _ranges(facts: Facts) -> list[str]:
    """What both ranges are made of."""
    seat = facts.advice.state.seat
    mine, his = facts.good(seat), facts.good(1 - seat)
    if not facts.advice.state.draws_left:
        good = "An eight or better makes up"
        return [f"{good} {mine:.0%} of your range and {his:.0%} of the opponent's."]
    if max(mine, his) < FEW:
        return []
    return [f"Of your range {mine:.0%} is pat, of the opponent's {his:.0%}."]


def _price(facts: Facts, unit: Unit) -> str:
    """What a call needs and has, and what later betting makes of it."""
    state, needed = facts.advice.state, price(facts.advice.state)
    words = (
        f"A call puts {unit.chips(state.to_call)} into a pot of {unit.bare(state.pot)}: "
        f"it takes a {needed:.0%} chance to win, and the hand has {facts.wins:.0%}."
    )
    if not state.draws_left:
        return words
    alone = facts.wins * (state.pot + state.to_call) - state.to_call
    later = facts.advice.action(CALL).ev - alone
    if abs(later) < EARLY:
        return f"{words} Later betting changes little."
    changed = f"adds {unit.value(later)}" if later > 0 else f"takes {unit.value(-later)} away"
    by_itself = f"{'win' if alone >= 0 else 'lose'} {unit.value(abs(alone))}"
    return f"{words} By that alone a call would {by_itself}; later betting {changed}."


def _bet_and_replies(facts: Facts, code: str, replies: Replies) -> str:
    """What the opponent does against a bet or raise, and whether it is for value or a bluff."""
    state = facts.advice.state
    what = "bet" if code == BET else "raise"
    does = [
        f"{verb} {share:.0%}"
        for verb, of in (("folds", FOLD), ("calls", CALL), ("raises", RAISE))
        if (share := replies.shares.get(of, 0.0)) >= LEAST_TOLD
    ]
    words = f"Against a {what} the opponent {_listed(does)} of the time."
    if replies.wins is None:
        return words
    words = f"{words} When called, you win {replies.wins:.0%}"
    if state.draws_left:
        return f"{words} of showdowns."
    if replies.wins >= HALF:
        return f"{words}: worse hands pay for it."
    words = f"{words}: better hands call more often than worse ones."
    if facts.wins > WEAK:
        return words
    needed, folds = folds_needed(state, code), replies.shares.get(FOLD, 0.0)
    return f"{words} As a bluff it needs {needed:.0%} folds and gets {folds:.0%}."


def _of_draw(facts: Facts, grade: Grade) -> list[str]:
    advice, best = facts.advice, grade.best
    hand, left = advice.hand, advice.state.draws_left
    told = [f"You hold {held(advice.abstraction, hand, left)}."]
    options = _options(facts, grade)
    wins = {keep: facts.wins_with(keep) for keep in options}
    parts = [
        f"{_keeping(hand, keep)} wins {chance:.0%} of showdowns"
        if not place
        else f"{_keeping(hand, keep)} {chance:.0%}"
        for place, (keep, chance) in enumerate(wins.items())
    ]
    told.append(f"{sentence(_listed(parts))}.")
    assert best.keep is not None
    top = max(wins, key=wins.__getitem__)
    if wins[top] - wins[best.keep] >= CLEAR:
        told.append(
            f"{sentence(_keeping(hand, best.keep))} wins fewer showdowns, but the betting "
            "afterwards more than makes up for it."
        )
    drawn_to = next((keep for keep in (best.keep, *options) if len(keep) < len(hand)), None)
    if drawn_to is not None:
        told += _cards_to_come(facts, drawn_to)
    told += _other_keep(facts, grade)
    told += _opponent_draws(facts, [str(len(hand) - len(keep)) for keep in options])
    return told


def _options(facts: Facts, grade: Grade) -> list[Keep]:
    """Cards that may be kept: by the answer, at best, most often; or else the next best count."""
    advice = facts.advice
    usual = max(advice.actions, key=lambda action: action.frequency)
    ranked = sorted(advice.actions, key=lambda action: -action.ev)
    keeps = [grade.answer.keep(advice.hand), grade.best.keep, usual.keep]
    found = list(dict.fromkeys(keep for keep in keeps if keep is not None))
    others = [one.keep for one in ranked if one.keep is not None and one.keep not in found]
    return found if len(found) > 1 else [*found, *others[:1]]


def _keeping(hand: Keep, keep: Keep) -> str:
    """``standing pat``, ``drawing 1 to 7-5-3-2``."""
    count = len(hand) - len(keep)
    words = doing(str(count))
    return f"{words} to {dashed(keep)}" if count and keep else words


def _cards_to_come(facts: Facts, keep: Keep) -> list[str]:
    """Outs, and what pairs or makes a straight or a flush."""
    outcomes = facts.outcomes(keep)
    if outcomes is None:
        goal = f"{with_article(RANK_NAMES[EIGHT])} or better"
        end = facts.in_the_end(keep, EIGHT)
        return [f"By the last draw that makes {goal} {end:.0%} of the time."]
    goal = f"{with_article(RANK_NAMES[outcomes.rank])} or better"
    low = outcomes.share(outcomes.low)
    if outcomes.drawn == 1:
        spoilt = [
            f"{count} {does}"
            for count, does in (
                (outcomes.pairs, "pair"),
                (outcomes.straights, "make a straight"),
                (outcomes.flushes, "make a flush"),
            )
            if count
        ]
        words = (
            f"Drawn to {dashed(keep)}, {outcomes.low} of the {outcomes.unseen} cards that you have "
            f"not seen make {goal} ({low:.0%}); {_listed(spoilt)}."
        )
    else:
        words = (
            f"The draw to {dashed(keep)} makes {goal} {low:.0%} of the time at once and a pair or "
            f"worse {outcomes.share(outcomes.pairs):.0%}."
        )
    if facts.advice.state.draws_left > 1:
        words += f" By the last draw it makes {goal} {facts.in_the_end(keep, outcomes.rank):.0%}."
    return [words]


def _other_keep(facts: Facts, grade: Grade) -> list[str]:
    """Why the cards that are kept and not others of as many."""
    advice = facts.advice
    mine = grade.answer.keep(advice.hand)
    action = advice.action(grade.answer.code)
    other: Keep | None = mine if mine != action.keep else None
    if other is None:
        action = grade.best
        other = _next_keep(advice, action.keep)
    if action.keep is None or other is None:
        return []
    good, bad = facts.outcomes(action.keep), facts.outcomes(other)
    if good is None or bad is None:
        return []
    reasons = _drawbacks(good, bad)
    named = sentence(_named(other, action.keep))
    return [f"{named} instead {_listed(reasons)}."] if reasons else []


def _next_keep(advice: Advice, keep: Keep | None) -> Keep | None:
    """The most valuable cards of other ranks, as many as some."""
    if keep is None or len(keep) in (0, len(advice.hand)):
        return None
    ranks = {card // 4 for card in keep}
    others = [
        one
        for one in advice.keeps
        if len(one) == len(keep)
        and {card // 4 for card in one} != ranks
        and len({card // 4 for card in one}) == len(one)
    ]
    return max(others, key=advice.keeps.__getitem__, default=None)


def _named(keep: Keep, beside: Keep) -> str:
    """Cards that are kept; with their suits if only those differ."""
    same = dashed(keep) == dashed(beside)
    return f"keeping {format_cards(keep, ' ') if same else dashed(keep)}"


def _drawbacks(good: Outcomes, bad: Outcomes) -> list[str]:
    """In what the second draw is worse, as verbs that follow it."""
    told = []
    if bad.rank > good.rank:
        told.append(f"draws to {with_article(RANK_NAMES[bad.rank])} at best")
    elif bad.rank == good.rank and good.share(good.low) - bad.share(bad.low) >= CLEAR:
        told.append(
            f"makes {with_article(RANK_NAMES[good.rank])} or better "
            f"{bad.share(bad.low):.0%} of the time, not {good.share(good.low):.0%}"
        )
    for words, mine, his in (
        ("makes a straight", good.share(good.straights), bad.share(bad.straights)),
        ("makes a flush", good.share(good.flushes), bad.share(bad.flushes)),
        ("pairs", good.share(good.pairs), bad.share(bad.pairs)),
    ):
        if his - mine >= CLEAR:
            told.append(f"{words} {his:.0%} of the time, not {mine:.0%}")
    return told


def _opponent_draws(facts: Facts, codes: list[str]) -> list[str]:
    """How the opponent answers draws, where he draws after the player."""
    seen = {}
    for code in dict.fromkeys(codes):
        draws = facts.draws_of_opponent(code)
        if draws is not None:
            seen[code] = draws[0]
    if max(seen.values(), default=0.0) < LEAST_TOLD:
        return []
    parts = [
        f"{share:.0%} of the time against {'a pat hand' if code == '0' else f'a draw of {code}'}"
        for code, share in seen.items()
    ]
    return [f"The opponent, who draws after you, stands pat {_listed(parts)}."]


def _percent(share: float) -> str:
    return f"{share:.0%} of the time" if share >= LEAST_TOLD else "hardly ever"


def _listed(parts: Sequence[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    return " and ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))
