"""Hands in a player's words: ``an eight-seven``, ``a six-high straight``, ``a seven-five draw``."""

from collections.abc import Sequence

from solver.abstraction import Abstraction
from solver.cards import CATEGORIES, RANKS, describe_class, hand_index, low_class_of

RANK_NAMES = (
    "deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen",
    "king", "ace",
)  # fmt: skip

_ROUGHEST = RANKS.index("J")
"""Rank up to which a low is told by its two highest cards."""

_COUNTS = ("no", "one", "two", "three", "four")


def plural(rank: int) -> str:
    """``sixes``, ``deuces``."""
    name = RANK_NAMES[rank]
    return f"{name}es" if name == "six" else f"{name}s"


def with_article(words: str) -> str:
    """``an eight``, ``a nine``."""
    return f"{'an' if words[0] in 'ae' else 'a'} {words}"


def dashed(cards: Sequence[int]) -> str:
    """Ranks of some cards, the highest first: ``7-5-3-2``."""
    return "-".join(RANKS[card // 4] for card in sorted(cards, reverse=True))


def made_hand(hand: Sequence[int]) -> str:
    """Five cards as they stand: ``an eight-seven (8-7-5-4-2)``, ``a pair of sixes``."""
    low = describe_class(low_class_of(hand))
    first, *others = (RANKS.index(rank) for rank in low.ranks)
    name = RANK_NAMES[first]
    match CATEGORIES[low.category]:
        case "no pair" if first <= _ROUGHEST:
            words = with_article(f"{name}-{RANK_NAMES[others[0]]}")
        case "no pair":
            words = with_article(f"{name}-low")
        case "pair":
            return f"a pair of {plural(first)}"
        case "two pair":
            return f"two pair, {plural(first)} and {plural(others[1])}"
        case "three of a kind" | "four of a kind" as category:
            return f"{category.split()[0]} {plural(first)}"
        case "full house":
            return f"a full house, {plural(first)} full"
        case category:
            words = with_article(f"{name}-high {category}")
    return f"{words} ({dashed(hand)})"


def drawing_hand(keep: Sequence[int]) -> str:
    """What some cards draw to: ``a seven-five draw (7-5-3-2)``, ``a two-card draw to 4-3-2``."""
    if not keep:
        return "a five-card draw"
    ranks = sorted((card // 4 for card in keep), reverse=True)
    if len(ranks) == 4 and len(set(ranks)) == 4:
        name = f"{RANK_NAMES[ranks[0]]}-{RANK_NAMES[ranks[1]]} draw"
        return f"{with_article(name)} ({dashed(keep)})"
    return f"a {_COUNTS[5 - len(ranks)]}-card draw to {dashed(keep)}"


def held(abstraction: Abstraction, hand: Sequence[int], draws_left: int) -> str:
    """What a hand is with some draws left, and what it draws to if it is not to be kept.

    A pair is told by what it draws to, a straight, a flush or a low by its own name first.
    """
    made = made_hand(hand)
    if not draws_left:
        return made
    keep = usual_keep(abstraction, hand, draws_left)
    if len(keep) == len(hand):
        return f"{made}, pat"
    category = CATEGORIES[describe_class(low_class_of(hand)).category]
    highest = max(hand) // 4
    if category in ("straight", "flush", "straight flush") or (
        category == "no pair" and highest <= _ROUGHEST
    ):
        return f"{made} that can be broken to {drawing_hand(keep)}"
    return drawing_hand(keep)


def usual_keep(abstraction: Abstraction, hand: Sequence[int], draws_left: int) -> tuple[int, ...]:
    """Cards that the reference policy keeps, which draws to win the most showdowns.

    Raises:
        CardError: not five different cards.
        ConfigurationError: no draws left.
    """
    count = int(abstraction.policy[draws_left][hand_index(hand)])
    return abstraction.best_keep(hand, draws_left, count)
